import type { HighestIds } from '../../store/feed/epochs.ts';
import { adopt } from '../../store/aliases/rename.ts';
import { lostBySite } from '../../store/journal/entry.ts';
import type { JournalEntry } from '../../store/journal/entry.ts';
import { uuid7 } from '../../store/journal/uuid7.ts';
import type { IdKind } from '../../store/meta.ts';
import type { StoreWriter } from '../../store/store.ts';
import { storedVersion } from '../push/versions.ts';
import type { Replayer } from '../replay.ts';
import { recreate, redrawTouched } from './decide.ts';

/**
 * Sets aside what a restored hub has lost: edits that it had taken, and edits of what it had, under whose number it may have
 * something else by now. A guide or page with such edits becomes one that was made here, as it is shown, and waits for a person to
 * send it; what was written about it goes along. Other edits keep their text and name nothing of the site any more.
 *
 * @param ids the highest numbers that the hub had given where it parted from what is known here
 * @param lost edits that it had taken since; entryids
 */
export function setAsideLost(
  s: StoreWriter,
  replayer: Replayer,
  { ids, lost }: { ids: HighestIds; lost: readonly string[] },
): void {
  for (const entryid of lost) {
    const entry = s.journal.has(entryid) ? s.journal.require(entryid) : undefined;
    if (entry?.state === 'done') s.journal.lose(entry);
  }
  const isLost = (kind: string, id: number): boolean => id > (ids[kind] ?? 0);
  const madeAgain = new Map<string, number>();
  const moved = new Set<number>();
  for (const { entryid } of waitingEntries(s)) {
    const entry = s.journal.require(entryid);
    const document = isWaiting(entry) ? lostDocument(s, entry, isLost) : undefined;
    if (!document) continue;
    const id = makeAgain(s, replayer, entry, document);
    if (id !== undefined) madeAgain.set(`${document.kind} ${document.id}`, id);
  }
  for (const { provisional, kind, id } of lostAliases(s, ids)) {
    s.db.runSql('DELETE FROM alias WHERE provisional = ?', [provisional]);
    if (!s.journal.isComing(provisional)) continue;
    madeAgain.set(`${kind} ${id}`, provisional);
    if (!uploads.has(kind)) continue;
    // The file is known by the number of its upload, which is sent again.
    adopt(s, kind, id, provisional);
    s.db.runSql(`UPDATE OR REPLACE ${kind} SET ${kind}id = ? WHERE ${kind}id = ?`, [provisional, id]);
    s.db.runSql('DELETE FROM alias WHERE provisional = ?', [id]);
  }
  for (const { entryid } of waitingEntries(s)) {
    const entry = s.journal.require(entryid);
    if (isWaiting(entry)) detach(s, replayer, entry, { isLost, madeAgain, moved });
  }
}

const uploads: ReadonlySet<string> = new Set(['image', 'video', 'document']);

/** Numbers of the site that were given in the lost part for what was made here. */
const lostAliases = (s: StoreWriter, ids: HighestIds): { provisional: number; kind: string; id: number }[] =>
  s.db
    .allSql<{ provisional: number; kind: string; id: number }>('SELECT provisional, kind, id FROM alias')
    .filter(({ kind, id }) => id > (ids[kind] ?? 0));

/** The guide or page that an entry changed, where the hub has lost it and it is still shown here. */
function lostDocument(
  s: StoreWriter,
  entry: JournalEntry,
  isLost: Lost['isLost'],
): { kind: 'guide' | 'wiki'; id: number } | undefined {
  for (const { kind, id } of s.journal.touches(entry.sequence))
    if ((kind === 'guide' || kind === 'wiki') && isLost(kind, id) && storedVersion(s, kind, id))
      return { kind, id };
  return undefined;
}

const waitingEntries = (s: StoreWriter): JournalEntry[] => s.journal.list(['pending', 'sending', 'parked']);

const isWaiting = ({ state }: JournalEntry): boolean => state !== 'done' && state !== 'discarded';

