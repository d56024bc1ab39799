import { createReadStream, openSync } from 'node:fs';
import { Readable } from 'node:stream';

export interface Download {
  path: string;
  /** Name that the browser stores it under. */
  name: string;
  bytes: number;
  mime: string;
}

/**
 * Answers with a file that nobody keeps a copy of on the way. It is opened at once: a newer one may take its name and has another length.
 *
 * @param isEmpty for `HEAD`: without the file
 */
export const downloadAnswer = ({ path, name, bytes, mime }: Download, isEmpty = false): Response =>
  new Response(isEmpty ? null : streamOf(openSync(path, 'r')), {
    headers: {
      'Content-Type': mime,
      'Content-Length': String(bytes),
      'Content-Disposition': `attachment; filename="${name}"`,
      'Cache-Control': 'no-store',
    },
  });

const streamOf = (fd: number): ReadableStream =>
  Readable.toWeb(createReadStream('', { fd })) as ReadableStream;
