import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { z } from 'zod';
import { databaseName } from '../store/database-name.ts';
import { writeWhole } from '../whole-file.ts';

const updateNote = z.object({
  /** The replaced version, and the new one. */
  from: z.string(),
  to: z.string(),
  /** UNIX seconds. */
  at: z.number(),
  /**
   * `prepared`: the data is copied. `tried`: the new version was started. `confirmed`: it works. `exported`: it does not work;
   * work done with it is in a file, and the copy is about to be restored. `back`: the copy is restored.
   */
  stage: z.enum(['prepared', 'tried', 'confirmed', 'exported', 'back']),
  /** Unconfirmed starts of the new version. */
  starts: z.int().default(0),
  /** Paths of the program and of a copy of the previous version; `null` if the system's own installer replaces the program. */
  program: z.object({ target: z.string(), previous: z.string() }).nullable(),
  /** Why the last start failed, in words. */
  problem: z.string().nullable().default(null),
});
export type UpdateNote = z.infer<typeof updateNote>;

/** Folder with the note of the last update, the copy of the data and the previous version. */
export const updateFolder = (dataDir: string): string => join(dataDir, 'update');
export const copyFile = (dataDir: string): string => join(updateFolder(dataDir), databaseName);
const noteFile = (dataDir: string): string => join(updateFolder(dataDir), 'note.json');

/** Returns `undefined` if there was no update, or if its note is damaged. */
export function readNote(dataDir: string): UpdateNote | undefined {
  const file = noteFile(dataDir);
  if (!existsSync(file)) return undefined;
  try {
    return updateNote.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError) return undefined;
    throw error;
  }
}

/** Writes the note atomically; it is on the disk when this returns. */
export function writeNote(dataDir: string, note: UpdateNote): void {
  mkdirSync(updateFolder(dataDir), { recursive: true });
  writeWhole(noteFile(dataDir), JSON.stringify(note));
}
