import type { StoreReader, StoreWriter } from '../store.ts';

interface Age {
  /** UNIX seconds by the clock of this machine, when it was last noted. */
  wall: number;
  seconds: number;
}

/**
 * Seconds that have passed at this desk, as far as its clock has shown them. They only grow: setting the clock back takes
 * nothing off, and setting it ahead adds.
 */
export function ageOf(s: StoreReader): number {
  const { wall, seconds } = s.meta.get<Age>('age') ?? { wall: s.now, seconds: 0 };
  return seconds + Math.max(0, s.now - wall);
}

/** To be called often: what the clock is set back by before the next time counts for nothing. */
export function noteAge(s: StoreWriter): number {
  const seconds = ageOf(s);
  s.meta.set('age', { wall: s.now, seconds } satisfies Age);
  return seconds;
}
