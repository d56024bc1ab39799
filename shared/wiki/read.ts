import { splitTags } from './brackets.ts';
import { joinTexts, sortMarks } from './marks.ts';
import { namespaces } from '../model/wiki.ts';
import { aligns, maxDepth, quoteFormats, sizes, styleMarks } from './tree.ts';
import type {
  Block,
  Doc,
  Inline,
  LinkTarget,
  ListItem,
  Mark,
  Paragraph,
  TableCell,
  TableRow,
} from './tree.ts';
import { linkUrl, mediaUrl } from './url.ts';

/** The deepest tree of wiki text: quotes and lists, each `maxDepth` deep, and a table with its cells. */
const deepest = 2 * maxDepth + 2;

type Json = Readonly<Record<string, unknown>>;

/**
 * Reads a document tree of any shape from elsewhere, such as a site's `contents_json`: node names in camelCase or
 * snake_case. Of unknown nodes the text is kept.
 */
export function readDoc(json: unknown): Doc {
  return { type: 'doc', content: readBlocks(childrenOf(json), 0) };
}

function readBlocks(nodes: readonly unknown[], depth: number): Block[] {
  const blocks: Block[] = [];
  let loose: unknown[] = [];
  const flush = (): void => {
    const content = readInlines(loose);
    if (content.length > 0) blocks.push({ type: 'paragraph', content });
    loose = [];
  };
  for (const node of nodes) {
    const block = readBlock(node, depth);
    if (block) {
      flush();
      blocks.push(block);
    } else {
      loose.push(node);
    }
  }
  flush();
  return blocks;
}

function readBlock(node: unknown, depth: number): Block | undefined {
  const type = typeOf(node);
  const children = childrenOf(node);
  const attrs = attrsOf(node);
  switch (type) {
    case 'paragraph':
      return readParagraph(node);
    case 'heading': {
      const level = Math.min(Math.max(toInteger(attrs['level']) ?? 2, 2), 6);
      return { type, attrs: { level }, content: readInlines(children) };
    }
    case 'codeBlock': {
      const text = textOf(node);
      return { type, content: text === '' ? [] : [{ type: 'text', text }] };
    }
    case 'blockquote': {
      const format = quoteFormats.find((name) => name === attrs['format']) ?? 'long';
      const attribute = readAttribution(attrs['attribute']);
      return { type, attrs: { format, attribute }, content: readDeeper(node, depth) };
    }
    case 'bulletList':
    case 'orderedList':
      return { type, content: children.flatMap((child) => readItems(child, depth)) };
    case 'table':
      return { type, content: children.map((row) => readRow(row, depth)) };
    default:
      return undefined;
  }
}

function readDeeper(node: unknown, depth: number): Block[] {
  if (depth < deepest) return readBlocks(childrenOf(node), depth + 1);
  const text = textOf(node);
  return text === '' ? [] : [{ type: 'paragraph', content: [{ type: 'text', text: oneLine(text) }] }];
}

/** A list item of wiki text has one paragraph, so each further paragraph starts a new item. */
function readItems(node: unknown, depth: number): ListItem[] {
  const items: Block[][] = [];
  for (const block of readDeeper(node, depth)) {
    const item = items.at(-1);
    if (block.type === 'paragraph' || !item) items.push([block]);
    else item.push(block);
  }
  return items.map((content) => ({ type: 'listItem', content }));
}

function readRow(node: unknown, depth: number): TableRow {
  return { type: 'tableRow', content: childrenOf(node).map((cell) => readCell(cell, depth)) };
}

function readCell(node: unknown, depth: number): TableCell {
  const type = typeOf(node) === 'tableHeader' ? 'tableHeader' : 'tableCell';
  return { type, content: readDeeper(node, depth) };
}

function readParagraph(node: unknown): Paragraph {
  return { type: 'paragraph', content: readInlines(childrenOf(node)) };
}

/** Reads an attribution: a node tree, or in older trees a plain string, where `"null"` means none. */
function readAttribution(value: unknown): Paragraph | null {
  if (typeof value === 'string') {
    const content: Inline[] = [{ type: 'text', text: oneLine(value) }];
    return value === '' || value === 'null' ? null : { type: 'paragraph', content };
  }
  const paragraph = readParagraph(value);
  return paragraph.content.length > 0 ? paragraph : null;
}

function readInlines(nodes: readonly unknown[]): Inline[] {
  return joinTexts(
    nodes.flatMap((node) => {
      const marks = readMarks(node);
      const read = readInlineNode(node) ?? { type: 'text', text: textOf(node) };
      return [marks.length === 0 ? read : { ...read, marks }];
    }),
  );
}

