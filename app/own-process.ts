import { fork } from 'node:child_process';
import { setPriority } from 'node:os';
import { Worker } from 'node:worker_threads';

import { AppError } from '../shared/errors.ts';
import { moduleBeside } from './module-beside.ts';

/** Work that runs in another process. */
export interface ProcessWork<Result> {
  /** Rejects with an `unavailable` that says why the process refused, or with another error if the process ended without a result. */
  result: Promise<Result>;
  /** Ends the process at once; `result` then rejects. */
  stop(): void;
}

type Answer<Result> = { result: Result } | { refusal: string };

/** Starts a process with a module that calls `runWork`. */
export function inOwnProcess<Result>(module: URL, args: readonly string[]): ProcessWork<Result> {
  const child = fork(module, args, { stdio: ['pipe', 'ignore', 'inherit', 'ipc'] });
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

/**
 * Does the work of a process that `inOwnProcess` started, and sends its result or the message of its `AppError`. The process has the
 * lowest priority, so that it does not slow the hub down, and ends when the hub ends.
 */
export async function runWork<Result>(
  work: (args: readonly string[]) => Result | Promise<Result>,
): Promise<void> {
  setPriority(19);
  new Worker(moduleBeside(import.meta.url, 'parent-worker')).unref();
  process.on('disconnect', () => process.exit(1));
  const send = (answer: Answer<Result>): void => void process.send?.(answer, () => process.disconnect());
  try {
    send({ result: await work(process.argv.slice(2)) });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    send({ refusal: error.message });
  }
}
