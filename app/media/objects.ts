import { randomUUID } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';

import type { S3ServiceError, S3mini } from 's3mini';

import { invariant } from '../../shared/assert.ts';
import { unavailable } from '../../shared/errors.ts';
import type { MediaStorage, Presentation, SweepResult, UncheckedFile, WrittenFile } from './storage.ts';
import { requireExpected, writeThrough } from './write-through.ts';

export interface ObjectStore {
  /** Such as `https://s3.eu-central-1.amazonaws.com`; the bucket follows as the first part of the path. */
  endpoint: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  bucket: string;
  /** Without slashes at its ends; empty for the whole bucket. */
  prefix: string;
  /** True if readers are sent to the storage. */
  redirects?: boolean;
}

/** Until an answer begins; an upload takes longer. */
const answerMs = 15_000;
const uploadMs = 10 * 60_000;
const pausesMs = [200, 1_000];
const streamedFrom = 1024 * 1024;
/** How long an address for a reader works. */
const addressSeconds = 300;
const weekMs = 7 * 86_400_000;
const pageSize = 1_000;

/**
 * Media files as objects of a bucket, as `<prefix>/ab/cdef…`. An upload is checked on this machine first and arrives whole or not at all.
 * If the storage does not answer, that is an error (503) and never an absent file.
 */
export class MediaObjects implements MediaStorage {
  private readonly at: ObjectStore;
  /** For uploads on their way. */
  private readonly folder: string;
  private connected: Promise<S3mini> | undefined;
  /** When this process last uploaded a file, in milliseconds: its row may not be committed when a sweep finds its object. */
  private readonly uploaded = new Map<string, number>();
  readonly addressOf?: MediaStorage['addressOf'];

  /** @param folder of this machine for uploads on their way; what is in it at a start was cut off */
  constructor(at: ObjectStore, folder: string) {
    this.at = at;
    this.folder = folder;
    if (at.redirects) this.addressOf = (sha256, presentation) => this.signedAddress(sha256, presentation);
  }

  async write(
    source: Uint8Array | AsyncIterable<Uint8Array>,
    expected: Partial<WrittenFile> = {},
    check?: (file: UncheckedFile) => Promise<void>,
  ): Promise<WrittenFile> {
    return this.withTemporary(async (path) => {
      const written = await writeThrough(path, source, check);
      requireExpected(written, expected);
      const content = await openAsBlob(path);
      this.uploaded.set(written.sha256, Date.now());
      const checksum = Buffer.from(written.sha256, 'hex').toString('base64');
      await this.ask((s3) =>
        s3.putObject(
          this.key(written.sha256),
          content,
          'application/octet-stream',
          undefined,
          { 'x-amz-checksum-sha256': checksum },
          written.bytes,
        ),
      );
      return written;
    });
  }

  async whileKept<T>(source: AsyncIterable<Uint8Array>, use: (path: string) => Promise<T>): Promise<T> {
    return this.withTemporary(async (path) => {
      await writeFile(path, source);
      return use(path);
    });
  }

  async read(sha256: string): Promise<Buffer> {
    const response = await this.get(sha256);
    if (!response) throw Object.assign(new Error(`there is no object ${sha256}`), { code: 'ENOENT' });
    return Buffer.from(await response.arrayBuffer());
  }

  async size(sha256: string): Promise<number | undefined> {
    const isThere = await this.ask((s3) => s3.objectExists(this.key(sha256)));
    if (isThere === true) return this.ask((s3) => s3.getContentLength(this.key(sha256)));
    // A missing bucket, or something between, may answer a HEAD with 404 too. Only the answer to a GET says which it is.
    const response = await this.get(sha256);
    await response?.body?.cancel();
    return response && Number(response.headers.get('Content-Length'));
  }

  async body(
    sha256: string,
  ): Promise<{ bytes: number; content: Uint8Array<ArrayBuffer> | ReadableStream } | undefined> {
    const response = await this.get(sha256);
    if (!response) return undefined;
    const bytes = Number(response.headers.get('Content-Length'));
    if (bytes > streamedFrom && response.body) return { bytes, content: response.body };
    return { bytes, content: new Uint8Array(await response.arrayBuffer()) };
  }

  stream(sha256: string, first: number, last: number): ReadableStream {
    return Readable.toWeb(Readable.from(this.part(sha256, first, last))) as ReadableStream;
  }

  async remove(sha256: string): Promise<void> {
    await this.ask((s3) => s3.deleteObject(this.key(sha256)));
  }

  async usage(): Promise<{ files: number; bytes: number }> {
    const total = { files: 0, bytes: 0 };
    for await (const { bytes } of this.objects()) {
      total.files++;
      total.bytes += bytes;
    }
    return total;
  }

  async sweep(known: (sha256: string) => boolean, olderThanMs = weekMs): Promise<SweepResult> {
    const before = Date.now() - olderThanMs;
    const result: SweepResult = { orphans: 0, temporaries: 0, bytes: 0 };
    for (const [sha256, at] of this.uploaded) if (at < before) this.uploaded.delete(sha256);
    for await (const { sha256, bytes, modifiedMs } of this.objects()) {
      if (modifiedMs > before || this.uploaded.has(sha256) || known(sha256)) continue;
      await this.remove(sha256);
      result.orphans++;
      result.bytes += bytes;
    }
    return result;
  }

