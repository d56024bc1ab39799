import type { ReplicaReader, ReplicaWriter } from '../replica/replica.ts';
import { forgetVersionsOf } from '../store/site-revisions.ts';
import type { Versioned } from '../store/site-revisions.ts';

/** Returns whether the hub was restored and its feed has not been read to the end since. */
export const isRestored = (s: ReplicaReader): boolean => (s.deskState.get('restored') ?? null) !== null;

/** @param revisionid the highest that the hub has not lost */
export const beginStartingOver = (s: ReplicaWriter, revisionid: number): void =>
  s.deskState.set('restored', { drafts: [], revisionid });

export const endStartingOver = (s: ReplicaWriter): void => s.deskState.set('restored', null);

/** Removes versions that the hub has lost, and that became the base of an edit before their document was read again. */
export function forgetLostBases(s: ReplicaWriter, document: Versioned): void {
  const { revisionid } = s.deskState.get('restored') ?? {};
  if (revisionid !== undefined) forgetVersionsOf(s, document, revisionid);
}

/** Notes that the hub, if it was restored, still has a draft of this guide. */
export function noteDraft(s: ReplicaWriter, guideid: number): void {
  if (!isRestored(s) || isDraftOfNow(s, guideid)) return;
  s.deskState.set('restored', { ...s.deskState.get('restored'), drafts: [...draftsOfNow(s), guideid] });
}

/** Returns whether the stored draft of a guide came from the hub as it is now, and not from what a restored hub has lost. */
export const isDraftOfNow = (s: ReplicaReader, guideid: number): boolean =>
  !isRestored(s) || draftsOfNow(s).includes(guideid);

const draftsOfNow = (s: ReplicaReader): readonly number[] => s.deskState.get('restored')?.drafts ?? [];
