import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';

import { limits } from '../../shared/limits.ts';
import { dictionary } from './dictionary.ts';

const options = { params: { [constants.ZSTD_c_compressionLevel]: 1 }, dictionary };

/** Documents are stored as zstd level 1 with a dictionary of ours: a seventh of their length (decision 0002). */
export const pack = (text: string): Buffer => zstdCompressSync(Buffer.from(text), options);

/** More than half of `Buffer.poolSize`: so the result has a buffer of its own, which can be freed. */
const chunkSize = 32_768;

/** @throws RangeError for a document that is larger than any, as only a damaged or forged one is */
export function unpack(blob: Buffer): string {
  const bytes = zstdDecompressSync(blob, {
    dictionary,
    chunkSize,
    maxOutputLength: limits.answer.stored.max,
  });
  const text = bytes.toString('utf8');
  // It is outside of the heap: while people read, 30 kB a guide would gather before the next garbage collection.
  bytes.buffer.transfer(0);
  return text;
}
