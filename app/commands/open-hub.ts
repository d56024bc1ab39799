import { configSchema, logLevelFromEnvironment, objectStoreFromEnvironment } from '../config.ts';
import type { Config } from '../config.ts';
import { createCore } from '../core.ts';
import type { Core } from '../core.ts';
import { takeRestored } from '../backup/restored-folder.ts';
import { HubEdits } from '../courier/hub-edits.ts';
import { openMedia } from '../media/open-media.ts';
import type { CommitLog } from '../store/commit-log.ts';
import { lockDataFolder } from '../store/folder-lock.ts';

export interface HubOptions extends Partial<
  Pick<
    Config,
    'publicUrl' | 'isExposed' | 'smtpUrl' | 'mailFrom' | 'translateUrl' | 'translateKey' | 'redirectMedia'
  >
> {
  dataDir: string;
  /** Returns the address at which it listens. */
  origin?: () => string;
  /** Storage of the media files: `folder`, or `s3://bucket/prefix`; if absent, the one used before. */
  media?: string | undefined;
  /** Address of the PostgreSQL database of a site that several processes share; this folder is then a copy of it. */
  database?: string | undefined;
  /** Called when this process can no longer follow that site. */
  onLost?: ((reason: Error) => void) | undefined;
  /** Called when the hub was restored from a backup, with which it continues once it is opened again. */
  onRestored?: (() => void) | undefined;
}

/**
 * Opens a hub's data folder for as long as `use` runs, exclusively.
 *
 * @throws AppError `unavailable` if another process uses the folder, `incompatible` if it is not a hub's
 */
export async function withHub<T>(
  { origin, media, database, onLost, onRestored, ...options }: HubOptions,
  use: (core: Core) => T | Promise<T>,
): Promise<T> {
  const config = configSchema.parse({
    ...options,
    profile: 'hub',
    logLevel: logLevelFromEnvironment(),
    objectStore: objectStoreFromEnvironment(),
  });
  const unlock = lockDataFolder(options.dataDir);
  try {
    takeRestored(options.dataDir);
    return await withSharedLog({ database, dataDir: options.dataDir, onLost }, async (commitLog) => {
      const core = createCore(config, {
        checkIntegrity: true,
        createEditTaker: (parts) => new HubEdits(parts),
        openMedia: (store) => openMedia(store, config, media),
        ...(origin ? { origin } : {}),
        ...(onRestored ? { onRestored } : {}),
        ...(commitLog ? { commitLog } : {}),
      });
      try {
        return await use(core);
      } finally {
        await core.close();
      }
    });
  } finally {
    unlock();
  }
}

/** Runs `use` with the log of a shared site, for a folder that is then a copy of it; with none for another hub's folder. */
export async function withSharedLog<T>(
  { database, dataDir, onLost }: Pick<HubOptions, 'database' | 'dataDir' | 'onLost'>,
  use: (commitLog: CommitLog | undefined) => T | Promise<T>,
): Promise<T> {
  if (database === undefined) return await use(undefined);
  // Loaded only here: no other hub, and no desk, has a use for PostgreSQL.
  const { openSharedSite } = await import('../shared-site/open-site.ts');
  const commitLog = await openSharedSite(database, dataDir);
  if (onLost) commitLog.failed.catch(onLost);
  try {
    return await use(commitLog);
  } finally {
    await commitLog.close();
  }
}
