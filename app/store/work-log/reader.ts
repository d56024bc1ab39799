import { forbidden, invalid, notFound } from '../../../shared/errors.ts';
import { limits } from '../../../shared/limits.ts';
import type {
  EntryStatus,
  Performed,
  Remark,
  WorkLogEntry,
  WorkValue,
} from '../../../shared/model/work-log.ts';
import { isLead } from '../actor.ts';
import { mayReadRun, readableRuns } from '../policy/runs.ts';
import { mayReadGuide, readableGuides } from '../policy/guides.ts';
import { allOf, directions, listOf, sql } from '../sql.ts';
import type { SqlPart, StoredRow } from '../sql.ts';
import type { StoreReader } from '../aggregates.ts';
import { impliedEvents, impliedTiming, readEvents } from './events.ts';
import { elapsed, isBefore, performedAt, upTo } from './timing.ts';
import type { Moment, Said, Timing } from './timing.ts';
import { imagesIn, judged, importedValue } from './values.ts';

export type EntryRow = Omit<StoredRow<'work_log'>, 'number'>;

/** Parts of an entry without a column: values, and fields of a site that we do not use. */
export interface EntryBody {
  work_data?: Record<string, unknown>[];
  max_form_revisionid?: unknown;
  duration?: unknown;
  active_duration?: unknown;
  timingid?: unknown;
  /** The guide's title when the run began. */
  title?: string;
  /** Desk: the title that the hub says the guide had then. */
  site?: { title?: string | undefined };
}

interface PausedRun {
  entryid: number;
  workorderid: string;
  activeSeconds: number;
  /** Since `last`. */
  pausedSeconds: number;
  last: Moment;
}

interface Paging {
  order: 'ASC' | 'DESC';
  offset: number;
  limit: number;
}

export interface EntryListOptions extends Paging {
  guideid?: number | undefined;
  userid?: number | undefined;
  workorderid?: string | undefined;
  status?: EntryStatus | undefined;
  /** Bounds of the start in UNIX seconds; `to` is excluded. */
  from?: number | undefined;
  to?: number | undefined;
}

const columns = sql`w.entryid, w.guideid, w.userid, w.workorderid, w.status, w.starttime, w.endtime, w.guide_revisionid, w.body, w.timing`;

/** Reads runs of guides as the viewer may see them (`mayReadRun`). */
export class WorkLogReader {
  protected readonly s: StoreReader;

  constructor(s: StoreReader) {
    this.s = s;
  }

  /** @throws AppError `not-found`; `forbidden` for a run that the viewer may not see */
  require(entryid: number): WorkLogEntry {
    const row = this.requireRow(entryid);
    if (!mayReadRun(this.s, row)) throw forbidden('You may not see this job.', ['Admin']);
    return this.entryOf(row);
  }

  /** Returns runs that the viewer may see, by entryid; those of this desk without an id of the site count as the newest. */
  list(options: EntryListOptions): WorkLogEntry[] {
    const { viewer } = this.s;
    if (!viewer) return [];
    const where = (['guideid', 'userid', 'workorderid', 'status'] as const).flatMap((filter) =>
      options[filter] === undefined ? [] : sql`${sql.ref(`w.${filter}`)} = ${options[filter]}`,
    );
    const { from, to } = options;
    if (from !== undefined) where.push(sql`w.starttime >= ${from}`);
    if (to !== undefined) where.push(sql`w.starttime < ${to}`);
    if (isLead(viewer)) return this.page(ofAll, [...where, readableRuns(this.s)], options);
    const ofPerson = {
      from: sql`work_person p CROSS JOIN work_log w ON w.entryid = p.entryid`,
      number: sql`p.number`,
    };
    return this.page(ofPerson, [sql`p.userid = ${viewer.userid}`, ...where], options);
  }

  /** Returns the suspended runs of a guide, which the viewer may take over. */
  suspended(guideid: number, paging: Paging): WorkLogEntry[] {
    this.s.guides.requireVisible(guideid);
    return this.page(ofAll, [sql`w.guideid = ${guideid}`, sql`w.status = 'suspended'`], paging);
  }

  /** Returns all suspended runs that the viewer may take over, those left to the viewer first. */
  handedOver(paging: Paging): WorkLogEntry[] {
    const { viewer } = this.s;
    const from = sql`work_log w JOIN guide g ON g.guideid = w.guideid`;
    const number = sql`(w.timing ->> '$.remarks[#-1].addressee') IS ${viewer?.userid ?? null} DESC, w.number`;
    const where = [sql`w.status = 'suspended'`, readableGuides(viewer)];
    return this.page({ from, number }, where, paging);
  }

