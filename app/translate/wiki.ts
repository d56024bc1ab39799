import { parseInline, parseWiki } from '../../shared/wiki/parse.ts';
import { serializeInline, serializeWiki } from '../../shared/wiki/serialize.ts';
import type { Block, Inline, ListItem, TableCell, TableRow } from '../../shared/wiki/tree.ts';
import type { Phrasebook } from './phrasebook.ts';

/** Translates the words of wiki text but not its markup. Code, comments and names of quoted people stay. */
export const translateWiki = (raw: string, book: Phrasebook): string =>
  serializeWiki({ type: 'doc', content: parseWiki(raw).content.map((block) => translateBlock(block, book)) });

/** Translates a short text, such as a line of a step. */
export const translateLine = (raw: string, book: Phrasebook): string =>
  serializeInline(translateInline(parseInline(raw), book));

function translateBlock(block: Block, book: Phrasebook): Block {
  switch (block.type) {
    case 'paragraph':
    case 'heading':
      return { ...block, content: translateInline(block.content, book) };
    case 'codeBlock':
      return block;
    case 'blockquote':
      return { ...block, content: block.content.map((inner) => translateBlock(inner, book)) };
    case 'bulletList':
    case 'orderedList':
      return {
        ...block,
        content: block.content.map((item): ListItem => ({
          ...item,
          content: item.content.map((inner) => translateBlock(inner, book)),
        })),
      };
    case 'table':
      return {
        ...block,
        content: block.content.map((row): TableRow => ({
          ...row,
          content: row.content.map((cell) => translateCell(cell, book)),
        })),
      };
  }
}

const translateCell = (cell: TableCell, book: Phrasebook): TableCell => ({
  ...cell,
  content: cell.content.map((block) => translateBlock(block, book)),
});

const translateInline = (nodes: readonly Inline[], book: Phrasebook): Inline[] =>
  book.phrase(nodes).map((node) => translateInside(node, book));

/** Translates labels and captions as phrases of their own. */
function translateInside(node: Inline, book: Phrasebook): Inline {
  const said = (text: string | null): string | null => (text === null ? null : book.plain(text));
  switch (node.type) {
    case 'guideLink':
    case 'documentLink':
    case 'productLink':
    case 'wikiLink':
      return { ...node, content: translateInline(node.content, book) };
    case 'image':
      return { ...node, attrs: { ...node.attrs, caption: said(node.attrs.caption) } };
    case 'video':
      return { ...node, attrs: { ...node.attrs, caption: said(node.attrs.caption) } };
    case 'flagDefinition':
      return {
        ...node,
        attrs: { ...node.attrs, title: said(node.attrs.title), text: said(node.attrs.text) },
      };
    default:
      return node;
  }
}
