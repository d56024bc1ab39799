import { join } from 'node:path';

import { endpoints } from '../../app/api/index.ts';
import { exportJournal } from '../../app/bundle/export-journal.ts';
import { importJournal } from '../../app/bundle/import-journal.ts';
import type { TestCore } from './core.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** A USB stick that carries edits from one desk to another. */
export interface Stick extends Disposable {
  /** The file with the edits. */
  file: string;
  /** Writes a desk's unsent edits to the stick. @returns their number */
  save(desk: TestCore): Promise<number>;
  /** Imports the edits at a desk. @returns the number of those that it did not have yet */
  take(desk: TestCore): Promise<number>;
}

export function stick(): Stick {
  const folder = temporaryFolder();
  const file = join(folder.path, 'edits.json');
  return {
    file,
    save: ({ ctx }) => exportJournal(ctx, file),
    take: ({ ctx }) => importJournal(ctx, endpoints, file),
    [Symbol.dispose]: () => folder[Symbol.dispose](),
  };
}
