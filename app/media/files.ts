import { randomUUID } from 'node:crypto';
import { createReadStream, renameSync, statSync } from 'node:fs';
import {
  access,
  constants,
  mkdir,
  open,
  readFile,
  readdir,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';

import { invariant } from '../../shared/assert.ts';
import { isAbsent, unlessAbsent } from '../disk-error.ts';
import { failpoint } from '../failpoint.ts';
import type { MediaStorage, SweepResult, UncheckedFile, WrittenFile } from './storage.ts';
import { requireExpected, sha256OfFile, writeThrough } from './write-through.ts';

const hash = /^[0-9a-f]{64}$/;
const writing = '.writing';
const hourMs = 3_600_000;
const streamedFrom = 1024 * 1024;

/** Media files in a folder, as `ab/cdef…`. A file with its name is on the disk. */
export class MediaFiles implements MediaStorage {
  readonly dir: string;
  private readonly temporaryName: () => string;

  constructor(dir: string, temporaryName: () => string = randomUUID) {
    this.dir = dir;
    this.temporaryName = temporaryName;
  }

  async write(
    source: Uint8Array | AsyncIterable<Uint8Array>,
    expected: Partial<WrittenFile> = {},
    check?: (file: UncheckedFile) => Promise<void>,
  ): Promise<WrittenFile> {
    await mkdir(join(this.dir, writing), { recursive: true });
    const temporary = join(this.dir, writing, this.temporaryName());
    try {
      const written = await writeThrough(temporary, source, check);
      requireExpected(written, expected);
      const path = this.path(written.sha256);
      const folder = join(path, '..');
      const created = await mkdir(folder, { recursive: true });
      failpoint('before-file', 'file');
      // Overwrites an existing file too: the content is equal, and this repairs a copy that the disk has damaged.
      await rename(temporary, path);
      failpoint('after-file', 'file');
      await syncFolder(folder);
      if (created !== undefined) await syncFolder(this.dir);
      return written;
    } finally {
      await rm(temporary, { force: true });
    }
  }

  async whileKept<T>(source: AsyncIterable<Uint8Array>, use: (path: string) => Promise<T>): Promise<T> {
    await mkdir(join(this.dir, writing), { recursive: true });
    const path = join(this.dir, writing, this.temporaryName());
    try {
      await writeFile(path, source);
      return await use(path);
    } finally {
      await rm(path, { force: true });
    }
  }

  read(sha256: string): Promise<Buffer> {
    return readFile(this.path(sha256));
  }

  async size(sha256: string): Promise<number | undefined> {
    return (await statOf(this.path(sha256)))?.size;
  }

  async body(
    sha256: string,
  ): Promise<{ bytes: number; content: Uint8Array<ArrayBuffer> | ReadableStream } | undefined> {
    // A file that is removed meanwhile stays readable by its handle.
    const file = await unlessAbsent(open(this.path(sha256)));
    if (!file) return undefined;
    await using opened = new AsyncDisposableStack();
    opened.use(file);
    const { size: bytes } = await file.stat();
    if (bytes <= streamedFrom) return { bytes, content: new Uint8Array(await file.readFile()) };
    // From here on the stream closes the file.
    opened.move();
    return { bytes, content: Readable.toWeb(file.createReadStream()) as ReadableStream };
  }

  stream(sha256: string, first: number, last: number): ReadableStream {
    return Readable.toWeb(createReadStream(this.path(sha256), { start: first, end: last })) as ReadableStream;
  }

  /** Returns whether the content on the disk still matches the name. */
  async isWhole(sha256: string): Promise<boolean> {
    try {
      return (await sha256OfFile(this.path(sha256))) === sha256;
    } catch (error) {
      if (isAbsent(error)) return false;
      throw error;
    }
  }

  async remove(sha256: string, writtenBefore = Number.POSITIVE_INFINITY): Promise<void> {
    await mkdir(join(this.dir, writing), { recursive: true });
    await this.removeOld(this.path(sha256), writtenBefore);
  }

  async usage(): Promise<{ files: number; bytes: number }> {
    const total = { files: 0, bytes: 0 };
    for await (const { size } of this.entries()) {
      total.files++;
      total.bytes += size;
    }
    return total;
  }

  async sweep(known: (sha256: string) => boolean, olderThanMs = hourMs): Promise<SweepResult> {
    const before = Date.now() - olderThanMs;
    const result: SweepResult = { orphans: 0, temporaries: 0, bytes: 0 };
    await mkdir(join(this.dir, writing), { recursive: true });
    for await (const { path, sha256, size, modifiedMs } of this.entries(true)) {
      if (modifiedMs > before || (sha256 !== undefined && known(sha256))) continue;
      if (!(await this.removeOld(path, before))) continue;
      result.bytes += size;
      if (sha256 === undefined) result.temporaries++;
      else result.orphans++;
    }
    return result;
  }

  async requireUsable(): Promise<void> {
    await mkdir(this.dir, { recursive: true });
    await access(this.dir, constants.R_OK | constants.W_OK);
  }

  /**
   * Removes a file unless it is gone or young, and returns whether it did. A write of the same content may replace the file at any moment. It is
   * moved back at once, without a wait in between: who read its row meanwhile would take it for lost.
   */
  private async removeOld(path: string, before: number): Promise<boolean> {
    const aside = join(this.dir, writing, randomUUID());
    try {
      renameSync(path, aside);
    } catch (error) {
      if (isAbsent(error)) return false;
      throw error;
    }
    if (statSync(aside).mtimeMs > before) {
      renameSync(aside, path);
      return false;
    }
    await rm(aside, { force: true });
    return true;
  }

  private path(sha256: string): string {
    invariant(hash.test(sha256), 'a picture file is named by its SHA-256');
    return join(this.dir, sha256.slice(0, 2), sha256.slice(2));
  }

  private async *entries(
    temporaries = false,
  ): AsyncGenerator<{ path: string; sha256: string | undefined; size: number; modifiedMs: number }> {
    for (const folder of await list(this.dir)) {
      for (const name of await list(join(this.dir, folder))) {
        const sha256 = hash.test(folder + name) ? folder + name : undefined;
        if (sha256 === undefined && !(temporaries && folder === writing)) continue;
        const path = join(this.dir, folder, name);
        const found = await statOf(path);
        if (found) yield { path, sha256, size: found.size, modifiedMs: found.mtimeMs };
      }
    }
  }
}

/** Makes a new name survive a power cut. Windows does so by itself and cannot open folders. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

async function list(path: string): Promise<string[]> {
  try {
    return await readdir(path);
  } catch (error) {
    if (isAbsent(error) || (error instanceof Error && 'code' in error && error.code === 'ENOTDIR')) return [];
    throw error;
  }
}

const statOf = (path: string): Promise<{ size: number; mtimeMs: number } | undefined> =>
  unlessAbsent(stat(path));
