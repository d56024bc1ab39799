import { Worker } from 'node:worker_threads';

import type { Outcome, Playing } from './episode.ts';

export interface Pool extends AsyncDisposable {
  play(playing: Playing): Promise<Outcome>;
}

interface Job {
  playing: Playing;
  resolve(outcome: Outcome): void;
  reject(error: unknown): void;
}

/** Plays episodes in threads, each in one thread. */
export function pool(size: number): Pool {
  const waiting: Job[] = [];
  const idle: ((job: Job) => void)[] = [];
  const workers = Array.from({ length: size }, () => {
    const worker = new Worker(new URL('./player.ts', import.meta.url));
    let current: Job | undefined;
    const rest = (): void => {
      const next = waiting.shift();
      if (next) start(next);
      else idle.push(start);
    };
    const start = (job: Job): void => {
      current = job;
      worker.postMessage(job.playing);
    };
    worker.on('message', (outcome: Outcome) => {
      current?.resolve(outcome);
      rest();
    });
    worker.on('error', (error) => current?.reject(error));
    rest();
    return worker;
  });
  return {
    play: (playing) =>
      new Promise((resolve, reject) => {
        const job = { playing, resolve, reject };
        const start = idle.shift();
        if (start) start(job);
        else waiting.push(job);
      }),
    [Symbol.asyncDispose]: async () => {
      await Promise.all(
        workers.map(async (worker) => {
          const exited = new Promise((resolve) => worker.once('exit', resolve));
          worker.postMessage('end');
          await exited;
        }),
      );
    },
  };
}
