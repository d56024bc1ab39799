import { forbidden, invalid, notFound } from '../../../shared/errors.ts';
import type { ReleaseInput, ReleaseStatus } from '../../../shared/model/release.ts';
import { guideImages } from '../guides/document.ts';
import { circleThrough } from '../guides/prerequisites.ts';
import { withoutPlaceholders } from '../placeholders.ts';
import { sql } from '../sql.ts';
import type { StoreWriter } from '../aggregates.ts';
import { isLive, ReleaseReader } from './reader.ts';
import type { ReleaseChange } from './reader.ts';
import { releaseBody } from './rows.ts';
import type { ReleaseBody, ReleaseRow } from './rows.ts';

/** A release of a fixture; `rest` is stored unchanged. */
export interface ReleaseEntry {
  releaseid: number;
  guideid: number;
  langid: string;
  revisionid: number | null;
  status: string;
  rest: Record<string, unknown>;
}

/** Creates and changes releases; the viewer must be allowed to edit the guide (decision 0007). */
export class ReleaseWriter extends ReleaseReader {
  declare protected readonly s: StoreWriter;

  /** @throws AppError `not-found`, `forbidden`; `invalid` for a revision of another guide */
  create(guideid: number, fields: ReleaseInput): number {
    const guide = this.s.guides.requireEditable(guideid);
    const releaseid = this.s.meta.nextId('release');
    const revisionid = this.s.guides.keepWorking(guideid);
    const body: ReleaseBody = {
      ...(this.s.viewer && { userid: this.s.viewer.userid }),
      title: '',
      init_date: Math.floor(this.s.now),
      release_date: null,
      notes: '',
      type: 'major',
    };
    const row = {
      releaseid,
      guideid,
      langid: guide.langid,
      revisionid,
      status: 'draft',
      body: JSON.stringify(body),
    };
    const { status = 'draft', ...others } = fields;
    this.store(this.changed(row, others));
    this.s.feed.record('release', releaseid);
    this.move(this.require(releaseid), status);
    return releaseid;
  }

  /** @throws AppError `not-found`, `forbidden`; `invalid`, naming the state, for a change that the state does not allow */
  update(releaseid: number, { status, ...fields }: ReleaseInput): void {
    const row = this.requireEditable(releaseid);
    const changed = this.changed(row, fields);
    if (JSON.stringify(changed) !== JSON.stringify(row)) {
      this.store(changed);
      this.s.feed.record('release', releaseid);
    }
    if (status !== undefined) this.move(changed, status);
  }

  /** Deletes a release; for readers of the guide this is the same as withdrawing it. */
  delete(releaseid: number): void {
    const row = this.requireEditable(releaseid);
    this.s.db.run(sql`DELETE FROM release WHERE releaseid = ${releaseid}`);
    this.s.feed.record('release', releaseid, true);
    // Desks learn from the guide that there was a release, because they forget this one.
    if (row.status !== 'draft') this.s.feed.record('guide', row.guideid);
    this.leave(row);
  }

  /** Stores a fixture's release. Without a revision it refers to the guide's present one. */
  putFixture(entry: ReleaseEntry): void {
    const { releaseid, guideid, langid, status, rest } = entry;
    this.s.meta.claimId('release', releaseid);
    const before = this.row(releaseid);
    const revisionid =
      entry.revisionid ?? before?.revisionid ?? this.s.guides.row(guideid)?.revisionid ?? null;
    const row = { releaseid, guideid, langid, revisionid, status, body: JSON.stringify(rest) };
    if (JSON.stringify(row) === JSON.stringify(before)) return;
    this.putAsGiven(row);
    this.s.feed.record('release', releaseid);
  }

  /** Desk: stores a release of the site with its document. */
  putRemote({ user, document, ...release }: ReleaseChange): void {
    const { releaseid, guideid, langid, revisionid, status, ...rest } = release;
    if (document) {
      this.s.guides.putRemoteRevision(document, isLive(release));
      if (!isLive(release))
        for (const guid of guideImages(document)) this.s.media.use('guide_draft', guideid, guid);
    }
    this.s.users.putRemote(user);
    const body = JSON.stringify({ userid: user.userid, ...rest });
    this.putAsGiven({ releaseid, guideid, langid, revisionid, status, body });
  }

  /** Desk: removes a release that the site no longer has or shows, or that was made here and discarded. */
  removeRemote(releaseid: number): void {
    const row = this.row(releaseid);
    this.s.db.run(sql`DELETE FROM release WHERE releaseid = ${releaseid}`);
    if (!row || !this.s.guides.row(row.guideid)) return;
    this.s.guides.releasesChanged(row.guideid);
    this.s.guides.hideWithdrawn(row.guideid, row.revisionid);
    if (releaseid < 0) this.forgetDrafts(row.guideid);
    // The site's release was superseded only here; the readers' version comes with it (`Replayer.rebuild`).
    const [earlier] = this.live(row.guideid);
    if (releaseid < 0 && row.status === 'released' && earlier) this.store({ ...earlier, status: 'released' });
  }

  /**
   * Desk: marks no revisions of guides without a release as drafts any more. They were drafts beside a release that was discarded here, or that
   * a restored hub has lost: edits of a guide without a release are shown to readers.
   *
   * @param guideid the guide; all guides if absent
   */
  forgetDrafts(guideid: number | null = null): void {
    this.s.db.run(sql`UPDATE guide_revision SET draft = 0
       WHERE draft = 1 AND guideid = coalesce(${guideid}, guideid)
         AND NOT EXISTS (SELECT 1 FROM release r WHERE r.guideid = guide_revision.guideid)`);
  }

