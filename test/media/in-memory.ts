import type { UncheckedFile } from '../../app/media/storage.ts';

/** Wraps bytes as a file to check. */
export const inMemory = (bytes: Buffer): UncheckedFile => ({
  bytes: bytes.length,
  read: (start, length) => Promise.resolve(Buffer.from(bytes.subarray(start, start + length))),
});
