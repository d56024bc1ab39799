import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';

import { z } from 'zod';

const updateNote = z.object({
  /** The version that was replaced, and the one that came. */
  from: z.string(),
  to: z.string(),
  /** UNIX seconds. */
  at: z.number(),
  /**
   * `prepared`: the data is copied. `tried`: the new version was started. `confirmed`: it works. `exported`: it does not; what
   * was done with it is in a file, and the copy is about to be put back. `back`: it is.
   */
  stage: z.enum(['prepared', 'tried', 'confirmed', 'exported', 'back']),
  /** Starts of the new version that have not been confirmed. */
  starts: z.int().default(0),
  /** Where the program lies, and a copy of the version before; null where that is the system's business. */
  program: z.object({ target: z.string(), previous: z.string() }).nullable(),
  /** Why the last start was given up, in words. */
  problem: z.string().nullable().default(null),
});
export type UpdateNote = z.infer<typeof updateNote>;

/** Everything about the last update: the note, the copy of the data, the version before. */
export const updateFolder = (dataDir: string): string => join(dataDir, 'update');
export const copyFile = (dataDir: string): string => join(updateFolder(dataDir), 'benchside.sqlite');
const noteFile = (dataDir: string): string => join(updateFolder(dataDir), 'note.json');

/** `undefined` where there was no update, or where its note cannot be read. */
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

/** It is on the disk when this returns. */
export function writeNote(dataDir: string, note: UpdateNote): void {
  mkdirSync(updateFolder(dataDir), { recursive: true });
  const file = noteFile(dataDir);
  const handle = openSync(`${file}.new`, 'w');
  try {
    writeSync(handle, JSON.stringify(note));
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(`${file}.new`, file);
}
