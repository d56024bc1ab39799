import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';

import { dictionary } from './dictionary.ts';

const options = { params: { [constants.ZSTD_c_compressionLevel]: 1 }, dictionary };

/** Documents are stored as zstd level 1 with a dictionary of ours: a seventh of their length (decision 0002). */
export const pack = (text: string): Buffer => zstdCompressSync(Buffer.from(text), options);

export const unpack = (blob: Buffer): string => zstdDecompressSync(blob, { dictionary }).toString('utf8');
