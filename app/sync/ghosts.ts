import { idsHere, simpleResourceOf } from '../store/resources/index.ts';
import { simpleKinds } from '../store/resources/kinds.ts';
import type { ReplicaWriter } from '../replica/replica.ts';
import type { Round } from './round.ts';

/** The ids that a feed named when it was read from its beginning, by kind. */
export type Present = Map<string, Set<number>>;

export function notePresent(present: Present, kind: string, id: number): void {
  const ids = present.get(kind) ?? new Set();
  present.set(kind, ids.add(id));
}

/**
 * Removes what a restored hub has lost: resources that its whole feed did not name (SPEC F4.1), except guides and pages
 * (`pull-feed.ts`).
 */
export function removeGhosts({ apply }: Round, s: ReplicaWriter, present: Present): void {
  for (const kind of simpleKinds) {
    const { here } = simpleResourceOf(kind);
    if (here === undefined) continue;
    const absent = idsHere(s, here).filter((id) => !present.get(kind)?.has(id));
    for (const id of absent) apply.gone(s, kind, id, { forEverybody: true });
  }
  s.releases.forgetDrafts();
}
