import { notFound } from '../../../shared/errors.ts';
import type { Release } from '../../../shared/model/release.ts';
import { unpackGuide } from '../guides/document.ts';
import type { GuideDocument } from '../guides/document.ts';
import type { GuideOutline } from '../guides/outline.ts';
import type { GuideRow } from '../guides/rows.ts';
import type { Actor } from '../actor.ts';
import { isHere, readableGuides } from '../policy/guides.ts';
import { directions, listOf, sql } from '../sql.ts';
import type { SqlPart } from '../sql.ts';
import type { StoreReader } from '../aggregates.ts';
import { releasedBlob, releasedOutlines, wasReleased } from './released-documents.ts';
import { releaseBody, composeRelease, releaseColumns } from './rows.ts';
import type { ReleaseRow } from './rows.ts';

export interface ReleaseListOptions {
  guideid?: number | undefined;
  status?: string | undefined;
  order: 'ASC' | 'DESC';
  offset: number;
  limit: number;
}

/** A release in the feed, so that a desk can show it in guides that pin it. */
export interface ReleaseChange extends Release {
  /** The released version of the guide. */
  document: GuideDocument | null;
}

/** Unreleased releases of guides that a technician may edit; there are few. */
const unreleasedOfOwn = (actor: Actor): SqlPart => sql`SELECT ${releaseColumns} FROM (
    SELECT guideid FROM guide WHERE userid = ${actor.userid}
    UNION SELECT guideid FROM collaborator WHERE kind = 'user' AND id = ${actor.userid}
    UNION SELECT guideid FROM collaborator WHERE kind = 'team' AND id IN ${listOf(actor.teams)}
  ) own CROSS JOIN guide g ON g.guideid = own.guideid CROSS JOIN release r ON r.guideid = own.guideid
  WHERE ${isHere(actor)} AND r.status NOT IN ('released', 'superseded')`;

/** Reads releases that the viewer may see: those that are or were released, and all releases of guides they may edit. */
export class ReleaseReader {
  protected readonly s: StoreReader;

  constructor(s: StoreReader) {
    this.s = s;
  }

  /** Returns undefined if the viewer may not see it. */
  find(releaseid: number): ReleaseRow | undefined {
    const row = this.row(releaseid);
    const guide = row && this.s.guides.row(row.guideid);
    if (!row || !guide || !this.s.guides.isVisible(guide)) return undefined;
    return isLive(row) || this.s.guides.mayEdit(guide) ? row : undefined;
  }

  ids(): number[] {
    return this.s.db
      .all(sql<{ releaseid: number }>`SELECT releaseid FROM release`)
      .map(({ releaseid }) => releaseid);
  }

  /** Returns the guideid of a release, without a check of permissions. */
  guideOf(releaseid: number): number | undefined {
    return this.row(releaseid)?.guideid;
  }

  /** @throws AppError `not-found` */
  answer(releaseid: number): Release {
    const row = this.find(releaseid);
    if (!row) throw notFound('Release');
    return composeRelease(this.s, row);
  }

  /** Returns releases that the viewer may see, by releaseid. */
  list({ guideid, status, order, offset, limit }: ReleaseListOptions): Release[] {
    const { viewer } = this.s;
    const filter = sql`${guideid === undefined ? sql`` : sql`AND r.guideid = ${guideid}`}
      ${status === undefined ? sql`` : sql`AND r.status = ${status}`}`;
    const ofVisible = sql`SELECT ${releaseColumns} FROM release r CROSS JOIN guide g ON g.guideid = r.guideid
      WHERE ${readableGuides(viewer)} ${filter}`;
    const parts =
      viewer && (viewer.role !== 'technician' || this.s.meta.hasForeignRules)
        ? [ofVisible]
        : [
            sql`${ofVisible} AND ${wasReleased}`,
            ...(viewer ? [sql`${unreleasedOfOwn(viewer)} ${filter}`] : []),
          ];
    const rows = this.s.db.all(sql<ReleaseRow>`${sql.join(parts, sql` UNION ALL `)}
       ORDER BY releaseid ${directions[order]} LIMIT ${limit} OFFSET ${offset}`);
    return rows.map((row) => composeRelease(this.s, row));
  }

  /** Returns the release that readers of a guide see; without one they see every edit. */
  current(guideid: number): ReleaseRow | undefined {
    return this.s.db.one(sql<ReleaseRow>`SELECT ${releaseColumns} FROM release r
       WHERE r.guideid = ${guideid} AND r.status = 'released'`);
  }

  /** Returns the releases of a guide that are or were released, the current one and then the newest first. */
  live(guideid: number): ReleaseRow[] {
    return this.s.db.all(sql<ReleaseRow>`SELECT ${releaseColumns} FROM release r
       WHERE r.guideid = ${guideid} AND ${wasReleased}
       ORDER BY r.status = 'released' DESC, json_extract(r.body, '$.release_date') DESC, abs(r.releaseid) DESC`);
  }

  /** Returns the packed document of a release; undefined unless this guide has it and it is or was released. */
  content(guideid: number, releaseid: number): Buffer | undefined {
    const row = this.row(releaseid);
    return row && row.guideid === guideid && isLive(row) ? releasedBlob(this.s, row) : undefined;
  }

  /** Returns the outlines of the guide's releases that are or were released, by id. */
  outlines(guideid: number): GuideOutline[] {
    return releasedOutlines(this.s, guideid);
  }

  /** Returns a release for the viewer's feed; undefined makes a tombstone. */
  change(releaseid: number): ReleaseChange | undefined {
    const row = this.find(releaseid);
    if (!row) return undefined;
    const blob = releasedBlob(this.s, row);
    return { ...composeRelease(this.s, row), document: blob ? unpackGuide(blob) : null };
  }

  /** Returns the guide of a release that was ever released, without a check of permissions. */
  guideOnceReleased(releaseid: number): GuideRow | undefined {
    const row = this.row(releaseid);
    return row && (releaseBody(row).release_date ?? null) !== null
      ? this.s.guides.row(row.guideid)
      : undefined;
  }

  protected row(releaseid: number): ReleaseRow | undefined {
    return this.s.db.one(sql<ReleaseRow>`SELECT ${releaseColumns} FROM release r
       WHERE r.releaseid = ${releaseid}`);
  }
}

export const isLive = ({ status }: Pick<ReleaseRow, 'status'>): boolean =>
  status === 'released' || status === 'superseded';
