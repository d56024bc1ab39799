import { configSchema, logLevelFromEnvironment } from '../config.ts';
import { createCore } from '../core.ts';
import type { Core } from '../core.ts';
import { lockDataFolder } from '../lock.ts';

/**
 * Opens a hub's data folder for as long as `use` runs; nobody else can use it meanwhile.
 *
 * @throws AppError `unavailable` when another process does, `incompatible` for a folder that is no hub's
 */
export async function withHub<T>(
  { dataDir, publicUrl }: { dataDir: string; publicUrl?: string | undefined },
  use: (core: Core) => T | Promise<T>,
): Promise<T> {
  const config = configSchema.parse({
    profile: 'hub',
    dataDir,
    publicUrl,
    logLevel: logLevelFromEnvironment(),
  });
  const unlock = lockDataFolder(dataDir);
  try {
    const core = createCore(config, { lookThrough: true });
    try {
      return await use(core);
    } finally {
      await core.close();
    }
  } finally {
    unlock();
  }
}
