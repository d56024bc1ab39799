import { element, endTag, escapeHtml, startTag } from './element.ts';
import type { Tag } from './element.ts';
import type { Target, WikiLinks } from './links.ts';
import { reachOf, sameMark } from './marks.ts';
import { styleMarks } from './tree.ts';
import type { Box, Image, Inline, Mark, Reference, StyleMark, Video } from './tree.ts';
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

/** Around marks that end together. */
const outsideIn = ['link', 'strong', ...styleMarks];

/**
 * HTML of running text, without a block around it. The tree's marks may overlap; here the mark that goes on longest is
 * opened first, and what stands in the way of a mark's end is closed and opened again.
 */
export function renderPhrase(nodes: readonly Inline[], links: WikiLinks, inAnchor = false): string {
  const marks = nodes.map((node) => marksOf(node, inAnchor));
  const reach = reachOf(marks);
  const open: Mark[] = [];
  let html = '';
  nodes.forEach((node, i) => {
    const wanted = marks[i] ?? [];
    while (open.some((mark) => !wanted.some((other) => sameMark(mark, other)))) html += endMark(open.pop());
    const missing = wanted
      .map((mark, k) => ({ mark, reach: reach[i]?.[k] ?? 0 }))
      .filter(({ mark }) => !open.some((other) => sameMark(mark, other)))
      .sort((a, b) => b.reach - a.reach || outsideIn.indexOf(a.mark.type) - outsideIn.indexOf(b.mark.type));
    for (const { mark } of missing) {
      html += startMark(mark);
      open.push(mark);
    }
    html += renderNode(node, links, inAnchor || open.some((mark) => mark.type === 'link'));
  });
  while (open.length > 0) html += endMark(open.pop());
  return html;
}

/** No anchor stands inside another, and a link that may not be followed is text. */
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

function renderNode(node: Inline, links: WikiLinks, inAnchor: boolean): string {
  switch (node.type) {
    case 'text':
      return escapeHtml(node.text);
    case 'hardBreak':
      return startTag('br');
    case 'comment':
      return '';
    case 'guideLink':
    case 'documentLink':
    case 'productLink':
    case 'wikiLink':
      return renderReference(node, links, inAnchor);
    default:
      return renderInlineBox(node, links, inAnchor);
  }
}

function renderReference(node: Reference, links: WikiLinks, inAnchor: boolean): string {
  const { target, name } = resolve(node, links);
  const label = renderPhrase(node.content, links, true) || escapeHtml(target?.title || name);
  const href = target && linkUrl(target.url);
  if (inAnchor) return label;
  if (href === undefined) return element('span', { class: 'unresolved' }, label);
  const fragment = node.type === 'wikiLink' && node.attrs.fragment !== null ? `#${node.attrs.fragment}` : '';
  return `${startAnchor(href + fragment, node.attrs.target)}${label}${endTag('a')}`;
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

/** A box where no block may stand: in a heading, a label or a short text. */
function renderInlineBox(node: Box, links: WikiLinks, inAnchor: boolean): string {
  switch (node.type) {
    case 'image':
      return renderImage(node, links);
    case 'video':
      return renderVideoLink(node, inAnchor);
    case 'guideList':
      return renderGuides(node.attrs.tags, node.attrs.type, links, inAnchor).join(', ');
    case 'flag':
      return escapeHtml(links.flag(node.attrs.flagid)?.title ?? node.attrs.flagid);
    case 'flagDefinition':
      return escapeHtml(node.attrs.title ?? node.attrs.flagid);
  }
}

function renderImage({ attrs }: Image, links: WikiLinks): string {
  const image = links.imageUrl(attrs.imageid, attrs.size);
  const src = image && mediaUrl(image.url);
  if (src === undefined) return element('span', { class: 'unresolved' }, `Image ${attrs.imageid}`);
  return startTag('img', { src, alt: image?.alt ?? attrs.caption ?? '', loading: 'lazy' });
}

export function renderVideoLink({ attrs }: Video, inAnchor: boolean): string {
  const href = linkUrl(attrs.url);
  const label = escapeHtml(attrs.caption ?? attrs.url);
  return inAnchor || href === undefined ? label : element('a', { class: 'videoLink', href }, label);
}

/** One link for each guide; where there are none, what was asked for. */
export function renderGuides(
  tags: readonly string[],
  type: string | null,
  links: WikiLinks,
  inAnchor: boolean,
): string[] {
  const guides = links.guidesByTag(tags, type);
  if (guides.length === 0) {
    return [element('span', { class: 'unresolved' }, `Guides tagged ${escapeHtml(tags.join(', '))}`)];
  }
  return guides.map(({ url, title }) => {
    const href = linkUrl(url);
    return inAnchor || href === undefined ? escapeHtml(title) : element('a', { href }, escapeHtml(title));
  });
}
