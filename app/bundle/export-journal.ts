import { z } from 'zod';

import type { Context } from '../context.ts';
import { writeWhole } from '../whole-file.ts';
import { digestOfEdits, signEdits } from '../edit-key.ts';
import { unpackGuide } from '../store/guides/document.ts';
import type { ReplicaReader } from '../replica/replica.ts';
import { unpackWiki } from '../store/wikis/document.ts';
import { seenPoints } from '../replica/seen-points.ts';
import { describe, guideOf } from '../replica/decisions/describe.ts';
import { failedSearchOperation } from '../replica/journal/entry.ts';
import type { JournalEntry, Touch } from '../replica/journal/entry.ts';
import { operationOf } from '../replica/operations/index.ts';
import { isAdmin, isLead } from '../store/actor.ts';
import type { Actor } from '../store/actor.ts';
import { mayEditGuide, mayReadGuide } from '../store/policy/guides.ts';
import { mayReadAssignment } from '../store/policy/runs.ts';
import { isProvisional, provisionalIn } from '../store/provisional-ids.ts';
import { numberNamed } from '../store/resources/index.ts';
import { isAtThirdParty, noteUnknown, unknownAbove } from '../replica/unknown-outcomes.ts';
import { uploadedFile } from '../sync/push/upload.ts';
import type { PersonToken } from '../sync/round.ts';
import { changesRights } from './exported-journal.ts';
import type { ExportedEntry, ExportedJournal } from './exported-journal.ts';

/**
 * Writes edits that the site does not have to a JSON file that another desk can import.
 *
 * @param options.isOwn whether only this desk reads the file
 * @returns how many
 */
export async function exportJournal(
  ctx: Parts,
  file: string,
  signers: readonly PersonToken[] = [],
  { isOwn = false }: { isOwn?: boolean } = {},
): Promise<number> {
  const document = await unsentEdits(ctx, { signers, isOwn });
  writeWhole(file, `${JSON.stringify(document, null, 2)}\n`);
  return document.entries.length;
}

type Parts = Pick<Context, 'store' | 'media'>;

/**
 * Returns the content of the file with the edits that the site does not have.
 *
 * @param options.carrier who may read the file, and so gets only what they may carry; anyone with access to the data folder, if absent
 * @param options.signers people of this desk, whose edits a hub then takes from the file
 * @param options.isOwn whether only this desk reads the file; for others, edits that change rights are left out, since they would refuse it all
 */
export async function unsentEdits(
  ctx: Parts,
  {
    carrier,
    signers = [],
    isOwn = false,
  }: { carrier?: Actor; signers?: readonly PersonToken[]; isOwn?: boolean } = {},
): Promise<ExportedJournal> {
  const waitingFor = (s: ReplicaReader): JournalEntry[] => {
    const waiting = s.journal.list(['pending', 'sending', 'parked']);
    const taken = ({ route: operation, body }: JournalEntry): boolean =>
      isOwn || !changesRights({ operation, body });
    return carried(s, waiting.filter(taken), carrier);
  };
  // Another desk may send them from now on (SPEC J11.10).
  if (ctx.store.read(null, isAtThirdParty))
    ctx.store.transact(null, (s) => {
      for (const { entryid } of waitingFor(s)) noteUnknown(s, entryid);
    });
  const { entries, ...head } = ctx.store.read(carrier ?? null, (s) => ({
    siteid: s.meta.siteid ?? '',
    site: s.meta.get<string>('site-url') ?? '',
    seen: seenPoints(s),
    saved: s.now,
    entries: waitingFor(s).map((entry) => ({
      ...describe(s, entry),
      query: entry.query,
      sender: entry.sender,
      monotonic: entry.monotonicClock,
      bootid: entry.bootid,
      issued: entry.issued,
      resolution: entry.resolution,
      before: s.journal
        .touches(entry.sequence)
        .filter((touch) => !carrier || hasSeen(s, entry, touch))
        .flatMap(({ kind, id }) => beforeOf(s, entry.sequence, kind, id)),
      pages: pagesOf(s, entry),
      highest: unknownAbove(s, entry.entryid),
      upload: uploadedFile(s, entry)?.sha256,
    })),
  }));
  const whole: ExportedEntry[] = [];
  for (const { upload, ...entry } of entries) {
    const bytes = upload === undefined ? null : await ctx.media.read(upload);
    whole.push({ ...entry, file: bytes && bytes.toString('base64') });
  }
  const document = { product: 'Benchside journal', version: 1, ...head, entries: whole } as const;
  const digest = digestOfEdits(JSON.stringify(document));
  const authors = new Set(whole.map(({ userid }) => userid));
  const signatures = signers
    .filter(({ userid }) => authors.has(userid))
    .map(({ userid, token }) => ({ userid, signature: signEdits(digest, token) }));
  return { ...document, signatures };
}

