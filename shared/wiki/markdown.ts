import { sameMark } from './marks.ts';
import type { Block, Doc, Inline, ListItem, Mark, TableRow } from './tree.ts';
import { plainText } from './plain.ts';

/** Returns a text without characters that Markdown reads as its own. */
export const escapeMarkdown = (text: string): string => text.replace(/[\\`*_[\]<>#|~]/g, String.raw`\$&`);

/** Returns a whole text as Markdown. What only the site can look up, such as the title of a linked guide, is named by its text. */
export const wikiMarkdown = (doc: Doc): string => blocksMarkdown(doc.content);

/** Returns a short text, such as a line of a step, as Markdown of one line. */
export const inlineMarkdown = (nodes: readonly Inline[]): string =>
  phrase(nodes)
    .replace(/\s*\n\s*/g, ' ')
    .trim();

const blocksMarkdown = (blocks: readonly Block[]): string =>
  blocks
    .map(blockMarkdown)
    .filter((text) => text !== '')
    .join('\n\n');

function blockMarkdown(block: Block): string {
  switch (block.type) {
    case 'paragraph':
      return withoutListMark(phrase(block.content).trim());
    case 'heading':
      return `${'#'.repeat(block.attrs.level)} ${inlineMarkdown(block.content)}`;
    case 'codeBlock':
      return fenced(plainText(block.content));
    case 'blockquote': {
      const name = inlineMarkdown(block.attrs.attribute?.content ?? []);
      const text = [blocksMarkdown(block.content), name && `— ${name}`].filter(Boolean).join('\n\n');
      return text.replace(/^/gm, '> ').replace(/^> $/gm, '>');
    }
    case 'bulletList':
    case 'orderedList':
      return block.content
        .map((item, index) => listItem(item, block.type === 'orderedList' ? `${index + 1}. ` : '- '))
        .join('\n');
    case 'table':
      return tableMarkdown(block.content);
  }
}

/** Escapes what would make a paragraph an item of a list. */
const withoutListMark = (text: string): string => text.replace(/^(\d*)([-+.)])(?=\s)/, String.raw`$1\$2`);

function fenced(code: string): string {
  const longest = Math.max(2, ...(code.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${code}\n${fence}`;
}

/** Returns an item with its lists below it; what follows the first line is indented as far as the text. */
function listItem({ content }: ListItem, mark: string): string {
  const text = content
    .map(blockMarkdown)
    .filter((part) => part !== '')
    .join('\n');
  return mark + text.replaceAll('\n', `\n${' '.repeat(mark.length)}`);
}

function tableMarkdown(rows: readonly TableRow[]): string {
  const cells = rows.map(({ content }) =>
    content.map((cell) => blocksMarkdown(cell.content).replace(/\s*\n+\s*/g, '<br>')),
  );
  const width = Math.max(0, ...cells.map(({ length }) => length));
  const line = (row: readonly string[]): string =>
    `| ${Array.from({ length: width }, (_, column) => row[column] ?? '').join(' | ')} |`;
  const hasHead = rows[0]?.content.some(({ type }) => type === 'tableHeader') === true;
  const [head = [], ...body] = hasHead ? cells : [[], ...cells];
  return [line(head), line(Array.from({ length: width }, () => '---')), ...body.map(line)].join('\n');
}

/** Returns running text. Marks of the tree may overlap; here the longest is the outermost, and others are closed inside it. */
function phrase(nodes: readonly Inline[], open: readonly Mark[] = []): string {
  let text = '';
  for (let from = 0; from < nodes.length;) {
    const [longest] = (nodes[from]?.marks ?? [])
      .filter((mark) => !has(open, mark))
      .map((mark) => ({ mark, end: endOf(nodes, from, mark) }))
      .toSorted((a, b) => b.end - a.end);
    if (longest) {
      const { mark, end } = longest;
      text += marked(phrase(nodes.slice(from, end), [...open, mark]), mark);
      from = end;
    } else {
      text += nodes
        .slice(from, from + 1)
        .map(nodeMarkdown)
        .join('');
      from += 1;
    }
  }
  return text;
}

const has = (marks: readonly Mark[] = [], mark: Mark): boolean =>
  marks.some((other) => sameMark(other, mark));

/** Returns where the nodes with a mark end that begin at `from`. */
function endOf(nodes: readonly Inline[], from: number, mark: Mark): number {
  let end = from + 1;
  while (end < nodes.length && has(nodes[end]?.marks, mark)) end += 1;
  return end;
}

/** Puts a mark around the words: with a blank inside, Markdown would show the mark itself. */
function marked(text: string, mark: Mark): string {
  const [, before = '', words = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(text) ?? [];
  return words === '' ? text : before + around(words, mark) + after;
}

function around(words: string, mark: Mark): string {
  switch (mark.type) {
    case 'strong':
      return `**${words}**`;
    case 'em':
      return `*${words}*`;
    case 'strikethrough':
      return `~~${words}~~`;
    case 'subscript':
      return `<sub>${words}</sub>`;
    case 'superscript':
      return `<sup>${words}</sup>`;
    case 'code':
      return `<code>${words}</code>`;
    case 'underline':
      return words;
    case 'link':
      return linked(words, mark.attrs.href);
  }
}

/** Links only to the web: other addresses lead nowhere outside the site. */
const linked = (words: string, href: string): string =>
  /^https?:\/\//.test(href) ? `[${words}](${linkTarget(href)})` : words;

/** Returns an address as the target of a link or picture, which nothing in the address ends. */
export const linkTarget = (address: string): string =>
  `<${address.replace(/[<>\\\s]/g, encodeURIComponent)}>`;

function nodeMarkdown(node: Inline): string {
  switch (node.type) {
    case 'text':
      return escapeMarkdown(node.text.replace(/\s+/g, ' '));
    case 'hardBreak':
      return '  \n';
    case 'guideLink':
      return phrase(node.content) || `Guide ${node.attrs.guideid}`;
    case 'documentLink':
      return phrase(node.content) || `Document ${node.attrs.documentid}`;
    case 'productLink':
      return phrase(node.content) || escapeMarkdown(node.attrs.code);
    case 'wikiLink':
      return phrase(node.content) || escapeMarkdown(node.attrs.title);
    case 'video':
      return linked(escapeMarkdown(node.attrs.caption ?? node.attrs.url), node.attrs.url);
    case 'image':
    case 'flagDefinition':
      return escapeMarkdown(plainText([node]));
    case 'comment':
    case 'flag':
    case 'guideList':
      return '';
  }
}
