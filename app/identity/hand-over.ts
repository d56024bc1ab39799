import type { Away } from '../../shared/model/kiosk.ts';
import { performedAt } from '../store/work-log/timing.ts';
import type { Performed } from '../../shared/model/work-log.ts';
import type { Actor } from '../store/actor.ts';
import type { Replica, ReplicaReader } from '../replica/replica.ts';

/** The work that stopped when the kiosk's screen was hidden. Kept in `meta`, so that a restart does not forget the question. */
interface HiddenWork {
  userid: number;
  entryids: number[];
  /** True if the person is asked on return whether the time away counts as work. */
  asks: boolean;
}

/** How the screen was hidden. */
export interface Hiding {
  /** False if the person said that they stop working. They are never asked about work that a swap paused before. */
  asks: boolean;
  /** Seconds without a touch before. */
  idle: number;
}

/**
 * Pauses a person's active runs at this desk, because the screen is hidden: from the last touch on.
 *
 * @returns whether there were any
 */
export function pauseWork(store: Replica, person: Actor, { asks, idle }: Hiding): boolean {
  const entryids = store.read(person, (s) => s.journal.runsAtWork(person.userid));
  if (entryids.length === 0) return false;
  store.transact(person, (s) => {
    const before = hiddenWork(s, person.userid);
    const paused = before ? s.workLog.pausedAmong(person.userid, before.entryids) : [];
    s.meta.set('hidden_work', {
      userid: person.userid,
      entryids: [...paused.map(({ entryid }) => entryid), ...entryids],
      asks: before && paused.length > 0 ? before.asks : asks,
    });
  });
  for (const entryid of entryids) {
    const touched = idle > 0 ? store.read(person, (s) => s.workLog.momentBefore(entryid, idle)) : undefined;
    change(store, person, entryid, 'pause', touched);
  }
  return true;
}

/** Returns the work that stopped when the screen was hidden; null if none did, or it was continued since. */
export function awayFrom(s: ReplicaReader): Away | null {
  const hidden = hiddenWork(s);
  if (!hidden) return null;
  const runs = s.workLog.pausedAmong(hidden.userid, hidden.entryids);
  if (runs.length === 0) return null;
  return {
    userid: hidden.userid,
    asks: hidden.asks,
    seconds: Math.floor(Math.max(...runs.map((run) => run.pausedSeconds))),
    runs: runs.map(({ entryid, workorderid, activeSeconds }) => ({
      entryid,
      workorderid,
      active_duration: Math.floor(activeSeconds),
    })),
  };
}

/**
 * Resumes the work of a person who is back at a hidden screen.
 *
 * @param counts whether they worked while the screen was hidden: the runs then resume at the moment they were paused
 * @returns whether there was any
 */
export function resumeWork(store: Replica, person: Actor, counts: boolean): boolean {
  const hidden = store.read(person, (s) => hiddenWork(s, person.userid));
  if (!hidden) return false;
  const runs = store.read(person, (s) => s.workLog.pausedAmong(person.userid, hidden.entryids));
  for (const { entryid, last } of runs)
    change(store, person, entryid, 'resume', counts ? performedAt(last) : undefined);
  forgetHiddenWork(store);
  return runs.length > 0;
}

/** Keeps the runs paused that stopped when the screen was hidden, as if the person had paused them. */
export function forgetHiddenWork(store: Replica): void {
  store.transact(null, (s) => s.meta.set('hidden_work', null));
}

/**
 * Suspends a person's active runs at this desk when another person signs in at its window, and those that were active when the
 * screen was hidden: in the person's name and with all values, so that others can take them over. Runs that the person paused
 * and runs begun on another machine stay theirs.
 *
 * @returns whether there were any
 */
export function handOver(store: Replica, person: Actor): boolean {
  const entryids = store.read(person, (s) => {
    const hidden = hiddenWork(s, person.userid)?.entryids ?? [];
    return [
      ...s.journal.runsAtWork(person.userid),
      ...s.workLog.pausedAmong(person.userid, hidden).map(({ entryid }) => entryid),
    ];
  });
  for (const entryid of entryids) change(store, person, entryid, 'suspend');
  return entryids.length > 0;
}

function hiddenWork(s: ReplicaReader, userid?: number): HiddenWork | undefined {
  const hidden = s.idMap.resolve(s.meta.get<HiddenWork | null>('hidden_work')) ?? undefined;
  return userid === undefined || hidden?.userid === userid ? hidden : undefined;
}

function change(
  store: Replica,
  person: Actor,
  entryid: number,
  operation: 'pause' | 'resume' | 'suspend',
  performed?: Performed,
): void {
  const edit = {
    route: `POST /work_log/{entryid}/${operation}`,
    params: { entryid: String(entryid) },
    query: {},
    body: performed ? { benchside: performed } : {},
  };
  store.edit(person, edit, (s) => s.workLog[operation](entryid, performed));
}