  /** Desk: marks a release as withdrawn, which the site shows only to people who may edit the guide. */
  withdrawRemote(releaseid: number): void {
    const row = this.row(releaseid);
    if (row && row.status !== 'draft' && !this.s.journal.isPending('release', releaseid))
      this.putAsGiven({ ...row, status: 'withdrawn' });
  }

  private changed(row: ReleaseRow, { title, notes, type, revisionid }: ReleaseInput): ReleaseRow {
    if (revisionid !== undefined && revisionid !== row.revisionid) {
      if (row.status !== 'draft')
        throw invalid('revisionid', `This release is ${row.status}: it can no longer be edited.`);
      if (!this.s.guides.revisionDocument(row.guideid, revisionid))
        throw invalid('revisionid', `Guide ${row.guideid} has no revision ${revisionid}.`);
    }
    const body: ReleaseBody = {
      ...releaseBody(row),
      ...(title !== undefined && { title: withoutPlaceholders(title) }),
      ...(notes !== undefined && { notes: withoutPlaceholders(notes) }),
      ...(type !== undefined && { type }),
    };
    return { ...row, revisionid: revisionid ?? row.revisionid, body: JSON.stringify(body) };
  }

  private move(row: ReleaseRow, to: ReleaseStatus): void {
    const { status } = row;
    if (to === status) return;
    if (status === 'draft' && to === 'released') this.release(row);
    else if ((status === 'released' || status === 'superseded') && to === 'withdrawn') {
      this.setStatus(row, 'withdrawn');
      this.leave(row);
      this.notify(row, 'withdrawn');
    } else throw invalid('status', `This release is ${status}: it cannot become ${to}.`);
  }

  private release(row: ReleaseRow): void {
    const { guideid, revisionid } = row;
    if (revisionid === null) throw invalid('status', 'This release is a draft and names no revision.');
    const earlier = this.current(guideid);
    if (earlier) this.setStatus(earlier, 'superseded');
    const body: ReleaseBody = { ...releaseBody(row), release_date: Math.floor(this.s.now) };
    this.setStatus({ ...row, body: JSON.stringify(body) }, 'released');
    this.s.guides.release(guideid, revisionid);
    this.notify(row, 'released');
  }

  /** Notifies the author of the guide and the person who prepared the release. */
  private notify(row: ReleaseRow, kind: 'released' | 'withdrawn'): void {
    const { guideid } = row;
    const people = [this.s.guides.row(guideid)?.userid, releaseBody(row).userid];
    const userids = people.filter((userid) => userid !== undefined);
    this.s.notifications.notify(userids, kind, { guideid });
  }

  /**
   * Updates the guide after a release was withdrawn or deleted: readers get the release before it or, without one, every
   * edit. Guides that pin the release must be read again even if this guide looks the same.
   */
  private leave({ guideid, status, revisionid: left }: ReleaseRow): void {
    if (status !== 'released' && status !== 'superseded') return;
    if (status === 'released') {
      const earlier = this.live(guideid).find((row) => this.canComeBack(row));
      if (earlier) this.setStatus(earlier, 'released');
    }
    const revisionid = this.current(guideid)?.revisionid;
    this.s.guides.release(guideid, revisionid ?? this.s.guides.working(guideid).body.revisionid);
    this.s.guides.hideWithdrawn(guideid, left);
  }

  private canComeBack({ guideid, releaseid, revisionid }: ReleaseRow): boolean {
    if (revisionid === null || !this.content(guideid, releaseid)) return false;
    const document = this.s.guides.revisionDocument(guideid, revisionid);
    return document !== undefined && circleThrough(this.s, document) === undefined;
  }

  private setStatus(row: ReleaseRow, status: ReleaseStatus): void {
    this.store({ ...row, status });
    this.s.feed.record('release', row.releaseid);
  }

  private putAsGiven(row: ReleaseRow): void {
    const { releaseid, guideid, status } = row;
    if (status === 'released') {
      this.s.db.run(sql`UPDATE release
         SET status = 'superseded'
         WHERE guideid = ${guideid} AND status = 'released' AND releaseid <> ${releaseid}`);
    }
    this.store(row);
    if (!this.s.guides.row(guideid)) return;
    this.s.guides.releasesChanged(guideid);
    if (status === 'withdrawn') this.s.guides.hideWithdrawn(guideid, row.revisionid);
  }

  private store(row: ReleaseRow): void {
    this.s.db.run(sql`INSERT INTO release (releaseid, guideid, langid, revisionid, status, body)
       VALUES (${row.releaseid}, ${row.guideid}, ${row.langid}, ${row.revisionid}, ${row.status},
         ${row.body})
       ON CONFLICT (releaseid) DO UPDATE SET guideid = excluded.guideid, langid = excluded.langid,
         revisionid = excluded.revisionid, status = excluded.status, body = excluded.body`);
  }

  private require(releaseid: number): ReleaseRow {
    const row = this.find(releaseid);
    if (!row) throw notFound('Release');
    return row;
  }

  private requireEditable(releaseid: number): ReleaseRow {
    const row = this.require(releaseid);
    const guide = this.s.guides.row(row.guideid);
    if (!guide || !this.s.guides.mayEdit(guide)) throw forbidden('You may not edit this guide.');
    return row;
  }
}
