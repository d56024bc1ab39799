import { fork } from 'node:child_process';
import { setPriority } from 'node:os';

import { AppError } from '../shared/errors.ts';

/** Work that another process does. */
export interface ProcessWork<Result> {
  /**
   * What the process made of it.
   *
   * @throws AppError `unavailable` with the reason why the process refused; any other error if it ended without a result
   */
  result: Promise<Result>;
  /** Ends the process at once; `result` then rejects. */
  stop(): void;
}

type Answer<Result> = { result: Result } | { refusal: string };

/** Runs a module that calls `doWork` in a process of its own. */
export function inOwnProcess<Result>(module: URL, args: readonly string[]): ProcessWork<Result> {
  const child = fork(module, args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const { promise, resolve, reject } = Promise.withResolvers<Result>();
  let answer: Answer<Result> | undefined;
  child.on('message', (message) => (answer = message as Answer<Result>));
  child.on('error', reject);
  child.on('exit', (code, signal) => {
    if (!answer) reject(new Error(`the process ended without a result (${code ?? signal})`));
    else if ('result' in answer) resolve(answer.result);
    else reject(new AppError('unavailable', answer.refusal));
  });
  return { result: promise, stop: () => child.kill('SIGKILL') };
}

/** In such a process: works beside the hub, which comes first, sends the result or an `AppError`'s message, and ends with the hub. */
export async function doWork<Result>(
  work: (args: readonly string[]) => Result | Promise<Result>,
): Promise<void> {
  setPriority(19);
  process.on('disconnect', () => process.exit(1));
  const send = (answer: Answer<Result>): void => void process.send?.(answer, () => process.disconnect());
  try {
    send({ result: await work(process.argv.slice(2)) });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    send({ refusal: error.message });
  }
}
