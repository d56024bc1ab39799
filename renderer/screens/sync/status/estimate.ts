/** The amount done at a time; `at` in seconds. */
export interface Sample {
  at: number;
  done: number;
}

const windowSeconds = 60;
/** After a start, items already on the machine are counted within seconds; a pace of those would be far too high. */
const leastSeconds = 10;

/** Adds a sample and drops those older than a minute; drops all if the work has started over. */
export function addSample(samples: readonly Sample[], next: Sample): Sample[] {
  const last = samples.at(-1);
  if (last && next.done < last.done) return [next];
  return [...samples.filter(({ at }) => next.at - at <= windowSeconds), next];
}

/** Returns the seconds left at the pace of the samples; null while the pace is unknown. */
export function secondsLeft(samples: readonly Sample[], total: number | null): number | null {
  const first = samples[0];
  const last = samples.at(-1);
  if (!first || !last || total === null || last.at - first.at < leastSeconds || last.done <= first.done)
    return null;
  return ((total - last.done) * (last.at - first.at)) / (last.done - first.done);
}
