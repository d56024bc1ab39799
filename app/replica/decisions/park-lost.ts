import { isLostId } from '../../store/feed/epochs.ts';
import type { HighestIds } from '../../store/feed/epochs.ts';
import { replaceProvisionalId } from '../id-map/replace-provisional-id.ts';
import { lostBySite } from '../journal/entry.ts';
import type { JournalEntry } from '../journal/entry.ts';
import type { Issued } from '../../store/meta.ts';
import { isStored } from '../../store/resources/index.ts';
import { isSimpleKind } from '../../store/resources/kinds.ts';
import type { ReplicaWriter } from '../replica.ts';
import { isOfGuide, storedVersion } from '../plan/plan-entry.ts';
import { isForeign } from '../seen-points.ts';
import { isRefusal } from '../rebase/replayer.ts';
import type { Replayer } from '../rebase/replayer.ts';
import { recreate } from './decide.ts';
import { detach, isUpload } from './detach.ts';
import type { Lost } from './detach.ts';
import { dropRemotes } from './rebuild-touched.ts';
import type { StepIds } from './recreate-on-site.ts';

/**
 * Parks the edits that a restored hub has lost: edits that it had accepted, and edits of documents whose ids it may have given to
 * something else by now. A lost guide or page with such edits is recreated as it is shown here, and waits for a person to send
 * it; edits about it apply to the new one. Other edits keep their text and no longer name anything of the site.
 *
 * @param ids the highest ids that the hub had given where its history diverged
 * @param lost entryids of edits that it had accepted since
 */
export function setAsideLost(
  s: ReplicaWriter,
  replayer: Replayer,
  { ids, lost }: { ids: HighestIds; lost: readonly string[] },
): void {
  for (const entryid of lost) {
    const entry = s.journal.has(entryid) ? s.journal.require(entryid) : undefined;
    if (entry?.state === 'done') s.journal.lose(entry);
  }
  const isLost = above(ids);
  const madeAgain = new Map<string, number>();
  const moved = new Set<number>();
  const renamed = new Map<number, number>();
  const known = waitingEntries(s);
  for (const { entryid } of known) {
    const entry = s.journal.require(entryid);
    const document = isWaiting(entry) ? lostDocument(s, entry, isLost) : undefined;
    if (!document) continue;
    const { made, along, steps } = makeAgain(s, replayer, entry, document);
    if (made) madeAgain.set(`${document.kind} ${document.id}`, made.id);
    for (const { kind, id } of along) if (kind === 'wiki') moved.add(id);
    for (const [old, id] of steps)
      if (isLost('step', old)) madeAgain.set(`step ${old}`, id);
      else renamed.set(old, id);
  }
  for (const { provisional, kind, id } of lostAliases(s, ids)) {
    s.idMap.remove(provisional);
    const again = madeAgain.get(`${kind} ${id}`);
    if (again !== undefined) renamed.set(provisional, again);
    if (again !== undefined || !s.journal.isComing(provisional)) continue;
    madeAgain.set(`${kind} ${id}`, provisional);
    if (!isUpload(kind)) continue;
    // The upload is sent again, so its file gets the upload's id back.
    replaceProvisionalId(s, kind, id, provisional);
    s.idMap.renumberFile(kind, id, provisional);
    s.idMap.remove(id);
  }
  const last = known.at(-1)?.sequence ?? 0;
  const recreating = s.journal.list(['pending', 'parked'], last);
  // Edits of what is recreated have to follow the edits that recreate it.
  for (const { entryid, sequence } of [...recreating, ...known]) {
    const entry = s.journal.require(entryid);
    const lost = {
      // An id that this desk never had may be one that the other desk got after the restore. The hub is asked about that desk's history (SPEC F4.12).
      isLost: isForeign(s, entryid)
        ? (kind: string, id: number) => isLost(kind, id) && isHere(s, kind, id)
        : isLost,
      madeAgain,
      renamed,
      moved,
      isRecreating: sequence > last,
      cause: lostBySite,
    };
    if (isWaiting(entry)) detach(s, replayer, entry, lost);
  }
  s.journal.endUndo();
}

