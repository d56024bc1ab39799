import { importFiles } from '../import/import-files.ts';
import { pictureSource } from '../import/pictures.ts';
import { exit } from './exit.ts';
import { withHub } from './open-hub.ts';
import { endProgress, print, printJson, progress, requireFiles, stopRequested, printError } from './run.ts';

/**
 * `benchside import`: imports MyFixit files into a hub and reports oddities by file and line. Exit code 1 if a line held
 * no guide, a file could not be read to its end, or the import was stopped.
 */
export async function importGuides(
  files: string[],
  { data, database, pictures, json }: { data: string; database?: string; pictures: string; json?: boolean },
): Promise<void> {
  requireFiles(files);
  const stop = stopRequested();
  const result = await withHub({ dataDir: data, database }, async ({ ctx: { store, media } }) => {
    const source = await pictureSource(pictures, media);
    try {
      return await importFiles(files, {
        store,
        source,
        stop,
        onNote: ({ file, line, guideid, note }) => {
          if (!json) printError(`${file}:${line}: ${guideid === null ? '' : `guide ${guideid} `}${note}`);
        },
        onProgress: progress,
      });
    } finally {
      await source.close();
    }
  });
  endProgress();
  if (json) printJson(result);
  else {
    print(
      `Guides imported: ${result.guides}, failed: ${result.failed}. ` +
        `Pictures brought along: ${result.brought} of ${result.pictures}. Notes: ${result.noteCount}.`,
    );
  }
  if (stop.aborted) printError('benchside: Stopped. What was imported stays; import again to go on.');
  if (result.failed > 0 || stop.aborted) process.exitCode = exit.failed;
}
