import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

import { sealedReceipt, receipt } from '../../shared/model/bundle.ts';
import type { Receipt, SealedReceipt } from '../../shared/model/bundle.ts';
import type { JournalEntry } from '../replica/journal/entry.ts';
import type { ReplicaReader } from '../replica/replica.ts';
import { fillPlaceholders } from '../store/placeholders.ts';
import type { Addresses } from '../store/placeholders.ts';

/** Ids of desks' edits, which nobody can guess. Other programs may choose keys that can be guessed: these get no receipt. */
const uuid = /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

const derived = (entryid: string, what: 'id' | 'key', bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', entryid, '', `Benchside receipt ${what}`, bytes));

const idOf = (entryid: string): string => derived(entryid, 'id', 16).toString('base64');

/**
 * Yields the answers that a hub gave to edits of desks. Each is sealed with the id of its edit, which only the hub and those who
 * have the edit know, because answers may show what not everybody may read (SPEC U4.2).
 */
export function* sealedReceipts(
  s: ReplicaReader,
  as: ReadAs,
  addresses: Addresses,
): Generator<SealedReceipt> {
  for (const { key, userid, route, answer, sequence } of s.idempotency.all()) {
    if (!uuid.test(key)) continue;
    const fill = (text: string): string => fillPlaceholders(text, addresses);
    const current = currentOf(answer, userid, as);
    const plain: Receipt = {
      userid,
      route,
      sequence,
      answer: fill(answer),
      ...(current && {
        current: { ...current, text: current.text === null ? null : fill(current.text) },
      }),
    };
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', derived(key, 'key', 32), nonce);
    const sealed = Buffer.concat([cipher.update(JSON.stringify(plain)), cipher.final(), cipher.getAuthTag()]);
    yield { id: idOf(key), nonce: nonce.toString('base64'), sealed: sealed.toString('base64') };
  }
}

/** Reads as a person. Returns `undefined` if there is no such person any more. */
export type ReadAs = <T>(userid: number, fn: (s: ReplicaReader) => T) => T | undefined;

/** Returns the path by which a desk asks for the guide or page that an answer has, and what it would get. */
function currentOf(answer: string, userid: number, as: ReadAs): Receipt['current'] {
  const fields = JSON.parse(answer) as Record<string, unknown> | null;
  if (typeof fields !== 'object' || fields === null) return undefined;
  const { guideid, wikiid, namespace, title } = fields;
  if (typeof guideid === 'number') {
    const text = as(userid, (s) => {
      const row = s.guides.row(guideid);
      if (!row || row.deleted || !s.guides.isVisible(row)) return null;
      const options = { prerequisiteSteps: false };
      return s.guides.mayEdit(row) ? s.guides.draftAnswer(row, options) : s.guides.answer(row, options);
    });
    return { path: guidePath(guideid), text: text ?? null };
  }
  if (typeof wikiid !== 'number') return undefined;
  const text = as(userid, (s) => {
    const row = s.wikis.row(wikiid);
    return row && !row.deleted ? s.wikis.answer(row) : null;
  });
  return { path: wikiPath(String(namespace), String(title)), text: text ?? null };
}

const guidePath = (guideid: number): string => `/guides/${guideid}?excludePrerequisiteSteps&unpatrolled`;
const wikiPath = (namespace: string, title: string): string =>
  `/wikis/${namespace}/${encodeURIComponent(title)}`;

/** Returns the receipts for edits of this desk, by their ids. */
export function openReceipts(
  sealed: readonly unknown[],
  edits: readonly Pick<JournalEntry, 'entryid'>[],
): Map<string, Receipt> {
  const waiting = new Map(edits.map(({ entryid }) => [idOf(entryid), entryid]));
  const found = new Map<string, Receipt>();
  for (const one of sealed) {
    const { id, nonce, sealed: text } = sealedReceipt.parse(one);
    const entryid = waiting.get(id);
    if (entryid === undefined) continue;
    const bytes = Buffer.from(text, 'base64');
    const cipher = createDecipheriv(
      'aes-256-gcm',
      derived(entryid, 'key', 32),
      Buffer.from(nonce, 'base64'),
    ).setAuthTag(bytes.subarray(-16));
    const plain = Buffer.concat([cipher.update(bytes.subarray(0, -16)), cipher.final()]);
    found.set(entryid, receipt.parse(JSON.parse(plain.toString())));
  }
  return found;
}
