import type { Allowed } from './brackets.ts';
import { readInline } from './inline.ts';
import { cutPieces } from './layout.ts';
import type { TextBlock } from './layout.ts';
import { takeOptions } from './parts.ts';
import type { Part } from './parts.ts';
import { trimRange } from './source.ts';
import type { Range, WikiSource } from './source.ts';
import { findTableEnds, isTable, readTable } from './tables.ts';
import { maxDepth, quoteFormats } from './tree.ts';
import type { Block, Blockquote, Heading, List, Paragraph } from './tree.ts';

/** A place in the pieces; reading moves `at`. */
interface Cursor {
  readonly source: WikiSource;
  readonly pieces: readonly TextBlock[];
  readonly tableEnds: Int32Array;
  at: number;
}

interface Item {
  readonly depth: number;
  readonly type: List['type'];
  readonly text: Range;
}

interface OpenList {
  readonly type: List['type'];
  readonly content: { readonly type: 'listItem'; readonly content: Block[] }[];
}

const everything: Allowed = { links: true, images: true, boxes: true };
const noBoxes: Allowed = { links: true, images: true, boxes: false };

export function readBlocks(source: WikiSource): Block[] {
  const pieces = cutPieces(source);
  return readUntilEnd({ source, pieces, tableEnds: findTableEnds(source, pieces), at: 0 });
}

/** Reads blocks to the end of the text, or of the quote around the cursor. */
function readUntilEnd(cursor: Cursor): Block[] {
  const blocks: Block[] = [];
  for (;;) {
    const piece = cursor.pieces[cursor.at];
    if (!piece || piece.kind === 'endOfQuote') return blocks;
    if (piece.kind === 'quote') {
      blocks.push(readQuote(cursor, piece.header));
    } else if (piece.kind === 'code') {
      cursor.at += 1;
      const text = piece.text.replace(/^\n/, '').replace(/\n$/, '');
      blocks.push({ type: 'codeBlock', content: text === '' ? [] : [{ type: 'text', text }] });
    } else {
      const block = readLines(cursor, piece);
      if (block) blocks.push(block);
    }
  }
}

function readQuote(cursor: Cursor, header: readonly Part[]): Blockquote {
  const { source } = cursor;
  const { options, rest } = takeOptions(source, header, {
    format: (value) => quoteFormats.some((name) => name === value),
  });
  const [first, last] = [rest[0], rest.at(-1)];
  const name = first && last ? readInline(source, { from: first.from, to: last.to }, noBoxes) : [];
  const format = quoteFormats.find((known) => known === options.get('format')?.()) ?? 'long';
  const attribute: Paragraph | null = name.length > 0 ? { type: 'paragraph', content: name } : null;
  cursor.at += 1;
  const content = readUntilEnd(cursor);
  cursor.at += 1;
  return { type: 'blockquote', attrs: { format, attribute }, content };
}

function readLines(cursor: Cursor, line: Range): Block | undefined {
  const { source, pieces, tableEnds } = cursor;
  const heading = readHeading(source, line);
  if (heading) {
    cursor.at += 1;
    return heading;
  }
  if (readItem(source, line)) return readList(cursor);
  if (isTable(source, pieces, tableEnds, cursor.at)) {
    const start = cursor.at;
    cursor.at = (tableEnds[start] ?? start) + 1;
    return readTable(source, pieces.slice(start + 1, cursor.at - 1));
  }
  return readParagraph(cursor, line);
}

function readParagraph(cursor: Cursor, { from, to }: Range): Paragraph | undefined {
  let end = to;
  cursor.at += 1;
  for (let next = textLine(cursor); next; next = textLine(cursor)) {
    end = next.to;
    cursor.at += 1;
  }
  const content = readInline(cursor.source, { from, to: end }, everything);
  return content.length > 0 ? { type: 'paragraph', content } : undefined;
}