function readInlineNode(node: unknown): Inline | undefined {
  const type = typeOf(node);
  const attrs = attrsOf(node);
  const text = (key: string): string | null => (typeof attrs[key] === 'string' ? attrs[key] || null : null);
  const word = (key: string): string | undefined =>
    /^[^[\]|\n]+$/.exec(text(key) ?? '')?.[0].trim() || undefined;
  const label = (): { target: LinkTarget; content: readonly Inline[] } => ({
    target: attrs['target'] === '_blank' ? '_blank' : null,
    content: readInlines(childrenOf(node).map(withoutChildren)),
  });
  switch (type) {
    case 'hardBreak':
      return { type };
    case 'comment': {
      const comment = text('text');
      return comment === null ? undefined : { type, attrs: { text: comment } };
    }
    case 'guideLink': {
      const [guideid, { target, content }] = [toInteger(attrs['guideid']), label()];
      return guideid === undefined ? undefined : { type, attrs: { guideid, target }, content };
    }
    case 'documentLink': {
      const [documentid, { target, content }] = [toInteger(attrs['documentid']), label()];
      return documentid === undefined ? undefined : { type, attrs: { documentid, target }, content };
    }
    case 'productLink': {
      const [code, { target, content }] = [word('code'), label()];
      return code === undefined ? undefined : { type, attrs: { code, target }, content };
    }
    case 'wikiLink': {
      const [title, { target, content }] = [word('title'), label()];
      const namespace = namespaces.find((name) => name === attrs['namespace']) ?? 'WIKI';
      const fragment = word('fragment') ?? null;
      return title === undefined
        ? undefined
        : { type, attrs: { namespace, title, fragment, target }, content };
    }
    case 'image': {
      const imageid = toInteger(attrs['imageid']);
      return imageid === undefined ? undefined : { type, attrs: { imageid, ...readLook(attrs, 'left') } };
    }
    case 'video': {
      const url = mediaUrl(word('url') ?? '');
      return url === undefined ? undefined : { type, attrs: { url, ...readLook(attrs, 'center') } };
    }
    case 'guideList': {
      const tags = Array.isArray(attrs['tags']) ? splitTags(attrs['tags'].filter(isWord).join(',')) : [];
      return tags.length === 0 ? undefined : { type, attrs: { tags, type: word('type') ?? null } };
    }
    case 'flag': {
      const flagid = word('flagid');
      return flagid === undefined ? undefined : { type, attrs: { flagid } };
    }
    case 'flagDefinition': {
      const flagid = word('flagid');
      const rest = { title: text('title'), text: text('text'), image: text('image') };
      return flagid === undefined ? undefined : { type, attrs: { flagid, ...rest } };
    }
    default:
      return undefined;
  }
}

/** Replaces a label's nodes by their text, because a label must not hold links. */
function withoutChildren(node: unknown): unknown {
  return childrenOf(node).length === 0 ? node : { type: 'text', text: textOf(node) };
}

function isWord(value: unknown): value is string {
  return typeof value === 'string' && !/[[\]|]/.test(value);
}

function readLook(attrs: Json, align: (typeof aligns)[number]) {
  return {
    size: sizes.find((name) => name === attrs['size']) ?? 'standard',
    align: aligns.find((name) => name === attrs['align']) ?? align,
    caption: typeof attrs['caption'] === 'string' ? attrs['caption'] || null : null,
  } as const;
}

function readMarks(node: unknown): readonly Mark[] {
  const marks = isRecord(node) && Array.isArray(node['marks']) ? node['marks'] : [];
  return sortMarks(
    marks.flatMap((mark: unknown): Mark[] => {
      const type = typeOf(mark);
      const style = styleMarks.find((name) => name === type);
      if (style) return [{ type: style }];
      const { href, title, target } = attrsOf(mark);
      const url = type === 'link' && typeof href === 'string' ? linkUrl(href) : undefined;
      if (url === undefined) return [];
      const attrs = {
        href: url,
        title: typeof title === 'string' ? title : null,
        target: target === '_blank' ? '_blank' : null,
      } as const;
      return [{ type: 'link', attrs }];
    }),
  );
}

/** Returns all text below the node. Not recursive, because a tree from elsewhere may be of any depth. */
function textOf(node: unknown): string {
  let text = '';
  const rest: unknown[] = [node];
  while (rest.length > 0) {
    const next = rest.pop();
    if (isRecord(next) && typeof next['text'] === 'string') text += next['text'];
    for (const child of childrenOf(next).toReversed()) rest.push(child);
  }
  return text;
}

function oneLine(text: string): string {
  return text.replaceAll('\n', ' ');
}

function typeOf(node: unknown): string {
  const type = isRecord(node) && typeof node['type'] === 'string' ? node['type'] : '';
  return type.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function childrenOf(node: unknown): readonly unknown[] {
  return isRecord(node) && Array.isArray(node['content']) ? node['content'] : [];
}

function attrsOf(node: unknown): Json {
  return isRecord(node) && isRecord(node['attrs']) ? node['attrs'] : {};
}

function isRecord(value: unknown): value is Json {
  return typeof value === 'object' && value !== null;
}

/** Reads an integer from a number or a string of digits; ids arrive as either. */
function toInteger(value: unknown): number | undefined {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value;
  return Number.isSafeInteger(number) ? Number(number) : undefined;
}