  /** Returns the runs among these that are a person's and paused. `last`: the moment of the last event, usually the pause. */
  pausedAmong(userid: number, entryids: readonly number[]): PausedRun[] {
    return this.s.db
      .all(sql<EntryRow>`SELECT ${columns} FROM work_log w
         WHERE w.entryid IN ${listOf(entryids)}
         AND w.userid = ${userid} AND w.status = 'paused'`)
      .map((row) => {
        const timing = this.timing(row);
        return {
          entryid: row.entryid,
          workorderid: row.workorderid,
          activeSeconds: timing.active,
          pausedSeconds: elapsed(timing.last, this.moment()),
          last: timing.last,
        };
      });
  }

  /** Returns the moment so many seconds ago, but not before the last event of a run. */
  momentBefore(entryid: number, seconds: number): Performed | undefined {
    const row = this.row(entryid);
    if (!row) return undefined;
    const { last } = this.timing(row);
    const { time, monotonic, bootid } = this.moment();
    const moment = {
      time: time - seconds,
      monotonic: monotonic === null ? null : monotonic - seconds,
      bootid,
    };
    return performedAt(isBefore(moment, last) ? last : moment);
  }

  /** Returns every column as stored, to detect changes. */
  stored(entryid: number): unknown {
    return this.s.db.one(sql`SELECT * FROM work_log WHERE entryid = ${entryid}`);
  }

  /** Returns an entry for the feed as templated JSON text; `undefined` if the viewer may not see it. */
  answer(entryid: number): string | undefined {
    const row = this.row(entryid);
    return row && mayReadRun(this.s, row) ? JSON.stringify(this.entryOf(row)) : undefined;
  }

  idsOf(userid: number): number[] {
    return this.s.db
      .all(sql<StoredRow<'work_log', 'entryid'>>`SELECT entryid FROM work_log WHERE userid = ${userid}
         ORDER BY entryid`)
      .map(({ entryid }) => entryid);
  }

  /** Returns whether the run is here and ended, so that it no longer changes. */
  isEnded(entryid: number): boolean {
    const status = this.row(entryid)?.status;
    return status === 'complete' || status === 'cancelled';
  }

  /** Returns the fields that decide who may read the run; undefined if it is not here. */
  rightsOf(entryid: number): Pick<EntryRow, 'entryid' | 'guideid' | 'status'> | undefined {
    return this.row(entryid);
  }

  ownerOf(entryid: number): number | undefined {
    return this.row(entryid)?.userid;
  }

  protected row(entryid: number): EntryRow | undefined {
    return this.s.db.one(sql<EntryRow>`SELECT ${columns} FROM work_log w
       WHERE w.entryid = ${entryid}`);
  }

  protected requireRow(entryid: number): EntryRow {
    const row = this.row(entryid);
    if (!row) throw notFound('Job');
    return row;
  }

  /** Returns the time now, by this machine's clocks. */
  protected moment(): Moment {
    const { seconds, bootid } = this.s.clock;
    return { time: this.s.now, monotonic: seconds, bootid };
  }

  /** Returns the totals as of the last event. */
  protected timing(row: EntryRow): Timing {
    if (row.timing !== null) return this.s.idMap.resolve(JSON.parse(row.timing) as Timing);
    return impliedTiming(row);
  }

  protected values(row: EntryRow): WorkValue[] {
    const { work_data = [] } = JSON.parse(row.body) as EntryBody;
    return this.s.idMap.resolve(work_data).map((item) => importedValue(this.s, row.guideid, item));
  }

  /**
   * Returns an entry.
   *
   * @param brief for lists, which give pictures by id only
   * @param stepsOf returns the stepids of a guide; lists have many entries of one guide
   */
  protected entryOf(row: EntryRow, brief = false, stepsOf = this.stepsOf()): WorkLogEntry {
    const { entryid, guideid, userid, workorderid, status, starttime, endtime } = row;
    const { site, title, ...body } = JSON.parse(row.body) as EntryBody;
    const timing = this.timing(row);
    const now = upTo(timing, this.moment());
    // A site that sent no events has measured the durations itself.
    const measured: EntryBody = row.timing === null && endtime !== null ? body : {};
    const paused = Math.floor(now.paused);
    const suspended = Math.floor(now.suspended);
    const duration = whole(measured.duration) ?? Math.floor(now.active + now.paused + now.suspended);
    const guide = this.hasLost(guideid, site) ? undefined : this.s.guides.row(guideid);
    // A viewer who may not see the guide must not find out when it changes.
    const isSeen = guide !== undefined && mayReadGuide(this.s, guide);
    const begunTitle = title ?? site?.title ?? guide?.title ?? '';
    const skipped =
      isSeen && row.timing !== null && status === 'complete' ? skippedIn(now, stepsOf(guideid)) : 0;
    const told = site && endtime === null ? null : (whole(body.max_form_revisionid) ?? null);
    return {
      ...body,
      entryid,
      guideid,
      userid,
      workorderid,
      status,
      cancelled: status === 'cancelled' ? 1 : 0,
      starttime: Math.floor(starttime),
      endtime: endtime === null ? null : Math.floor(endtime),
      duration,
      active_duration: whole(measured.active_duration) ?? Math.max(0, duration - paused - suspended),
      guide_revisionid: isSeen ? guide.revisionid : row.guide_revisionid,
      max_form_revisionid: endtime === null && isSeen ? this.s.forms.newestOf(guideid) : told,
      timingid: row.timing === null ? (whole(body.timingid) ?? null) : timing.timingid,
      work_data: brief ? judged(this.s, this.values(row)).map(withoutImage) : this.shownValues(row),
      benchside: {
        title: isSeen ? this.s.translations.titleOf(guide) : begunTitle,
        begun_title: begunTitle,
        guide_revisionid: row.guide_revisionid,
        stepid: now.stepid,
        bench: now.bench ?? null,
        active_stepid: status === 'started' ? now.stepid : null,
        pause_duration: paused,
        suspended_duration: suspended,
        steps: now.steps.map(({ active, ...step }) => ({ ...step, active_duration: Math.floor(active) })),
        ...(skipped > 0 ? { skipped } : {}),
        ...(now.conclusion ? { conclusion: now.conclusion } : {}),
        ...(now.omitted?.length ? { omitted: now.omitted } : {}),
        people: now.people.map((person) => ({ ...person, username: this.s.users.username(person.userid) })),
        recorded: now.recorded,
        remarks: (now.remarks ?? []).map((said) => this.named(said)),
        ...(brief ? {} : { events: this.events(row) }),
      },
    };
  }

