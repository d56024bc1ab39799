import { join } from 'node:path';

import type { Logger } from '../log.ts';
import { MediaFiles } from '../media/files.ts';
import { Replayer } from '../replica/rebase/replayer.ts';
import { Replica } from '../replica/replica.ts';
import { claimFolder } from '../store/data-folder.ts';
import { offlineRound } from '../sync/offline-round.ts';
import { pullFeed } from '../sync/pull-feed.ts';
import type { Round } from '../sync/round.ts';
import type { Transport } from '../sync/transport.ts';

/**
 * A desk that has read the feed of a hub to its end without a sign-in. Its code is that of every desk, so its database and what it
 * still wants are those of a new desk. Call `close` at the end.
 */
export class TemporaryDesk {
  readonly store: Replica;
  readonly round: Round;

  private constructor(store: Replica, round: Round) {
    this.store = store;
    this.round = round;
  }

  /** @param made when the content of the feed was true, UNIX seconds by the hub's clock */
  static async reading(hub: Transport, dataDir: string, made: number, log: Logger): Promise<TemporaryDesk> {
    const store = new Replica({ dataDir, purpose: 'sync', log });
    try {
      claimFolder(store, 'desk');
      const round = offlineRound(hub, {
        store,
        media: new MediaFiles(join(dataDir, 'media')),
        replayer: new Replayer([], { store, log }),
        log,
        siteTime: () => made,
      });
      await pullFeed(round);
      return new TemporaryDesk(store, round);
    } catch (error) {
      store.close();
      throw error;
    }
  }

  close(): void {
    this.store.close();
  }
}
