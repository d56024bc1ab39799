import type { ReadAccess } from '../access.ts';
import type { Db } from '../database.ts';
import { prepared, sql } from '../sql.ts';
import type { Value } from '../sql.ts';

/** The columns that composing needs. */
export interface GuideRow {
  guideid: number;
  langid: string;
  revisionid: number;
  public: number;
  deleted: number;
  type: string;
  category: string;
  subject: string;
  title: string;
  userid: number;
  modified_date: number;
  prereq_modified_date: number;
  comment_count: number;
  summary: string;
}

/** Columns of `guide g`. */
export const guideColumns = sql`g.guideid, g.langid, g.revisionid, g.public, g.deleted, g.type, g.category, g.subject, g.title, g.userid, g.modified_date, g.prereq_modified_date, g.comment_count, g.summary`;

const rowOf = prepared(
  (guideid: Value<number>) => sql<GuideRow>`SELECT ${guideColumns} FROM guide g WHERE g.guideid = ${guideid}`,
);

/** Returns a guide's row, also of a deleted guide, without a check of permissions. */
export const guideRow = ({ db }: { readonly db: Db }, guideid: number): GuideRow | undefined =>
  db.one(rowOf(guideid));

export function composeGuideSummary(row: GuideRow, username: string): string {
  return (
    `${row.summary.slice(0, -1)},"revisionid":${row.revisionid},"modified_date":${row.modified_date}` +
    `,"prereq_modified_date":${row.prereq_modified_date},"public":${row.public === 1}` +
    `,"userid":${row.userid},"username":${JSON.stringify(username)}}`
  );
}

/** Returns the stepids of the readers' version, in order; with `shown: 0` those of steps that readers do not see. */
export const stepidsKnown = (s: ReadAccess, guideid: number, { shown }: { shown: 0 | 1 }): number[] =>
  s.db
    .all(sql<{ stepid: number }>`SELECT stepid FROM step WHERE guideid = ${guideid} AND shown = ${shown}
       ORDER BY orderby, stepid`)
    .map(({ stepid }) => stepid);
