import { restore } from '../recovery/restore.ts';
import { createLog } from '../log.ts';
import { restoreHub } from '../backup/hub-backup.ts';
import { UsageError } from '../usage-error.ts';
import { print, printJson, requireFiles } from './run.ts';

interface Options {
  data: string;
  replace?: boolean;
  json?: boolean;
}

/**
 * `benchside restore FILE`: restores a hub's folder from its backup. Without a file: replaces a desk's damaged database
 * by its newest verified copy and replays later edits.
 */
export async function runRestore(file: string | undefined, { data, replace, json }: Options): Promise<void> {
  if (file !== undefined) return fromBackup(file, { data, replace: replace ?? false, json: json ?? false });
  if (replace) throw new UsageError("--replace needs the file of a hub's backup.");
  const restored = await restore(data, createLog('restore', 'error'));
  if (json) return printJson(restored);
  const { day, edits, kept, problem } = restored;
  print(
    `The copy of ${day} was restored, with ${edits} edits made since. The damaged database is kept in ${kept}.`,
  );
  if (problem !== null) print(`Some edits made since the copy could not be read: ${problem}`);
}

function fromBackup(file: string, { data, replace, json }: Required<Options>): void {
  requireFiles([file]);
  const restored = restoreHub(file, data, replace);
  if (json) return printJson(restored);
  print(`The backup ${file} is in ${data}, with ${restored.files} files. Desks notice at their next sync.`);
  if (restored.kept !== null) print(`What was in the folder before is kept in ${restored.kept}.`);
}
