import { parentPort } from 'node:worker_threads';

import { invariant } from '../../shared/assert.ts';
import { AppError } from '../../shared/errors.ts';
import { MediaFiles } from './files.ts';
import { makePictures } from './make-pictures.ts';
import type { FromPictureThread, PlainError, ToPictureThread } from './picture-thread.ts';

const port = parentPort;
invariant(port, 'this file runs as a worker');
const send = (message: FromPictureThread): void => port.postMessage(message);
const uploads = new Map<number, Uint8Array[]>();

port.on('message', (message: ToPictureThread) => {
  const { id } = message;
  const chunks = uploads.get(id) ?? [];
  if ('chunk' in message) {
    chunks.push(message.chunk);
    uploads.set(id, chunks);
    return;
  }
  uploads.delete(id);
  if ('drop' in message) return;
  makePictures(new MediaFiles(message.dir), Buffer.concat(chunks), message.make).then(
    (made) => send({ id, made }),
    (error: unknown) => send({ id, error: plain(error) }),
  );
});

function plain(error: unknown): PlainError {
  if (error instanceof AppError) return { message: error.message, code: error.code, details: error.details };
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
  return { message, code, details: undefined };
}
