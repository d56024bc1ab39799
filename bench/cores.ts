import { execFileSync } from 'node:child_process';

export const coreModes = ['all cores', 'one core'] as const;
export type CoreMode = (typeof coreModes)[number];

const taskset = (...args: string[]): string =>
  execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', ...args, String(process.pid)], {
    encoding: 'utf8',
  });

/**
 * Returns a function that pins this process, and all processes it starts later, to the first of its cores or to all of them.
 *
 * @throws Error where there is no `taskset`: it is a program of Linux
 */
export function corePinning(): (mode: CoreMode) => void {
  // "pid 12's current affinity list: 0-3"
  const [, all = '', first = ''] = /: ((\d+)\S*)/.exec(taskset()) ?? [];
  return (mode) => void taskset(mode === 'one core' ? first : all);
}
