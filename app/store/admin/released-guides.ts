import type { ReleasedGuide, ReleasedGuides } from '../../../shared/model/admin.ts';
import { readableGuides } from '../policy/guides.ts';
import { likePart, sql } from '../sql.ts';
import type { StoreReader } from '../aggregates.ts';

export interface ReleasedFilter {
  /** Only guides with unreleased changes. */
  waiting: boolean;
  /** A part of the guide's title. */
  search?: string | undefined;
  limit: number;
  offset: number;
}

const unreleased = sql`SELECT guideid FROM guide_draft UNION SELECT guideid FROM release WHERE status = 'draft'`;
const ever = sql`SELECT guideid FROM release`;

/** Maximum of releases listed for one guide; there are rarely more. */
const releasesShown = 20;

/** Returns guides with releases that the viewer may see, newest guide first. */
export function readReleasedGuides(s: StoreReader, filter: ReleasedFilter): ReleasedGuides {
  const { waiting, search, limit, offset } = filter;
  const where = sql`${readableGuides(s.viewer)} AND g.guideid IN (${waiting ? unreleased : ever})
    ${search === undefined ? sql`` : sql`AND g.title ${likePart(search)}`}`;
  const { total } = s.db.one(
    sql<{ total: number }>`SELECT count(*) AS total FROM guide g WHERE ${where}`,
  ) ?? { total: 0 };
  const rows = s.db.all(sql<Row>`SELECT g.guideid, g.title, g.category, d.revisionid, d.modified_date
     FROM guide g
     LEFT JOIN guide_draft d ON d.guideid = g.guideid
     WHERE ${where} ORDER BY g.guideid DESC LIMIT ${limit} OFFSET ${offset}`);
  return { total, guides: rows.map((row) => guideOf(s, row)) };
}

export const countUnreleased = (s: StoreReader): number =>
  s.db.one(sql<{ n: number }>`SELECT count(*) AS n FROM guide g
     WHERE ${readableGuides(s.viewer)} AND g.guideid IN (${unreleased})`)?.n ?? 0;

interface Row {
  guideid: number;
  title: string;
  category: string;
  revisionid: number | null;
  modified_date: number | null;
}

const guideOf = (
  s: StoreReader,
  { guideid, title, category, revisionid, modified_date }: Row,
): ReleasedGuide => ({
  guideid,
  title,
  category,
  draft: revisionid === null ? null : { revisionid, modified_date: modified_date ?? 0 },
  releases: s.releases.list({ guideid, order: 'DESC', limit: releasesShown, offset: 0 }),
});
