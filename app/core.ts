import { join } from 'node:path';

import { signatureHeader } from '../shared/signature.ts';
import { endpoints } from './api/index.ts';
import { createServer } from './api/server.ts';
import { claimFolder } from './claim-folder.ts';
import type { Config } from './config.ts';
import type { Context } from './context.ts';
import { deskIdentity } from './identity/desk.ts';
import { hubIdentity } from './identity/hub.ts';
import { PasswordResets } from './identity/resets.ts';
import type { Vault } from './identity/vault.ts';
import { memoryVault } from './identity/vault.ts';
import { createLog } from './log.ts';
import type { Logger } from './log.ts';
import { Outbox } from './mail/outbox.ts';
import { mailSettings } from './mail/settings.ts';
import { MediaFiles } from './media/files.ts';
import { makeHere } from './media/make-pictures.ts';
import { makeInThread } from './media/picture-thread.ts';
import { serveMedia } from './media/serve.ts';
import type { MonotonicClock } from './store/journal/clock.ts';
import { Store } from './store/store.ts';
import { syncOff } from './sync/handle.ts';
import type { SyncHandle } from './sync/handle.ts';
import { Replayer } from './sync/replay.ts';
import { Views } from './views.ts';

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
  /** Whether a desk is a kiosk whatever its setting says. */
  kiosk?: boolean;
  /** Where a hub is reached when its config names no public address; for links in mails. */
  origin?: () => string;
  /** Whether a large database is looked through before it is used: a window does not wait for that. */
  lookThrough?: boolean;
  /** UNIX seconds, for tests; the monotonic clock is this one too, unless given. */
  now?: () => number;
  clock?: () => MonotonicClock;
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
    ...(parts.clock ? { clock: parts.clock } : {}),
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
  const identity =
    config.profile === 'hub'
      ? hubIdentity(store, log)
      : deskIdentity({ config, store, vault, sync, log, kiosk: parts.kiosk ?? false });
  const mail = new Outbox(join(config.dataDir, 'mail'), () => mailSettings(config, store), log);
  // Never by the address of a request: whoever sends one chooses that.
  const address = (): string =>
    (config.publicUrl ?? parts.origin?.() ?? 'http://localhost').replace(/\/+$/, '');
  const resets = new PasswordResets({ store, mail, address, log });
  const pictures = config.profile === 'hub' ? makeHere : makeInThread();
  const views = new Views({ store, profile: config.profile, log, now: parts.now });
  const replayer = new Replayer(endpoints, { store, media, log });
  const ctx: Context = { config, store, media, pictures, views, identity, resets, mail, replayer, sync, log };
  const api = createServer(endpoints, ctx);
  const signature = config.profile === 'hub' ? store.read(null, (s) => s.meta.siteid) : undefined;
  return {
    sync,
    ctx,
    fetch: async (request) => {
      const response = await (isPicture.test(request.url) ? serveMedia(request, ctx) : api(request));
      if (signature !== undefined) response.headers.set(signatureHeader, signature);
      return response;
    },
    close: async () => {
      await sync.close();
      await pictures.close();
      views.close();
      await resets.close();
      await mail.close();
      await identity.close();
      store.close();
    },
  };
}

/** By the text of its address: to parse it costs as much as to find a kept answer. */
const isPicture = /^[^/]+:\/\/[^/]*\/(?:igi|Document|Video)\//;
