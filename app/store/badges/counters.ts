import type { Counter } from '../../content/badge-rules.ts';
import type { ResourceKind } from '../resources/kinds.ts';
import type { ReadAccess } from '../access.ts';

export interface Touched {
  readonly kind: ResourceKind;
  readonly id: number;
}

/** Counts a person's work here. Each count is answered from an index alone. */
export function countersOf(s: ReadAccess, userid: number): Record<Counter, number> {
  const count = (from: string): number =>
    s.db.oneSql<{ n: number }>(`SELECT count(*) AS n FROM ${from}`, [userid])?.n ?? 0;
  return {
    guides: count('guide WHERE userid = ? AND deleted = 0'),
    edits: count('guide_revision WHERE userid = ?') + count('wiki_revision WHERE userid = ?'),
    comments: count("comment WHERE userid = ? AND status = 'public'"),
    work_logs: count("work_log WHERE userid = ? AND status = 'complete'"),
    completions: count('completion WHERE userid = ?'),
  };
}

/** Returns the userid that each resource counts for in state `s`; undefined if it is missing, deleted or unfinished. */
export const creditedTo = (s: ReadAccess, touched: readonly Touched[]): (number | undefined)[] =>
  touched.map(({ kind, id }) => {
    const from = credits[kind];
    if (from === undefined) return undefined;
    return s.db.oneSql<{ userid: number }>(`SELECT userid FROM ${from}`, [id])?.userid;
  });

const credits: Partial<Record<ResourceKind, string>> = {
  guide: 'guide WHERE guideid = ? AND deleted = 0',
  comment: "comment WHERE commentid = ? AND status = 'public'",
  entry: "work_log WHERE entryid = ? AND status = 'complete'",
};

/** Includes kinds without an owner column: revisions count for their author, completions for the person of the list. */
export const isCounted = ({ kind }: Touched): boolean =>
  kind in credits || kind === 'wiki' || kind === 'completions';
