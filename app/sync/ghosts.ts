import type { ReplicaReader, ReplicaWriter } from '../replica/replica.ts';
import { highestId, isLostId } from '../store/feed/epochs.ts';
import type { HighestIds } from '../store/feed/epochs.ts';
import { idsHere, numberNamed, simpleResourceOf } from '../store/resources/index.ts';
import { simpleKinds } from '../store/resources/kinds.ts';
import type { SimpleKind } from '../store/resources/kinds.ts';
import { forgetVersionsAbove } from '../store/site-revisions.ts';
import { moveToTrash, notOnSite } from './removals.ts';
import type { Removal } from './removals.ts';
import type { Round } from './round.ts';

/** The ids that a feed named when it was read from its beginning, by kind. */
export type Present = Map<string, Set<number>>;

export function notePresent(present: Present, kind: string, id: number): void {
  const ids = present.get(kind) ?? new Set();
  present.set(kind, ids.add(id));
}

/** Returns the guides and pages here that a restored hub has lost by their ids (SPEC F4.2). */
export const lostDocuments = (s: ReplicaReader, ids: HighestIds): Removal[] =>
  (['guide', 'wiki'] as const).flatMap((kind) =>
    (kind === 'guide' ? s.guides : s.wikis)
      .ids()
      .filter((id) => isLostId(ids, kind, id))
      .map((id) => ({ kind, id, reason: notOnSite })),
  );

/**
 * Removes what a restored hub has lost by its ids, and therefore cannot be told from what has these ids there now (SPEC F4.16). Accounts stay
 * until the feed was read: what they wrote needs their names.
 */
export function removeLost(round: Round, s: ReplicaWriter, ids: HighestIds): void {
  moveToTrash(round, s, lostDocuments(s, ids));
  removeSimple(round, s, (kind, id) => {
    const named = numberNamed(kind, id);
    return named.kind !== 'user' && isLostId(ids, named.kind, named.id);
  });
  forgetVersionsAbove(s, highestId(ids, 'revision'));
  // The revisions of a step's form are one resource, and so are a person's notifications: only some of them are lost.
  for (const stepid of s.forms.forgetRevisionsAbove(highestId(ids, 'form')))
    round.apply.replayer.rebase(s, 'form', stepid);
  s.notifications.removeAbove(highestId(ids, 'notification'));
}

/**
 * Removes what else a restored hub has lost: resources that its whole feed did not name (SPEC F4.1), except guides and pages
 * (`pull-feed.ts`).
 */
export function removeGhosts(round: Round, s: ReplicaWriter, present: Present): void {
  removeSimple(round, s, (kind, id) => !present.get(kind)?.has(id));
  s.releases.forgetDrafts();
}

function removeSimple(
  { apply }: Round,
  s: ReplicaWriter,
  isAbsent: (kind: SimpleKind, id: number) => boolean,
): void {
  for (const kind of simpleKinds) {
    const { here } = simpleResourceOf(kind);
    if (here === undefined) continue;
    // A waiting edit may have removed it here, such as the only favorite. Discarding that edit must not bring it back.
    const edited = s.journal.waitingResources(kind).map(({ id }) => id);
    for (const id of new Set([...idsHere(s, here), ...edited]))
      if (id > 0 && isAbsent(kind, id)) apply.gone(s, kind, id);
  }
}
