import type { UncheckedFile } from '../../app/media/storage.ts';

/** Bytes as a file that is being looked at. */
export const inMemory = (bytes: Buffer): UncheckedFile => ({
  bytes: bytes.length,
  read: (start, length) => Promise.resolve(Buffer.from(bytes.subarray(start, start + length))),
});
