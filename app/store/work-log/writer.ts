import { conflict, forbidden, invalid, unauthorized } from '../../../shared/errors.ts';
import type {
  Abandonment,
  EntryStatus,
  HandOver,
  Performed,
  WorkEvent,
  WorkEventType,
  WorkLogEntry,
  WorkValue,
} from '../../../shared/model/work-log.ts';
import { isObligatory } from '../../../shared/model/step-form.ts';
import { limits } from '../../../shared/limits.ts';
import { isAdmin } from '../actor.ts';
import { settingsOf } from '../desk-settings.ts';
import { mayTakeOver } from '../policy/runs.ts';
import { withoutPlaceholders } from '../placeholders.ts';
import { isProvisional } from '../provisional-ids.ts';
import { bytesOf, requireSize } from '../sizes.ts';
import { builder, sql } from '../sql.ts';
import type { StoreWriter } from '../aggregates.ts';
import { appendEvent } from './events.ts';
import { WorkLogReader } from './reader.ts';
import type { EntryBody, EntryRow } from './reader.ts';
import { putRemoteEntry } from './remote.ts';
import type { RemoteEntry } from './remote.ts';
import { advance, isBefore } from './timing.ts';
import type { Moment, Timing } from './timing.ts';
import { enterValues, imagesIn, requireValues } from './values.ts';
import type { GivenValues } from './values.ts';

/** Tolerated difference between clocks of machines. */
const futureSeconds = 300;

type Change = Exclude<WorkEventType, 'start'>;
type Happening = Pick<WorkEvent, 'type' | 'stepid' | 'revisionid' | 'reason' | 'note' | 'addressee'>;

/** States in which each change is allowed (CONTRACT 10.2). */
const allowedIn: Record<Change, readonly EntryStatus[]> = {
  pause: ['started'],
  resume: ['paused'],
  suspend: ['started', 'paused'],
  assume: ['suspended'],
  finish: ['started'],
  cancel: ['started'],
  step: ['started'],
  data: ['started', 'paused'],
  acknowledged: ['started', 'paused'],
  omitted: ['started', 'paused'],
};

/** Changes runs as the viewer. Every operation accepts the true time of work done offline. */
export class WorkLogWriter extends WorkLogReader {
  declare protected readonly s: StoreWriter;

  /**
   * Starts a run.
   *
   * @param read revisionid of the version that the person read; the readers' version counts if it is unknown or hidden from them
   */
  create(guideid: number, workorderid: string, performed?: Performed, read?: number): WorkLogEntry {
    const { viewer } = this.s;
    if (!viewer) throw unauthorized();
    const guide = this.s.guides.requireVisible(guideid);
    this.requireFewOpen(viewer.userid);
    const event = this.event({ type: 'start', stepid: null }, this.happened(performed), performed?.bench);
    const timing = advance(undefined, event);
    const entryid = this.s.meta.nextId('entry');
    this.insert({
      entryid,
      guideid,
      userid: viewer.userid,
      workorderid: withoutPlaceholders(workorderid),
      status: timing.status,
      starttime: timing.starttime,
      endtime: null,
      guide_revisionid:
        read !== undefined && this.s.guides.mayReadRevision(guide, read) ? read : guide.revisionid,
      body: JSON.stringify({ work_data: [], title: guide.title } satisfies EntryBody),
      timing: JSON.stringify(timing),
    });
    appendEvent(this.s, entryid, timing.position, event);
    this.s.feed.record('entry', entryid);
    this.s.assignments.begin(guideid, withoutPlaceholders(workorderid), entryid);
    return this.require(entryid);
  }

  pause(entryid: number, performed?: Performed): WorkLogEntry {
    return this.change(this.requireOwn(entryid), 'pause', performed);
  }

  /** Resumes a paused run at its step. */
  resume(entryid: number, performed?: Performed): WorkLogEntry {
    return this.change(this.requireOwn(entryid), 'resume', performed);
  }

  /**
   * Offers the run, with its values and times, to everyone who may see the guide.
   *
   * @throws AppError `invalid` if the addressee is unknown or may not see the guide
   */
  suspend(entryid: number, performed?: Performed, said: HandOver = {}): WorkLogEntry {
    const row = this.requireOwn(entryid);
    const { addressee } = said;
    const offline = performed !== undefined || this.s.isReplay;
    const mayTake = addressee == null || mayTakeOver(this.s, row.guideid, this.s.users.actor(addressee));
    // Who was an addressee when a desk was offline may be gone now: the run is then left to everyone.
    if (!mayTake && !offline)
      throw invalid('benchside', 'addressee: This person cannot take the job over. Choose another one.');
    const to = addressee != null && mayTake ? addressee : undefined;
    if (to !== undefined) this.s.notifications.notify([to], 'handed-over', subjectOf(row));
    return this.change(row, 'suspend', performed, {
      ...remarkOf(said),
      ...(to === undefined ? {} : { addressee: to }),
    });
  }

