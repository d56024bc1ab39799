import { Worker } from 'node:worker_threads';

import { invariant } from '../../shared/assert.ts';
import { AppError } from '../../shared/errors.ts';
import type { ErrorCode, ErrorDetails } from '../../shared/errors.ts';
import { moduleBeside } from '../module-beside.ts';
import { MediaFiles } from './files.ts';
import type { MadePictures, PictureJob, PictureMaker } from './make-pictures.ts';

/** The upload of a job comes in chunks; `make` completes it, `drop` cancels it. */
export type ToPictureThread =
  | { id: number; chunk: Uint8Array }
  | { id: number; make: PictureJob; dir: string }
  | { id: number; drop: true };

/** An error as plain data: cloning between threads keeps neither class nor codes. */
export interface PlainError {
  message: string;
  code: string | undefined;
  /** Details of an AppError. */
  details: ErrorDetails | undefined;
}

export type FromPictureThread = { id: number; made: MadePictures } | { id: number; error: PlainError };

/** WebAssembly never returns memory, so an idle thread ends. */
const idleMs = 60_000;

/**
 * For a desk: sharp's WebAssembly build would block the window's process for seconds. If the thread dies, its jobs fail;
 * the next job starts another thread.
 */
export function makeInThread(): PictureMaker {
  let thread: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let lastId = 0;
  const waiting = new Map<number, PromiseWithResolvers<MadePictures>>();

  const start = (): Worker => {
    const started = new Worker(moduleBeside(import.meta.url, 'picture-worker'));
    // The thread must not keep the process alive.
    started.unref();
    let cause: unknown;
    started.on('message', (message: FromPictureThread) => {
      const job = waiting.get(message.id);
      if ('made' in message) job?.resolve(message.made);
      else job?.reject(errorOf(message.error));
    });
    started.on('error', (error) => (cause = error));
    started.on('exit', () => {
      // An idle thread that was ended has no jobs.
      if (thread !== started) return;
      thread = undefined;
      const reason = new Error('the thread that makes pictures ended', { cause });
      for (const job of waiting.values()) job.reject(reason);
    });
    return started;
  };

  const send = (message: ToPictureThread, transfer: ArrayBuffer[] = []): void =>
    (thread ??= start()).postMessage(message, transfer);

  const rest = (): void => {
    clearTimeout(idle);
    if (waiting.size === 0) idle = setTimeout(letGo, idleMs).unref();
  };

  /** Clears `thread` first, because another may start before this one has ended. */
  const letGo = (): void => {
    const ending = thread;
    thread = undefined;
    void ending?.terminate();
  };

  return {
    make: async (media, upload, job) => {
      const id = ++lastId;
      const answer = Promise.withResolvers<MadePictures>();
      // If the thread ends while the upload is still arriving, nobody awaits the answer yet. The `await` below reports the error.
      answer.promise.catch(() => undefined);
      waiting.set(id, answer);
      clearTimeout(idle);
      try {
        try {
          for await (const chunk of upload) {
            const copy = new Uint8Array(chunk);
            send({ id, chunk: copy }, [copy.buffer]);
          }
        } catch (error) {
          const dropped: ToPictureThread = { id, drop: true };
          thread?.postMessage(dropped);
          throw error;
        }
        invariant(media instanceof MediaFiles, 'a desk stores its pictures in a folder');
        send({ id, make: job, dir: media.dir });
        return await answer.promise;
      } finally {
        waiting.delete(id);
        rest();
      }
    },
    close: async () => {
      clearTimeout(idle);
      await thread?.terminate();
    },
  };
}

function errorOf({ message, code, details }: PlainError): Error {
  if (details) return new AppError(code as ErrorCode, message, details);
  return Object.assign(new Error(message), code === undefined ? {} : { code });
}
