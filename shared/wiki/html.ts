import { HtmlBudget } from './budget.ts';
import { element, escapeHtml } from './element.ts';
import type { Tag } from './element.ts';
import { renderGuides, renderPhrase, renderVideoLink, wrap } from './html-inline.ts';
import type { Rendering } from './html-inline.ts';
import { noLinks } from './links.ts';
import type { WikiLinks } from './links.ts';
import { headingEntries } from './toc.ts';
import type { TocEntry } from './toc.ts';
import { isBox } from './tree.ts';
import type {
  Block,
  Blockquote,
  Box,
  Doc,
  FlagNode,
  FlagDefinition,
  Heading,
  ImageNode,
  Inline,
  ListItem,
  TableCell,
  TableRow,
  VideoNode,
} from './tree.ts';
import { mediaUrl } from './url.ts';

interface Page extends Rendering {
  readonly headings: ReadonlyMap<Heading, TocEntry>;
  hasFloats: boolean;
}

/**
 * Renders a whole text (introduction, comment, wiki) from allow-listed elements, with all text escaped. What exceeds the
 * budget is left out, and a last paragraph says so.
 */
export function renderHtml(doc: Doc, links: WikiLinks = noLinks, budget = new HtmlBudget()): string {
  const page: Page = { links, budget, headings: headingEntries(doc), hasFloats: false };
  const html = renderBlocks(doc.content, page);
  const note = budget.isSpent ? element('p', { class: 'cut' }, cutNote) : '';
  return html + note + (page.hasFloats ? element('div', { class: 'clearer' }, '') : '');
}

/** Renders a short text, such as a line of a step, without a block around it. */
export function renderInline(
  nodes: readonly Inline[],
  links: WikiLinks = noLinks,
  budget = new HtmlBudget(),
): string {
  const html = renderPhrase(nodes, { links, budget });
  return budget.isSpent ? html + element('span', { class: 'cut' }, ` (${cutNote})`) : html;
}

const cutNote = 'The rest of this text is too long to be shown.';

function renderBlocks(blocks: readonly Block[], page: Page): string {
  return renderEach(blocks, page, (block) => renderBlock(block, page));
}

function renderEach<T>(items: readonly T[], { budget }: Page, render: (item: T) => string): string {
  let html = '';
  for (const item of items) {
    if (budget.isSpent) break;
    html += render(item);
  }
  return html;
}

function renderBlock(block: Block, page: Page): string {
  switch (block.type) {
    case 'paragraph':
      return renderFlow(block.content, page, (html) => wrap(page, 'p', {}, html));
    case 'heading':
      return renderHeading(block, page);
    case 'codeBlock':
      return wrap(page, 'pre', {}, wrap(page, 'code', {}, renderPhrase(block.content, page)));
    case 'blockquote':
      return renderQuote(block, page);
    case 'bulletList':
      return renderList('ul', block.content, page);
    case 'orderedList':
      return renderList('ol', block.content, page);
    case 'table':
      return renderTable(block.content, page);
  }
}

function renderHeading(block: Heading, page: Page): string {
  const id = page.headings.get(block)?.id;
  const attrs = { class: 'selfLink', id, href: id && `#${id}`, 'aria-hidden': 'true', tabindex: '-1' };
  const anchor = page.budget.take(element('a', attrs, ''));
  const text = wrap(page, headingTag(block.attrs.level), {}, renderPhrase(block.content, page));
  return wrap(page, 'div', { class: 'headerContainer' }, anchor + text);
}

function headingTag(level: number): Tag {
  return (['h2', 'h3', 'h4', 'h5', 'h6'] as const)[level - 2] ?? 'h6';
}

function renderQuote({ attrs, content }: Blockquote, page: Page): string {
  const name = attrs.attribute && renderPhrase(attrs.attribute.content, page);
  const attribution = name ? wrap(page, 'cite', { class: 'attribution' }, name) : '';
  const look = attrs.format === 'featured' ? { class: 'featured' } : {};
  return wrap(page, 'blockquote', look, renderBlocks(content, page) + attribution);
}

