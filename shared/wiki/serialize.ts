import { parseInline, parseWiki } from './parse.ts';
import type { Block, Doc, Inline } from './tree.ts';
import { writeBlocks, writeInline } from './write.ts';

/**
 * Returns wiki text that parses to this tree: parseWiki(serializeWiki(parseWiki(x))) equals parseWiki(x) for every x.
 * Writes plain text first. If that parses to another tree, guards the affected blocks, at worst all, against being read as
 * markup. Parsing the result decides, so the writer needs no second copy of the grammar.
 */
export function serializeWiki({ content }: Doc): string {
  const plain = trimNewlines(writeBlocks(content, () => false));
  if (readsAs(plain, content)) return plain;
  const mixed = trimNewlines(writeBlocks(content, needsGuard));
  return readsAs(mixed, content) ? mixed : trimNewlines(writeBlocks(content, () => true));
}

/** Returns wiki text of a short text that parseInline parses to the same nodes. */
export function serializeInline(nodes: readonly Inline[]): string {
  const plain = writeInline(nodes, false, '[br]');
  return isSame(parseInline(plain), nodes) ? plain : writeInline(nodes, true, '[br]');
}

function needsGuard(block: Block): boolean {
  return !readsAs(
    writeBlocks([block], () => false),
    [block],
  );
}

function readsAs(text: string, content: readonly Block[]): boolean {
  return isSame(parseWiki(text).content, content);
}

function isSame(a: readonly (Block | Inline)[], b: readonly (Block | Inline)[]): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function trimNewlines(text: string): string {
  let end = text.length;
  while (text[end - 1] === '\n') end -= 1;
  return text.slice(0, end);
}
