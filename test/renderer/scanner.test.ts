import { describe, expect, test } from 'vitest';

import { Scanner } from '../../renderer/keyboard/scanner.ts';

/** Types into a scanner with a pause before each key; Enter at the end. */
function typed(text: string, pauseMs: number, slow = false): string | null {
  const scanner = new Scanner();
  let now = 0;
  let code: string | null = null;
  for (const key of [...text, 'Enter']) code = scanner.hear(key, (now += pauseMs), slow).code;
  return code;
}

describe('a code', () => {
  test('is recognized by its speed, and may be slow if nothing else handles keys', () => {
    expect(typed('04A2-19F3', 8)).toBe('04A2-19F3');
    expect(typed('04A2-19F3', 50)).toBe('04A2-19F3');
    expect(typed('2580', 140)).toBeNull();
    expect(typed('04A2-19F3', 400, true)).toBe('04A2-19F3');
    expect(typed('abc', 8)).toBeNull();
    expect(typed('', 8, true)).toBeNull();
  });

  test('may contain keys without text, and begins again after a pause', () => {
    const scanner = new Scanner();
    for (const key of ['x', 'y']) scanner.hear(key, 0);
    for (const [index, key] of ['Shift', 'B', 'Shift', 'A', 'D', 'G', 'E'].entries())
      scanner.hear(key, 1000 + index);
    expect(scanner.hear('Enter', 1010).code).toBe('BADGE');
    expect(scanner.hear('Enter', 1011).code).toBeNull();
    for (const [index, key] of ['a', 'b', 'c', 'Home', 'B', 'A', 'D', 'G', 'E'].entries())
      scanner.hear(key, 2000 + index);
    expect(scanner.hear('Enter', 2010).code).toBe('BADGE');
  });
});

describe('the keys of a code', () => {
  /** Presses keys at times of the page's clock. Returns those that are part of a code. */
  function partsOf(presses: readonly (readonly [key: string, atMs: number])[]): string[] {
    const scanner = new Scanner();
    return presses.filter(([key, atMs]) => scanner.hear(key, atMs).isPart).map(([key]) => key);
  }

  test('are those in quick succession, including signs, spaces and its line ends', () => {
    const code = [...'W/O 12'].map((key, i) => [key, 1000 + 8 * i] as const);
    const ends = [
      ['Enter', 1048],
      ['Enter', 1300],
    ] as const;
    expect(partsOf([...code, ...ends])).toEqual(['/', 'O', ' ', '1', '2', 'Enter', 'Enter']);
  });

  test("never include a person's keys, however fast they are", () => {
    const keys = [...'jk/ '].map((key, i) => [key, 1000 + 45 * i] as const);
    expect(partsOf([...keys, ['Enter', 1400], ['Enter', 1900]])).toEqual([]);
  });
});