function renderList(tag: 'ul' | 'ol', items: readonly ListItem[], page: Page): string {
  return wrap(
    page,
    tag,
    {},
    renderEach(items, page, (item) => wrap(page, 'li', {}, renderTight(item.content, page))),
  );
}

function renderTable(rows: readonly TableRow[], page: Page): string {
  const body = renderEach(rows, page, ({ content }) => {
    const scope = content.every((cell) => cell.type === 'tableHeader') ? 'col' : 'row';
    return wrap(
      page,
      'tr',
      {},
      renderEach(content, page, (cell) => renderCell(cell, scope, page)),
    );
  });
  const table = wrap(page, 'table', {}, wrap(page, 'tbody', {}, body));
  const overflow = wrap(page, 'div', { class: 'table-overflow' }, table);
  return wrap(page, 'div', { class: 'table-container' }, overflow);
}

function renderCell({ type, content }: TableCell, scope: string, page: Page): string {
  const html = renderTight(content, page);
  return type === 'tableHeader' ? wrap(page, 'th', { scope }, html) : wrap(page, 'td', {}, html);
}

/** Renders blocks, the first paragraph without `<p>`. */
function renderTight([first, ...rest]: readonly Block[], page: Page): string {
  if (first?.type !== 'paragraph') return renderBlocks(first ? [first, ...rest] : rest, page);
  return renderFlow(first.content, page, (html) => html) + renderBlocks(rest, page);
}

/** Renders a paragraph. Its boxes split it, because they are blocks in HTML. */
function renderFlow(nodes: readonly Inline[], page: Page, wrapPhrase: (html: string) => string): string {
  let html = '';
  let phrase: Inline[] = [];
  const flush = (): void => {
    if (!phrase.every(isInvisible)) html += wrapPhrase(renderPhrase(phrase, page));
    phrase = [];
  };
  for (const node of nodes) {
    if (page.budget.isSpent) break;
    if (isBox(node)) {
      flush();
      html += renderBox(node, page);
    } else {
      phrase.push(node);
    }
  }
  flush();
  return html;
}

function isInvisible(node: Inline): boolean {
  return node.type === 'comment' || (node.type === 'text' && node.text.trim() === '');
}

function renderBox(node: Box, page: Page): string {
  if ('align' in node.attrs && node.attrs.align !== 'center') page.hasFloats = true;
  switch (node.type) {
    case 'image':
      return renderImageBox(node, page);
    case 'video':
      return renderVideoBox(node, page);
    case 'guideList': {
      const items = renderGuides(node.attrs, page, false);
      const list = items.map((item) => wrap(page, 'li', {}, item)).join('');
      return wrap(page, 'ul', { class: 'guideList' }, list);
    }
    case 'flag':
    case 'flagDefinition':
      return renderFlag(node, page);
  }
}

function renderImageBox(node: ImageNode, page: Page): string {
  const picture = renderPhrase([node], page);
  const look = { class: `imageBox imageBox_${node.attrs.align}` };
  return wrap(page, 'div', look, picture + renderCaption(node, page));
}

function renderVideoBox(node: VideoNode, page: Page): string {
  const src = mediaUrl(node.attrs.url);
  const isFile = /\.(?:mp4|m4v|mov|webm|ogv)$/i.test(src?.split(/[?#]/, 1)[0] ?? '');
  const player = isFile
    ? page.budget.take(element('video', { src, controls: '', preload: 'none' }, '')) +
      renderCaption(node, page)
    : renderVideoLink(node, page, false);
  return wrap(page, 'div', { class: `videoBox videoBox_${node.attrs.align}` }, player);
}

function renderCaption({ attrs: { caption } }: ImageNode | VideoNode, { budget }: Page): string {
  return caption === null ? '' : budget.take(element('p', { class: 'caption' }, escapeHtml(caption)));
}

function renderFlag(node: FlagNode | FlagDefinition, { links, budget }: Page): string {
  const { flagid } = node.attrs;
  const known = node.type === 'flag' ? links.flag(flagid) : node.attrs;
  const title = element('strong', {}, escapeHtml(known?.title || flagid));
  const text = known?.text ? ` ${escapeHtml(known.text)}` : '';
  return budget.take(element('div', { class: 'flag', 'data-flagid': flagid }, title + text));
}
