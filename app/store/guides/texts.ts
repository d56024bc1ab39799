import { splitGuide } from './document.ts';

export interface GuideTexts {
  body: string;
  steps: string;
}

interface Unpacked extends GuideTexts {
  packed: Buffer;
}

/** Characters kept: some thousand guides of common length. */
const mostCharacters = 24 * 1024 * 1024;

const unpacked = new Map<number, Unpacked>();
let characters = 0;

const lengthOf = ({ body, steps }: GuideTexts): number => body.length + steps.length;

/**
 * The texts of a stored guide. Unpacking is the dearest part of reading one, and the same guides are read again and
 * again: what was unpacked is kept, longest unused first to go, and counts only while the very same bytes are stored.
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
