import { restore as putBack } from '../backup/restore.ts';
import { createLog } from '../log.ts';
import { print, printJson } from './run.ts';

/** `benchside restore`: the newest proved copy in the place of a damaged database, with what was done since. */
export async function restore({ data, json }: { data: string; json?: boolean }): Promise<void> {
  const restored = await putBack(data, createLog('restore', 'error'));
  if (json) return printJson(restored);
  const { day, edits, kept, problem } = restored;
  print(
    `The copy of ${day} is back, with ${edits} edits made since. The damaged database is kept in ${kept}.`,
  );
  if (problem !== null) print(`What was done since the copy could not all be read: ${problem}`);
}
