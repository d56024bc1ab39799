import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

import { receipt } from '../../shared/model/bundle.ts';
import type { Receipt, SealedReceipt } from '../../shared/model/bundle.ts';
import type { Cause } from '../../shared/model/journal.ts';
import type { JournalEntry } from '../replica/journal/entry.ts';
import type { ReplicaReader } from '../replica/replica.ts';
import { fillPlaceholders } from '../store/placeholders.ts';
import type { Addresses } from '../store/placeholders.ts';
import type { WikiRow } from '../store/wikis/rows.ts';
import { parseUntrusted } from './packed-lines.ts';

/** Ids of desks' edits, which nobody can guess. Other programs may choose keys that can be guessed: these get no receipt. */
const uuid = /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

const derived = (entryid: string, what: 'id' | 'key', bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', entryid, '', `Benchside receipt ${what}`, bytes));

const idOf = (entryid: string): string => derived(entryid, 'id', 16).toString('base64');

/**
 * Yields what a hub says about edits of desks: its answers, and conflicts of edits that came in a file. Each is sealed with the id of its
 * edit, which only the hub and those who have the edit know, because it may show what not everybody may read (SPEC U4.2).
 */
export function* sealedReceipts(
  s: ReplicaReader,
  as: ReadAs,
  addresses: Addresses,
): Generator<SealedReceipt> {
  const fill = (text: string): string => fillPlaceholders(text, addresses);
  const filled = ({ text, ...current }: Current): Current => ({
    ...current,
    text: text === null ? null : fill(text),
  });
  for (const { key, userid, route, answer, sequence } of s.idempotency.all()) {
    if (!uuid.test(key)) continue;
    const current = answeredNow(answer, (fn) => as(userid, fn));
    yield sealOf(key, {
      userid,
      route,
      sequence,
      answer: fill(answer),
      ...(current && { current: filled(current) }),
    });
  }
  for (const { key, userid, route, params, cause } of s.idempotency.conflicts()) {
    const current = editedNow(JSON.parse(params) as Record<string, string>, (fn) => as(userid, fn));
    yield sealOf(key, {
      userid,
      route,
      conflict: JSON.parse(cause) as Cause,
      ...(current && { current: filled(current) }),
    });
  }
}

const sealOf = (key: string, plain: Receipt): SealedReceipt => sealReceipt(key, JSON.stringify(plain));

/** Seals a receipt with the id of its edit. @param plain JSON */
export function sealReceipt(key: string, plain: string): SealedReceipt {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', derived(key, 'key', 32), nonce);
  const text = Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  return { id: idOf(key), nonce: nonce.toString('base64'), sealed: text.toString('base64') };
}

/** Reads as a person. Returns `undefined` if there is no such person any more. */
export type ReadAs = <T>(userid: number, fn: (s: ReplicaReader) => T) => T | undefined;

type ReadAsAuthor = <T>(fn: (s: ReplicaReader) => T) => T | undefined;

/** The path by which a desk asks for a guide or page, and what its author would get. */
type Current = NonNullable<Receipt['current']>;

/** Returns the guide or page that an answer has. */
function answeredNow(answer: string, as: ReadAsAuthor): Current | undefined {
  const fields = JSON.parse(answer) as Record<string, unknown> | null;
  if (typeof fields !== 'object' || fields === null) return undefined;
  const { guideid, wikiid, namespace, title } = fields;
  if (typeof guideid === 'number') return guideNow(guideid, as);
  if (typeof wikiid !== 'number') return undefined;
  return pageNow(String(namespace), String(title), as, (s) => s.wikis.row(wikiid));
}

/** Returns the guide or page that an edit changes. */
function editedNow(
  { guideid, namespace = 'CATEGORY', title, langid }: Record<string, string>,
  as: ReadAsAuthor,
): Current | undefined {
  if (guideid !== undefined) return guideNow(Number(guideid), as);
  return title === undefined
    ? undefined
    : pageNow(namespace, title, as, (s) => s.wikis.find(namespace, title, langid));
}

function guideNow(guideid: number, as: ReadAsAuthor): Current {
  const seen = as((s): Seen => {
    const row = s.guides.row(guideid);
    if (!row || row.deleted) return absent;
    return s.guides.isVisible(row)
      ? { text: s.guides.newestAnswer(row, { prerequisiteSteps: false }), hidden: false }
      : hidden;
  });
  return { path: `/guides/${guideid}?excludePrerequisiteSteps&unpatrolled`, ...(seen ?? hidden) };
}

function pageNow(
  namespace: string,
  title: string,
  as: ReadAsAuthor,
  rowIn: (s: ReplicaReader) => WikiRow | undefined,
): Current {
  const seen = as((s): Seen => {
    const row = rowIn(s);
    if (!row || row.deleted) return absent;
    return s.wikis.maySee(row) ? { text: s.wikis.answer(row), hidden: false } : hidden;
  });
  return { path: `/wikis/${namespace}/${encodeURIComponent(title)}`, ...(seen ?? hidden) };
}

type Seen = Pick<Current, 'text' | 'hidden'>;

const absent: Seen = { text: null, hidden: false };
const hidden: Seen = { text: null, hidden: true };

/** Returns the receipts for edits of this desk, by their ids. @throws Error if one was not sealed by a hub */
export async function openReceipts(
  sealed: AsyncIterable<SealedReceipt>,
  edits: readonly Pick<JournalEntry, 'entryid'>[],
): Promise<Map<string, Receipt>> {
  const waiting = new Map(edits.map(({ entryid }) => [idOf(entryid), entryid]));
  const found = new Map<string, Receipt>();
  for await (const { id, nonce, sealed: text } of sealed) {
    const entryid = waiting.get(id);
    if (entryid === undefined) continue;
    const bytes = Buffer.from(text, 'base64');
    const cipher = createDecipheriv(
      'aes-256-gcm',
      derived(entryid, 'key', 32),
      Buffer.from(nonce, 'base64'),
      { authTagLength: 16 },
    ).setAuthTag(bytes.subarray(-16));
    const plain = Buffer.concat([cipher.update(bytes.subarray(0, -16)), cipher.final()]);
    found.set(entryid, receipt.parse(parseUntrusted(plain)));
  }
  return found;
}
