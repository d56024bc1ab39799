import { open, readdir } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';

import { unlessAbsent } from '../disk-error.ts';
import { rangeOf } from '../api/files/ranges.ts';

const types: Record<string, string> = {
  yml: 'text/yaml; charset=utf-8',
  sig: 'text/plain',
  pem: 'text/plain',
};

type Fetch = (request: Request) => Promise<Response>;

/** Tests the unparsed address: parsing costs as much as answering many a request. */
const isUpdate = /^[^/]+:\/\/[^/]*\/updates\//;

/** Wraps a hub's `fetch` to serve new versions of the program, if it has a folder of them. */
export function withUpdates(fetch: Fetch, folder: string | undefined): Fetch {
  if (folder === undefined) return fetch;
  const updates = serveFolder(folder, '/updates/');
  return (request) => (isUpdate.test(request.url) ? updates(request) : fetch(request));
}

/**
 * Serves the files of a folder under `prefix`, whole or single ranges, but nothing in subfolders. Compares the requested name
 * with those in the folder; no path is made from a request.
 */
export function serveFolder(folder: string, prefix: string): Fetch {
  return async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return plain(405, 'This address is only for reading.');
    const wanted = nameIn(new URL(request.url).pathname.slice(prefix.length));
    const entry = (await readdir(folder, { withFileTypes: true })).find(
      (one) => one.isFile() && one.name === wanted && !one.name.startsWith('.'),
    );
    if (!entry) return plain(404, 'There is no such file.');
    // By one handle: it may be replaced meanwhile by a file of another length.
    const file = await unlessAbsent(open(join(folder, entry.name)));
    if (!file) return plain(404, 'There is no such file.');
    await using opened = new AsyncDisposableStack();
    opened.use(file);
    const { size, mtimeMs } = await file.stat();
    if (await isPrivateKey(file, size)) return plain(404, 'There is no such file.');
    const modified = new Date(mtimeMs).toUTCString();
    const headers: Record<string, string> = {
      'Content-Type': types[entry.name.split('.').at(-1) ?? ''] ?? 'application/octet-stream',
      'Accept-Ranges': 'bytes',
      'Cache-Control': 'no-cache',
      'X-Content-Type-Options': 'nosniff',
      'Last-Modified': modified,
    };
    const range = rangeOf(request, { bytes: size, validator: modified });
    if (range === 'unsatisfiable')
      return plain(416, 'There is no such part of this file.', { 'Content-Range': `bytes */${size}` });
    const { first, last } = range ?? { first: 0, last: size - 1 };
    headers['Content-Length'] = String(last - first + 1);
    if (range) headers['Content-Range'] = `bytes ${first}-${last}/${size}`;
    const status = range ? 206 : 200;
    if (request.method === 'HEAD' || size === 0) return new Response(null, { status, headers });
    // From here on the stream closes the file.
    opened.move();
    return new Response(streamOf(file, first, last), { status, headers });
  };
}

/** Returns whether a file is a private key: someone may have stored the signing key beside the updates. */
const isPrivateKey = async (file: FileHandle, size: number): Promise<boolean> =>
  size <= longestKey && (await file.readFile('latin1')).includes('PRIVATE KEY-----');

const longestKey = 16 * 1024;

const streamOf = (file: FileHandle, start: number, end: number): ReadableStream =>
  Readable.toWeb(file.createReadStream({ start, end })) as ReadableStream;

function nameIn(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}

const plain = (status: number, text: string, headers: Record<string, string> = {}): Response =>
  new Response(text, { status, headers: { 'Content-Type': 'text/plain; charset=utf-8', ...headers } });
