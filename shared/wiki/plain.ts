import type { Block, Doc, Inline, ListItem, TableCell, TableRow } from './tree.ts';

/** Returns a tree's text for search, previews and anchors: one line per block, no markup, no comments. */
export function plainText(tree: Doc | readonly Inline[]): string {
  return 'type' in tree ? joinLines(tree.content.map(blockText)) : inlineText(tree);
}

function blockText(block: Block | ListItem | TableRow | TableCell): string {
  switch (block.type) {
    case 'paragraph':
    case 'heading':
    case 'codeBlock':
      return inlineText(block.content);
    case 'blockquote':
      return joinLines([...block.content.map(blockText), inlineText(block.attrs.attribute?.content ?? [])]);
    case 'tableRow':
      return block.content.map(blockText).join('\t');
    default:
      return joinLines(block.content.map(blockText));
  }
}

function inlineText(nodes: readonly Inline[]): string {
  return nodes.map(nodeText).join('').trim();
}

function nodeText(node: Inline): string {
  switch (node.type) {
    case 'text':
      return node.text;
    case 'hardBreak':
      return '\n';
    case 'guideLink':
    case 'documentLink':
      return inlineText(node.content);
    case 'productLink':
      return inlineText(node.content) || node.attrs.code;
    case 'wikiLink':
      return inlineText(node.content) || node.attrs.title;
    case 'image':
    case 'video':
      return node.attrs.caption === null ? '' : `\n${node.attrs.caption}\n`;
    case 'flagDefinition':
      return joinLines([node.attrs.title ?? '', node.attrs.text ?? '']);
    case 'comment':
    case 'flag':
    case 'guideList':
      return '';
  }
}

function joinLines(lines: readonly string[]): string {
  return lines.filter((line) => line !== '').join('\n');
}
