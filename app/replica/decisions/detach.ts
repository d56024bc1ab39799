import { z } from 'zod';

import type { UploadKind } from '../id-map/id-map.ts';
import type { Cause } from '../../../shared/model/journal.ts';
import type { JournalEntry } from '../journal/entry.ts';
import { uuid7 } from '../journal/uuid7.ts';
import type { IdKind } from '../../store/meta.ts';
import { provisionalIn } from '../../store/provisional-ids.ts';
import { numberNamed } from '../../store/resources/index.ts';
import type { ReplicaWriter } from '../replica.ts';
import { queuedOperations } from '../operations/index.ts';
import type { Replayer } from '../rebase/replayer.ts';
import { rebuildTouched } from './rebuild-touched.ts';

export interface Lost {
  isLost(kind: string, id: number): boolean;
  /** Provisional ids of recreated things, by kind and former id. */
  madeAgain: Map<string, number>;
  /** Provisional ids of recreated things, by the provisional ids under which they were made here first (SPEC F4.15). */
  renamed: ReadonlyMap<number, number>;
  /** Ids made by edits that moved to the end of the journal: edits that name these have to follow. */
  moved: Set<number>;
  /** True if the entry recreates a document. Lost pictures and files are then left out (SPEC F4.11). */
  isRecreating: boolean;
  /** Why the former edits are discarded, and those that name something which nobody recreates are parked. */
  cause: Cause;
}

export const isUpload = (kind: string): kind is UploadKind =>
  kind === 'image' || kind === 'video' || kind === 'document';

/** Returns the id that stands for one in an edit; null leaves it out. */
type Renumber = (kind: string, id: number) => number | null;

/**
 * Replaces ids that the hub has lost in an entry by provisional ones.
 *
 * @returns the entry that takes its place; `undefined` if it stays, or is discarded
 */
export function detach(
  s: ReplicaWriter,
  replayer: Replayer,
  entry: JournalEntry,
  { isLost, madeAgain, renamed, moved, isRecreating, cause }: Lost,
): JournalEntry | undefined {
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
  const isMoved = params['contextid'] !== entry.params['contextid'];
  const isLeftOut = (kind: string, id: number): boolean =>
    isLost(kind, id)
      ? kind === 'notification' || (isRecreating && isUpload(kind) && !madeAgain.has(`${kind} ${id}`))
      : // A reply to a comment of the site, which stays with the former step, begins a thread (SPEC J7.9).
        kind === 'comment' && id > 0 && isMoved;
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
  if (isSame && JSON.stringify([params, body]) === JSON.stringify([entry.params, entry.body]))
    return undefined;
  // A mark of notifications of which the hub has none any more.
  if (readMarks.safeParse(body).data?.notificationids.length === 0) {
    s.journal.setState(entry, 'discarded', cause);
    return undefined;
  }
  // Entries are immutable, so a new one replaces this.
  const entryid = uuid7(s.now * 1000);
  // The stored base names the lost id, and discarding the edit would restore it.
  const touches = numbered.map(({ kind, id, number }) => ({
    kind,
    id: number,
    before: number === id ? (s.journal.before(entry.sequence, kind, id) ?? null) : null,
  }));
  s.journal.setState(entry, 'discarded', cause);
  rebuildTouched(s, replayer, entry);
  s.journal.insert({ ...entry, entryid, params, body }, touches);
  for (const { id } of entry.issued) moved.add(id);
  const fresh = s.journal.require(entryid);
  const isUploading = / \/user\/media\//.test(entry.route);
  if (!isOrphan && !isUploading) replayer.replay(s, fresh);
  if (isOrphan || entry.state === 'parked')
    s.journal.setState(fresh, 'parked', isOrphan ? cause : entry.cause);
  return s.journal.require(entryid);
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
