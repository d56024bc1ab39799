import { Session } from 'node:inspector';
import type { Profiler } from 'node:inspector';

/**
 * Counts how often `work` runs blocks of our own code: a measure of its cost that is the same on every machine.
 *
 * @param under part of the addresses of the counted modules
 */
export function stepsOf(under: string, work: () => void): number {
  const session = new Session();
  session.connect();
  try {
    // In a session of this thread, answers arrive before `post` returns.
    session.post('Profiler.enable');
    session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
    work();
    let steps = 0;
    session.post('Profiler.takePreciseCoverage', (error, taken) => {
      if (error) throw error;
      steps = taken.result
        .filter(({ url }) => url.includes(under))
        .reduce((sum, one) => sum + countsOf(one), 0);
    });
    session.post('Profiler.stopPreciseCoverage');
    return steps;
  } finally {
    session.disconnect();
  }
}

const countsOf = ({ functions }: Profiler.ScriptCoverage): number =>
  functions.flatMap(({ ranges }) => ranges).reduce((sum, { count }) => sum + count, 0);
