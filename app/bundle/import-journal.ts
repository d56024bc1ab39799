import { z } from 'zod';

import { invariant } from '../../shared/assert.ts';
import { AppError } from '../../shared/errors.ts';
import type { EditEndpoint } from '../replica/rebase/replayed-endpoints.ts';
import type { Context } from '../context.ts';
import { fromDisk } from '../disk-error.ts';
import { isProvisional, provisionalIn } from '../store/provisional-ids.ts';
import { packGuide } from '../store/guides/document.ts';
import type { GuideDocument } from '../store/guides/document.ts';
import type { IdKind, Issued } from '../store/meta.ts';
import { ReplicaWriter } from '../replica/replica.ts';
import type { ReplicaReader } from '../replica/replica.ts';
import { noteForeign } from '../replica/seen-points.ts';
import { isAtThirdParty, noteUnknown } from '../replica/unknown-outcomes.ts';
import { rebuildTouched } from '../replica/decisions/rebuild-touched.ts';
import type { Replayer } from '../replica/rebase/replayer.ts';
import { same } from '../../shared/merge/value.ts';
import { isMergedKind } from '../store/resources/kinds.ts';
import { packWiki } from '../store/wikis/document.ts';
import type { WikiBody } from '../store/wikis/document.ts';
import { exportedEntry, readExport } from './exported-journal.ts';
import type { ExportedEntry } from './exported-journal.ts';

/**
 * Imports edits of another desk: they are carried out here by the handlers that accepted them there, under the same UUIDs, so
 * that a hub that gets an edit from both desks carries it out once. A file proves nobody's identity, so one from elsewhere may
 * not change what people are allowed to do.
 *
 * @param here filled with the other desk's provisional ids and the ids here
 * @param isOwn whether this desk wrote the file itself
 * @returns how many edits were new here
 * @throws AppError `invalid` for a file that is no journal, or of another site; `forbidden` for one that changes rights;
 *   `not-found` for edits of a person not known here yet
 */
export async function importJournal(
  ctx: Context,
  endpoints: readonly EditEndpoint[],
  file: string,
  { here = new Map(), isOwn = false }: { here?: Map<number, number>; isOwn?: boolean } = {},
): Promise<number> {
  const { seen, entries } = readExport(
    file,
    ctx.store.read(null, (s) => s.meta.siteid),
    { isOwn },
  );
  const fresh = ctx.store.read(null, (s) => entries.filter(({ entryid }) => !s.journal.has(entryid)));
  ctx.store.read(null, (s) => mapKnown(s, entries, here));
  const stranger = ctx.store.read(null, (s) => fresh.find(({ userid }) => !s.users.author(userid)));
  if (stranger)
    throw new AppError(
      'not-found',
      `User ${stranger.userid}, who made one of these edits, is not known here yet. Nothing was imported. Sync this desk, and try again.`,
    );
  ctx.store.transact(null, (s) =>
    noteForeign(
      s,
      seen,
      fresh.map(({ entryid }) => entryid),
    ),
  );
  // In a file of this desk itself, the ids that it gave before mean the same.
  const kept = isOwn ? ctx.store.read(null, (s) => s.meta.lastProvisional) : 0;
  let taken = 0;
  for (const entry of fresh) {
    const endpoint = endpoints.find(({ route }) => route === entry.operation);
    if (!endpoint)
      throw new AppError('invalid', `This program does not know the operation ${entry.operation}.`);
    try {
      if (!isOwn && ctx.store.read(null, isAtThirdParty))
        ctx.store.transact(null, (s) => noteUnknown(s, entry.entryid, entry.highest));
      await carryOut(ctx, endpoint, renumbered(ctx, entry, { here, kept }));
    } catch (error) {
      if (error instanceof AppError || fromDisk(error)) throw error;
      const message = `The edit ${entry.entryid} in ${file} is damaged. ${taken} edits before it were imported.`;
      throw new AppError('invalid', message, {}, error);
    }
    taken += 1;
  }
  if (isOwn)
    ctx.store.transact(null, (s) => {
      for (const entry of entries) takeDecision(s, ctx.replayer, withIdsHere(entry, here));
    });
  return taken;
}

