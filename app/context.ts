import type { Config } from './config.ts';
import type { Logger } from './log.ts';
import type { Identity } from './identity/identity.ts';
import type { MediaFiles } from './media/files.ts';
import type { Store } from './store/store.ts';
import type { SyncHandle } from './sync/handle.ts';

/** What a handler may use. Hub and desk differ only in what this is made of. */
export interface Context {
  config: Config;
  store: Store;
  media: MediaFiles;
  /** Signing in and out: by our own accounts, or by the site's. */
  identity: Identity;
  /** The desk's sync; on the hub it is off. */
  sync: SyncHandle;
  log: Logger;
}
