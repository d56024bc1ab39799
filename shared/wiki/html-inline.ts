import type { HtmlBudget } from './budget.ts';
import { element, endTag, escapeHtml, startTag } from './element.ts';
import type { Attributes, Tag } from './element.ts';
import type { Target, WikiLinks } from './links.ts';
import { markReach, sameMark } from './marks.ts';
import { styleMarks } from './tree.ts';
import type { Box, GuideListNode, ImageNode, Inline, Mark, Reference, StyleMark, VideoNode } from './tree.ts';
import { linkUrl, mediaUrl } from './url.ts';

const markTags: Readonly<Record<StyleMark, Tag>> = {
  em: 'em',
  strong: 'strong',
  underline: 'u',
  subscript: 'sub',
  superscript: 'sup',
  code: 'tt',
  strikethrough: 'strike',
};

/** The nesting, outermost first, of marks that end together. */
const outsideIn = ['link', 'strong', ...styleMarks];

/** The link lookups and the budget of one rendered text. */
export interface Rendering {
  readonly links: WikiLinks;
  readonly budget: HtmlBudget;
}

/**
 * Renders running text, without a block around it. Marks of the tree may overlap, elements may not: the longest mark is
 * opened first, and marks that are open inside an ending one are closed and opened again.
 */
export function renderPhrase(nodes: readonly Inline[], page: Rendering, inAnchor = false): string {
  const { budget } = page;
  const marks = nodes.map((node) => marksOf(node, inAnchor));
  const reach = markReach(marks);
  const open: Mark[] = [];
  let html = '';
  const close = (): void => {
    const tag = endMark(open.pop());
    budget.charge(tag.length);
    html += tag;
  };
  for (const [i, node] of nodes.entries()) {
    const wanted = marks[i] ?? [];
    while (open.some((mark) => !wanted.some((other) => sameMark(mark, other)))) close();
    const missing = wanted
      .map((mark, k) => ({ mark, reach: reach[i]?.[k] ?? 0 }))
      .filter(({ mark }) => !open.some((other) => sameMark(mark, other)))
      .sort((a, b) => b.reach - a.reach || outsideIn.indexOf(a.mark.type) - outsideIn.indexOf(b.mark.type));
    for (const { mark } of missing) {
      const tag = budget.take(startMark(mark));
      if (tag === '') break;
      html += tag;
      open.push(mark);
    }
    if (budget.isSpent) break;
    html += renderNode(node, page, inAnchor || open.some((mark) => mark.type === 'link'));
  }
  while (open.length > 0) close();
  return html;
}

/** Returns a node's marks, without links inside an anchor and without unsafe links. */
function marksOf(node: Inline, inAnchor: boolean): readonly Mark[] {
  return (node.marks ?? []).filter(
    (mark) => mark.type !== 'link' || (!inAnchor && linkUrl(mark.attrs.href) !== undefined),
  );
}

function startMark(mark: Mark): string {
  if (mark.type !== 'link') return startTag(markTags[mark.type]);
  return startAnchor(linkUrl(mark.attrs.href), mark.attrs.target, mark.attrs.title ?? undefined);
}

function endMark(mark: Mark | undefined): string {
  if (!mark) return '';
  return endTag(mark.type === 'link' ? 'a' : markTags[mark.type]);
}

function startAnchor(href: string | undefined, target: '_blank' | null, title?: string): string {
  const rel = target === null ? undefined : 'noopener noreferrer';
  return startTag('a', { href, title, target: target ?? undefined, rel });
}

function renderNode(node: Inline, page: Rendering, inAnchor: boolean): string {
  switch (node.type) {
    case 'text':
      return page.budget.take(escapeHtml(node.text));
    case 'hardBreak':
      return page.budget.take(startTag('br'));
    case 'comment':
      return '';
    case 'guideLink':
    case 'documentLink':
    case 'productLink':
    case 'wikiLink':
      return renderReference(node, page, inAnchor);
    default:
      return renderInlineBox(node, page, inAnchor);
  }
}

