import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { copyDatabase } from '../replica/daily-backup/copy-database.ts';
import { databaseName } from '../store/database-name.ts';
import { copyFile, updateFolder, writeNote } from './note.ts';
import type { UpdateNote } from './note.ts';

/** Copies the data and writes the note. After this the new version may be installed. */
export function prepareUpdate(
  dataDir: string,
  { from, to, program }: Pick<UpdateNote, 'from' | 'to' | 'program'>,
): void {
  mkdirSync(updateFolder(dataDir), { recursive: true });
  copyDatabase(join(dataDir, databaseName), copyFile(dataDir));
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
