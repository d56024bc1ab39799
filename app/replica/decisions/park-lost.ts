import { z } from 'zod';

import { isLostId } from '../../store/feed/epochs.ts';
import type { HighestIds } from '../../store/feed/epochs.ts';
import { replaceProvisionalId } from '../id-map/replace-provisional-id.ts';
import type { UploadKind } from '../id-map/id-map.ts';
import { lostBySite } from '../journal/entry.ts';
import type { JournalEntry } from '../journal/entry.ts';
import { uuid7 } from '../journal/uuid7.ts';
import type { IdKind, Issued } from '../../store/meta.ts';
import { provisionalIn } from '../../store/provisional-ids.ts';
import { numberNamed } from '../../store/resources/index.ts';
import { isSimpleKind } from '../../store/resources/kinds.ts';
import type { ReplicaWriter } from '../replica.ts';
import { queuedOperations } from '../operations/index.ts';
import { isOfGuide, storedVersion } from '../plan/plan-entry.ts';
import { isRefusal } from '../rebase/replayer.ts';
import type { Replayer } from '../rebase/replayer.ts';
import { dropRemotes, recreate, rebuildTouched } from './decide.ts';
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
    const lost = { isLost, madeAgain, renamed, moved, isRecreating: sequence > last };
    if (isWaiting(entry)) detach(s, replayer, entry, lost);
  }
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

const isUpload = (kind: string): kind is UploadKind =>
  kind === 'image' || kind === 'video' || kind === 'document';

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

interface Lost {
  isLost(kind: string, id: number): boolean;
  /** Provisional ids of recreated things, by kind and former id. */
  madeAgain: Map<string, number>;
  /** Provisional ids of recreated things, by the provisional ids under which they were made here first (SPEC F4.15). */
  renamed: ReadonlyMap<number, number>;
  /** Ids made by edits that moved to the end of the journal: edits that name these have to follow. */
  moved: Set<number>;
  /** True if the entry recreates a document. Lost pictures and files are then left out (SPEC F4.11). */
  isRecreating: boolean;
}

/** Returns the id that stands for one in an edit; null leaves it out. */
type Renumber = (kind: string, id: number) => number | null;

/** Replaces ids that the hub has lost in an entry by provisional ones. */
function detach(
  s: ReplicaWriter,
  replayer: Replayer,
  entry: JournalEntry,
  { isLost, madeAgain, renamed, moved, isRecreating }: Lost,
): void {
  let isOrphan = false;
  const here = (kind: string, id: number): number => {
    if (!isLost(kind, id)) return renamed.get(id) ?? id;
    const known = madeAgain.get(`${kind} ${id}`);
    if (known !== undefined) return known;
    isOrphan = true;
    const given = s.meta.nextId(kind as IdKind);
    madeAgain.set(`${kind} ${id}`, given);
    return given;
  };
  const params = Object.fromEntries(
    Object.entries(entry.params).map(([name, value]) => {
      const kind = kindOfParam(entry, name);
      return [name, kind && /^-?\d+$/.test(value) ? String(here(kind, Number(value))) : value];
    }),
  );
  const isLeftOut = (kind: string, id: number): boolean =>
    isLost(kind, id) &&
    (kind === 'notification' || (isRecreating && isUpload(kind) && !madeAgain.has(`${kind} ${id}`)));
  const body = withNumbers(entry.body, (kind, id) => (isLeftOut(kind, id) ? null : here(kind, id)));
  const numbered = s.journal.touches(entry.sequence).map(({ kind, id }) => {
    const named = numberNamed(kind, id);
    const mayBeLost = (named.id > 0 || renamed.has(named.id)) && named.kind !== 'user';
    return { kind, id, number: mayBeLost ? Math.sign(id * named.id) * here(named.kind, named.id) : id };
  });
  const made = new Set(entry.issued.map(({ id }) => id));
  const ids = [...numbered.map(({ id }) => id), ...provisionalIn([params, body])];
  const follows = ids.some((id) => moved.has(id) && !made.has(id));
  const isSame = !follows && numbered.every(({ id, number }) => id === number);
  if (isSame && JSON.stringify([params, body]) === JSON.stringify([entry.params, entry.body])) return;
  // A mark of notifications of which the hub has none any more.
  if (readMarks.safeParse(body).data?.notificationids.length === 0)
    return s.journal.setState(entry, 'discarded', lostBySite);
  // Entries are immutable, so a new one replaces this.
  const entryid = uuid7(s.now * 1000);
  // The stored base names the lost id, and discarding the edit would restore it.
  const touches = numbered.map(({ kind, id, number }) => ({
    kind,
    id: number,
    before: number === id ? (s.journal.before(entry.sequence, kind, id) ?? null) : null,
  }));
  s.journal.setState(entry, 'discarded', lostBySite);
  rebuildTouched(s, replayer, entry);
  s.journal.insert({ ...entry, entryid, params, body }, touches);
  for (const { id } of entry.issued) moved.add(id);
  const fresh = s.journal.require(entryid);
  const isUploading = / \/user\/media\//.test(entry.route);
  if (!isOrphan && !isUploading) replayer.replay(s, fresh);
  if (isOrphan || entry.state === 'parked')
    s.journal.setState(fresh, 'parked', isOrphan ? lostBySite : entry.cause);
}

const created = Object.values(queuedOperations).flatMap(({ creates }) =>
  creates ? [[creates.id, creates.kind] as const] : [],
);

/** The kinds of the ids in routes and bodies of edits, by the name of the parameter or field. */
export const kindOfId: Readonly<Record<string, string>> = {
  ...Object.fromEntries(created),
  stepid: 'step',
  parentid: 'comment',
  image: 'image',
  imageid: 'image',
  featured_documentid: 'document',
};

function kindOfParam({ route, params }: JournalEntry, name: string): string | undefined {
  if (name === 'contextid') return params['context'];
  if (name === 'entryid') return route.includes('glossary') ? 'glossary' : 'entry';
  return kindOfId[name];
}

const kindOfIds: Readonly<Record<string, string>> = {
  prerequisites: 'guide',
  documents: 'document',
  notificationids: 'notification',
};

const readMarks = z.object({ notificationids: z.array(z.int()) });

/** Returns a body with the ids in its own fields, and those of the pictures of a step, replaced. */
function withNumbers(body: unknown, here: Renumber): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  const inList = (kind: string, ids: readonly unknown[]): unknown[] =>
    ids.map((id) => (isId(id) ? here(kind, id) : id)).filter((id) => id !== null);
  return Object.fromEntries(
    Object.entries(body).map(([name, value]: [string, unknown]) => {
      const kind = kindOfId[name];
      const kindOfList = kindOfIds[name];
      if (kind !== undefined && isId(value)) return [name, here(kind, value)];
      if (kindOfList !== undefined && Array.isArray(value)) return [name, inList(kindOfList, value)];
      const pictures = name === 'media' ? pictureIds.safeParse(value).data : undefined;
      return [name, pictures ? { ...pictures, data: inList('image', pictures.data) } : value];
    }),
  );
}

const pictureIds = z.object({ type: z.literal('image'), data: z.array(z.int()) });

const isId = (id: unknown): id is number => typeof id === 'number' && id !== 0;