function renderReference(node: Reference, page: Rendering, inAnchor: boolean): string {
  const { links, budget } = page;
  const { target, name } = resolve(node, links);
  const label = renderPhrase(node.content, page, true) || budget.take(escapeHtml(target?.title || name));
  if (inAnchor) return label;
  const href = target && linkUrl(target.url);
  if (href === undefined) return wrap(page, 'span', { class: 'unresolved' }, label);
  const fragment = node.type === 'wikiLink' && node.attrs.fragment !== null ? `#${node.attrs.fragment}` : '';
  const anchor = budget.take(startAnchor(href + fragment, node.attrs.target) + endTag('a'));
  return anchor === '' ? label : anchor.slice(0, -endTag('a').length) + label + endTag('a');
}

/** Renders an element around HTML whose bytes are already counted. */
export function wrap({ budget }: Rendering, tag: Tag, attrs: Attributes, content: string): string {
  const html = element(tag, attrs, content);
  budget.charge(html.length - content.length);
  return html;
}

function resolve(node: Reference, links: WikiLinks): { target: Target | undefined; name: string } {
  switch (node.type) {
    case 'guideLink':
      return { target: links.guideUrl(node.attrs.guideid), name: `Guide ${node.attrs.guideid}` };
    case 'documentLink':
      return { target: links.documentUrl(node.attrs.documentid), name: `Document ${node.attrs.documentid}` };
    case 'productLink':
      return { target: links.productUrl(node.attrs.code), name: node.attrs.code };
    case 'wikiLink':
      return { target: links.wikiUrl(node.attrs.namespace, node.attrs.title), name: node.attrs.title };
  }
}

/** Renders a box where no block is allowed: in a heading, a label or a short text. */
function renderInlineBox(node: Box, page: Rendering, inAnchor: boolean): string {
  const { links, budget } = page;
  switch (node.type) {
    case 'image':
      return renderImage(node, page);
    case 'video':
      return renderVideoLink(node, page, inAnchor);
    case 'guideList':
      return renderGuides(node.attrs, page, inAnchor).join(', ');
    case 'flag':
      return budget.take(escapeHtml(links.flag(node.attrs.flagid)?.title ?? node.attrs.flagid));
    case 'flagDefinition':
      return budget.take(escapeHtml(node.attrs.title ?? node.attrs.flagid));
  }
}

function renderImage({ attrs }: ImageNode, { links, budget }: Rendering): string {
  const image = links.imageUrl(attrs.imageid, attrs.size);
  const src = image && mediaUrl(image.url);
  return budget.take(
    src === undefined
      ? element('span', { class: 'unresolved' }, `Image ${attrs.imageid}`)
      : startTag('img', { src, alt: image?.alt ?? attrs.caption ?? '', loading: 'lazy' }),
  );
}

export function renderVideoLink({ attrs }: VideoNode, { budget }: Rendering, inAnchor: boolean): string {
  const href = linkUrl(attrs.url);
  const label = escapeHtml(attrs.caption ?? attrs.url);
  return budget.take(
    inAnchor || href === undefined ? label : element('a', { class: 'videoLink', href }, label),
  );
}

/** Renders a link for each guide with the tags; if there are none, a text that names the tags. */
export function renderGuides(
  { tags, type }: GuideListNode['attrs'],
  { links, budget }: Rendering,
  inAnchor: boolean,
): string[] {
  const guides = links.guidesByTag(tags, type);
  if (guides.length === 0) {
    const asked = `Guides tagged ${escapeHtml(tags.join(', '))}`;
    return [budget.take(element('span', { class: 'unresolved' }, asked))];
  }
  return guides.map(({ url, title }) => {
    const href = linkUrl(url);
    return budget.take(
      inAnchor || href === undefined ? escapeHtml(title) : element('a', { href }, escapeHtml(title)),
    );
  });
}
