import { unauthorized } from '../../../shared/errors.ts';
import { limits } from '../../../shared/limits.ts';
import { notificationKinds } from '../../../shared/model/notification.ts';
import type { Notification, NotificationKind } from '../../../shared/model/notification.ts';
import type { ReadAccess, WriteAccess } from '../access.ts';
import type { Viewer } from '../actor.ts';
import { guideRow } from '../guides/rows.ts';
import type { GuideRow } from '../guides/rows.ts';
import { mayReadDocument } from '../policy/documents.ts';
import { mayReadGuide } from '../policy/guides.ts';
import { mayReadWiki } from '../policy/wikis.ts';
import { builder, listOf, sql } from '../sql.ts';
import type { StoredRow } from '../sql.ts';
import { wikiRow } from '../wikis/rows.ts';

type NotificationRow = StoredRow<'notification'>;

/** A notification as the feed has it, for the person whom it is for. */
export type FeedNotification = Omit<NotificationRow, 'userid'>;

/** The guide, page or job that a notification names. */
interface Subject {
  guideid?: number | null;
  wikiid?: number | null;
  entryid?: number;
  workorderid?: string;
}

/** The parts of other aggregates that notifications use. */
interface Others {
  readonly users: { username(userid: number): string; actor(userid: number): Viewer };
  readonly translations: { titleOf(row: GuideRow): string };
}

/** Reads the viewer's own notifications; nobody sees those of others. */
export class NotificationReader {
  protected readonly s: ReadAccess & Others;

  constructor(s: ReadAccess & Others) {
    this.s = s;
  }

  /** Returns the viewer's notifications, newest first; without those of kinds that only a newer hub knows. */
  list(): Notification[] {
    const { viewer } = this.s;
    if (!viewer) return [];
    const known = this.rows(viewer.userid).filter(({ kind }) => notificationKinds.includes(kind));
    return known.map((row) => this.notificationOf(row));
  }

  countUnread(userid: number): number {
    const row = this.s.db.one(sql<{ n: number }>`SELECT count(*) AS n FROM notification
       WHERE userid = ${userid} AND is_read = 0 AND kind IN ${listOf(notificationKinds)}`);
    return row?.n ?? 0;
  }

  /** Returns the feed's document as JSON text: the whole list of a person. For this person only. */
  feedText(userid: number): string {
    return JSON.stringify(this.rows(userid).map(({ userid: _, ...row }): FeedNotification => row));
  }

  private rows(userid: number): NotificationRow[] {
    return this.s.db.all(sql<NotificationRow>`SELECT * FROM notification WHERE userid = ${userid}
       ORDER BY notificationid DESC`);
  }

  private notificationOf(row: NotificationRow): Notification {
    const { notificationid, kind, date, entryid, workorderid } = row;
    const guide = row.guideid === null ? undefined : guideRow(this.s, row.guideid);
    const wiki = row.wikiid === null ? undefined : wikiRow(this.s, row.wikiid);
    return {
      notificationid,
      kind,
      date,
      by: { userid: row.caused_by, username: this.s.users.username(row.caused_by) },
      guide:
        guide && mayReadGuide(this.s, guide)
          ? { guideid: guide.guideid, title: this.s.translations.titleOf(guide) }
          : null,
      wiki: wiki && mayReadWiki(this.s, wiki) ? { namespace: wiki.namespace, title: wiki.title } : null,
      entryid,
      workorderid,
      read: row.is_read === 1,
    };
  }
}

export class NotificationWriter extends NotificationReader {
  declare protected readonly s: WriteAccess & Others;

  /**
   * Hub: notifies people of what the viewer has just done. Not the viewer, and nobody who may not see what it is about. A desk
   * gets its people's notifications from the hub.
   */
  notify(userids: readonly number[], kind: NotificationKind, subject: Subject): void {
    const { viewer } = this.s;
    if (this.s.meta.isDesk || !viewer) return;
    for (const userid of new Set(userids)) {
      const person = this.s.users.actor(userid);
      if (userid === viewer.userid || !person || !mayReadDocument(this.s, subject, person)) continue;
      const { guideid = null, wikiid = null, entryid = null, workorderid = null } = subject;
      const notificationid = this.s.meta.nextId('notification');
      const date = Math.floor(this.s.now);
      const about = { guideid, wikiid, entryid, workorderid };
      this.insert({ notificationid, userid, kind, date, caused_by: viewer.userid, ...about, is_read: 0 });
      this.removeExcess(userid);
      this.s.feed.record('notifications', userid);
    }
  }

  /** Deletes notifications beyond the limit: the oldest by the person who caused the most, so that nobody displaces what others caused. */
  private removeExcess(userid: number): void {
    this.s.db.run(sql`DELETE FROM notification WHERE notificationid IN (
       SELECT notificationid FROM (
         SELECT notificationid, row_number() OVER (PARTITION BY caused_by ORDER BY notificationid DESC) AS place
         FROM notification WHERE userid = ${userid})
       ORDER BY place, notificationid DESC LIMIT -1 OFFSET ${sql.lit(limits.notifications.kept.max)})`);
  }

  /** Hub: removes a person's notifications of something that was taken back. `causedBy` removes only those that this person caused. */
  withdraw(
    userid: number,
    kind: NotificationKind,
    { guideid, workorderid = null }: { guideid: number; workorderid?: string | null },
    causedBy?: number,
  ): void {
    if (this.s.meta.isDesk) return;
    const ofOne = causedBy === undefined ? sql`` : sql`AND caused_by = ${causedBy}`;
    const { changes } = this.s.db.run(sql`DELETE FROM notification
       WHERE userid = ${userid} AND kind = ${kind} AND guideid = ${guideid} AND workorderid IS ${workorderid} ${ofOne}`);
    if (changes > 0) this.s.feed.record('notifications', userid);
  }

  /** Marks notifications of the viewer as read. Those of others, and those no longer kept, are ignored. */
  markRead(notificationids: readonly number[]): void {
    const { viewer } = this.s;
    if (!viewer) throw unauthorized();
    const { changes } = this.s.db.run(sql`UPDATE notification SET is_read = 1
       WHERE userid = ${viewer.userid} AND is_read = 0 AND notificationid IN ${listOf(notificationids)}`);
    if (changes > 0) this.s.feed.record('notifications', viewer.userid);
  }

  /** Desk: replaces a person's whole list by the one that the site sent. */
  putRemote(userid: number, told: readonly FeedNotification[]): void {
    this.s.db.run(sql`DELETE FROM notification WHERE userid = ${userid}`);
    for (const row of told) this.insert({ ...row, userid });
  }

  /** Desk: removes everyone's notifications with an id above this one. A restored hub has lost them, and gives their ids again. */
  removeAbove(notificationid: number): void {
    this.s.db.run(sql`DELETE FROM notification WHERE notificationid > ${notificationid}`);
  }

  private insert(row: NotificationRow): void {
    this.s.db.run(builder.insertInto('notification').values(row));
  }
}
