import { element, escapeHtml } from './element.ts';
import type { Tag } from './element.ts';
import { renderGuides, renderPhrase, renderVideoLink } from './html-inline.ts';
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
  Flag,
  FlagDefinition,
  Heading,
  Image,
  Inline,
  ListItem,
  TableCell,
  TableRow,
  Video,
} from './tree.ts';
import { mediaUrl } from './url.ts';

interface Page {
  readonly links: WikiLinks;
  readonly headings: ReadonlyMap<Heading, TocEntry>;
  hasFloats: boolean;
}

/** HTML of a whole text: introductions, comments, wikis. Built from allow-listed elements, all text escaped. */
export function renderHtml(doc: Doc, links: WikiLinks = noLinks): string {
  const page: Page = { links, headings: headingEntries(doc), hasFloats: false };
  const html = renderBlocks(doc.content, page);
  return page.hasFloats ? html + element('div', { class: 'clearer' }, '') : html;
}

/** HTML of a short text such as a step line: no block around it. */
export function renderInline(nodes: readonly Inline[], links: WikiLinks = noLinks): string {
  return renderPhrase(nodes, links);
}

function renderBlocks(blocks: readonly Block[], page: Page): string {
  return blocks.map((block) => renderBlock(block, page)).join('');
}

function renderBlock(block: Block, page: Page): string {
  switch (block.type) {
    case 'paragraph':
      return renderFlow(block.content, page, (html) => element('p', {}, html));
    case 'heading':
      return renderHeading(block, page);
    case 'codeBlock':
      return element('pre', {}, element('code', {}, renderPhrase(block.content, page.links)));
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

function renderHeading(block: Heading, { links, headings }: Page): string {
  const id = headings.get(block)?.id;
  const anchor = { class: 'selfLink', id, href: id && `#${id}`, 'aria-hidden': 'true', tabindex: '-1' };
  const text = element(headingTag(block.attrs.level), {}, renderPhrase(block.content, links));
  return element('div', { class: 'headerContainer' }, element('a', anchor, '') + text);
}

function headingTag(level: number): Tag {
  return (['h2', 'h3', 'h4', 'h5', 'h6'] as const)[level - 2] ?? 'h6';
}

function renderQuote({ attrs, content }: Blockquote, page: Page): string {
  const name = attrs.attribute && renderPhrase(attrs.attribute.content, page.links);
  const attribution = name ? element('cite', { class: 'attribution' }, name) : '';
  const look = attrs.format === 'featured' ? { class: 'featured' } : {};
  return element('blockquote', look, renderBlocks(content, page) + attribution);
}

function renderList(tag: 'ul' | 'ol', items: readonly ListItem[], page: Page): string {
  return element(tag, {}, items.map((item) => element('li', {}, renderTight(item.content, page))).join(''));
}

function renderTable(rows: readonly TableRow[], page: Page): string {
  const body = rows.map(({ content }) => {
    const scope = content.every((cell) => cell.type === 'tableHeader') ? 'col' : 'row';
    return element('tr', {}, content.map((cell) => renderCell(cell, scope, page)).join(''));
  });
  const table = element('table', {}, element('tbody', {}, body.join('')));
  return element('div', { class: 'table-container' }, element('div', { class: 'table-overflow' }, table));
}

function renderCell({ type, content }: TableCell, scope: string, page: Page): string {
  const html = renderTight(content, page);
  return type === 'tableHeader' ? element('th', { scope }, html) : element('td', {}, html);
}

/** Blocks whose first paragraph needs no `<p>`. */
function renderTight([first, ...rest]: readonly Block[], page: Page): string {
  if (first?.type !== 'paragraph') return renderBlocks(first ? [first, ...rest] : rest, page);
  return renderFlow(first.content, page, (html) => html) + renderBlocks(rest, page);
}

/** A paragraph, parted at its boxes, which stand between the parts. */
function renderFlow(nodes: readonly Inline[], page: Page, wrap: (html: string) => string): string {
  let html = '';
  let phrase: Inline[] = [];
  const flush = (): void => {
    if (!phrase.every(isInvisible)) html += wrap(renderPhrase(phrase, page.links));
    phrase = [];
  };
  for (const node of nodes) {
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
  const { links } = page;
  if ('align' in node.attrs && node.attrs.align !== 'center') page.hasFloats = true;
  switch (node.type) {
    case 'image':
      return renderImageBox(node, links);
    case 'video':
      return renderVideoBox(node);
    case 'guideList': {
      const items = renderGuides(node.attrs.tags, node.attrs.type, links, false);
      return element('ul', { class: 'guideList' }, items.map((item) => element('li', {}, item)).join(''));
    }
    case 'flag':
    case 'flagDefinition':
      return renderFlag(node, links);
  }
}

function renderImageBox(node: Image, links: WikiLinks): string {
  const picture = renderPhrase([node], links);
  return element('div', { class: `imageBox imageBox_${node.attrs.align}` }, picture + renderCaption(node));
}

function renderVideoBox(node: Video): string {
  const src = mediaUrl(node.attrs.url);
  const isFile = /\.(?:mp4|m4v|mov|webm|ogv)$/i.test(src?.split(/[?#]/, 1)[0] ?? '');
  const player = isFile
    ? element('video', { src, controls: '', preload: 'none' }, '') + renderCaption(node)
    : renderVideoLink(node, false);
  return element('div', { class: `videoBox videoBox_${node.attrs.align}` }, player);
}

function renderCaption({ attrs: { caption } }: Image | Video): string {
  return caption === null ? '' : element('p', { class: 'caption' }, escapeHtml(caption));
}

function renderFlag(node: Flag | FlagDefinition, links: WikiLinks): string {
  const { flagid } = node.attrs;
  const known = node.type === 'flag' ? links.flag(flagid) : node.attrs;
  const title = element('strong', {}, escapeHtml(known?.title || flagid));
  const text = known?.text ? ` ${escapeHtml(known.text)}` : '';
  return element('div', { class: 'flag', 'data-flagid': flagid }, title + text);
}
