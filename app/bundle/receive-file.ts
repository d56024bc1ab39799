import { createWriteStream, rmSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';

import { AppError } from '../../shared/errors.ts';
import { noRoomFor } from '../disk-error.ts';

export type Upload = AsyncIterable<Uint8Array>;

export interface ReceivedFile {
  path: string;
  /** The name that the person who sent it knows it by. */
  name: string;
}

/** Writes an upload to a file in a new folder that no other account can read. @throws AppError `unavailable` if the disk is full */
export async function receiveFile(
  { path, name }: ReceivedFile,
  upload: Upload,
  signal?: AbortSignal,
): Promise<void> {
  const folder = dirname(path);
  rmSync(folder, { recursive: true, force: true });
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await pipeline(upload, createWriteStream(path, { mode: 0o600 }), ...(signal ? [{ signal }] : []));
  } catch (error) {
    throw noRoomFor(name, error) ?? error;
  }
}

/** Returns the refusal of a received file, with the file's own name; undefined if the error is a fault of the program. */
export const fileRefusal = ({ path, name }: ReceivedFile, error: unknown): AppError | undefined =>
  error instanceof AppError
    ? new AppError(error.code, error.message.replaceAll(path, name), error.details, error)
    : undefined;