/** @returns its number here */
function makeAgain(
  s: StoreWriter,
  replayer: Replayer,
  entry: JournalEntry,
  document: { kind: 'guide' | 'wiki'; id: number },
): number | undefined {
  const last = waitingEntries(s).at(-1)?.sequence ?? 0;
  recreate(s, replayer, entry, document);
  // What builds on the first of these waits for it.
  const [made] = s.journal.list(['pending'], last);
  if (!made) return undefined;
  s.journal.setState(made, 'parked', lostBySite);
  return made.issued[0]?.id;
}

interface Lost {
  isLost(kind: string, id: number): boolean;
  /** Numbers here of what was made again, by kind and former number. */
  madeAgain: Map<string, number>;
  /** What edits made that stand further behind in the journal now: what builds on it has to follow. */
  moved: Set<number>;
}

/** Puts numbers of this desk in the place of those that the hub has lost. */
function detach(
  s: StoreWriter,
  replayer: Replayer,
  entry: JournalEntry,
  { isLost, madeAgain, moved }: Lost,
): void {
  let isOrphan = false;
  const here = (kind: string, id: number): number => {
    if (!isLost(kind, id)) return id;
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
      return [name, kind && /^\d+$/.test(value) ? String(here(kind, Number(value))) : value];
    }),
  );
  const body = withNumbers(entry.body, here);
  const numbered = s.journal.touches(entry.sequence).map(({ kind, id }) => {
    const named = touched[kind] ?? kind;
    const number = kind === 'tags' && id < 0 ? -here('wiki', -id) : id > 0 ? here(named, id) : id;
    return { kind, id, number: named === 'user' ? id : number };
  });
  const isSame = numbered.every(({ id, number }) => id === number && !moved.has(id));
  if (isSame && JSON.stringify([params, body]) === JSON.stringify([entry.params, entry.body])) return;
  // An entry is never edited: another takes its place.
  const entryid = uuid7(s.now * 1000);
  const touches = numbered.map(({ kind, id, number }) => ({
    kind,
    id: number,
    before: s.journal.before(entry.sequence, kind, id) ?? null,
  }));
  s.journal.setState(entry, 'discarded', lostBySite);
  redrawTouched(s, replayer, entry);
  s.journal.insert({ ...entry, entryid, params, body }, touches);
  for (const { id } of entry.issued) moved.add(id);
  const fresh = s.journal.require(entryid);
  const isUpload = / \/user\/media\//.test(entry.route);
  if (!isOrphan && !isUpload) replayer.replay(s, fresh);
  if (isOrphan || entry.state === 'parked')
    s.journal.setState(fresh, 'parked', isOrphan ? lostBySite : entry.cause);
}

/** Whose number an edit of this kind names; of what is not here, its own. */
const touched: Readonly<Record<string, string>> = {
  tags: 'guide',
  translations: 'guide',
  collaborators: 'guide',
  form: 'step',
  favorites: 'user',
  completions: 'user',
  views: 'user',
};

const byName: Readonly<Record<string, string>> = {
  guideid: 'guide',
  stepid: 'step',
  commentid: 'comment',
  parentid: 'comment',
  image: 'image',
  teamid: 'team',
  releaseid: 'release',
  imageid: 'image',
  videoid: 'video',
  documentid: 'document',
};

function kindOfParam({ route, params }: JournalEntry, name: string): string | undefined {
  if (name === 'contextid') return params['context'];
  if (name === 'entryid') return route.includes('glossary') ? 'glossary' : 'entry';
  return byName[name];
}

/** Those that a body names in fields of its own. */
function withNumbers(body: unknown, here: (kind: string, id: number) => number): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  return Object.fromEntries(
    Object.entries(body).map(([name, value]: [string, unknown]) => {
      const kind = byName[name];
      if (kind && typeof value === 'number' && value > 0) return [name, here(kind, value)];
      if (name === 'prerequisites' && Array.isArray(value))
        return [
          name,
          value.map((id: unknown) => (typeof id === 'number' && id > 0 ? here('guide', id) : id)),
        ];
      return [name, value];
    }),
  );
}
