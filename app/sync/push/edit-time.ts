import { z } from 'zod';

import { performed } from '../../../shared/model/work-log.ts';
import type { JournalEntry } from '../../replica/journal/entry.ts';
import { settingsOf } from '../../store/desk-settings.ts';
import type { MonotonicClock } from '../../store/monotonic-clock.ts';
import { bootsOf, siteTimeAt } from '../clocks.ts';
import type { Boot } from '../../replica/desk-state.ts';
import type { Round } from '../round.ts';
import { operationOf } from '../../replica/operations/index.ts';
import type { Sent } from '../../replica/plan/plan.ts';

/** Seconds of deviation that are ignored: sites send whole seconds, and answers take a while. */
const tolerated = 30;

/**
 * Returns the body for a hub, with the time of the edit. Events of a run and views of documents count when they happened,
 * whenever they are sent (SPEC J13) and whatever this desk's clock showed.
 */
export function withEditTime(
  { store, remote, clock }: Round,
  { route, body }: Sent,
  entry: JournalEntry,
): unknown {
  const { withTime } = operationOf(route);
  if (!withTime) return body ?? {};
  const { here, boots, bench } = store.read(null, (s) => ({
    here: s.clock,
    boots: bootsOf(s),
    bench: settingsOf(s).deskName,
  }));
  const made = { ...entry, ...givenTime(body) };
  const time = editTime(made, { site: clock.now() + remote.ahead, ahead: remote.ahead, here, boots });
  return withTime(body, time, made, bench);
}

/** Returns the body for a third-party site, which may refuse a field that the contract does not have. */
export function withoutTime(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || !('benchside' in body)) return body ?? {};
  const { benchside: _, ...rest } = body;
  return rest;
}

/** Returns the earlier time that an edit was made for, such as work resumed at the moment it was paused. */
function givenTime(body: unknown): Partial<Pick<JournalEntry, 'wallClock' | 'monotonicClock' | 'bootid'>> {
  const { benchside } = timed.safeParse(body).data ?? {};
  return benchside
    ? { wallClock: benchside.time, monotonicClock: benchside.monotonic, bootid: benchside.bootid }
    : {};
}

const timed = z.object({ benchside: performed.omit({ bench: true }).required() });

/**
 * Returns when an edit was made, by the site's clock, UNIX seconds. Since this machine started, the monotonic clock tells. For
 * earlier runs, recorded clock readings do (`siteTimeAt`); without any, the wall clock is assumed to have been as wrong as now.
 */
export function editTime(
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
