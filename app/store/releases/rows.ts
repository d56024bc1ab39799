import type { Release } from '../../../shared/model/release.ts';
import type { UserSummary } from '../../../shared/model/user.ts';
import { sql } from '../sql.ts';
import type { StoredRow } from '../sql.ts';

export type ReleaseRow = StoredRow<'release'>;

/** Fields of a release without a column, as JSON. Fixtures may omit any. */
export interface ReleaseBody {
  userid?: number;
  /** Fixtures name the person in the shape of answers. */
  user?: { userid?: number };
  title?: string;
  init_date?: number;
  release_date?: number | null;
  notes?: string;
  type?: string;
}

export const releaseColumns = sql`r.releaseid, r.guideid, r.langid, r.revisionid, r.status, r.body`;

export const releaseBody = ({ body }: Pick<ReleaseRow, 'body'>): ReleaseBody =>
  JSON.parse(body) as ReleaseBody;

/** The parts of other aggregates that a release names. */
interface Others {
  readonly users: { summary(userid: number): UserSummary };
  readonly guides: { row(guideid: number): { userid: number } | undefined };
}

/** Returns a release as answered (CONTRACT 4.13); templated. */
export function composeRelease(s: Others, row: ReleaseRow): Release {
  const { releaseid, guideid, langid, revisionid, status } = row;
  const {
    title = '',
    init_date = 0,
    release_date = null,
    notes = '',
    type = 'major',
    ...by
  } = releaseBody(row);
  const user = s.users.summary(by.userid ?? by.user?.userid ?? s.guides.row(guideid)?.userid ?? 0);
  return {
    releaseid,
    guideid,
    langid,
    revisionid,
    user,
    status,
    title,
    init_date,
    release_date,
    notes,
    type,
  };
}
