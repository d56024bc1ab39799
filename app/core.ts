import { join } from 'node:path';

import { endpoints } from './api/index.ts';
import { createServer } from './api/server.ts';
import { claimFolder } from './claim-folder.ts';
import type { Config } from './config.ts';
import type { Context } from './context.ts';
import { deskIdentity } from './identity/desk.ts';
import { hubIdentity } from './identity/hub.ts';
import type { Vault } from './identity/vault.ts';
import { memoryVault } from './identity/vault.ts';
import { createLog } from './log.ts';
import type { Logger } from './log.ts';
import { MediaFiles } from './media/files.ts';
import { serveMedia } from './media/serve.ts';
import { Store } from './store/store.ts';
import { syncOff } from './sync/handle.ts';
import type { SyncHandle } from './sync/handle.ts';

export interface Core {
  /** The whole server: `/api/2.0/…`, and pictures under `/igi/`. */
  fetch(request: Request): Promise<Response>;
  sync: SyncHandle;
  ctx: Context;
  close(): Promise<void>;
}

export interface CoreParts {
  /** Where people's tokens are sealed; in memory only when the machine offers nothing. */
  vault?: Vault;
  /** Makes the desk's sync; none on a hub. */
  createSync?: (parts: { config: Config; store: Store; vault: Vault; log: Logger }) => SyncHandle;
  /** Whether a large database is looked through before it is used: a window does not wait for that. */
  lookThrough?: boolean;
  /** UNIX seconds, for tests. */
  now?: () => number;
}

/**
 * Opens the store in `config.dataDir` and answers requests from it.
 *
 * @throws AppError `incompatible` when the folder is damaged, of the other profile, or was written by a newer program.
 */
export function createCore(config: Config, parts: CoreParts = {}): Core {
  const log = createLog(config.profile, config.logLevel);
  const store = new Store({
    dataDir: config.dataDir,
    log,
    ...(parts.now ? { now: parts.now } : {}),
    ...(parts.lookThrough ? { lookThrough: true } : {}),
  });
  try {
    claimFolder(store, config.profile);
  } catch (error) {
    store.close();
    throw error;
  }
  const vault = parts.vault ?? memoryVault();
  const media = new MediaFiles(join(config.dataDir, 'media'));
  const sync = parts.createSync?.({ config, store, vault, log }) ?? syncOff(config, store);
  const identity = config.profile === 'hub' ? hubIdentity(store) : deskIdentity(config, store, vault, sync);
  const ctx: Context = { config, store, media, identity, sync, log };
  const api = createServer(endpoints, ctx);
  return {
    sync,
    ctx,
    fetch: (request) =>
      new URL(request.url).pathname.startsWith('/igi/') ? serveMedia(request, ctx) : api(request),
    close: async () => {
      await sync.close();
      store.close();
    },
  };
}
