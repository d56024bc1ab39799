import { createHash } from 'node:crypto';

import { importFiles } from '../../app/import/import-files.ts';
import type { ImportResult } from '../../app/import/import-files.ts';
import { pictureSource } from '../../app/import/pictures.ts';
import { sql } from '../../app/store/sql.ts';
import type { Guide } from '../../shared/model/guide.ts';
import type { TestCore } from './core.ts';

/** Imports files into a hub of this process. */
export async function run(core: TestCore, files: string[], pictures = 'keep'): Promise<ImportResult> {
  const { store, media } = core.ctx;
  const source = await pictureSource(pictures, media);
  const signal = new AbortController().signal;
  try {
    return await importFiles(files, {
      store,
      source,
      stop: signal,
      onNote: () => undefined,
      onProgress: () => undefined,
    });
  } finally {
    await source.close();
  }
}

/** Returns everything of a hub that an import changes. */
export const content = (core: TestCore): unknown =>
  core.ctx.store.read(null, (s) => ({
    sequence: s.feed.sequence,
    guides: s.guides.ids().map((id) => [
      id,
      createHash('sha256')
        .update(JSON.stringify(s.guides.document(id)))
        .digest('hex'),
    ]),
    wikis: s.wikis.titles(),
  }));

export const notesOf = ({ notes }: ImportResult): string[] =>
  notes.map(({ line, guideid, note }) => `${line} ${guideid} ${note}`);
export const guide = (core: TestCore, guideid: number): Promise<Guide> =>
  core.json<Guide>(`GET /guides/${guideid}`);

/** Returns the whole store, without columns that only record when something was done here. */
export const workContent = (core: TestCore): unknown =>
  core.ctx.store.read(null, (s) => ({
    sequence: s.feed.sequence,
    guides: s.guides.ids().map((id) => s.guides.document(id)),
    wikis: s.wikis.titles(),
    work: [
      'step_form',
      'step_form_field',
      'work_log',
      'release',
      'video',
      'comment',
      'collaborator',
      'team_member',
      'favorite',
      'completion',
    ].map((table) => s.db.all(sql`SELECT * FROM ${sql.table(table)}`)),
  }));