/** Returns the line at the cursor if a paragraph continues there. */
function textLine({ source, pieces, tableEnds, at }: Cursor): Range | undefined {
  const line = pieces[at];
  if (line?.kind !== 'line' || isEmpty(trimRange(source.raw, line))) return undefined;
  if (readItem(source, line) || isHeading(source, line)) return undefined;
  return isTable(source, pieces, tableEnds, at) ? undefined : line;
}

function isEmpty({ from, to }: Range): boolean {
  return from === to;
}

function readHeading(source: WikiSource, line: Range): Heading | undefined {
  const level = headingLevel(source, line);
  if (level === undefined) return undefined;
  const { from, to } = trimRange(source.raw, line);
  const content = readInline(source, { from: from + level, to: to - level }, noBoxes);
  return { type: 'heading', attrs: { level }, content };
}

function isHeading(source: WikiSource, line: Range): boolean {
  return headingLevel(source, line) !== undefined;
}

function headingLevel({ raw }: WikiSource, line: Range): number | undefined {
  const { from, to } = trimRange(raw, line);
  let start = from;
  while (start < to && raw[start] === '=') start += 1;
  if (start === to || start - from < 2) return undefined;
  let end = to;
  while (raw[end - 1] === '=') end -= 1;
  const level = Math.min(start - from, to - end, 6);
  const content = trimRange(raw, { from: from + level, to: to - level });
  return level < 2 || isEmpty(content) ? undefined : level;
}

function readItem({ raw }: WikiSource, line: Range): Item | undefined {
  const { from, to } = trimRange(raw, line);
  let end = from;
  while (end < to && (raw[end] === '*' || raw[end] === '#')) end += 1;
  const depth = end - from;
  if (depth === 0 || depth > maxDepth || (raw[end] !== ' ' && raw[end] !== '\t') || end === to) {
    return undefined;
  }
  const type = raw[end - 1] === '*' ? 'bulletList' : 'orderedList';
  return { depth, type, text: { from: end, to } };
}

/**
 * Reads items until another block, or a top-level item of the other kind of list. Open lists grow deeper from the outside
 * in; an item with a depth between two of them belongs to the deeper one.
 */
function readList(cursor: Cursor): List | undefined {
  const open: { depth: number; list: OpenList }[] = [];
  for (;;) {
    const item = itemAt(cursor);
    if (!item) break;
    while (open.length > 1 && (open.at(-2)?.depth ?? 0) >= item.depth) open.pop();
    const level = open.at(-1);
    if (!level || level.depth < item.depth) {
      open.push({ depth: item.depth, list: openList(item, level?.list) });
    } else if (level.list.type === item.type) {
      level.depth = item.depth;
    } else if (open.length > 1) {
      open[open.length - 1] = { depth: item.depth, list: openList(item, open.at(-2)?.list) };
    } else {
      break;
    }
    const text = readItemText(cursor, item.text);
    open.at(-1)?.list.content.push({ type: 'listItem', content: [text] });
  }
  return open[0]?.list;
}

/** Opens a list inside the last item of its parent. */
function openList({ type }: Item, parent: OpenList | undefined): OpenList {
  const list: OpenList = { type, content: [] };
  parent?.content.at(-1)?.content.push(list);
  return list;
}

/** Returns the item at the cursor, and moves the cursor over the empty lines before it. */
function itemAt(cursor: Cursor): Item | undefined {
  const { source, pieces } = cursor;
  for (let at = cursor.at; ; at += 1) {
    const line = pieces[at];
    if (line?.kind !== 'line') return undefined;
    if (isEmpty(trimRange(source.raw, line))) continue;
    const item = readItem(source, line);
    if (item) cursor.at = at;
    return item;
  }
}

/** Reads the item's line, and the next one as long as a line ends with `[br]`. */
function readItemText(cursor: Cursor, { from, to }: Range): Paragraph {
  const { raw } = cursor.source;
  let end = to;
  cursor.at += 1;
  while (raw.endsWith('[br]', end)) {
    const next = textLine(cursor);
    if (!next) break;
    end = next.to;
    cursor.at += 1;
  }
  return { type: 'paragraph', content: readInline(cursor.source, { from, to: end }, everything) };
}
