import { plainText } from './plain.ts';
import type { Block, Doc, Heading } from './tree.ts';

export interface TocEntry {
  readonly level: number;
  /** The anchor in the rendered HTML, unique in its document: the text with `_` for blanks. */
  readonly id: string;
  readonly text: string;
}

/** Returns every heading, in order. */
export function tableOfContents(doc: Doc): TocEntry[] {
  return [...headingEntries(doc).values()];
}

export function headingEntries(doc: Doc): ReadonlyMap<Heading, TocEntry> {
  const entries = new Map<Heading, TocEntry>();
  const taken = new Map<string, number>();
  for (const heading of headingsIn(doc.content)) {
    const text = plainText(heading.content).replace(/\s+/g, ' ');
    const id = claim(text.replaceAll(' ', '_') || 'section', taken);
    entries.set(heading, { level: heading.attrs.level, id, text });
  }
  return entries;
}

function headingsIn(blocks: readonly Block[]): Heading[] {
  return blocks.flatMap((block) => {
    if (block.type === 'heading') return [block];
    return block.type === 'blockquote' ? headingsIn(block.content) : [];
  });
}

/** Returns the id, or the id with the next free number. `taken`: the last number tried for each id. */
function claim(id: string, taken: Map<string, number>): string {
  const last = taken.get(id);
  if (last === undefined) {
    taken.set(id, 1);
    return id;
  }
  let number = last + 1;
  while (taken.has(`${id}_${number}`)) number += 1;
  taken.set(id, number);
  taken.set(`${id}_${number}`, 1);
  return `${id}_${number}`;
}
