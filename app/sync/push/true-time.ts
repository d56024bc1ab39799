import type { JournalEntry } from '../../store/journal/entry.ts';
import type { MonotonicClock } from '../../store/journal/clock.ts';
import { bootsOf, siteTimeAt } from '../clocks.ts';
import type { Boot } from '../clocks.ts';
import type { Round } from '../round.ts';
import type { Plan } from './plan.ts';

/** Seconds; a site tells its time in whole ones, and its answer takes a while. */
const tolerated = 30;

/**
 * The body for a hub. What happens to a run, and what somebody read, happened when the person did it, whenever it is sent
 * (SPEC J13), and whatever the clock of this desk said.
 */
export function withTrueTime(
  { store, remote, clock }: Round,
  { route, body }: Plan & { kind: 'send' },
  entry: JournalEntry,
): unknown {
  const isRun = /^(POST|PUT) (\/benchside)?\/work_log/.test(route);
  if (!isRun && route !== 'POST /benchside/views') return body ?? {};
  const { here, boots } = store.read(null, (s) => ({ here: s.clock, boots: bootsOf(s) }));
  const time = trueTime(entry, { site: clock.now() + remote.ahead, ahead: remote.ahead, here, boots });
  const { monotonicClock: monotonic, bootid } = entry;
  if (isRun) return { ...(body as object | null), benchside: { time, monotonic, bootid } };
  const shift = Math.round(time - entry.wallClock);
  const { views } = body as { views: { date: number }[] };
  return { views: views.map((view) => ({ ...view, date: view.date + shift })) };
}

/**
 * When an edit was made, by the site's clock. UNIX seconds. Since this machine started, the time that passed is known, and
 * of earlier starts what the clocks showed around them; where nothing is known of one, its clock is taken to have been as
 * wrong as it is now.
 */
export function trueTime(
  { wallClock, monotonicClock, bootid }: Pick<JournalEntry, 'wallClock' | 'monotonicClock' | 'bootid'>,
  now: { site: number; ahead: number; here: MonotonicClock; boots?: readonly Boot[] },
): number {
  const { site, ahead, here, boots = [] } = now;
  const known = boots.some((boot) => boot.bootid === here.bootid)
    ? boots
    : [
        ...boots,
        {
          bootid: here.bootid,
          first: { wall: site - ahead, seconds: here.seconds },
          last: { wall: site - ahead, seconds: here.seconds },
        },
      ];
  const time = Math.min(
    site,
    siteTimeAt(known, { bootid, seconds: monotonicClock }, { ...here, site }) ?? wallClock + ahead,
  );
  return Math.abs(time - wallClock) < tolerated ? wallClock : time;
}
