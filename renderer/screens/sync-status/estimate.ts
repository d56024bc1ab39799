/** How much was done when; `at` in seconds. */
export interface Sample {
  at: number;
  done: number;
}

const windowSeconds = 60;

/** Adds a sample, drops what is older than a minute, and starts over when the work itself started over. */
export function addSample(samples: readonly Sample[], next: Sample): Sample[] {
  const last = samples.at(-1);
  if (last && next.done < last.done) return [next];
  return [...samples.filter(({ at }) => next.at - at <= windowSeconds), next];
}

/** Seconds left at the pace of the samples; null while there is no pace to speak of. */
export function secondsLeft(samples: readonly Sample[], total: number | null): number | null {
  const first = samples[0];
  const last = samples.at(-1);
  if (!first || !last || total === null || last.at - first.at < 3 || last.done <= first.done) return null;
  return ((total - last.done) * (last.at - first.at)) / (last.done - first.done);
}
