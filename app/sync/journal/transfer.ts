import { readFileSync, writeFileSync } from 'node:fs';

import { z } from 'zod';

import { AppError } from '../../../shared/errors.ts';
import type { Endpoint } from '../../api/endpoint.ts';
import { fromDisk } from '../../api/error-response.ts';
import type { Context } from '../../context.ts';
import { packGuide, unpackGuide } from '../../store/guides/document.ts';
import type { GuideDocument } from '../../store/guides/document.ts';
import type { IdKind, Issued } from '../../store/meta.ts';
import { isProvisional } from '../../store/aliases/aliases.ts';
import { StoreWriter } from '../../store/store.ts';
import type { StoreReader } from '../../store/store.ts';
import { packWiki, unpackWiki } from '../../store/wikis/document.ts';
import type { WikiBody } from '../../store/wikis/document.ts';
import { uploadedFile } from '../push/bytes.ts';
import { describe } from './describe.ts';

const issued = z.object({ kind: z.string(), id: z.int() });

const exportedEntry = z.looseObject({
  entryid: z.string(),
  state: z.string(),
  operation: z.string(),
  params: z.record(z.string(), z.string()),
  query: z.record(z.string(), z.string()),
  body: z.unknown(),
  userid: z.int(),
  date: z.number(),
  monotonic: z.number(),
  bootid: z.string(),
  issued: z.array(issued),
  touched: z.array(z.object({ kind: z.string(), id: z.int() })),
  /** What was edited, as it was before, by kind and id. */
  before: z.array(z.object({ kind: z.string(), id: z.int(), document: z.unknown() })),
  /** Of an upload: the file, in Base64. */
  file: z.string().nullable(),
});
type ExportedEntry = z.infer<typeof exportedEntry>;

const exported = z.object({
  product: z.literal('Benchside journal'),
  version: z.literal(1),
  siteid: z.string(),
  site: z.string(),
  entries: z.array(exportedEntry),
});

/** Writes edits that the site does not have into a file that people can read and another desk can take over. */
export async function exportJournal(ctx: Pick<Context, 'store' | 'media'>, file: string): Promise<number> {
  const { entries, ...head } = ctx.store.read(null, (s) => ({
    siteid: s.meta.siteid ?? '',
    site: s.meta.get<string>('site-url') ?? '',
    entries: s.journal.list(['pending', 'sending', 'parked']).map((entry) => ({
      ...describe(s, entry),
      query: entry.query,
      monotonic: entry.monotonicClock,
      bootid: entry.bootid,
      issued: entry.issued,
      before: s.journal
        .touches(entry.sequence)
        .flatMap(({ kind, id }) => beforeOf(s, entry.sequence, kind, id)),
      upload: uploadedFile(s, entry)?.sha256,
    })),
  }));
  const whole: ExportedEntry[] = [];
  for (const { upload, ...entry } of entries) {
    const bytes = upload === undefined ? null : await ctx.media.read(upload);
    whole.push({ ...entry, file: bytes && bytes.toString('base64') });
  }
  const document = { product: 'Benchside journal', version: 1, ...head, entries: whole };
  writeFileSync(file, `${JSON.stringify(document, null, 2)}\n`, { mode: 0o600 });
  return whole.length;
}

function beforeOf(s: StoreReader, sequence: number, kind: string, id: number): ExportedEntry['before'] {
  const packed = s.journal.before(sequence, kind, id);
  return packed ? [{ kind, id, document: unpackedBefore(kind, packed) }] : [];
}

function unpackedBefore(kind: string, packed: Buffer): unknown {
  if (kind === 'guide') return unpackGuide(packed);
  return kind === 'wiki' ? unpackWiki(packed) : JSON.parse(packed.toString());
}

/**
 * Takes over edits of another desk: they are carried out here by the handlers that took them there, and stand in this
 * journal under the same UUIDs, so that a hub which gets one from both desks carries it out once.
 *
 * A file proves nobody's name. So one that comes from elsewhere may not change what a person is allowed to do.
 *
 * @param here is told the provisional ids of the other desk, and what they are here
 * @param isOwn whether this desk wrote the file itself
 * @returns how many were new here
 * @throws AppError `invalid` for a file that is none, or of another site; `forbidden` for one that changes rights
 */
