import { configSchema, logLevelFromEnvironment, objectStoreFromEnvironment } from '../config.ts';
import type { Config } from '../config.ts';
import { createCore } from '../core.ts';
import type { Core } from '../core.ts';
import { openMedia } from '../media/open-media.ts';
import { lockDataFolder } from '../store/folder-lock.ts';

export interface HubOptions extends Partial<
  Pick<Config, 'publicUrl' | 'isExposed' | 'smtpUrl' | 'mailFrom' | 'translateUrl' | 'translateKey'>
> {
  dataDir: string;
  /** Returns the address at which it listens. */
  origin?: () => string;
  /** Storage of the media files: `folder`, or `s3://bucket/prefix`; if absent, the one used before. */
  media?: string | undefined;
}

/**
 * Opens a hub's data folder for as long as `use` runs, exclusively.
 *
 * @throws AppError `unavailable` if another process uses the folder, `incompatible` if it is not a hub's
 */
export async function withHub<T>(
  { origin, media, ...options }: HubOptions,
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
    const core = createCore(config, {
      lookThrough: true,
      openMedia: (store) => openMedia(store, config, media),
      ...(origin ? { origin } : {}),
    });
    try {
      return await use(core);
    } finally {
      await core.close();
    }
  } finally {
    unlock();
  }
}
