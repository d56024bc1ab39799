import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';

import type { UncheckedFile, WrittenFile } from './storage.ts';

/** Writes a new file to the disk, through its cache. @param check refuses the content by throwing; the file then stays */
export async function writeThrough(
  path: string,
  source: Uint8Array | AsyncIterable<Uint8Array>,
  check?: (file: UncheckedFile) => Promise<void>,
): Promise<WrittenFile> {
  const file = await open(path, 'w+');
  try {
    const digest = createHash('sha256');
    let bytes = 0;
    for await (const chunk of source instanceof Uint8Array ? [source] : source) {
      digest.update(chunk);
      bytes += chunk.byteLength;
      await file.writeFile(chunk);
    }
    await check?.({ bytes, read: (start, length) => readPart(file, start, length) });
    await file.sync();
    return { sha256: digest.digest('hex'), bytes };
  } finally {
    await file.close();
  }
}

/** @throws if the content is not what the sender announced */
export function requireExpected(written: WrittenFile, expected: Partial<WrittenFile>): void {
  for (const what of ['sha256', 'bytes'] as const) {
    const wanted = expected[what];
    if (wanted !== undefined && wanted !== written[what])
      throw new Error(`${what} is ${written[what]} instead of ${wanted}`);
  }
}

async function readPart(file: FileHandle, start: number, length: number): Promise<Buffer> {
  const part = Buffer.alloc(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await file.read(part, filled, length - filled, start + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return part.subarray(0, filled);
}

/** Reads a file for its SHA-256, in lower-case hexadecimal. */
export async function sha256OfFile(path: string): Promise<string> {
  const digest = createHash('sha256');
  for await (const chunk of createReadStream(path)) digest.update(chunk as Uint8Array);
  return digest.digest('hex');
}