/** Returns whether this desk has something under an id, shown or hidden, or may have had it. */
function isHere(s: ReplicaWriter, kind: string, id: number): boolean {
  if (kind === 'guide') return s.guides.row(id) !== undefined;
  if (kind === 'wiki') return s.wikis.row(id) !== undefined;
  if (kind === 'step') return s.guides.stepOwner(id) !== undefined;
  return !isSimpleKind(kind) || isStored(s, kind, id);
}

const above =
  (ids: HighestIds): Lost['isLost'] =>
  (kind, id) =>
    isLostId(ids, kind, id);

/**
 * Parks edits from another desk of what the hub has lost. This desk has no copy of that to recreate it from: what has its ids here may be
 * something else.
 *
 * @param ids the highest ids that the hub had given where the other desk's history diverged
 */
export function setAsideForeign(
  s: ReplicaWriter,
  replayer: Replayer,
  { ids, entryids }: { ids: HighestIds; entryids: readonly string[] },
): void {
  const lost: Lost = {
    isLost: above(ids),
    madeAgain: new Map(),
    renamed: new Map(),
    moved: new Set(),
    isRecreating: false,
    cause: lostBySite,
  };
  const foreign = waitingEntries(s).filter(({ entryid }) => entryids.includes(entryid));
  for (const { kind, id } of foreign.flatMap(({ sequence }) => s.journal.touches(sequence))) {
    // The base that came with the edit must not bring back what the hub has lost, if nothing here has this id.
    const isOnlyThere = isSimpleKind(kind) && lost.isLost(kind, id) && !s.siteVersions.get(kind, id);
    if (isOnlyThere) s.siteVersions.set(kind, id, 'gone');
  }
  for (const entry of foreign) detach(s, replayer, entry, lost);
  dropRemotes(s, foreign);
}

/** Returns the ids that the site gave in the lost part to things made here. */
const lostAliases = (
  s: ReplicaWriter,
  ids: HighestIds,
): { provisional: number; kind: string; id: number }[] =>
  s.idMap.all().filter(({ kind, id }) => isLostId(ids, kind, id));

/**
 * Returns the guide or page that an entry changed, if the hub has lost it and it is still shown here. A page that an edit of a guide made
 * along the way comes back with that edit.
 */
function lostDocument(
  s: ReplicaWriter,
  entry: JournalEntry,
  isLost: Lost['isLost'],
): { kind: 'guide' | 'wiki'; id: number } | undefined {
  for (const { kind, id } of s.journal.touches(entry.sequence))
    if (
      (kind === 'guide' || (kind === 'wiki' && !isOfGuide(entry))) &&
      isLost(kind, id) &&
      storedVersion(s, kind, id)
    )
      return { kind, id };
  return undefined;
}

const waitingEntries = (s: ReplicaWriter): JournalEntry[] => s.journal.list(['pending', 'sending', 'parked']);

const isWaiting = ({ state }: JournalEntry): boolean => state !== 'done' && state !== 'discarded';

/** Recreates a document and parks the first of the edits that make it. @returns the ids it gave: its own, others, and those of its steps */
function makeAgain(
  s: ReplicaWriter,
  replayer: Replayer,
  entry: JournalEntry,
  document: { kind: 'guide' | 'wiki'; id: number },
): { made?: Issued | undefined; along: readonly Issued[]; steps: StepIds } {
  const last = waitingEntries(s).at(-1)?.sequence ?? 0;
  const nothing = { along: [], steps: new Map<number, number>() };
  let steps: StepIds;
  try {
    steps = s.db.attempt(() => recreate(s, replayer, entry, document));
  } catch (error) {
    if (!isRefusal(error)) throw error;
    // The edits of this document are parked with their text (SPEC F4.17).
    replayer.log.warn({ err: error, ...document }, 'what a restored hub has lost could not be recreated');
    return nothing;
  }
  // The others build on the first one, so they wait with it.
  const [first] = s.journal.list(['pending'], last);
  if (!first) return nothing;
  s.journal.setState(first, 'parked', lostBySite);
  const [made, ...along] = first.issued;
  return { made, along, steps };
}
