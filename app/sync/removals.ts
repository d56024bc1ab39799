import type { StoreWriter } from '../store/store.ts';
import { SyncStop } from './problem.ts';
import type { Round } from './round.ts';

/** Removals of one round beyond which somebody has to look: 20, or a tenth of what is here (SPEC R3). */
const freeRemovals = 20;
const freeShare = 0.1;

/** Why something went to the trash. */
export const noLongerShown = 'Deleted on the site, or no longer shown to you.';

export interface Removal {
  kind: 'guide' | 'wiki';
  id: number;
  reason: string;
  /** Nobody is to be asked about it, however many there are. */
  expected?: boolean;
}

/**
 * Moves documents that the site no longer shows to the trash.
 *
 * @throws SyncStop `mass-disappearance` when there are too many at once and nobody has confirmed it; nothing is moved
 */
export function removeAll(
  round: Round,
  removals: Removal[],
  also: (s: StoreWriter) => void = () => undefined,
): void {
  const { store } = round;
  const here = store.read(null, (s) =>
    removals.filter(({ kind, id }) => {
      const row = kind === 'guide' ? s.guides.row(id) : s.wikis.row(id);
      return row !== undefined && !row.deleted && !s.journal.isPending(kind, id);
    }),
  );
  // To count takes as long as there is much.
  const surprising = here.filter(({ expected }) => !expected);
  if (!round.acceptRemovals && surprising.length > freeRemovals) {
    const stored = store.read(null, (s) => s.guides.countAll() + s.wikis.countAll());
    if (surprising.length > stored * freeShare)
      throw new SyncStop(
        'mass-disappearance',
        `The site no longer shows ${surprising.length} of the ${stored} documents stored here.`,
      );
  }
  store.transact(null, (s) => {
    // What somebody has edited stays in sight; its edits will ask what to do.
    for (const { kind, id } of removals)
      if (s.journal.isPending(kind, id)) s.sync.setRemote(kind, id, 'gone');
    for (const { kind, id, reason } of here) s.sync.trash(kind, id, reason);
    also(s);
  });
  round.counts.removed += here.length;
}

/** Days a document stays in the trash before it is forgotten. */
const graceDays = 30;

export function emptyTrash(round: Round): void {
  const expired = round.store.read(null, (s) => s.sync.expired(s.now - graceDays * 86_400));
  for (const { kind, id } of expired) {
    round.store.transact(null, (s) => {
      if (kind === 'guide') s.guides.forget(id);
      else s.wikis.forget(id);
      s.sync.untrash(kind, id);
    });
  }
}

/**
 * Pages that an edit here made along the way, and that have not come from the site with everything else: that edit was
 * given up, or the site made none.
 */
export function forgetStrayPages(s: StoreWriter): void {
  for (const wikiid of s.wikis.madeHereIds())
    if (!s.journal.isPending('wiki', wikiid)) s.wikis.forget(wikiid);
}
