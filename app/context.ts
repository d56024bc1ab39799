import type { Config } from './config.ts';
import type { Logger } from './log.ts';
import type { Identity } from './identity/identity.ts';
import type { PasswordResets } from './identity/resets.ts';
import type { Outbox } from './mail/outbox.ts';
import type { MediaFiles } from './media/files.ts';
import type { PictureMaker } from './media/make-pictures.ts';
import type { Store } from './store/store.ts';
import type { SyncHandle } from './sync/handle.ts';
import type { Replayer } from './sync/replay.ts';
import type { Views } from './views.ts';

/** What a handler may use. Hub and desk differ only in what this is made of. */
export interface Context {
  config: Config;
  store: Store;
  media: MediaFiles;
  pictures: PictureMaker;
  /** Notes who reads what. */
  views: Views;
  /** Signing in and out: by our own accounts, or by the site's. */
  identity: Identity;
  /** A hub's: people at a desk ask their site. */
  resets: PasswordResets;
  /** Mails on their way. */
  mail: Outbox;
  /** Draws documents anew when edits of the journal are decided about. */
  replayer: Replayer;
  /** The desk's sync; on the hub it is off. */
  sync: SyncHandle;
  log: Logger;
}