  /** Makes the viewer the owner of a suspended run and starts it again. */
  assume(entryid: number, performed?: Performed): WorkLogEntry {
    const row = this.requireRow(entryid);
    this.s.guides.requireVisible(row.guideid);
    const assumed = this.change(row, 'assume', performed);
    this.s.notifications.notify([row.userid], 'taken-over', subjectOf(row));
    return assumed;
  }

  /**
   * Ends a run. Obligatory steps that it omits without a reason are recorded too, since other programs ask for none, and so is an unread
   * conclusion.
   *
   * @throws AppError `invalid` naming required fields without a value
   */
  finish(entryid: number, performed?: Performed): WorkLogEntry {
    const row = this.requireOwn(entryid);
    this.requireState(row, 'finish');
    requireValues(this.s, row.guideid, this.values(row), performed?.time ?? this.s.now);
    const explained = new Set(this.timing(row).omitted?.map(({ stepid }) => stepid));
    const silent = this.openSteps(row, performed).filter((stepid) => !explained.has(stepid));
    const omitted = [...silent, ...(this.leavesConclusion(row) ? [null] : [])].map((stepid): Happening => ({
      type: 'omitted',
      stepid,
    }));
    this.append(row, [...omitted, { type: 'finish', stepid: null }], performed);
    return this.require(entryid);
  }

  cancel(entryid: number, performed?: Performed, said: Abandonment = {}): WorkLogEntry {
    return this.change(this.requireOwn(entryid), 'cancel', performed, remarkOf(said));
  }

  /** Makes a step of the guide or of a prerequisite the active one; `null` for the conclusion, or no step. */
  setStep(entryid: number, stepid: number | null, performed?: Performed): WorkLogEntry {
    const row = this.requireOwn(entryid);
    this.requireState(row, 'step');
    if (stepid !== null && !this.s.readingPositions.stepsShown(row.guideid).includes(stepid))
      throw invalid('stepid', `Step ${stepid} is not shown in this guide.`);
    const { stepid: before, conclusion } = this.timing(row);
    if (before !== stepid || (stepid === null && conclusion !== 'read'))
      this.append(row, [{ type: 'step', stepid }], performed);
    return this.require(entryid);
  }

  /** Records that the person has read the guide's changes up to this revision. */
  acknowledge(entryid: number, revisionid: number, performed?: Performed): WorkLogEntry {
    const row = this.requireOwn(entryid);
    this.requireState(row, 'acknowledged');
    const last = this.events(row).findLast(({ type }) => type === 'acknowledged');
    if (last?.revisionid !== revisionid || last.userid !== this.s.viewer?.userid)
      this.append(row, [{ type: 'acknowledged', stepid: null, revisionid }], performed);
    return this.require(entryid);
  }

  /**
   * Records why the run is to end without these steps; those that it visited are ignored. The caller names them, because the form
   * that makes a step obligatory may have reached this server after the work.
   */
  omit(
    entryid: number,
    { stepids, reason }: { stepids: readonly number[]; reason: string },
    performed?: Performed,
  ): WorkLogEntry {
    const row = this.requireOwn(entryid);
    this.requireState(row, 'omitted');
    const shown = new Set(this.s.readingPositions.stepsShown(row.guideid));
    for (const stepid of stepids)
      if (!shown.has(stepid)) throw invalid('stepids', `Step ${stepid} is not shown in this guide.`);
    const said = withoutPlaceholders(reason);
    const { omitted = [], steps } = this.timing(row);
    const happenings = [...new Set(stepids)]
      .filter((stepid) => !steps.some((step) => step.stepid === stepid))
      .filter((stepid) => !omitted.some((one) => one.stepid === stepid && one.reason === said))
      .map((stepid): Happening => ({ type: 'omitted', stepid, note: said }));
    if (happenings.length > 0) this.append(row, happenings, performed);
    return this.require(entryid);
  }

  /**
   * Enters values. If all belong to one step, that becomes the active step of a started run.
   *
   * @param lasttimingid what the caller last saw; not checked if absent
   * @throws AppError `conflict` with the present entry if someone has worked on it since
   */
  enter(entryid: number, given: GivenValues, lasttimingid?: number, performed?: Performed): WorkLogEntry {
    const row = this.requireOwn(entryid);
    const current = this.entryOf(row);
    if (lasttimingid !== undefined && lasttimingid !== current.timingid) throw conflict(current);
    this.requireState(row, 'data');
    const before = this.values(row);
    const { data, stepids } = enterValues(this.s, row, before, given, { offline: performed !== undefined });
    const stepid = (stepids.length === 1 ? stepids[0] : null) ?? null;
    const happenings: Happening[] = [];
    const isShown = stepid !== null && this.s.readingPositions.stepsShown(row.guideid).includes(stepid);
    if (isShown && row.status === 'started' && this.timing(row).stepid !== stepid)
      happenings.push({ type: 'step', stepid });
    if (JSON.stringify(data) !== JSON.stringify(before)) happenings.push({ type: 'data', stepid });
    if (happenings.length === 0) return current;
    this.append(row, happenings, performed, data);
    return this.require(entryid);
  }

