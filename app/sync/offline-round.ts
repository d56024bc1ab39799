import type { Logger } from '../log.ts';
import type { MediaStorage } from '../media/storage.ts';
import type { Replica } from '../replica/replica.ts';
import type { Replayer } from '../replica/rebase/replayer.ts';
import type { Addresses } from '../store/placeholders.ts';
import { Applier } from './apply.ts';
import { prepareHere } from './preparer.ts';
import { CommitBatcher } from './push/commit-batcher.ts';
import { EditBatches } from './push/edit-batches.ts';
import { markSending } from './push/outcomes.ts';
import { openRemote } from './remote.ts';
import { machineClock } from './round.ts';
import type { Round } from './round.ts';
import type { Transport } from './transport.ts';

/** Stands in documents for the address of the hub, and is a placeholder once they are stored. No machine can have it. */
export const offlineOrigin = 'http://hub.invalid';

/** Addresses in documents that a desk reads offline; it stores placeholders for them. */
export const offlineAddresses: Addresses = { site: offlineOrigin, media: `${offlineOrigin}/igi/` };

/**
 * Returns a round of a desk with a hub that answers from this machine, without a sign-in: from its database, or from a bundle.
 *
 * @param parts.siteTime returns when the answers were true, UNIX seconds by the hub's clock
 */
export function offlineRound(
  transport: Transport,
  parts: { store: Replica; media: MediaStorage; replayer: Replayer; log: Logger; siteTime: () => number },
): Round {
  const { store, media, replayer, log, siteTime } = parts;
  const remote = openRemote(`${offlineOrigin}/api/2.0`, () => transport);
  const batcher = new CommitBatcher(store);
  return {
    store,
    batcher,
    batches: new EditBatches({ remote, commits: batcher, mark: markSending }, false),
    media,
    remote,
    hub: true,
    namedBy: undefined,
    apply: new Applier({ origin: offlineOrigin, benchside: true }, replayer, siteTime),
    prepare: prepareHere,
    log,
    clock: machineClock,
    people: [],
    skipped: new Set(),
    takenNow: new Set(),
    refusedNow: new Set(),
    acceptRemovals: false,
    sweep: false,
    counts: { guides: 0, wikis: 0, pictures: 0, removed: 0, pushed: 0 },
    progress: {
      guides: { done: 0, total: null },
      wikis: { done: 0, total: null },
      pictures: { done: 0, total: 0 },
      bytes: 0,
    },
    report: () => undefined,
    stopped: () => false,
    hurried: () => false,
    refused: () => undefined,
  };
}
