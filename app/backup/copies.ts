import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

export const databaseName = 'benchside.sqlite';

/** Each copy is a data folder of its own, named by its day. */
const named = /^\d{4}-\d\d-\d\d$/;

export const backupsIn = (dataDir: string): string => join(dataDir, 'backups');

/** Days of which there is a whole copy that was looked through, newest first. */
export function copyDays(dataDir: string): string[] {
  const folder = backupsIn(dataDir);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => named.test(name) && existsSync(join(folder, name, databaseName)))
    .toSorted()
    .toReversed();
}

export const copyOf = (dataDir: string, day: string): string => join(backupsIn(dataDir), day);

/** What there is to go back to, newest first: made at `date` in UNIX seconds. */
export const copiesIn = (dataDir: string): { day: string; date: number; bytes: number }[] =>
  copyDays(dataDir).map((day) => {
    const { mtimeMs, size } = statSync(join(copyOf(dataDir, day), databaseName));
    return { day, date: mtimeMs / 1000, bytes: size };
  });