  /** Deletes a run with values, times and events. */
  delete(entryid: number): void {
    this.requireOwn(entryid);
    this.forget(entryid);
    this.s.assignments.reopen(entryid);
    this.s.feed.record('entry', entryid, true);
  }

  /** Stores an entry of a site or a fixture. If it has no events, those known here are kept. */
  putRemote(entry: RemoteEntry): void {
    const kept = this.row(entry.entryid);
    putRemoteEntry(this.s, entry, kept && kept.timing !== null ? this.timing(kept) : undefined);
    this.noteImages(this.requireRow(entry.entryid));
  }

  /** Removes a run that the site no longer shows. */
  forget(entryid: number): void {
    this.s.db.run(sql`DELETE FROM work_log WHERE entryid = ${entryid}`);
    this.s.media.setUses('work', entryid, []);
    // A job that was started here and discarded before the site had it.
    if (isProvisional(entryid)) this.s.assignments.reopen(entryid);
  }

  /** Returns whether the guide has a conclusion that was not read in the run. */
  private leavesConclusion(row: EntryRow): boolean {
    if (this.timing(row).conclusion !== undefined || !this.s.guides.row(row.guideid)) return false;
    return this.s.guides.document(row.guideid).body.conclusion_rendered !== '';
  }

  /** Returns the obligatory steps that the run has not visited. */
  private openSteps(row: EntryRow, performed: Performed | undefined): number[] {
    const visited = new Set(this.timing(row).steps.map(({ stepid }) => stepid));
    const open: number[] = [];
    for (const form of this.s.forms.currentAt(row.guideid, performed?.time ?? this.s.now))
      if (isObligatory(form) && !visited.has(form.stepid)) open.push(form.stepid);
    return open;
  }

  private change(
    row: EntryRow,
    type: Change,
    performed: Performed | undefined,
    said: Pick<Happening, 'reason' | 'note' | 'addressee'> = {},
  ): WorkLogEntry {
    this.requireState(row, type);
    this.append(row, [{ type, stepid: null, ...said }], performed);
    return this.require(row.entryid);
  }

  /** @throws AppError `forbidden` unless the viewer is the run's owner or an admin */
  private requireOwn(entryid: number): EntryRow {
    const row = this.requireRow(entryid);
    const { viewer } = this.s;
    if (isAdmin(viewer) || viewer?.userid === row.userid) return row;
    throw forbidden('This job belongs to someone else.', ['Admin']);
  }

  private requireState({ status }: EntryRow, change: Change): void {
    if (!allowedIn[change].includes(status))
      throw invalid('status', `This job is ${status}: this cannot be done now.`);
  }

  private append(
    row: EntryRow,
    happenings: readonly Happening[],
    performed: Performed | undefined,
    data?: readonly WorkValue[],
  ): void {
    let timing = this.timing(row);
    // Late values take no time: they are recorded at the last event.
    const late = data !== undefined && happenings.every(({ type }) => type === 'data' || type === 'step');
    const moment = this.happened(performed, timing.last, late);
    if (row.timing === null)
      for (const [index, event] of this.events(row).entries())
        appendEvent(this.s, row.entryid, index + 1, event);
    // A third-party site sends no events, so the events of an edit that waits are still here when it is replayed.
    const known = this.s.isReplay ? this.events(row) : [];
    for (const happening of happenings) {
      const event = this.event(happening, moment, performed?.bench);
      if (known.some((one) => isSame(one, event))) continue;
      timing = advance(timing, event);
      appendEvent(this.s, row.entryid, timing.position, event);
    }
    const body = JSON.parse(row.body) as EntryBody;
    if (data) {
      requireSize(
        limits.workLog.values,
        { before: () => this.sizeOf(this.values(row)), after: this.sizeOf(data) },
        'fields',
        (size) => `The values of one job take at most ${size}. Shorten them.`,
      );
      body.work_data = [...data];
    }
    requireRoom(timing, happenings);
    if (timing.endtime !== null) body.max_form_revisionid = this.s.forms.newestOf(row.guideid);
    this.update({ ...row, body: JSON.stringify(body) }, timing);
    if (data) this.noteImages({ ...row, body: JSON.stringify(body) });
    this.s.feed.record('entry', row.entryid);
    if (timing.endtime !== null) this.s.assignments.end(row.entryid);
  }

