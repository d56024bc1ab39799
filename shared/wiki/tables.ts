import type { Allowed } from './brackets.ts';
import { readInline } from './inline.ts';
import type { TextBlock } from './layout.ts';
import { skipBracket } from './parts.ts';
import { trimRange } from './source.ts';
import type { Range, WikiSource } from './source.ts';
import type { Table, TableCell } from './tree.ts';

interface Cell {
  readonly type: TableCell['type'];
  readonly from: number;
  to: number;
}

const inCells: Allowed = { links: true, images: true, boxes: true };

/** Returns for each piece the index of the next `|}` line with only lines in between; -1 if there is none. */
export function findTableEnds(source: WikiSource, pieces: readonly TextBlock[]): Int32Array {
  const ends = new Int32Array(pieces.length);
  let next = -1;
  for (let i = pieces.length - 1; i >= 0; i -= 1) {
    const piece = pieces[i];
    if (piece?.kind !== 'line') next = -1;
    else if (lineText(source, piece) === '|}') next = i;
    ends[i] = next;
  }
  return ends;
}

/** Returns whether a table starts at this piece: `{|`, at least one cell, `|}`. */
export function isTable(
  source: WikiSource,
  pieces: readonly TextBlock[],
  ends: Int32Array,
  at: number,
): boolean {
  const start = pieces[at];
  const end = ends[at] ?? -1;
  if (start?.kind !== 'line' || end < 0 || lineText(source, start) !== '{|') return false;
  for (let i = at + 1; i < end; i += 1) {
    const piece = pieces[i];
    if (piece?.kind === 'line' && !/^(\|-+)?$/.test(lineText(source, piece))) return true;
  }
  return false;
}

/** Reads the lines between `{|` and `|}`. */
export function readTable(source: WikiSource, lines: readonly TextBlock[]): Table {
  const rows: Cell[][] = [];
  let row: Cell[] = [];
  for (const line of lines) {
    if (line.kind !== 'line') continue;
    const text = lineText(source, line);
    const last = row.at(-1);
    if (/^\|-+$/.test(text)) {
      if (row.length > 0) rows.push(row);
      row = [];
    } else if (text.startsWith('|') || text.startsWith('!')) {
      for (const cell of splitCells(source, trimRange(source.raw, line))) row.push(cell);
    } else if (last) {
      last.to = line.to;
    } else if (text !== '') {
      row.push({ type: 'tableCell', from: line.from, to: line.to });
    }
  }
  if (row.length > 0) rows.push(row);
  return {
    type: 'table',
    content: rows.map((cells) => ({
      type: 'tableRow',
      content: cells.map((cell) => readCell(source, cell)),
    })),
  };
}

function readCell(source: WikiSource, { type, from, to }: Cell): TableCell {
  return { type, content: [{ type: 'paragraph', content: readInline(source, { from, to }, inCells) }] };
}

function splitCells(source: WikiSource, { from, to }: Range): Cell[] {
  const type = source.raw[from] === '!' ? 'tableHeader' : 'tableCell';
  const cells: Cell[] = [];
  let start = from + 1;
  for (let at = start; at < to;) {
    const pair = source.raw.slice(at, Math.min(at + 2, to));
    if (pair === '||' || (pair === '!!' && type === 'tableHeader')) {
      cells.push({ type, from: start, to: at });
      at += 2;
      start = at;
    } else {
      at = pair.startsWith('[') ? skipBracket(source, at, to) : at + 1;
    }
  }
  return [...cells, { type, from: start, to }];
}

function lineText({ raw }: WikiSource, line: Range): string {
  const { from, to } = trimRange(raw, line);
  return raw.slice(from, to);
}
