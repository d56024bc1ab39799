import type { Shortcut } from '../../keyboard/shortcuts.ts';
import { keyTexts } from '../../keyboard/texts.ts';
import type { Move } from './reading.ts';

/** Returns the shortcuts of a step, while reading and in a job. */
export function stepKeys(onMove: (move: Move) => void, onList: () => void): Shortcut[] {
  const words = keyTexts.guide;
  const scroll = (by: number): void => document.querySelector('[data-step-words]')?.scrollBy(0, by);
  return [
    { keys: ['ArrowRight', 'PageDown', 'Space', 'Enter'], does: words.next, run: () => onMove('next') },
    { keys: ['ArrowLeft', 'PageUp', 'Shift+Space'], does: words.previous, run: () => onMove('previous') },
    { keys: ['Home'], does: words.first, run: () => onMove('first') },
    { keys: ['End'], does: words.last, run: () => onMove('last') },
    // A long step scrolls wherever the focus is.
    { keys: ['ArrowDown'], does: words.down, run: () => scroll(120) },
    { keys: ['ArrowUp'], does: words.up, run: () => scroll(-120) },
    { keys: ['L'], does: words.steps, run: onList },
  ];
}
