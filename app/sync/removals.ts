import type { ReplicaReader, ReplicaWriter } from '../replica/replica.ts';
import { forgetCovered } from '../store/wikis/covered-pages.ts';
import { SyncStop } from './problem.ts';
import type { Round } from './round.ts';

/**
 * The brake (SPEC R3): without a person's confirmation one round removes at most 20 documents, or a tenth of those stored if that
 * is more.
 */
const freeRemovals = 20;
const freeShare = 0.1;

/** Reason shown for a document that a restored hub no longer has. */
export const notOnSite = 'No longer on the site.';

export interface Removal {
  kind: 'guide' | 'wiki';
  id: number;
  reason: string;
  /** Does not count for the brake. */
  expected?: boolean;
}

/**
 * Moves documents that the site no longer shows to the trash.
 *
 * @throws SyncStop `mass-disappearance` when the brake (SPEC R3) applies and nobody has confirmed; nothing is moved then
 */
export function removeAll(
  round: Round,
  removals: Removal[],
  also: (s: ReplicaWriter) => void = () => undefined,
): void {
  brake(round, removals);
  round.store.transact(null, (s) => {
    moveToTrash(round, s, removals);
    also(s);
  });
}

/** @throws SyncStop `mass-disappearance` when so many removals have to be confirmed first */
export function brake({ store, acceptRemovals }: Round, removals: Removal[]): void {
  if (acceptRemovals || removals.length <= freeRemovals) return;
  const surprising = store.read(null, (s) =>
    removals.filter((removal) => !removal.expected && isRemovable(s, removal)),
  ).length;
  // Counting all documents is slow, so it comes last.
  if (surprising <= freeRemovals) return;
  const stored = store.read(null, (s) => s.guides.countAll() + s.wikis.countAll());
  if (surprising > stored * freeShare)
    throw new SyncStop(
      'mass-disappearance',
      `The hub no longer shows ${surprising} of the ${stored} documents stored here.`,
    );
}

export function moveToTrash({ counts }: Round, s: ReplicaWriter, removals: Removal[]): void {
  for (const { kind, id, reason } of removals) {
    if (isRemovable(s, { kind, id })) {
      s.trash.put(kind, id, reason);
      counts.removed += 1;
    }
    // Documents with pending edits stay visible; pushing the edits asks a person what to do.
    if (s.journal.isPending(kind, id)) s.siteVersions.set(kind, id, 'gone');
    if (kind === 'wiki') forgetCovered(s, id);
  }
}

function isRemovable(s: ReplicaReader, { kind, id }: Pick<Removal, 'kind' | 'id'>): boolean {
  const row = kind === 'guide' ? s.guides.row(id) : s.wikis.row(id);
  return row !== undefined && !row.deleted && !s.journal.isPending(kind, id);
}

/** Days until a document in the trash is deleted. */
const graceDays = 30;

/** Deletes documents after their time in the trash, which begins for hidden ones that are not in it. */
export function emptyTrash(round: Round): void {
  // Reads every row, so not in each round.
  const hidden = round.sweep ? round.store.read(null, (s) => s.trash.hiddenBeside()) : [];
  if (hidden.length > 0)
    round.store.transact(null, (s) => {
      for (const { kind, id } of hidden) s.trash.put(kind, id, notOnSite);
    });
  const expired = round.store.read(null, (s) => s.trash.expired(s.now - graceDays * 86_400));
  for (const { kind, id } of expired) {
    round.store.transact(null, (s) => {
      if (kind === 'guide') s.guides.forget(id);
      else s.wikis.forget(id);
      s.trash.forget(kind, id);
    });
  }
}
