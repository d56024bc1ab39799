import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import Database from 'better-sqlite3';

import { copyFile, updateFolder, writeNote } from './note.ts';
import type { UpdateNote } from './note.ts';

/** Copies the data, and notes what is about to happen. After this the new version may come. */
export function prepareUpdate(
  dataDir: string,
  { from, to, program }: Pick<UpdateNote, 'from' | 'to' | 'program'>,
): void {
  mkdirSync(updateFolder(dataDir), { recursive: true });
  copyDatabase(join(dataDir, 'benchside.sqlite'), copyFile(dataDir));
  writeNote(dataDir, {
    from,
    to,
    at: Date.now() / 1000,
    stage: 'prepared',
    starts: 0,
    program,
    problem: null,
  });
}

/** The whole database as of now, with what is only in its write-ahead log; whole or not there. */
export function copyDatabase(file: string, copy: string): void {
  const part = `${copy}.part`;
  rmSync(part, { force: true });
  const database = new Database(file, { readonly: true });
  try {
    database.prepare('VACUUM INTO ?').run(part);
  } finally {
    database.close();
  }
  syncFile(part);
  renameSync(part, copy);
}

export function syncFile(file: string): void {
  const handle = openSync(file, 'r+');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
