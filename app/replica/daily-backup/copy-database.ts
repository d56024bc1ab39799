import { closeSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';

import Database from 'better-sqlite3';

/** Copies the whole database, including its write-ahead log. The copy gets its name only when it is complete. */
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
