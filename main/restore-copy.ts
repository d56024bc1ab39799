import { setTimeout } from 'node:timers/promises';

import type { Restored } from '../app/recovery/restore.ts';
import { spokenLocale } from '../shared/language.ts';
import type { Desk } from './desk.ts';
import { errorWords } from './desk.ts';
import { mainTexts } from './texts.ts';
import type { WindowSet } from './window-set.ts';

export interface RestoreParts {
  desk: Desk;
  windows: WindowSet;
  /** Shows a message in the current window. */
  tell(words: string): void;
}

/** Typed text is stored within 300 ms; after this time no request is pending. */
const settleMs = 600;

/**
 * Restores the copy of a day while the program runs: pages wait and are then reloaded.
 *
 * @throws Error, as a sentence, if nothing was changed
 */
export async function restoreCopy(day: string, { desk, windows, tell }: RestoreParts): Promise<void> {
  await setTimeout(settleMs);
  let result: Restored;
  try {
    result = await desk.restore(day);
  } catch (error) {
    throw new Error(errorWords(error), { cause: error });
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
