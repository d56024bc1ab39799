import { useEffect, useState } from 'react';
import type { ReactElement } from 'react';

import type { Seen, Times } from '../../features/run/timing.ts';
import { clock, isEnded, timesAt } from '../../features/run/timing.ts';

/** Milliseconds of the page's own clock, ticking while the run is not over. */
function usePageClock(ticking: boolean): number {
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    if (!ticking) return;
    const timer = window.setInterval(() => setNow(performance.now()), 500);
    return () => window.clearInterval(timer);
  }, [ticking]);
  return now;
}

/** One clock of a run; only this redraws every second. */
export function RunTimer({ seen, show }: { seen: Seen; show: (times: Times) => number }): ReactElement {
  const now = usePageClock(!isEnded(seen.entry));
  // The entry may have been read after the last tick.
  return <>{clock(show(timesAt(seen, Math.max(now, seen.at))))}</>;
}
