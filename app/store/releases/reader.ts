import { notFound } from '../../../shared/errors.ts';
import type { Release } from '../../../shared/model/release.ts';
import { unpackGuide } from '../guides/document.ts';
import type { GuideDocument } from '../guides/document.ts';
import { revisionOf } from '../guides/history.ts';
import type { GuideRow } from '../guides/rows.ts';
import { readableGuides } from '../policy/guides.ts';
import type { StoreReader } from '../store.ts';
import { bodyOf, composeRelease, releaseColumns } from './rows.ts';
import type { ReleaseRow } from './rows.ts';

export interface ReleaseListOptions {
  guideid?: number | undefined;
  status?: string | undefined;
  order: 'ASC' | 'DESC';
  offset: number;
  limit: number;
}

/** What the feed carries of a release, so that a desk can show it where a guide is pinned to it. */
export interface ReleaseChange extends Release {
  /** What the release says. */
  document: GuideDocument | null;
}

/** Written as in the index it is served by. */
const wasReleased = "r.status IN ('released', 'superseded')";

/** Of guides a technician may edit; these are few. */
const unreleasedOfOwn = `SELECT ${releaseColumns} FROM (
    SELECT guideid FROM guide WHERE userid = :viewer
    UNION SELECT guideid FROM collaborator WHERE kind = 'user' AND id = :viewer
    UNION SELECT guideid FROM collaborator WHERE kind = 'team' AND id IN (SELECT value FROM json_each(:teams))
  ) own CROSS JOIN guide g ON g.guideid = own.guideid CROSS JOIN release r ON r.guideid = own.guideid
  WHERE g.deleted = 0 AND r.status NOT IN ('released', 'superseded')`;

/** Releases as the viewer may see them: those that are or were released, and all of guides the viewer may edit. */
export class ReleaseReader {
  protected readonly s: StoreReader;

  constructor(s: StoreReader) {
    this.s = s;
  }

  /** Undefined when the viewer may not see it. */
  find(releaseid: number): ReleaseRow | undefined {
    const row = this.row(releaseid);
    const guide = row && this.s.guides.row(row.guideid);
    if (!row || !guide || !this.s.guides.isVisible(guide)) return undefined;
    return isLive(row) || this.s.guides.mayEdit(guide) ? row : undefined;
  }

  /** Whether the viewer sees the release or not. */
  guideOf(releaseid: number): number | undefined {
    return this.row(releaseid)?.guideid;
  }

  /** @throws AppError `not-found` */
  answer(releaseid: number): Release {
    const row = this.find(releaseid);
    if (!row) throw notFound('Release');
    return composeRelease(this.s, row);
  }

  /** By releaseid. */
  list({ guideid, status, order, offset, limit }: ReleaseListOptions): Release[] {
    const { viewer } = this.s;
    const visible = readableGuides(viewer);
    const filter =
      (guideid === undefined ? '' : ' AND r.guideid = :guideid') +
      (status === undefined ? '' : ' AND r.status = :status');
    const ofVisible = `SELECT ${releaseColumns} FROM release r CROSS JOIN guide g ON g.guideid = r.guideid WHERE ${visible.sql}${filter}`;
    const parts =
      viewer && (viewer.role !== 'technician' || this.s.meta.hasForeignRules)
        ? [ofVisible]
        : [`${ofVisible} AND ${wasReleased}`, ...(viewer ? [unreleasedOfOwn + filter] : [])];
    const rows = this.s.db.allSql<ReleaseRow>(
      `${parts.join(' UNION ALL ')} ORDER BY releaseid ${order} LIMIT :limit OFFSET :offset`,
      [
        {
          ...visible.parameters,
          ...(guideid !== undefined && { guideid }),
          ...(status !== undefined && { status }),
          limit,
          offset,
        },
      ],
    );
    return rows.map((row) => composeRelease(this.s, row));
  }

  /** The release readers of a guide see; while there is none, they see every edit. */
  current(guideid: number): ReleaseRow | undefined {
    return this.s.db.oneSql<ReleaseRow>(
      `SELECT ${releaseColumns} FROM release r WHERE r.guideid = ? AND r.status = 'released'`,
      [guideid],
    );
  }

  /** Releases of a guide that are or were released, newest first. */
  live(guideid: number): ReleaseRow[] {
    return this.s.db.allSql<ReleaseRow>(
      `SELECT ${releaseColumns} FROM release r WHERE r.guideid = ? AND ${wasReleased}
       ORDER BY r.status = 'released' DESC, json_extract(r.body, '$.release_date') DESC, abs(r.releaseid) DESC`,
      [guideid],
    );
  }

  /** What a release says, packed; undefined unless it is one of this guide that was released and not withdrawn. */
  content(guideid: number, releaseid: number): Buffer | undefined {
    const row = this.row(releaseid);
    return row && row.guideid === guideid && isLive(row) ? this.blob(row) : undefined;
  }

  /**
   * Documents of the guide's live releases, oldest first: sorted here, because in SQL that costs more than to look where
   * there are none.
   */
  documents(guideid: number): GuideDocument[] {
    return this.s.db
      .allSql<ReleaseRow>(`SELECT ${releaseColumns} FROM release r WHERE r.guideid = ? AND ${wasReleased}`, [
        guideid,
      ])
      .sort((a, b) => a.releaseid - b.releaseid)
      .flatMap((row) => {
        const blob = this.blob(row);
        return blob ? unpackGuide(blob) : [];
      });
  }

  /** Whether a step is part of any of them. */
  hasStep(guideid: number, stepid: number): boolean {
    return this.documents(guideid).some(({ steps }) => steps.some((step) => step.stepid === stepid));
  }

  /** What the feed tells the viewer of a release; undefined is a tombstone. */
  change(releaseid: number): ReleaseChange | undefined {
    const row = this.find(releaseid);
    if (!row) return undefined;
    const blob = this.blob(row);
    return { ...composeRelease(this.s, row), document: blob ? unpackGuide(blob) : null };
  }

  /** The guide of a release that was released at some time, whoever asks. */
  guideOnceReleased(releaseid: number): GuideRow | undefined {
    const row = this.row(releaseid);
    return row && (bodyOf(row).release_date ?? null) !== null ? this.s.guides.row(row.guideid) : undefined;
  }

  protected row(releaseid: number): ReleaseRow | undefined {
    return this.s.db.oneSql<ReleaseRow>(`SELECT ${releaseColumns} FROM release r WHERE r.releaseid = ?`, [
      releaseid,
    ]);
  }

  private blob({ guideid, revisionid }: ReleaseRow): Buffer | undefined {
    return revisionid === null ? undefined : revisionOf(this.s, guideid, revisionid)?.body;
  }
}

const isLive = ({ status }: Pick<ReleaseRow, 'status'>): boolean =>
  status === 'released' || status === 'superseded';
