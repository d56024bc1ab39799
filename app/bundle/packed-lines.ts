import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress, zstdCompressSync } from 'node:zlib';

import { limits } from '../../shared/limits.ts';
import { excessOf } from '../json-shape.ts';
import { splitLines } from '../sync/remote.ts';
import { unpackedChunk } from '../unpacked-chunk.ts';

/** Packs each value as a line of JSON. */
export const packLines = (values: readonly unknown[]): Buffer =>
  zstdCompressSync(values.map((value) => `${JSON.stringify(value)}\n`).join(''));

/**
 * Yields packed lines without their ends. Holds no more than one of them in memory.
 *
 * @param most number of bytes of all lines, and of each
 * @throws TooLarge for a longer line; Error if there are more bytes, or they are no lines
 */
export async function* linesIn(
  packed: Iterable<Uint8Array>,
  most: { bytes: number; line: number },
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const rest = yield* splitLines(unpackedChunks(packed, most.bytes), most.line);
  if (rest.length > 0) throw new Error('the last line is cut off');
}

async function* unpackedChunks(packed: Iterable<Uint8Array>, most: number): AsyncGenerator<Uint8Array> {
  const unpacked = createZstdDecompress({ chunkSize: unpackedChunk });
  const done = pipeline(Readable.from(packed), unpacked);
  // The loop reports the failure; without this it would also be an unhandled rejection.
  done.catch((error: unknown) => unpacked.destroy(error instanceof Error ? error : new Error(String(error))));
  let total = 0;
  for await (const chunk of unpacked as AsyncIterable<Buffer>) {
    total += chunk.length;
    if (total > most) throw new Error('the lines are longer than announced');
    yield chunk;
  }
  await done;
}

/** Parses JSON of a bundle, which anyone may have made. @throws Error if it is no JSON, or costs far more than its length to parse */
export function parseUntrusted(json: Uint8Array): unknown {
  const { depth, manyValues: values } = limits.request;
  const excess = excessOf(json, { depth: depth.max, values: values.max });
  if (excess !== undefined) throw new Error(`JSON of a bundle goes beyond the limit of its ${excess}`);
  return JSON.parse(Buffer.from(json.buffer, json.byteOffset, json.length).toString());
}
