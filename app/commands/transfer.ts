import { endpoints } from '../api/index.ts';
import { exportJournal } from '../bundle/export-journal.ts';
import { importJournal } from '../bundle/import-journal.ts';
import { siteTokens } from '../identity/people.ts';
import { openDesk } from '../desk/open.ts';
import { print, printJson, requireFiles } from './run.ts';

interface Options {
  data: string;
  json?: boolean;
}

/** `benchside export-journal FILE`: writes the unsent edits to a file, for people and for another desk. */
export async function exportTo(file: string, { data, json }: Options): Promise<void> {
  const opened = openDesk(data, undefined);
  try {
    const entries = await exportJournal(
      opened.core.ctx,
      file,
      siteTokens(opened.core.ctx.store, opened.vault),
    );
    if (json) printJson({ file, entries });
    else print(`${entries} edits that the site does not have yet are in ${file}. They stay here, too.`);
  } finally {
    await opened.close();
  }
}

/** `benchside import-journal FILE`: imports the edits of another desk of the same site. */
export async function importFrom(file: string, { data, json }: Options): Promise<void> {
  requireFiles([file]);
  const opened = openDesk(data, undefined);
  try {
    const entries = await importJournal(opened.core.ctx, endpoints, file);
    if (json) printJson({ file, entries });
    else
      print(
        `${entries} edits were taken over; the next sync sends them, under the names of those who made them.`,
      );
  } finally {
    await opened.close();
  }
}
