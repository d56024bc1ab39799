import { forbidden, invalid, notFound } from '../../../shared/errors.ts';
import { limits } from '../../../shared/limits.ts';
import type { Assignment, NewAssignment } from '../../../shared/model/assignment.ts';
import type { ReadAccess, WriteAccess } from '../access.ts';
import { isLead } from '../actor.ts';
import type { Actor, Viewer } from '../actor.ts';
import { guideRow } from '../guides/rows.ts';
import type { GuideRow } from '../guides/rows.ts';
import { withoutPlaceholders } from '../placeholders.ts';
import { mayReadGuide } from '../policy/guides.ts';
import { mayReadAssignment, mayTakeOver } from '../policy/runs.ts';
import type { NotificationWriter } from '../notifications/notifications.ts';
import { isProvisional } from '../provisional-ids.ts';
import { builder, likePart, sql } from '../sql.ts';
import type { StoredRow } from '../sql.ts';

export type AssignmentRow = StoredRow<'assignment'>;

/** The parts of other aggregates that assignments use. */
interface Others {
  readonly users: { username(userid: number): string; actor(userid: number): Viewer };
  readonly translations: { titleOf(row: GuideRow): string };
}

interface Writing extends WriteAccess, Others {
  readonly isReplay: boolean;
  readonly notifications: NotificationWriter;
  readonly guides: { requireVisible(guideid: number): unknown };
}

/** Reads assigned work as the viewer may see it (`mayReadAssignment`). */
export class AssignmentReader {
  protected readonly s: ReadAccess & Others;

  constructor(s: ReadAccess & Others) {
    this.s = s;
  }

  row(assignmentid: number): AssignmentRow | undefined {
    return this.s.db.one(sql<AssignmentRow>`SELECT * FROM assignment WHERE assignmentid = ${assignmentid}`);
  }

  /** @throws AppError `not-found`; `forbidden` for one that the viewer may not see */
  require(assignmentid: number): Assignment {
    return this.assignmentOf(this.requireRow(assignmentid));
  }

  protected requireRow(assignmentid: number): AssignmentRow {
    const row = this.row(assignmentid);
    if (!row) throw notFound('Assigned work');
    if (!mayReadAssignment(this.s, row)) throw forbidden('You may not see this assigned work.', ['Author']);
    return row;
  }

  /** Returns work that was not started, and work whose job is not over: due first, then in the order of assigning. */
  list(): Assignment[] {
    // A job that ended here may not have reached the hub yet.
    const present = this.s.db.all(sql<AssignmentRow>`SELECT * FROM assignment WHERE ended = 0 AND NOT EXISTS (
      SELECT 1 FROM work_log w WHERE w.entryid = assignment.entryid AND w.status IN ('complete', 'cancelled'))`);
    return this.readable(present).map((row) => this.assignmentOf(row));
  }

  /** Finds work that was not started by any part of its work order number, in the order of `list`. */
  find(part: string, limit: number): Assignment[] {
    const found = this.s.db.all(
      sql<AssignmentRow>`SELECT * FROM assignment WHERE entryid IS NULL AND workorderid ${likePart(part)}`,
    );
    return this.readable(found)
      .slice(0, limit)
      .map((row) => this.assignmentOf(row));
  }

  private readable(rows: readonly AssignmentRow[]): AssignmentRow[] {
    const last = '9999-12-31';
    const key = ({ due, created_date, assignmentid }: AssignmentRow): (string | number)[] => [
      due ?? last,
      created_date,
      Math.abs(assignmentid),
    ];
    return rows.filter((row) => mayReadAssignment(this.s, row)).toSorted((a, b) => compare(key(a), key(b)));
  }

  /** Returns the feed's document as JSON text; undefined if the viewer may not see it. */
  feedText(assignmentid: number): string | undefined {
    const row = this.row(assignmentid);
    return row && mayReadAssignment(this.s, row) ? JSON.stringify(row) : undefined;
  }

  private assignmentOf(row: AssignmentRow): Assignment {
    const { assignmentid, guideid, workorderid, userid, bench, due, note, assigned_by } = row;
    const guide = guideRow(this.s, guideid);
    return {
      assignmentid,
      guideid,
      title: guide && mayReadGuide(this.s, guide) ? this.s.translations.titleOf(guide) : '',
      workorderid,
      assignee: userid === null ? null : { userid, username: this.s.users.username(userid) },
      bench,
      due,
      note,
      assigned_by: { userid: assigned_by, username: this.s.users.username(assigned_by) },
      created_date: row.created_date,
      entryid: row.entryid,
    };
  }
}

/** Assigns work; the viewer must be an author or an admin. */
export class AssignmentWriter extends AssignmentReader {
  declare protected readonly s: Writing;

  /** @throws AppError `forbidden`, `not-found` for the guide; `invalid` for nobody, or a person who may not see the guide */
  create(input: NewAssignment): Assignment {
    const viewer = this.requireLead();
    this.requirePossible(input);
    const open = this.s.db.one(
      sql<{ n: number }>`SELECT count(*) AS n FROM assignment WHERE entryid IS NULL`,
    );
    if ((open?.n ?? 0) >= limits.assignments.open.max)
      throw invalid(
        'workorderid',
        `There can be at most ${limits.assignments.open.max} open assignments. Remove some first.`,
      );
    this.notify(input);
    return this.store({
      assignmentid: this.s.meta.nextId('assignment'),
      ...fieldsOf(input),
      assigned_by: viewer.userid,
      created_date: Math.floor(this.s.now),
      entryid: null,
      ended: 0,
    });
  }

