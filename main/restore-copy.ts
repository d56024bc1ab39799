import { setTimeout } from 'node:timers/promises';

import type { Restored } from '../app/backup/restore.ts';
import { spokenLocale } from '../shared/language.ts';
import type { Desk } from './desk.ts';
import { wordsOf } from './desk.ts';
import { mainTexts } from './texts.ts';
import type { WindowSet } from './window-set.ts';

export interface RestoreParts {
  desk: Desk;
  windows: WindowSet;
  /** In the window that is used. */
  tell(words: string): void;
}

/** What was typed is in the store within 300 ms; after this nothing is on its way any more. */
const settleMs = 600;

/**
 * Goes back to the copy of a day while the program runs: its pages wait, and are loaded anew.
 *
 * @throws Error in words, when nothing was changed
 */
export async function restoreCopy(day: string, { desk, windows, tell }: RestoreParts): Promise<void> {
  await setTimeout(settleMs);
  let result: Restored;
  try {
    result = await desk.restore(day);
  } catch (error) {
    throw new Error(wordsOf(error), { cause: error });
  }
  await desk.state();
  const { current } = windows;
  current?.webContents.once('did-finish-load', () => tell(restoredWords(result)));
  for (const window of windows.all) window.webContents.reload();
}

export function restoredWords({ day, kept, problem }: Restored): string {
  const { restored, restoredPart } = mainTexts.notice;
  const date = new Intl.DateTimeFormat(spokenLocale(), { dateStyle: 'medium', timeZone: 'UTC' });
  const said = date.format(Date.parse(day));
  return problem === null ? restored(said, kept) : restoredPart(said, kept, problem);
}
