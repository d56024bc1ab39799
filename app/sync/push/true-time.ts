import type { JournalEntry } from '../../store/journal/entry.ts';
import type { MonotonicClock } from '../../store/journal/clock.ts';
import type { Round } from '../round.ts';
import type { Plan } from './plan.ts';

/** Seconds; a site tells its time in whole ones, and its answer takes a while. */
const tolerated = 30;

/**
 * The body for a hub. What happens to a run, and what somebody read, happened when the person did it, whenever it is sent
 * (architecture section 6, work logs), and whatever the clock of this desk said.
 */
export function withTrueTime(
  { store, remote, clock }: Round,
  { route, body }: Plan & { kind: 'send' },
  entry: JournalEntry,
): unknown {
  const isRun = /^(POST|PUT) (\/benchside)?\/work_log/.test(route);
  if (!isRun && route !== 'POST /benchside/views') return body ?? {};
  const here = store.read(null, (s) => s.clock);
  const time = trueTime(entry, { site: clock.now() + remote.ahead, ahead: remote.ahead, here });
  const { monotonicClock: monotonic, bootid } = entry;
  if (isRun) return { ...(body as object | null), benchside: { time, monotonic, bootid } };
  const shift = Math.round(time - entry.wallClock);
  const { views } = body as { views: { date: number }[] };
  return { views: views.map((view) => ({ ...view, date: view.date + shift })) };
}

/**
 * When an edit was made, by the site's clock. UNIX seconds. Since this machine started, the time that passed is known;
 * before that, its clock is taken to have been as wrong as it is now.
 */
export function trueTime(
  { wallClock, monotonicClock, bootid }: Pick<JournalEntry, 'wallClock' | 'monotonicClock' | 'bootid'>,
  now: { site: number; ahead: number; here: MonotonicClock },
): number {
  const passed = bootid === now.here.bootid ? now.here.seconds - monotonicClock : undefined;
  const time =
    passed === undefined ? Math.min(now.site, wallClock + now.ahead) : now.site - Math.max(0, passed);
  return Math.abs(time - wallClock) < tolerated ? wallClock : time;
}
