import { splitGuide } from './document.ts';

export interface GuideTexts {
  body: string;
  steps: string;
}

interface Unpacked extends GuideTexts {
  packed: Buffer;
}

/** Maximum of cached characters: some thousand guides of common length. */
const mostCharacters = 24 * 1024 * 1024;

const unpacked = new Map<number, Unpacked>();
let characters = 0;

const lengthOf = ({ body, steps }: GuideTexts): number => body.length + steps.length;

/**
 * Returns the texts of a stored guide from an LRU cache, because unpacking is the most expensive part of reading a
 * guide. A cached text counts only while the same bytes are stored.
 */
export function textsOf(guideid: number, packed: Buffer): GuideTexts {
  const known = unpacked.get(guideid);
  if (known) {
    unpacked.delete(guideid);
    if (known.packed.equals(packed)) {
      unpacked.set(guideid, known);
      return known;
    }
    characters -= lengthOf(known);
  }
  const { body, steps } = splitGuide(packed);
  const fresh = { body, steps, packed };
  unpacked.set(guideid, fresh);
  characters += lengthOf(fresh);
  for (const [oldest, texts] of unpacked) {
    if (characters <= mostCharacters) break;
    unpacked.delete(oldest);
    characters -= lengthOf(texts);
  }
  return fresh;
}
