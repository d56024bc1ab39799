import { readPageName } from './brackets.ts';
import { markReach, sameMark } from './marks.ts';
import type {
  Block,
  Blockquote,
  Box,
  Inline,
  LinkMark,
  LinkTarget,
  List,
  Mark,
  Reference,
  StyleMark,
  Table,
} from './tree.ts';

/** An empty comment: absent from the tree, but no marker or bracket form reaches across it. */
const guard = '[comment][/comment]';

const markers: Readonly<Record<StyleMark, string>> = {
  em: "''",
  strong: "'''",
  underline: '++',
  strikethrough: '~~',
  subscript: ',,',
  superscript: '^^',
  code: '``',
};

/** Titles that would be read as tags in `[[…]]`. */
const blockTag = /^\/?(?:code|comment|quote)$/;

interface Writing {
  readonly guarded: boolean;
  readonly lineBreak: '[br]' | '[br]\n';
}

/** Writes blocks as wiki text, each with its line end. No text of a guarded block can be read as markup. */
export function writeBlocks(blocks: readonly Block[], isGuarded: (block: Block) => boolean): string {
  return blocks
    .map((block, i) => {
      const next = blocks[i + 1];
      const text = writeBlock(block, { guarded: isGuarded(block), lineBreak: '[br]\n' });
      return next && wouldJoin(block, next) ? `${text}\n${guard}\n\n` : text;
    })
    .join('');
}

function wouldJoin(block: Block, next: Block): boolean {
  return block.type === next.type && (block.type === 'bulletList' || block.type === 'orderedList');
}

export function writeInline(
  nodes: readonly Inline[],
  guarded: boolean,
  lineBreak: Writing['lineBreak'],
): string {
  const text = writeRun(nodes, new Set(), { guarded, lineBreak });
  return guarded ? guard + text + guard : text;
}

function writeBlock(block: Block, writing: Writing): string {
  const { guarded } = writing;
  switch (block.type) {
    case 'paragraph':
      return `${writeInline(block.content, guarded, '[br]\n')}\n\n`;
    case 'heading': {
      const marker = '='.repeat(block.attrs.level);
      return `${marker} ${writeInline(block.content, guarded, '[br]')} ${marker}\n`;
    }
    case 'codeBlock':
      return `[code]\n${block.content.map(({ text }) => text).join('')}\n[/code]\n`;
    case 'blockquote':
      return writeQuote(block, guarded);
    case 'table':
      return writeTable(block, guarded);
    case 'bulletList':
    case 'orderedList':
      return writeList(block, 1, writing);
  }
}

function writeQuote({ attrs, content }: Blockquote, guarded: boolean): string {
  const name = attrs.attribute ? `|${writeInline(attrs.attribute.content, guarded, '[br]')}` : '';
  const format = attrs.format === 'long' ? '' : `|format=${attrs.format}`;
  return `[quote${name}${format}]\n${writeBlocks(content, () => guarded)}[/quote]\n`;
}

function writeTable({ content }: Table, guarded: boolean): string {
  const rows = content.map((row) =>
    row.content
      .map(({ type, content: blocks }) => {
        const text = blocks.map((block) => (block.type === 'paragraph' ? block.content : []));
        return `${type === 'tableHeader' ? '!' : '|'} ${writeInline(text.flat(), guarded, '[br]\n')}\n`;
      })
      .join(''),
  );
  return `{|\n${rows.join('|-\n')}|}\n`;
}

/** Writes every paragraph of an item with the item's marker, because wiki text has only one paragraph per item. */
function writeList(list: List, depth: number, writing: Writing): string {
  const marker = (list.type === 'bulletList' ? '*' : '#').repeat(depth);
  const blocks = list.content.flatMap((item) => item.content);
  return blocks
    .map((block) => {
      if (block.type === 'bulletList' || block.type === 'orderedList')
        return writeList(block, depth + 1, writing);
      return block.type === 'paragraph'
        ? `${marker} ${writeInline(block.content, writing.guarded, '[br]\n')}\n`
        : writeBlock(block, writing);
    })
    .join('');
}

/**
 * Writes running text. Markers are switches: at each node only those of changed marks are written, except marks of the
 * outer scope.
 */
function writeRun(nodes: readonly Inline[], outside: ReadonlySet<StyleMark>, writing: Writing): string {
  const styles = nodes.map((node) => stylesOf(node).filter(({ type }) => !outside.has(type)));
  const reach = markReach(styles);
  let open: StyleMark[] = [];
  let text = '';
  const switchTo = (wanted: readonly StyleMark[]): void => {
    for (const mark of open.toReversed()) if (!wanted.includes(mark)) text += markers[mark];
    for (const mark of wanted) if (!open.includes(mark)) text += markers[mark];
    open = [
      ...open.filter((mark) => wanted.includes(mark)),
      ...wanted.filter((mark) => !open.includes(mark)),
    ];
  };
  for (let i = 0; i < nodes.length;) {
    const link = linkOf(nodes[i]);
    const end = link ? endOfLink(nodes, i, link) : i + 1;
    const byReach = (styles[i] ?? [])
      .map(({ type }, k) => ({ type, reach: reach[i]?.[k] ?? 0 }))
      .filter((mark) => mark.reach >= end - i)
      .sort((a, b) => b.reach - a.reach)
      .map(({ type }) => type);
    switchTo(byReach);
    const group = nodes.slice(i, end);
    text += link
      ? writeLink(link, group, new Set([...outside, ...open]), writing)
      : group.map((node) => writeNode(node, writing)).join('');
    i = end;
  }
  switchTo([]);
  return text;
}