/** Takes over who sends an edit, and what a person decided about it, from a file that this desk wrote itself (SPEC B3.3). */
function takeDecision(
  s: ReplicaWriter,
  replayer: Replayer,
  { entryid, state, sender, resolution }: ExportedEntry,
): void {
  const entry = s.journal.require(entryid);
  if (entry.state !== 'pending' && entry.state !== 'parked') return;
  if (sender !== undefined && sender !== entry.sender) s.journal.sendAs(entry, sender);
  if (state !== 'pending') return;
  if (resolution && !same(entry.resolution, resolution)) {
    s.journal.resolve(entry, resolution);
    rebuildTouched(s, replayer, entry);
  } else if (entry.state === 'parked') s.journal.setState(entry, 'pending');
}

/** Maps the ids of edits that are here already, as after an interrupted import: later ones name them. */
function mapKnown(s: ReplicaReader, entries: readonly ExportedEntry[], here: Map<number, number>): void {
  for (const { entryid, issued } of entries) {
    if (!s.journal.has(entryid)) continue;
    for (const [index, { id }] of s.idMap.resolve(s.journal.require(entryid).issued).entries()) {
      const there = issued[index];
      if (there) here.set(there.id, id);
    }
  }
}

/**
 * Replaces the other desk's provisional ids by new ones of this desk, which counts for itself. A page that the edit made along the way
 * gets the id of the page with its title, if this desk has one (SPEC J2.9).
 *
 * @param kept the lowest id that stays as it is
 */
function renumbered(
  ctx: Context,
  entry: ExportedEntry,
  { here, kept }: { here: Map<number, number>; kept: number },
): ExportedEntry {
  const known = ctx.store.transact(null, (s) => {
    const pages = entry.operation === 'POST /wikis' ? new Map<number, number>() : pagesHere(s, entry);
    for (const { kind, id } of entry.issued) here.set(id, pages.get(id) ?? s.meta.nextId(kind as IdKind));
    for (const { id } of entry.pages) if (!here.has(id)) here.set(id, pages.get(id) ?? s.meta.nextId('wiki'));
    // Versions, and pages that the site has made along for the other desk: here these numbers mean something else.
    for (const id of provisionalIn({ ...entry, file: null }))
      if (!here.has(id) && id < kept) here.set(id, s.meta.nextId('revision'));
    return pages;
  });
  const made = idsMade(entry);
  const touched = entry.touched.filter(({ kind, id }) => kind !== 'wiki' || !known.has(id) || !made.has(id));
  return withIdsHere({ ...entry, touched }, here);
}

/** Returns an entry with the ids of this desk in place of the other one's. */
function withIdsHere(entry: ExportedEntry, here: ReadonlyMap<number, number>): ExportedEntry {
  const text = JSON.stringify({ ...entry, file: null }).replace(/-\d{10,15}/g, (id) =>
    isProvisional(Number(id)) ? String(here.get(Number(id)) ?? id) : id,
  );
  return { ...exportedEntry.parse(JSON.parse(text)), file: entry.file };
}

const idsMade = ({ issued }: ExportedEntry): ReadonlySet<number> => new Set(issued.map(({ id }) => id));

/** Returns the ids of the pages here that have the titles of those that an edit made, by the other desk's ids. */
function pagesHere(s: ReplicaReader, { pages }: ExportedEntry): Map<number, number> {
  return new Map(
    pages.flatMap(({ id, namespace, title, langid }): [number, number][] => {
      const page = s.wikis.find(namespace, title, langid);
      return page ? [[id, page.wikiid]] : [];
    }),
  );
}