  async requireUsable(): Promise<void> {
    // Any name serves: the bucket itself has to answer that the object is absent.
    const response = await this.get('0'.repeat(64));
    await response?.body?.cancel();
  }

  private async signedAddress(
    sha256: string,
    { mime, cacheControl, disposition }: Presentation,
  ): Promise<string | undefined> {
    if ((await this.size(sha256)) === undefined) return undefined;
    return this.ask((s3) =>
      s3.getPresignedUrl('GET', this.key(sha256), addressSeconds, {
        'response-content-type': mime,
        'response-cache-control': cacheControl,
        ...(disposition === undefined ? {} : { 'response-content-disposition': disposition }),
      }),
    );
  }

  /** Lists the media files of the bucket, a page at a time; other objects below the prefix are left alone. */
  private async *objects(): AsyncGenerator<{ sha256: string; bytes: number; modifiedMs: number }> {
    const start = this.at.prefix === '' ? '' : `${this.at.prefix}/`;
    let token: string | undefined;
    do {
      const page = await this.ask((s3) => s3.listObjectsPaged('/', start, pageSize, token));
      for (const { Key: key, Size: bytes, LastModified: modified } of page?.objects ?? []) {
        const [, folder, name] = /^([\da-f]{2})\/([\da-f]{62})$/.exec(key.slice(start.length)) ?? [];
        if (folder === undefined || name === undefined) continue;
        yield { sha256: folder + name, bytes: Number(bytes), modifiedMs: new Date(modified).getTime() };
      }
      token = page?.nextContinuationToken;
    } while (token !== undefined);
  }

  private async *part(sha256: string, first: number, last: number): AsyncGenerator<Uint8Array> {
    const response = await this.get(sha256, { first, last });
    if (!response?.body) throw unavailable(`The object ${sha256} was deleted while it was being sent.`);
    yield* response.body;
  }

  /** Returns the object; undefined if the bucket says that it has none. */
  private async get(sha256: string, range?: { first: number; last: number }): Promise<Response | undefined> {
    const { S3ServiceError } = await import('s3mini');
    return this.ask(async (s3) => {
      try {
        return range
          ? await s3.getObjectRaw(this.key(sha256), false, range.first, range.last + 1)
          : await s3.getObjectRaw(this.key(sha256));
      } catch (error) {
        if (error instanceof S3ServiceError && isNoSuchKey(error)) return undefined;
        throw error;
      }
    });
  }

  /** Tries a request three times. @throws AppError `unavailable` if the storage did not answer, or answered with a fault */
  private async ask<T>(question: (s3: S3mini) => Promise<T>): Promise<T> {
    const s3 = await this.connect();
    const { S3ServiceError } = await import('s3mini');
    for (let tries = 0; ; tries += 1) {
      try {
        return await question(s3);
      } catch (error) {
        const pauseMs = pausesMs[tries];
        const isFinal = error instanceof S3ServiceError && error.status < 500 && error.status !== 429;
        if (pauseMs === undefined || isFinal)
          throw unavailable('The storage of pictures cannot be reached. Try again in a moment.', error);
        await pause(pauseMs);
      }
    }
  }

  private connect(): Promise<S3mini> {
    const { endpoint, region, accessKeyId, secretAccessKey, bucket } = this.at;
    // Loaded with the first request: only a hub with an object storage needs it.
    this.connected ??= import('s3mini').then(
      ({ S3mini }) =>
        new S3mini({
          endpoint: `${endpoint.replace(/\/+$/, '')}/${bucket}`,
          region,
          accessKeyId,
          secretAccessKey,
          fetch: fetchInTime,
        }),
    );
    return this.connected;
  }

  private async withTemporary<T>(use: (path: string) => Promise<T>): Promise<T> {
    await mkdir(this.folder, { recursive: true });
    const path = join(this.folder, randomUUID());
    try {
      return await use(path);
    } finally {
      await rm(path, { force: true });
    }
  }

  private key(sha256: string): string {
    invariant(/^[0-9a-f]{64}$/.test(sha256), 'a media file is named by its SHA-256');
    const name = `${sha256.slice(0, 2)}/${sha256.slice(2)}`;
    return this.at.prefix === '' ? name : `${this.at.prefix}/${name}`;
  }
}

/** A 404 of a missing bucket, or of something between, is a fault and not an absent object. */
const isNoSuchKey = ({ status, serviceCode }: S3ServiceError): boolean =>
  status === 404 && serviceCode === 'NoSuchKey';

/** `fetch` that waits only so long for an answer to begin. The content may take its time: it goes to callers as they read it. */
const fetchInTime: typeof fetch = async (input, init) => {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), init?.method === 'PUT' ? uploadMs : answerMs);
  try {
    return await fetch(input, { ...init, signal: stop.signal });
  } finally {
    clearTimeout(timer);
  }
};
