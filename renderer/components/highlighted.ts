import { createElement } from 'react';
import type { ReactNode } from 'react';

interface Piece {
  text: string;
  hit: boolean;
}

/** Splits a text whose hits are marked with U+E000 … U+E001; unpaired marks are removed. */
export function pieces(marked: string): Piece[] {
  const found: Piece[] = [];
  let hit = false;
  let text = '';
  const push = (): void => {
    if (text !== '') found.push({ text, hit });
    text = '';
  };
  for (const character of marked) {
    if (character === '\uE000' || character === '\uE001') {
      push();
      hit = character === '\uE000';
    } else text += character;
  }
  push();
  return found;
}

/** Renders the marked text with `<mark>` around its hits. */
export const highlighted = (marked: string): ReactNode =>
  pieces(marked).map(({ text, hit }, i) => (hit ? createElement('mark', { key: i }, text) : text));

export const unmarked = (marked: string): string => marked.replaceAll(/[\uE000\uE001]/g, '');