  private named({ type, userid, time, reason, note, addressee }: Said): Remark {
    const nameOf = (id: number): { userid: number; username: string } => ({
      userid: id,
      username: this.s.users.username(id),
    });
    return {
      type,
      ...nameOf(userid),
      time,
      reason: reason ?? null,
      note: note ?? '',
      addressee: addressee === undefined ? null : nameOf(addressee),
    };
  }

  /** Returns whether this desk's hub no longer shows the guide, so that the copy here may be outdated. */
  private hasLost(guideid: number, site: EntryBody['site']): boolean {
    if (!site) return false;
    return this.s.guides.row(guideid)?.deleted !== 0 || this.s.siteVersions.get('guide', guideid) === 'gone';
  }

  protected events(row: EntryRow): ReturnType<typeof readEvents> {
    return row.timing === null ? impliedEvents(row) : readEvents(this.s, row.entryid);
  }

  /** Returns the values with pictures as image objects. */
  private shownValues(row: EntryRow): WorkValue[] {
    const data = judged(this.s, this.values(row));
    const imagesOf = imagesIn(this.s, data);
    return data.map((item) => {
      const images = (imagesOf.get(item) ?? []).flatMap((imageid) => this.s.media.image(imageid) ?? []);
      const [image] = images;
      if (!image) return item;
      return images.length > 1 ? { ...item, image, images } : { ...item, image };
    });
  }

  private page(
    { from, number }: { from: SqlPart; number: SqlPart },
    where: readonly SqlPart[],
    { order, offset, limit }: Paging,
  ): WorkLogEntry[] {
    const rows = sql`FROM ${from} WHERE ${allOf(where)}
       ORDER BY ${number} ${directions[order]} LIMIT ${limit} OFFSET ${offset}`;
    this.requireSmall(rows);
    const stepsOf = this.stepsOf();
    return this.s.db
      .all(sql<EntryRow>`SELECT ${columns} ${rows}`)
      .map((row) => this.entryOf(row, true, stepsOf));
  }

  /** Returns a function that reads the stepids of each guide once. */
  private stepsOf(): (guideid: number) => readonly number[] {
    const known = new Map<number, readonly number[]>();
    return (guideid) => {
      const steps = known.get(guideid) ?? this.s.guides.stepidsShown(guideid);
      known.set(guideid, steps);
      return steps;
    };
  }

  /** @throws AppError `invalid` if these runs are too large for one answer */
  private requireSmall(rows: SqlPart): void {
    const size = this.s.db.one(sql<{ bytes: number | null }>`SELECT sum(bytes) AS bytes FROM (
       SELECT octet_length(w.body) + coalesce(octet_length(w.timing), 0) AS bytes ${rows})`);
    if (Number(size?.bytes) > limits.workLog.listed.max)
      throw invalid('limit', 'These jobs are too large for one list. Ask for fewer at once, with `limit`.');
  }
}

/** All runs, and the column of their order. */
const ofAll = { from: sql`work_log w`, number: sql`w.number` };

const whole = (value: unknown): number | undefined =>
  typeof value === 'number' ? Math.floor(value) : undefined;

/** Returns how many of the steps the run neither visited nor omitted for a reason that the entry names. */
function skippedIn({ steps, omitted = [] }: Timing, stepids: readonly number[]): number {
  const named = new Set([...steps, ...omitted].map(({ stepid }) => stepid));
  return stepids.filter((stepid) => !named.has(stepid)).length;
}

/** Lists give pictures by id only, but a desk stores whole entries. */
const withoutImage = ({
  image: _,
  images: __,
  ...value
}: WorkValue & { image?: unknown; images?: unknown }): WorkValue => value;