function stylesOf(node: Inline): { type: StyleMark }[] {
  return (node.marks ?? []).flatMap((mark) => (mark.type === 'link' ? [] : [{ type: mark.type }]));
}

function linkOf(node: Inline | undefined): LinkMark | undefined {
  return node?.marks?.find((mark: Mark) => mark.type === 'link');
}

function endOfLink(nodes: readonly Inline[], from: number, link: LinkMark): number {
  for (let end = from + 1; end < nodes.length; end += 1) {
    const other = linkOf(nodes[end]);
    if (!other || !sameMark(link, other)) return end;
  }
  return nodes.length;
}

function writeLink(
  { attrs }: LinkMark,
  nodes: readonly Inline[],
  outside: ReadonlySet<StyleMark>,
  writing: Writing,
): string {
  const isMail = attrs.href.startsWith('mailto:');
  const target = isMail ? attrs.href.replace('mailto:', 'mailto|') : attrs.href;
  const [only] = nodes;
  const shown = attrs.href.replace('mailto:', '');
  const isBare = nodes.length === 1 && only?.type === 'text' && only.text === shown && !shown.startsWith('/');
  const label = isBare ? '' : `|${writeLabel(nodes, outside, writing)}`;
  return `[${target}${label}${writeTarget(attrs.target)}]`;
}

function writeLabel(nodes: readonly Inline[], outside: ReadonlySet<StyleMark>, writing: Writing): string {
  const text = writeRun(nodes.map(withoutLink), outside, writing);
  return writing.guarded ? guard + text + guard : text;
}

function withoutLink(node: Inline): Inline {
  return { ...node, marks: (node.marks ?? []).filter((mark) => mark.type !== 'link') };
}

function writeTarget(target: LinkTarget): string {
  return target === null ? '' : '|new_window=true';
}

function writeNode(node: Inline, writing: Writing): string {
  switch (node.type) {
    case 'text':
      return writing.guarded ? guardText(node.text) : node.text;
    case 'hardBreak':
      return writing.guarded ? writing.lineBreak + guard : writing.lineBreak;
    case 'comment':
      return `[comment]${node.attrs.text}[/comment]`;
    case 'guideLink':
    case 'documentLink':
    case 'productLink':
    case 'wikiLink':
      return writeReference(node, writing);
    default:
      return writeBox(node, writing);
  }
}

/**
 * Inserts guards so that no text is read as markup: between doubled characters, also beside a neighbouring marker, after
 * each `[`, and where a line starts.
 */
function guardText(text: string): string {
  return text
    .replace(/\[|(['+~,^`|!])(?=\1)/g, `$&${guard}`)
    .replace(/\n/g, `${guard}\n${guard}`)
    .replace(/^(?=['+~,^`|!])|(?<=['+~,^`|!])$/g, guard);
}

function writeReference(node: Reference, writing: Writing): string {
  const label = node.content.length > 0 ? `|${writeLabel(node.content, new Set(), writing)}` : '';
  const rest = label + writeTarget(node.attrs.target);
  switch (node.type) {
    case 'guideLink':
      return `[guide|${node.attrs.guideid}${rest}]`;
    case 'documentLink':
      return `[document|${node.attrs.documentid}${rest}]`;
    case 'productLink':
      return `[product|${node.attrs.code}${rest}]`;
    case 'wikiLink': {
      const { namespace, title, fragment } = node.attrs;
      const bare = readPageName(title);
      const isBare = bare?.namespace === namespace && bare.title === title && !blockTag.test(title);
      const prefix = isBare ? '' : `${namespace}:`;
      return `[[${prefix}${title}${fragment === null ? '' : `#${fragment}`}${rest}]]`;
    }
  }
}

function writeBox(node: Box, writing: Writing): string {
  const option = (key: string, value: string | null): string =>
    value === null ? '' : `|${key}=${writing.guarded ? guardText(value) : value}`;
  switch (node.type) {
    case 'image':
    case 'video': {
      const name = node.type === 'image' ? `image|${node.attrs.imageid}` : `video|${node.attrs.url}`;
      const { align, size, caption } = node.attrs;
      return `[${name}|align=${align}|size=${size}${option('caption', caption)}]`;
    }
    case 'guideList':
      return `[guidelist|tags=${node.attrs.tags.join(',')}${node.attrs.type === null ? '' : `|type=${node.attrs.type}`}]`;
    case 'flag':
      return `[flag|${node.attrs.flagid}]`;
    case 'flagDefinition': {
      const { flagid, title, text, image } = node.attrs;
      return `[def_flag|flagid=${flagid}${option('title', title)}${option('text', text)}${image === null ? '' : `|image=${image}`}]`;
    }
  }
}
