import { open } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';

import { limits } from '../../shared/limits.ts';
import { unpackedChunk } from '../unpacked-chunk.ts';

const longestLine = limits.import.line.max;

export type FileLine = { text: string } | { problem: string };

/**
 * Yields the lines of a text file; its first bytes tell whether it is compressed. Only a newline ends a line, because
 * JSON may contain other separators. If a file cannot be read to its end, all complete lines come first, then the
 * problem.
 */
export async function* readLines(file: string): AsyncGenerator<FileLine> {
  const decoder = new TextDecoder();
  let parts: string[] = [];
  let length = 0;
  const line = (): FileLine => {
    const all = parts;
    const whole = length <= longestLine;
    parts = [];
    length = 0;
    return whole ? { text: all.join('') } : { problem: 'longer than a guide can be' };
  };
  try {
    for await (const chunk of contentOf(file)) {
      const pieces = decoder.decode(chunk, { stream: true }).split('\n');
      for (const [index, piece] of pieces.entries()) {
        if (index > 0) yield line();
        length += piece.length;
        if (length <= longestLine) parts.push(piece);
      }
    }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    yield { problem: `the file cannot be read beyond this line: ${why}. The guides before it are imported` };
    return;
  }
  if (length > 0) yield line();
}

async function* contentOf(file: string): AsyncGenerator<Uint8Array> {
  await using handle = await open(file);
  const magic = await handle.read(Buffer.alloc(2), 0, 2, 0);
  const raw = handle.createReadStream({ start: 0, autoClose: false });
  if (magic.buffer.readUInt16BE() !== 0x1f8b) {
    yield* raw;
    return;
  }
  const gunzip = createGunzip({ chunkSize: unpackedChunk });
  raw.on('error', (error) => gunzip.destroy(error));
  yield* raw.pipe(gunzip);
}
