import { inFolder, mediaKey } from '../media/open-media.ts';
import { lockDataFolder } from '../store/folder-lock.ts';
import { UsageError } from '../usage-error.ts';
import { withHub } from './open-hub.ts';
import { print, printJson } from './run.ts';

export interface MoveHubCommand {
  data: string;
  database?: string;
  json?: boolean;
}

/**
 * `benchside move-hub`: makes a hub's folder a site in PostgreSQL that several processes share, or makes such a site a hub's folder again.
 * Ids, revisions, sign-ins and the feed stay. Can be stopped and started again.
 */
export async function moveHub(
  to: 'postgres' | 'folder',
  { data, database, json }: MoveHubCommand,
): Promise<void> {
  if (database === undefined)
    throw new UsageError('Give the address of the PostgreSQL database, with --database or --database-file.');
  // Loaded only for a shared site.
  const { moveFromPostgres, moveToPostgres, wasCutOff } = await import('../shared-site/move-hub.ts');
  const goesOn = await wasCutOff(data, database);
  if (!goesOn && to === 'postgres') {
    // Opening it brings its tables up to date.
    const media = await withHub({ dataDir: data }, ({ ctx }) =>
      ctx.store.read(null, (s) => s.meta.get<string>(mediaKey) ?? inFolder),
    );
    if (media === inFolder)
      throw new UsageError(
        'The pictures of this hub are in its data folder. Move them to a place that all processes reach first, with "benchside move-media".',
      );
  } else if (!goesOn) await withHub({ dataDir: data, database }, () => undefined);
  const unlock = lockDataFolder(data);
  try {
    await (to === 'postgres' ? moveToPostgres : moveFromPostgres)(data, database);
  } finally {
    unlock();
  }
  if (json) return printJson({ moved: to });
  print(
    to === 'postgres'
      ? 'The hub is in the database now. Start its processes with --database, each with a data folder of its own; this folder can be one.'
      : `The hub is in ${data} now. Start it without --database. Processes that still run with the database stop.`,
  );
}
