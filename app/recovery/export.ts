import { writeFileSync } from 'node:fs';

import type { Context } from '../context.ts';
import { unpackGuide } from '../store/guides/document.ts';
import type { ReplicaReader } from '../replica/replica.ts';
import { unpackWiki } from '../store/wikis/document.ts';
import { seenPoints } from '../replica/seen-points.ts';
import { describe } from '../replica/decisions/describe.ts';
import { uploadedFile } from '../sync/push/upload.ts';
import type { ExportedEntry } from './exported-journal.ts';

/** Writes edits that the site does not have to a JSON file that another desk can import. @returns how many */
export async function exportJournal(ctx: Pick<Context, 'store' | 'media'>, file: string): Promise<number> {
  const { entries, ...head } = ctx.store.read(null, (s) => ({
    siteid: s.meta.siteid ?? '',
    site: s.meta.get<string>('site-url') ?? '',
    seen: seenPoints(s),
    entries: s.journal.list(['pending', 'sending', 'parked']).map((entry) => ({
      ...describe(s, entry),
      query: entry.query,
      monotonic: entry.monotonicClock,
      bootid: entry.bootid,
      issued: entry.issued,
      before: s.journal
        .touches(entry.sequence)
        .flatMap(({ kind, id }) => beforeOf(s, entry.sequence, kind, id)),
      pages: entry.issued.flatMap(({ kind, id }) => (kind === 'wiki' ? pageOf(s, id) : [])),
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

function pageOf(s: ReplicaReader, id: number): ExportedEntry['pages'] {
  const row = s.wikis.row(id);
  return row ? [{ id, namespace: row.namespace, title: row.title, langid: row.langid }] : [];
}

function beforeOf(s: ReplicaReader, sequence: number, kind: string, id: number): ExportedEntry['before'] {
  const packed = s.journal.before(sequence, kind, id);
  return packed ? [{ kind, id, document: unpackedBefore(kind, packed) }] : [];
}

function unpackedBefore(kind: string, packed: Buffer): unknown {
  if (kind === 'guide') return unpackGuide(packed);
  return kind === 'wiki' ? unpackWiki(packed) : JSON.parse(packed.toString());
}