  /** Returns what counts as the size of values, in bytes. */
  private sizeOf(values: readonly WorkValue[]): number {
    const pictures = [...imagesIn(this.s, values).values()].flat().length;
    return bytesOf(JSON.stringify(values)) + pictures * limits.workLog.aroundPicture.max;
  }

  /** @throws AppError `invalid` if the person has as many jobs that are not over as one can have */
  private requireFewOpen(userid: number): void {
    const { max } = limits.workLog.open;
    const open = this.s.db.one(sql<{ n: number }>`SELECT count(*) AS n FROM work_log
       WHERE userid = ${userid} AND status IN ('started', 'paused', 'suspended')`);
    if (open && open.n >= max)
      throw invalid(
        'guideid',
        `You have ${max} jobs that are not over. Finish or abandon some of them first.`,
      );
  }

  private update(row: EntryRow, timing: Timing): void {
    this.s.db.run(sql`UPDATE work_log
       SET userid = ${timing.people.at(-1)?.userid ?? row.userid}, status = ${timing.status},
         endtime = ${timing.endtime}, body = ${row.body}, timing = ${JSON.stringify(timing)}
       WHERE entryid = ${row.entryid}`);
  }

  private insert(row: EntryRow): void {
    this.s.db.run(builder.insertInto('work_log').values(row));
  }

  private noteImages(row: EntryRow): void {
    const guids = [...imagesIn(this.s, this.values(row)).values()]
      .flat()
      .flatMap((imageid) => this.s.media.imageRow(imageid)?.guid ?? []);
    this.s.media.setUses('work', row.entryid, guids);
  }

  /** Returns the moment of the change: now, or when it was done offline. */
  private happened(performed: Performed | undefined, last?: Moment, late = false): Moment {
    if (!performed) return this.moment();
    const { time, monotonic, bootid } = performed;
    const comparable = monotonic !== undefined && bootid !== undefined;
    const moment: Moment = {
      time,
      monotonic: comparable ? monotonic : null,
      bootid: comparable ? bootid : null,
    };
    if (time > this.s.now + futureSeconds)
      throw invalid('benchside', 'time: is in the future. Check the clock of the computer.');
    if (last && isBefore(moment, last) && late)
      return { time: last.time, monotonic: last.monotonic, bootid: last.bootid };
    if (last && isBefore(moment, last))
      throw invalid(
        'benchside',
        'time: is before the last event of this job. Check the clock of the computer.',
      );
    return moment;
  }

  /** @param given name of the desk where it happened; at a desk, its own by default */
  private event(happening: Happening, moment: Moment, given?: string): WorkEvent {
    const bench = given ?? (this.s.meta.isDesk ? settingsOf(this.s).deskName : undefined);
    return {
      ...happening,
      ...(bench === undefined ? {} : { bench }),
      userid: this.s.viewer?.userid ?? 0,
      ...moment,
      recorded: this.s.now,
    };
  }
}

/** Whoever stops, hands over or ends a job can always do so, and has some room to go on with it and end it. */
const alwaysPossible: readonly WorkEventType[] = ['start', 'pause', 'suspend', 'finish', 'cancel'];
const leadsToEnd: readonly WorkEventType[] = ['resume', 'assume'];

/** @throws AppError `invalid` if a job has as many events and remarks as it can have */
function requireRoom(timing: Timing, happenings: readonly Happening[]): void {
  const { events, eventsToEnd, totals } = limits.workLog;
  const types = happenings.map(({ type }) => type).filter((type) => !alwaysPossible.includes(type));
  if (types.length === 0 || timing.endtime !== null) return;
  const isLong = timing.position > events.max || bytesOf(JSON.stringify(timing)) > totals.max;
  const mayGoOn = types.every((type) => leadsToEnd.includes(type));
  if (isLong && !(mayGoOn && timing.position <= events.max + eventsToEnd.max))
    throw invalid('status', 'So much has happened in this job that it can only be ended.');
}

/** Returns what a notification of a job names. */
const subjectOf = ({ guideid, entryid, workorderid }: EntryRow) => ({ guideid, entryid, workorderid });

/** Returns what is stored of a reason and a note, which is one line. */
function remarkOf({ reason, note = '' }: HandOver | Abandonment): Pick<Happening, 'reason' | 'note'> {
  const line = withoutPlaceholders(note).replace(/\s+/g, ' ').trim();
  return { ...(reason ? { reason } : {}), ...(line === '' ? {} : { note: line }) };
}

const isSame = (one: WorkEvent, other: WorkEvent): boolean =>
  (['type', 'stepid', 'userid', 'time', 'monotonic', 'bootid'] as const).every(
    (key) => one[key] === other[key],
  );
