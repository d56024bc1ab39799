import type { Allowed } from './brackets.ts';
import { readBlocks } from './blocks.ts';
import { readInline } from './inline.ts';
import { readSource } from './source.ts';
import type { Doc, Inline } from './tree.ts';

const short: Allowed = { links: true, images: false, boxes: false };

/** Reads wiki text (README.md). Every text has a tree; what is no markup is text. Linear in the length of the text. */
export function parseWiki(raw: string): Doc {
  return { type: 'doc', content: readBlocks(readSource(raw, ['comment', 'code'])) };
}

/** Reads a short text (step line, title, name): marks, links, `[br]` and comments; all else is text. */
export function parseInline(raw: string): Inline[] {
  const source = readSource(raw, ['comment']);
  return readInline(source, { from: 0, to: source.raw.length }, short);
}
