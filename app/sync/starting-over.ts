import type { ReplicaReader, ReplicaWriter } from '../replica/replica.ts';

const restoredName = 'restored';

/** Guides whose drafts were read since the hub was restored. Earlier versions stored `true`. */
interface StartingOver {
  drafts: number[];
}

const startingOver = (s: ReplicaReader): Partial<StartingOver> | true | null =>
  s.sync.cursor<Partial<StartingOver> | true | null>(restoredName) ?? null;

/** Returns whether the hub was restored and its feed has not been read to the end since. */
export const isRestored = (s: ReplicaReader): boolean => startingOver(s) !== null;

export const beginStartingOver = (s: ReplicaWriter): void => s.sync.setCursor(restoredName, { drafts: [] });

export const endStartingOver = (s: ReplicaWriter): void => s.sync.setCursor(restoredName, null);

/** Notes that the hub, if it was restored, still has a draft of this guide. */
export function noteDraft(s: ReplicaWriter, guideid: number): void {
  if (!isRestored(s) || isDraftOfNow(s, guideid)) return;
  s.sync.setCursor(restoredName, { drafts: [...draftsOfNow(s), guideid] });
}

/** Returns whether the stored draft of a guide came from the hub as it is now, and not from what a restored hub has lost. */
export const isDraftOfNow = (s: ReplicaReader, guideid: number): boolean =>
  !isRestored(s) || draftsOfNow(s).includes(guideid);

function draftsOfNow(s: ReplicaReader): readonly number[] {
  const state = startingOver(s);
  return state === null || state === true ? [] : (state.drafts ?? []);
}
