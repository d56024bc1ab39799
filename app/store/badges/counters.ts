import type { Counter } from '../../content/badge-rules.ts';
import type { ResourceKind } from '../resources/kinds.ts';
import type { ReadAccess } from '../access.ts';
import { sql } from '../sql.ts';
import type { SqlPart } from '../sql.ts';

export interface Touched {
  readonly kind: ResourceKind;
  readonly id: number;
}

/** Counts a person's work here. Each count is answered from an index alone. */
export function countersOf(s: ReadAccess, userid: number): Record<Counter, number> {
  const count = (from: SqlPart): number =>
    s.db.one(sql<{ n: number }>`SELECT count(*) AS n FROM ${from}`)?.n ?? 0;
  const isTheirs = sql`WHERE userid = ${userid}`;
  return {
    guides: count(sql`guide ${isTheirs} AND deleted = 0`),
    edits: count(sql`guide_revision ${isTheirs}`) + count(sql`wiki_revision ${isTheirs}`),
    comments: count(sql`comment ${isTheirs} AND status = 'public'`),
    work_logs: count(sql`work_log ${isTheirs} AND status = 'complete'`),
    completions: count(sql`completion ${isTheirs}`),
  };
}

/** Returns the userid that each resource counts for in state `s`; undefined if it is missing, deleted or unfinished. */
export const creditedTo = (s: ReadAccess, touched: readonly Touched[]): (number | undefined)[] =>
  touched.map(({ kind, id }) => {
    const from = credits[kind]?.(id);
    return from && s.db.one(sql<{ userid: number }>`SELECT userid FROM ${from}`)?.userid;
  });

const credits: Partial<Record<ResourceKind, (id: number) => SqlPart>> = {
  guide: (id) => sql`guide WHERE guideid = ${id} AND deleted = 0`,
  comment: (id) => sql`comment WHERE commentid = ${id} AND status = 'public'`,
  entry: (id) => sql`work_log WHERE entryid = ${id} AND status = 'complete'`,
};

/** Includes kinds without an owner column: revisions count for their author, completions for the person of the list. */
export const isCounted = ({ kind }: Touched): boolean =>
  kind in credits || kind === 'wiki' || kind === 'completions';