/** Commits an entry together with its effect on the store. The picture of an upload is made before the transaction. */
async function carryOut(ctx: Context, endpoint: EditEndpoint, entry: ExportedEntry): Promise<void> {
  const actor = ctx.store.read(null, (s) => s.users.author(entry.userid));
  invariant(actor, 'the people whose edits a journal contains are looked up before');
  const given = entry.issued as Issued[];
  if (entry.file === null) {
    ctx.store.transact(actor, (s) => {
      const made = idsMade(entry);
      for (const page of entry.pages) if (!made.has(page.id)) makePage(s, entry, page);
      noteDown(s, entry);
      ctx.replayer.replay(s, s.journal.require(entry.entryid));
      for (const page of entry.pages) makePage(s, entry, page);
    });
    return;
  }
  await endpoint.handler({
    params: endpoint.params?.parse(entry.params) ?? {},
    query: endpoint.query?.parse(entry.query) ?? {},
    body: undefined,
    actor,
    ctx,
    request: new Request('http://import.invalid/', {
      method: 'POST',
      body: new Uint8Array(Buffer.from(entry.file, 'base64')),
    }),
    addresses: { media: '', site: '' },
    saw: () => undefined,
    read: ctx.store.readAs(actor, entry.query),
    write: (fn) =>
      ctx.store.transact(actor, (s) => {
        noteDown(s, entry);
        const clock = { seconds: entry.monotonic, bootid: entry.bootid };
        const inner = new ReplicaWriter(s.db, actor, entry.date, { issued: given, clock });
        const result = fn(inner);
        inner.search.flush();
        return result;
      }),
  });
}

/**
 * Makes a page that is not here: the edit made it along the way, and this desk could not carry it out, because it may not have the guide; or
 * an edit made it that the site has already (SPEC J2.8).
 */
function makePage(
  s: ReplicaWriter,
  { userid, date, operation, monotonic, bootid }: ExportedEntry,
  { id, ...page }: ExportedEntry['pages'][number],
): void {
  const actor = s.users.author(userid);
  if (!actor || operation === 'POST /wikis') return;
  if (s.wikis.row(id) || s.wikis.find(page.namespace, page.title, page.langid)) return;
  const clock = { seconds: monotonic, bootid };
  const inner = new ReplicaWriter(s.db, { ...actor, role: 'admin' }, date, {
    issued: [{ kind: 'wiki', id }],
    clock,
  });
  inner.wikis.create(page);
  inner.search.flush();
}

function noteDown(s: ReplicaWriter, entry: ExportedEntry): void {
  const shown = entry.touched.filter(({ kind, id }) => !isMergedKind(kind) || s.trash.isShown(kind, id));
  s.journal.keepSiteVersions(shown);
  s.journal.insert(
    {
      entryid: entry.entryid,
      route: entry.operation,
      params: entry.params,
      query: entry.query,
      body: entry.body,
      issued: entry.issued as Issued[],
      userid: entry.userid,
      wallClock: entry.date,
      monotonicClock: entry.monotonic,
      bootid: entry.bootid,
      resolution: entry.resolution,
    },
    entry.touched.map(({ kind, id }) => {
      const before = entry.before.find((one) => one.kind === kind && one.id === id);
      return { kind, id, before: before ? packed(before) : null };
    }),
  );
}

/** The fields of a guide and of a wiki that merging reads. `beforeOf` wrote them, but the file may have been changed since. */
const guideBefore = z.looseObject({
  body: z.looseObject({ guideid: z.int(), introduction_raw: z.string(), conclusion_raw: z.string() }),
  steps: z.array(z.looseObject({ stepid: z.int(), lines: z.array(z.looseObject({ text_raw: z.string() })) })),
  userid: z.int(),
  prerequisites: z.array(z.int()),
});
const wikiBefore = z.looseObject({ wikiid: z.int(), title: z.string(), contents_raw: z.string() });

function packed({ kind, document }: ExportedEntry['before'][number]): Buffer {
  if (kind === 'guide') {
    requireShape(guideBefore, document);
    return packGuide(document as GuideDocument);
  }
  if (kind !== 'wiki') return Buffer.from(JSON.stringify(document));
  requireShape(wikiBefore, document);
  return packWiki(document as WikiBody);
}

/** Ends at the first wrong value, of which a file may have millions; `parse` would describe each. */
function requireShape(schema: z.ZodType, document: unknown): void {
  if (!schema.validate(document)) throw new Error('the document before the edit is damaged');
}