export async function importJournal(
  ctx: Context,
  endpoints: readonly Endpoint[],
  file: string,
  { here = new Map(), isOwn = false }: { here?: Map<number, number>; isOwn?: boolean } = {},
): Promise<number> {
  const { siteid, site, entries } = readExport(file);
  if (ctx.store.read(null, (s) => s.meta.siteid) !== siteid)
    throw new AppError('invalid', `This journal belongs to another site: ${site}. Nothing was taken over.`);
  if (!isOwn && entries.some(changesRights))
    throw new AppError(
      'forbidden',
      'This journal changes what people may do. Privileges and members of teams are not taken from a file. Nothing was taken over.',
    );
  let taken = 0;
  for (const entry of entries) {
    if (ctx.store.read(null, (s) => s.journal.has(entry.entryid))) continue;
    const endpoint = endpoints.find(({ route }) => route === entry.operation);
    if (!endpoint)
      throw new AppError('invalid', `This program does not know the operation ${entry.operation}.`);
    try {
      await carryOut(ctx, endpoint, renumbered(ctx, entry, here));
    } catch (error) {
      if (error instanceof AppError || fromDisk(error)) throw error;
      const message = `The edit ${entry.entryid} in ${file} is damaged. ${taken} edits before it were taken over.`;
      throw new AppError('invalid', message, {}, error);
    }
    taken += 1;
  }
  return taken;
}

function changesRights({ operation, body }: ExportedEntry): boolean {
  if (/^(?:PUT|DELETE) \/teams\/\{teamid\}\/users\//.test(operation)) return true;
  if (operation !== 'PATCH /users/{userid}' || typeof body !== 'object' || body === null) return false;
  return 'greatest_privilege' in body || 'sso_userid' in body;
}

function readExport(file: string): z.infer<typeof exported> {
  try {
    return exported.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    throw new AppError('invalid', `${file} is not an exported journal.`, {}, error);
  }
}

/** Ids that the other desk gave are given anew: it counts for itself. */
function renumbered(ctx: Context, entry: ExportedEntry, here: Map<number, number>): ExportedEntry {
  ctx.store.transact(null, (s) => {
    for (const { kind, id } of entry.issued) here.set(id, s.meta.nextId(kind as IdKind));
  });
  const replace = (text: string): string =>
    text.replace(/-\d{10,15}/g, (id) =>
      isProvisional(Number(id)) ? String(here.get(Number(id)) ?? id) : id,
    );
  return {
    ...exportedEntry.parse(JSON.parse(replace(JSON.stringify({ ...entry, file: null })))),
    file: entry.file,
  };
}

/** Entry and what it does to the store commit together; an upload's picture is made before. */
async function carryOut(ctx: Context, endpoint: Endpoint, entry: ExportedEntry): Promise<void> {
  const actor = ctx.store.read(null, (s) => s.users.actor(entry.userid));
  if (!actor)
    throw new AppError('invalid', `User ${entry.userid}, who made one of these edits, is not known here.`);
  const given = entry.issued as Issued[];
  if (entry.file === null) {
    ctx.store.transact(actor, (s) => {
      noteDown(s, entry);
      ctx.replayer.replay(s, s.journal.require(entry.entryid));
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
    write: (fn) =>
      ctx.store.transact(actor, (s) => {
        noteDown(s, entry);
        const clock = { seconds: entry.monotonic, bootid: entry.bootid };
        const inner = new StoreWriter(s.db, actor, entry.date, { issued: given, clock });
        const result = fn(inner);
        inner.search.flush();
        return result;
      }),
  });
}

function noteDown(s: StoreWriter, entry: ExportedEntry): void {
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
    },
    entry.touched.map(({ kind, id }) => {
      const before = entry.before.find((one) => one.kind === kind && one.id === id);
      return { kind, id, before: before ? packed(before) : null };
    }),
  );
}

/** What merging reads of a guide and of a wiki. Written by `beforeOf`, but a file may have been changed since. */
const guideBefore = z.looseObject({
  body: z.looseObject({ guideid: z.int(), introduction_raw: z.string(), conclusion_raw: z.string() }),
  steps: z.array(z.looseObject({ stepid: z.int(), lines: z.array(z.looseObject({ text_raw: z.string() })) })),
  userid: z.int(),
  prerequisites: z.array(z.int()),
});
const wikiBefore = z.looseObject({ wikiid: z.int(), title: z.string(), contents_raw: z.string() });

function packed({ kind, document }: ExportedEntry['before'][number]): Buffer {
  if (kind === 'guide') {
    guideBefore.parse(document);
    return packGuide(document as GuideDocument);
  }
  if (kind !== 'wiki') return Buffer.from(JSON.stringify(document));
  wikiBefore.parse(document);
  return packWiki(document as WikiBody);
}
