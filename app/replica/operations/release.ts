import type { JournalEntry, Touch } from '../journal/entry.ts';
import type { ReplicaReader } from '../replica.ts';
import type { QueuedOperation, QueuedOperations } from './operation.ts';

const ofRelease = {
  follows: releasedGuide,
  releasedRevision: ({ body }) => (body as { revisionid?: number }).revisionid,
} satisfies QueuedOperation;

export const releaseOperations = {
  'POST /guides/releases': {
    ...ofRelease,
    creates: { kind: 'release', id: 'releaseid' },
  },
  'PATCH /guides/releases/{releaseid}': ofRelease,
  'DELETE /guides/releases/{releaseid}': {},
} satisfies QueuedOperations;

/** Returns the guide whose version an edit releases. A release changes the guide itself only when it is published. */
function releasedGuide(s: ReplicaReader, { params, body }: JournalEntry): Touch[] {
  const named = params['releaseid'];
  const guideid = named ? s.releases.guideOf(Number(named)) : (body as { guideid?: number } | null)?.guideid;
  return guideid === undefined ? [] : [{ kind: 'guide', id: guideid }];
}
