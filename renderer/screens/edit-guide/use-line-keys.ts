import type { RefObject } from 'react';

import type { Shortcut } from '../../keyboard/shortcuts.ts';
import { useShortcuts } from '../../keyboard/shortcuts.ts';
import { keyTexts } from '../../keyboard/texts.ts';
import type { LineValue } from '../../features/edit/step-value.ts';

export interface LineActs {
  lines: readonly LineValue[];
  /** True if the next Tab leaves the lines. */
  leaving: RefObject<boolean>;
  mayHave: (index: number, level: number) => boolean;
  setLevel: (index: number, level: number) => void;
  split: (index: number, at: number) => void;
  remove: (index: number) => void;
  focusLine: (index: number, at?: number) => void;
}

/** Shortcuts in the lines of a step. `box` contains their fields in the same order. */
export function useLineKeys(box: RefObject<HTMLElement | null>, acts: LineActs): void {
  const { lines, leaving, mayHave, setLevel, split, remove, focusLine } = acts;
  const words = keyTexts.lines;
  const fields = (): HTMLTextAreaElement[] => [...(box.current?.querySelectorAll('textarea') ?? [])];
  const line = (
    key: string,
    does: string,
    run: (index: number, field: HTMLTextAreaElement) => void,
    when: (index: number, field: HTMLTextAreaElement) => boolean = () => true,
  ): Shortcut => ({
    keys: [key],
    does,
    inFields: true,
    when: (event) => {
      const field = fields().find((one) => one === event?.target);
      return event === undefined || (field !== undefined && when(fields().indexOf(field), field));
    },
    run: ({ target }) => {
      const index = fields().findIndex((one) => one === target);
      const field = fields()[index];
      if (field) run(index, field);
    },
  });
  const level = (index: number): number => lines[index]?.level ?? 0;
  const byOne = (key: string, does: string, by: number): Shortcut =>
    line(
      key,
      does,
      (index) => setLevel(index, level(index) + by),
      (index) => !leaving.current && mayHave(index, level(index) + by),
    );
  useShortcuts(words.name, [
    line('Enter', words.split, (index, field) => split(index, field.selectionStart)),
    byOne('Tab', words.deeper, 1),
    byOne('Shift+Tab', words.lessDeep, -1),
    line('Backspace', words.remove, remove, (index) => lines[index]?.text === '' && lines.length > 1),
    line(
      'ArrowUp',
      words.up,
      (index) => focusLine(index - 1),
      (index, { selectionEnd }) => selectionEnd === 0 && index > 0,
    ),
    line(
      'ArrowDown',
      words.down,
      (index) => focusLine(index + 1),
      (index, { selectionStart, value }) => selectionStart === value.length && index < lines.length - 1,
    ),
  ]);
}
