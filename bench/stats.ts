/** What one run measured: names carry their unit, as in `full_s`. */
export type Metrics = Record<string, number>;

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** `name_p50_ms` and so on. */
export const spread = (name: string, times: readonly number[]): Metrics => ({
  [`${name}_p50_ms`]: percentile(times, 0.5),
  [`${name}_p95_ms`]: percentile(times, 0.95),
  [`${name}_p99_ms`]: percentile(times, 0.99),
});

/** Times of `count` calls in milliseconds, after some that do not count. */
export async function timed(
  count: number,
  call: (index: number) => unknown,
  uncounted = Math.min(100, count),
): Promise<number[]> {
  for (let index = 0; index < uncounted; index += 1) await call(index);
  const times: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const start = performance.now();
    const result = call(index);
    if (result instanceof Promise) await result;
    times.push(performance.now() - start);
  }
  return times;
}

export async function seconds(work: () => unknown): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000;
}

/** A round takes no time when nothing changed, so it is the median of some, in milliseconds. */
export async function medianOfRounds(round: () => Promise<number>): Promise<number> {
  const times: number[] = [];
  for (let count = 0; count < 9; count += 1) times.push(await round());
  return median(times);
}
