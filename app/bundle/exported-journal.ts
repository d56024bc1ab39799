import { readFileSync } from 'node:fs';

import { z } from 'zod';

import { AppError } from '../../shared/errors.ts';
import { limits } from '../../shared/limits.ts';
import { parameters } from '../../shared/model/edit-batch.ts';
import { limitedRecord } from '../../shared/model/limited-record.ts';
import { feedPosition } from '../../shared/model/feed-position.ts';
import { digestOfEdits } from '../edit-key.ts';
import { excessOf, hasMoreNames } from '../json-shape.ts';

const { editIds, editDocuments } = limits.bundle;

export const exportedEntry = z.object({
  entryid: z.string().max(limits.sync.key.max),
  state: z.string(),
  operation: z.string(),
  params: parameters,
  query: parameters,
  body: z.unknown(),
  userid: z.int(),
  /** Who sends it; absent in files of older versions. Only a desk's own file is believed. */
  sender: z.int().optional(),
  date: z.number(),
  monotonic: z.number(),
  bootid: z.string(),
  issued: z.array(z.object({ kind: z.string(), id: z.int() })).max(editIds.max),
  touched: z.array(z.object({ kind: z.string(), id: z.int() })).max(editDocuments.max),
  /** The edited documents as they were before the edit, by kind and id. */
  before: z.array(z.object({ kind: z.string(), id: z.int(), document: z.unknown() })).max(editDocuments.max),
  /** Pages that the edit made along the way, such as those of the parts of a guide. */
  pages: z
    .array(z.object({ id: z.int(), namespace: z.string(), title: z.string(), langid: z.string() }))
    .max(editDocuments.max)
    .default([]),
  /** The decision of a person about its conflicts. */
  resolution: z
    .object({
      fields: limitedRecord(
        z.string(),
        z.object({ theirs: z.unknown(), value: z.unknown() }),
        limits.sync.decided.max,
      ),
    })
    .nullable()
    .default(null),
  /** At a third-party site: the highest ids before the edit can have been sent, by kind. */
  highest: limitedRecord(z.string(), z.int(), 20).optional(),
  /** The file of an upload, in Base64. */
  file: z.string().nullable(),
});
export type ExportedEntry = z.infer<typeof exportedEntry>;

/** Shows that a desk wrote the file where this person was signed in to the site (SPEC U6.1); Base64. */
const editSignature = z.object({ userid: z.int(), signature: z.string().max(limits.bundle.signature.max) });
export type EditSignature = z.infer<typeof editSignature>;

/** The file that `export.ts` writes and `import.ts` reads. */
const exported = z.object({
  product: z.literal('Benchside journal'),
  version: z.literal(1),
  /** Empty if the desk has not met its hub yet. */
  siteid: z.string(),
  site: z.string(),
  /** Lines of the hub's feed that the desk had read, newest last. Ids in the edits belong to this history. */
  seen: z.array(feedPosition).max(limits.sync.points.max).default([]),
  /** When the file was saved, UNIX seconds by the desk's clock; 0 in files of older versions. */
  saved: z.number().default(0),
  entries: z.array(exportedEntry),
  signatures: z.array(editSignature).max(limits.bundle.signatures.max).default([]),
});
export type ExportedJournal = z.infer<typeof exported>;

/**
 * Reads a file of edits of a site.
 *
 * @param isOwn whether this desk wrote the file itself, which then may change what people are allowed to do
 * @returns its content, and the hash that is signed
 * @throws AppError `invalid` for a file that is no journal, is too large, or of another site; `forbidden` for one that changes rights
 */
export function readExport(
  file: string,
  siteid: string | undefined,
  { isOwn = false }: { isOwn?: boolean } = {},
): ExportedJournal & { digest: string } {
  const read = readFile(file);
  // A desk that has not met its hub does not know whose edits it has.
  const known = siteid ?? '';
  if (known === '' && !isOwn)
    throw new AppError(
      'invalid',
      'This desk has not met its hub yet, so it cannot tell whose edits these are. Nothing was imported. Sync this desk, and try again.',
    );
  if (read.siteid === '' && known !== '')
    throw new AppError(
      'invalid',
      'The desk that saved these edits has not met its hub yet. Nothing was imported. Sync that desk, and save its edits again.',
    );
  if (read.siteid !== known)
    throw new AppError('invalid', `The edits belong to another hub: ${read.site}. Nothing was imported.`);
  if (!isOwn && read.entries.some(changesRights))
    throw new AppError(
      'forbidden',
      'The file changes what people may do. Privileges and members of teams are not taken from a file. Nothing was imported.',
    );
  return read;
}

/** @throws AppError `invalid` for a file that is no journal, or that costs far more than its length to read */
function readFile(file: string): ExportedJournal & { digest: string } {
  try {
    const json = readFileSync(file);
    requireShape(json, file);
    const raw: unknown = JSON.parse(json.toString());
    if (typeof raw !== 'object' || raw === null) throw new Error('the file is no object');
    requireFewSignatures(raw, file);
    // Ends at the first wrong value, of which a file may have millions; `parse` would describe each.
    if (!exported.validate(raw)) throw new Error('the content is not that of a file with edits');
    // Of what was read, because the schema changes the order of the fields.
    const digest = digestOfEdits(JSON.stringify({ ...raw, signatures: undefined }));
    const read = exported.parse(raw);
    requireOneEach(read, file);
    return { ...read, digest };
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('invalid', `${file} is not a file with edits. Nothing was imported.`, {}, error);
  }
}

function requireShape(json: Buffer, file: string): void {
  const { editsDepth: depth, editsValues: values } = limits.bundle;
  const excess = excessOf(json, { depth: depth.max, values: values.max });
  if (excess === 'depth')
    throw new AppError('invalid', `${file} is nested deeper than ${depth.max} levels. Nothing was imported.`);
  if (excess === 'values')
    throw new AppError('invalid', `${file} has more than ${values.max} values. Nothing was imported.`);
  if (hasMoreNames(json, limits.bundle.editsNames.max))
    throw new Error('there are more names than in any file with edits');
}

/** The signatures themselves are not signed, so anyone can add some, and a hub checks each of them with all sessions of its person. */
function requireFewSignatures(raw: object, file: string): void {
  const { max } = limits.bundle.signatures;
  if ('signatures' in raw && Array.isArray(raw.signatures) && raw.signatures.length > max)
    throw new AppError('invalid', `${file} has more than ${max} signatures. Nothing was imported.`);
}

function requireOneEach({ signatures }: ExportedJournal, file: string): void {
  if (new Set(signatures.map(({ userid }) => userid)).size < signatures.length)
    throw new AppError('invalid', `${file} has several signatures of one person. Nothing was imported.`);
}

/** Returns whether an edit changes what people may do. No file brings such edits to a hub or another desk. */
export function changesRights({ operation, body }: Pick<ExportedEntry, 'operation' | 'body'>): boolean {
  if (/^(?:PUT|DELETE) \/teams\/\{teamid\}\/users\//.test(operation)) return true;
  if (operation !== 'PATCH /users/{userid}' || typeof body !== 'object' || body === null) return false;
  return 'greatest_privilege' in body || 'sso_userid' in body;
}
