export type RunPlace =
  | { at: 'run' }
  | { at: 'conclusion' }
  | { at: 'finish' }
  | { at: 'step'; stepid: number };

/** Parses the rest of a run's path: `step/12`, `conclusion`, `finish` or nothing. */
export function runPlace(rest: string | undefined): RunPlace {
  if (rest === 'finish' || rest === 'conclusion') return { at: rest };
  const stepid = /^step\/(-?\d{1,15})$/.exec(rest ?? '')?.[1];
  return stepid === undefined ? { at: 'run' } : { at: 'step', stepid: Number(stepid) };
}
