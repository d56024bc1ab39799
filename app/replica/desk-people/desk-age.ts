import type { ReplicaReader, ReplicaWriter } from '../replica.ts';

interface Age {
  /** UNIX seconds of this machine's clock when the age was last recorded. */
  wall: number;
  seconds: number;
}

/**
 * Returns the seconds that have passed at this desk according to its clock. They only increase: setting the clock back
 * subtracts nothing; setting it ahead adds.
 */
export function ageOf(s: ReplicaReader): number {
  const { wall, seconds } = s.meta.get<Age>('age') ?? { wall: s.now, seconds: 0 };
  return seconds + Math.max(0, s.now - wall);
}

/** Records the age. Call it often: if the clock is set back, the time since the last call is lost. */
export function noteAge(s: ReplicaWriter): number {
  const seconds = ageOf(s);
  s.meta.set('age', { wall: s.now, seconds } satisfies Age);
  return seconds;
}