/**
 * Returns the edits that a person may carry: their own; for leads also those of others, without what the lead may not read (SECURITY.md), and
 * without pictures and files that none of these edits names.
 */
function carried(s: ReplicaReader, entries: JournalEntry[], carrier: Actor | undefined): JournalEntry[] {
  if (!carrier || isAdmin(carrier)) return entries;
  const isOwn = ({ userid }: JournalEntry): boolean => userid === carrier.userid;
  if (!isLead(carrier)) return entries.filter(isOwn);
  const readable = entries.filter((entry) => isOwn(entry) || isForLeads(s, entry));
  const named = new Set(readable.flatMap(({ params, body }) => provisionalIn([params, body])));
  return readable.filter(
    (entry) => isOwn(entry) || !uploadedFile(s, entry) || entry.issued.some(({ id }) => named.has(id)),
  );
}

/** Join codes of teams are in these. */
const ofTeams = /^(?:POST|PATCH|DELETE) \/benchside\/teams/;

/** Kinds that belong to one person: their media manager and their notifications. */
const personalKinds: ReadonlySet<string> = new Set(['image', 'video', 'document', 'notifications']);

/** Returns whether leads may read an edit of someone else, with the documents as they were before it. */
function isForLeads(s: ReplicaReader, entry: JournalEntry): boolean {
  if (entry.route === failedSearchOperation || ofTeams.test(entry.route)) return false;
  const before = s.journal
    .touches(entry.sequence)
    .flatMap(({ kind, id }) => beforeOf(s, entry.sequence, kind, id));
  if (before.some(({ kind }) => personalKinds.has(kind))) return false;
  const documents = [entry.body, ...before.map(({ document }) => document)];
  const guides = documents.flatMap((document) => {
    const { data } = ofGuide.safeParse(s.idMap.resolve(document));
    return data ? (s.guides.row(data.guideid) ?? []) : [];
  });
  const { releaseid } = entry.params;
  const released = releaseid === undefined ? undefined : s.releases.guideOf(Number(releaseid));
  return [guideOf(s, entry), released === undefined ? undefined : s.guides.row(released), ...guides].every(
    (guide) => !guide || mayReadGuide(s, { ...guide, deleted: 0 }),
  );
}

/** A job, assigned work, a release or a form. */
const ofGuide = z.looseObject({ guideid: z.int() });

/**
 * Returns whether the carrier has seen a document that their edit changed: readers report problems of a guide whose draft they do not see, and
 * start jobs that are assigned to others.
 */
function hasSeen(s: ReplicaReader, { route }: JournalEntry, { kind, id }: Touch): boolean {
  const assignment = kind === 'assignment' ? s.assignments.row(id) : undefined;
  if (assignment) return mayReadAssignment(s, assignment);
  if (kind !== 'guide' || operationOf(route).merges) return true;
  const guide = s.guides.row(id);
  return !guide || mayEditGuide(s, guide);
}

/** Returns the pages that an edit made, and those it is about that have no id of the site here (SPEC J2.8). */
function pagesOf(s: ReplicaReader, { sequence, params, body, issued }: JournalEntry): ExportedEntry['pages'] {
  const made = issued.flatMap(({ kind, id }) => (kind === 'wiki' ? id : []));
  const touched = s.journal.touches(sequence).map(({ kind, id }) => numberNamed(kind, id).id);
  const about = [...touched, ...provisionalIn([params, body])].filter(isProvisional);
  return [...new Set([...made, ...about])].flatMap((id) => {
    const row = s.wikis.row(id);
    return row ? [{ id, namespace: row.namespace, title: row.title, langid: row.langid }] : [];
  });
}

function beforeOf(s: ReplicaReader, sequence: number, kind: string, id: number): ExportedEntry['before'] {
  const packed = s.journal.before(sequence, kind, id);
  return packed ? [{ kind, id, document: unpackedBefore(kind, packed) }] : [];
}

function unpackedBefore(kind: string, packed: Buffer): unknown {
  if (kind === 'guide') return unpackGuide(packed);
  return kind === 'wiki' ? unpackWiki(packed) : JSON.parse(packed.toString());
}