  /**
   * Changes what was assigned, and to whom. Who assigned it stays.
   *
   * @throws AppError as `create`; `not-found`; `invalid` for another guide or work order of work that was started
   */
  update(assignmentid: number, input: NewAssignment): Assignment {
    this.requireLead();
    const row = this.requireRow(assignmentid);
    this.requirePossible(input);
    const fields = fieldsOf(input);
    if (row.entryid !== null && (fields.guideid !== row.guideid || fields.workorderid !== row.workorderid))
      throw invalid(
        fields.guideid === row.guideid ? 'workorderid' : 'guideid',
        'This work was started: its guide and work order stay. Assign new work instead.',
      );
    if (fields.userid !== row.userid) {
      this.withdrawNotification(row);
      this.notify(input);
    }
    return this.store({ ...row, ...fields });
  }

  delete(assignmentid: number): void {
    this.requireLead();
    this.withdrawNotification(this.requireRow(assignmentid));
    this.forget(assignmentid);
    this.s.feed.record('assignment', assignmentid, true);
  }

  /** Marks the assignments of a guide and a work order as started by a job. */
  begin(guideid: number, workorderid: string, entryid: number): void {
    this.set(
      this.s.db.all(sql<AssignmentRow>`SELECT * FROM assignment
        WHERE entryid IS NULL AND workorderid = ${workorderid} AND guideid = ${guideid}`),
      { entryid },
    );
  }

  /** Lets the assignments of a job that is deleted wait again. */
  reopen(entryid: number): void {
    this.set(this.ofJob(entryid), { entryid: null, ended: 0 });
  }

  /** Hub: marks the assignments of a job that has ended. A desk learns that from its hub, and sees whether its own jobs have ended. */
  end(entryid: number): void {
    if (!this.s.meta.isDesk) this.set(this.ofJob(entryid), { ended: 1 });
  }

  private ofJob(entryid: number): AssignmentRow[] {
    return this.s.db.all(sql<AssignmentRow>`SELECT * FROM assignment WHERE entryid = ${entryid}`);
  }

  /** Desk: stores an assignment as the site has it. A job that the site has not yet got keeps it started here. */
  putRemote(told: AssignmentRow): void {
    const here = this.row(told.assignmentid)?.entryid ?? null;
    const entryid = told.entryid ?? (here !== null && isProvisional(here) ? here : null);
    this.put({ ...told, entryid });
  }

  /** Desk: removes an assignment that the site no longer shows. */
  forget(assignmentid: number): void {
    this.s.db.run(sql`DELETE FROM assignment WHERE assignmentid = ${assignmentid}`);
  }

  private requireLead(): Actor {
    const { viewer } = this.s;
    if (!viewer || !isLead(viewer))
      throw forbidden('Only authors and admins may assign work.', ['Author', 'Admin']);
    return viewer;
  }

  private requirePossible({ guideid, userid = null, bench }: NewAssignment): void {
    this.s.guides.requireVisible(guideid);
    if (userid === null && bench === '')
      throw invalid('userid', 'Choose a person or a bench.', 'missing_field');
    if (userid !== null && !mayTakeOver(this.s, guideid, this.s.users.actor(userid)) && !this.s.isReplay)
      throw invalid('userid', 'This person cannot see the guide. Choose another one.');
  }

  private notify(input: NewAssignment): void {
    const { guideid, userid, workorderid } = fieldsOf(input);
    if (userid !== null) this.s.notifications.notify([userid], 'assigned', { guideid, workorderid });
  }

  /** The person no longer has this work, so their inbox must not lead them to it. */
  private withdrawNotification({ userid, guideid, workorderid }: AssignmentRow): void {
    if (userid !== null) this.s.notifications.withdraw(userid, 'assigned', { guideid, workorderid });
  }

  private store(row: AssignmentRow): Assignment {
    this.put(row);
    this.s.feed.record('assignment', row.assignmentid);
    return this.require(row.assignmentid);
  }

  private set(rows: readonly AssignmentRow[], change: Partial<AssignmentRow>): void {
    for (const row of rows) {
      this.put({ ...row, ...change });
      this.s.feed.record('assignment', row.assignmentid);
    }
  }

  private put(row: AssignmentRow): void {
    const { assignmentid, ...more } = row;
    this.s.db.run(
      builder
        .insertInto('assignment')
        .values(row)
        .onConflict((conflict) => conflict.column('assignmentid').doUpdateSet(more)),
    );
  }
}

/** Returns the columns that a lead chooses. */
const fieldsOf = ({ guideid, workorderid, userid = null, bench, due = null, note }: NewAssignment) => ({
  guideid,
  workorderid: withoutPlaceholders(workorderid),
  userid,
  bench: withoutPlaceholders(bench),
  due,
  note: withoutPlaceholders(note).replace(/\s+/g, ' ').trim(),
});

function compare(a: readonly (string | number)[], b: readonly (string | number)[]): number {
  const at = a.findIndex((value, index) => value !== b[index]);
  if (at < 0) return 0;
  const [one = '', other = ''] = [a[at], b[at]];
  return one < other ? -1 : 1;
}
