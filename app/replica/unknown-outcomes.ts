import { sql } from '../store/sql.ts';
import type { StoredRow } from '../store/sql.ts';
import type { ReplicaReader, ReplicaWriter } from './replica.ts';

/** Kinds that an edit can create, with their tables. */
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

type Highest = Record<string, number>;

/**
 * Records the highest known id of each kind for an edit whose outcome is unknown, unless that is recorded. What the edit
 * created on the site, if anything, has a higher id. Call it before reading more from the site.
 *
 * @param highest as another desk knew them, which brings the edit
 */
export function noteUnknown(s: ReplicaWriter, entryid: string, highest: Highest = highestHere(s)): void {
  if (isNotedUnknown(s, entryid)) return;
  s.db.run(
    sql`INSERT INTO unknown_outcome (edit_id, highest) VALUES (${entryid}, ${JSON.stringify(highest)})`,
  );
}

const highestHere = (s: ReplicaReader): Highest =>
  Object.fromEntries(
    Object.entries(numbered).map(([kind, table]) => {
      const column = kind === 'glossary' ? 'entryid' : `${kind}id`;
      const row = s.db.one(
        sql<{ id: number | null }>`SELECT max(${sql.ref(column)}) AS id FROM ${sql.table(table)}`,
      );
      return [kind, row?.id ?? 0];
    }),
  );

/** A third-party site does not know edits by their keys, so what another desk may send as well has to be asked for. */
export const isAtThirdParty = (s: ReplicaReader): boolean => s.meta.siteid?.startsWith('plain:') === true;

export const isNotedUnknown = (s: ReplicaReader, entryid: string): boolean =>
  unknownAbove(s, entryid) !== undefined;

/** Returns the ids above which the site has what the edit created, if its outcome is unknown. */
export function unknownAbove(s: ReplicaReader, entryid: string): Highest | undefined {
  const row = s.db.one(sql<StoredRow<'unknown_outcome', 'highest'>>`SELECT highest FROM unknown_outcome
     WHERE edit_id = ${entryid}`);
  return row && (JSON.parse(row.highest) as Highest);
}

export function forgetUnknown(s: ReplicaWriter, entryid: string): void {
  s.db.run(sql`DELETE FROM unknown_outcome WHERE edit_id = ${entryid}`);
}

/** Returns whether the edit with an unknown outcome may have created this resource of the site. */
export function mayHaveMade(s: ReplicaReader, entryid: string, kind: NumberedKind, id: number): boolean {
  const highest = unknownAbove(s, entryid)?.[kind] ?? 0;
  return (
    id > highest && s.db.one(sql`SELECT 1 FROM id_map WHERE kind = ${kind} AND id = ${id}`) === undefined
  );
}
