import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { databaseName } from './database-name.ts';

/** Each copy is a data folder of its own, named by its day. */
const named = /^\d{4}-\d\d-\d\d$/;

export const backupsIn = (dataDir: string): string => join(dataDir, 'backups');

/** Returns the days that have a complete, verified copy, newest first. */
export function copyDays(dataDir: string): string[] {
  const folder = backupsIn(dataDir);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => named.test(name) && existsSync(join(folder, name, databaseName)))
    .toSorted()
    .toReversed();
}

export const copyOf = (dataDir: string, day: string): string => join(backupsIn(dataDir), day);

/** Returns the copies that can be restored, newest first; `date` is in UNIX seconds. */
export const copiesIn = (dataDir: string): { day: string; date: number; bytes: number }[] =>
  copyDays(dataDir).map((day) => {
    const { mtimeMs, size } = statSync(join(copyOf(dataDir, day), databaseName));
    return { day, date: mtimeMs / 1000, bytes: size };
  });
