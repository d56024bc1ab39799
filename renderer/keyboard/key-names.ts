import { readingKey } from '../direction.ts';
import { keyTexts } from './texts.ts';

/** `Mod` is Ctrl, and Cmd on a Mac. */
export const isMac = /Mac/.test(navigator.platform);

export interface Pattern {
  mod: boolean;
  alt: boolean;
  shift: boolean;
  /** A `KeyboardEvent.key`, for left-to-right languages; `readingKey` mirrors it. */
  key: string;
}

/** Parses `Mod+Shift+Z`, `ArrowRight`, `?`. */
export function patternOf(text: string): Pattern {
  const parts = text === '+' ? ['+'] : text.split('+');
  const key = parts.at(-1) ?? '';
  return {
    key: key === 'Space' ? ' ' : key,
    mod: parts.includes('Mod'),
    alt: parts.includes('Alt'),
    shift: parts.includes('Shift'),
  };
}

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

export function isPressed(pattern: Pattern, event: Pressed): boolean {
  if (pattern.key.toLowerCase() !== readingKey(event.key).toLowerCase()) return false;
  // Keyboard layouts differ: some need Shift for a sign, others do not.
  const isSign = pattern.key.length === 1 && /[^a-z ]/i.test(pattern.key);
  return (
    pattern.mod === (event.ctrlKey || event.metaKey) &&
    pattern.alt === event.altKey &&
    (isSign || pattern.shift === event.shiftKey)
  );
}

/** Returns whether a shortcut is a single character, which people can turn off (WCAG 2.1.4). */
export const isSingle = ({ key, mod, alt }: Pattern): boolean =>
  key.length === 1 && key !== ' ' && !mod && !alt;

/** Returns the labels of a shortcut's keys, in the order in which they are pressed. */
export const labelsOf = (text: string): string[] => text.split(' ').flatMap(pressedTogether);

function pressedTogether(text: string): string[] {
  const { key, mod, alt, shift } = patternOf(text);
  const shown = readingKey(key);
  const label = keyTexts.names[shown as keyof typeof keyTexts.names] ?? shown.toUpperCase();
  return [
    ...(mod ? [isMac ? '⌘' : keyTexts.names.Control] : []),
    ...(alt ? [isMac ? '⌥' : keyTexts.names.Alt] : []),
    ...(shift ? [keyTexts.names.Shift] : []),
    label,
  ];
}
