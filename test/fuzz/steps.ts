import { Session } from 'node:inspector';
import type { Profiler } from 'node:inspector';

/**
 * How often blocks of our own code are run by `work`: a measure of its cost that is the same on every machine.
 *
 * @param under part of the addresses of the modules that are counted
 */
export function stepsOf(under: string, work: () => void): number {
  const session = new Session();
  session.connect();
  try {
    // With a session of this thread, answers come before `post` returns.
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
