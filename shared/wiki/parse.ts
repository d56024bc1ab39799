import type { Allowed } from './brackets.ts';
import { readBlocks } from './blocks.ts';
import { readInline } from './inline.ts';
import { readSource } from './source.ts';
import type { Doc, Inline } from './tree.ts';

const short: Allowed = { links: true, images: false, boxes: false };

/** Parses wiki text (README.md). Never fails: what is not markup is text. Takes time linear in the length of the text. */
export function parseWiki(raw: string): Doc {
  return { type: 'doc', content: readBlocks(readSource(raw, ['comment', 'code'])) };
}

/** Parses a short text (step line, title, name): marks, links, `[br]` and comments; all else is text. */
export function parseInline(raw: string): Inline[] {
  const source = readSource(raw, ['comment']);
  return readInline(source, { from: 0, to: source.raw.length }, short);
}
