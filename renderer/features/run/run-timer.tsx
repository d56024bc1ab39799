import { useEffect, useState } from 'react';
import type { ReactElement } from 'react';

import type { Times } from './timing.ts';
import type { Seen } from '../../api/queries/work-log.ts';
import { clock, timesAt } from './timing.ts';
import { isEnded } from '../../api/queries/work-log.ts';

/** Returns `performance.now()` in milliseconds, updated while `ticking`. */
function usePageClock(ticking: boolean): number {
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    if (!ticking) return;
    const timer = window.setInterval(() => setNow(performance.now()), 500);
    return () => window.clearInterval(timer);
  }, [ticking]);
  return now;
}

/** One timer of a run. Only this component renders every second. */
export function RunTimer({ seen, show }: { seen: Seen; show: (times: Times) => number }): ReactElement {
  const now = usePageClock(!isEnded(seen.entry));
  // The entry may be newer than the last tick.
  return <>{clock(show(timesAt(seen, Math.max(now, seen.at))))}</>;
}
