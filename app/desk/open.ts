import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { claimFolder } from '../store/data-folder.ts';
import { configSchema, logLevelFromEnvironment } from '../config.ts';
import type { ConfigInput } from '../config.ts';
import { createCore } from '../core.ts';
import type { Core, CoreParts } from '../core.ts';
import { fileVault } from '../identity/vault.ts';
import type { Vault } from '../identity/vault.ts';
import { lockDataFolder } from '../store/folder-lock.ts';
import { Replica } from '../replica/replica.ts';
import { UsageError } from '../usage-error.ts';
import { databaseName } from '../store/database-name.ts';

export interface OpenDesk {
  core: Core;
  vault: Vault;
  /** Address of the site's API. */
  site: string;
  close(): Promise<void>;
}

/**
 * Returns the address of a site's API for a typed one: without a final slash, with the version.
 *
 * @throws UsageError
 */
function siteAddress(text: string): string {
  const parsed = configSchema.shape.site.safeParse(text);
  if (!parsed.success || parsed.data === undefined) {
    throw new UsageError(
      `"${text}" is not an address. The address of a site looks like http://127.0.0.1:4810/api/2.0.`,
    );
  }
  const trimmed = parsed.data.replace(/\/+$/, '');
  return new URL(trimmed).pathname === '/' ? `${trimmed}/api/2.0` : trimmed;
}

/**
 * Opens and locks a desk's data folder.
 *
 * @throws UsageError when the folder was never bound to a site and none is given
 */
export function openDesk(
  dataDir: string,
  site: string | undefined,
  parts: CoreParts = {},
  { translateUrl, translateKey }: Pick<ConfigInput, 'translateUrl' | 'translateKey'> = {},
): OpenDesk {
  const given = site === undefined ? undefined : siteAddress(site);
  const unbound = new UsageError(`The data folder ${dataDir} belongs to no site yet: give one with --site.`);
  if (!given && !existsSync(join(dataDir, databaseName))) throw unbound;
  const unlock = lockDataFolder(dataDir);
  try {
    const { checkIntegrity = true } = parts;
    const address = given ?? boundSite(dataDir, checkIntegrity);
    if (!address) throw unbound;
    const config = configSchema.parse({
      profile: 'desk',
      dataDir,
      site: address,
      translateUrl,
      translateKey,
      logLevel: logLevelFromEnvironment(),
    });
    const vault = parts.vault ?? fileVault(dataDir);
    // `boundSite` has checked the database already.
    const core = createCore(config, {
      ...parts,
      vault,
      checkIntegrity: checkIntegrity && given !== undefined,
    });
    return {
      core,
      vault,
      site: address,
      close: async () => {
        await core.close();
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

function boundSite(dataDir: string, checkIntegrity: boolean): string | undefined {
  const store = new Replica({ dataDir, checkIntegrity });
  try {
    claimFolder(store, 'desk');
    return store.read(null, (s) => s.meta.get<string>('site-url'));
  } finally {
    store.close();
  }
}
