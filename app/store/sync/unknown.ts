import type { StoreReader, StoreWriter } from '../store.ts';

/** Kinds of things that an edit makes, and where they are numbered. */
const numbered = {
  guide: 'guide',
  step: 'step',
  wiki: 'wiki',
  comment: 'comment',
  image: 'image',
  entry: 'work_log',
  glossary: 'glossary_entry',
} as const;

export type NumberedKind = keyof typeof numbered;

type Highest = Record<NumberedKind, number>;

const name = (entryid: string): string => `unknown:${entryid}`;

/**
 * An edit was sent, and nobody knows what became of it. Notes how far the site is known here, unless that is noted: what
 * the edit has made there, if anything, has a higher number. To be called before anything more is read from the site.
 */
export function noteUnknown(s: StoreWriter, entryid: string): void {
  if (isNotedUnknown(s, entryid)) return;
  const highest = Object.entries(numbered).map(([kind, table]) => {
    const column = kind === 'glossary' ? 'entryid' : `${kind}id`;
    return [kind, s.db.oneSql<{ id: number | null }>(`SELECT max(${column}) AS id FROM ${table}`)?.id ?? 0];
  });
  s.sync.setCursor(name(entryid), Object.fromEntries(highest));
}

export const isNotedUnknown = (s: StoreReader, entryid: string): boolean =>
  s.sync.cursor<Highest>(name(entryid)) !== undefined;

export function forgetUnknown(s: StoreWriter, entryid: string): void {
  s.db.runSql('DELETE FROM cursor WHERE name = ?', [name(entryid)]);
}

/** Whether an edit of which nobody knows what became of it may have made this thing of the site. */
export function mayHaveMade(s: StoreReader, entryid: string, kind: NumberedKind, id: number): boolean {
  const highest = s.sync.cursor<Highest>(name(entryid))?.[kind] ?? 0;
  const sql = 'SELECT 1 FROM alias WHERE kind = ? AND id = ?';
  return id > highest && s.db.oneSql(sql, [kind, id]) === undefined;
}
