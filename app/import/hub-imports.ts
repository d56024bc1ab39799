import { createWriteStream, existsSync, rmSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

import { AppError, invalid } from '../../shared/errors.ts';
import { limits } from '../../shared/limits.ts';
import type { ImportState, ImportedPictures } from '../../shared/model/import.ts';
import type { Logger } from '../log.ts';
import type { MediaStorage } from '../media/storage.ts';
import type { Replica } from '../replica/replica.ts';
import type { FetchScope } from '../sync/fetch-scope.ts';
import { seedFixture } from './fixture.ts';
import { importFiles } from './import-files.ts';
import { pictureSource } from './pictures.ts';
import type { PictureSource } from './pictures.ts';

type Progress = Omit<ImportState, 'sample'>;

const none: Progress = {
  state: 'none',
  file: '',
  guides: 0,
  failed: 0,
  pictures: { done: 0, total: 0 },
  notes: [],
  noteCount: 0,
  message: null,
};

/** Ends in `.part`, which a backup leaves out. */
const folderName = 'import.part';

/** Folder of the sample workshop: beside the sources, or the built program. */
const sample = join(import.meta.dirname, '../../resources/sample-workshop/workshop.json');

export interface HubImportParts {
  store: Replica;
  media: MediaStorage;
  log: Logger;
  /** Addresses from which pictures are fetched. An admin of a hub does not reach its network by it. */
  scope: FetchScope;
}

/** Imports files that admins send to a running hub, one at a time. */
export class HubImports {
  private readonly parts: HubImportParts;
  private readonly folder: string;
  private progress = none;
  private running: Promise<void> | undefined;
  private stop = new AbortController();

  constructor(parts: HubImportParts) {
    this.parts = parts;
    this.folder = join(parts.store.dataDir, folderName);
  }

  state(): ImportState {
    return { ...this.progress, sample: existsSync(sample) && this.isEmpty() };
  }

  /**
   * Receives a file and begins to import it: MyFixit lines by `.jsonl` or `.jsonl.gz`, a fixture by `.json`.
   *
   * @param pictures whether the pictures of MyFixit lines are fetched
   * @throws AppError `invalid` for another name, or a fixture while there are guides; `unavailable` while an import runs
   */
  async begin(
    file: string,
    upload: AsyncIterable<Uint8Array>,
    pictures: ImportedPictures = 'keep',
  ): Promise<void> {
    const isFixture = /\.json$/i.test(file);
    if (!isFixture && !/\.jsonl(?:\.gz)?$/i.test(file))
      throw invalid('file', 'This file cannot be imported. Choose a .jsonl, .jsonl.gz or .json file.');
    if (isFixture) this.requireEmpty();
    await this.start(file, async () => {
      rmSync(this.folder, { recursive: true, force: true });
      await mkdir(this.folder, { recursive: true, mode: 0o700 });
      const path = join(this.folder, isFixture ? 'fixture.json' : 'guides.jsonl');
      await pipeline(upload, createWriteStream(path), { signal: this.stop.signal });
      return () => (isFixture ? this.seed(path) : this.importLines(path, pictures));
    });
  }

  /** Begins to load the sample workshop, whose people cannot sign in. @throws AppError, like `begin` */
  async beginSample(): Promise<void> {
    if (!existsSync(sample))
      throw new AppError('not-found', 'This hub does not include the sample workshop.');
    this.requireEmpty();
    await this.start('', async () => () => this.seed(sample));
  }

  /** Stops the running import, also while its file is still coming. What is imported stays. */
  async end(): Promise<void> {
    this.stop.abort();
    await this.running;
  }

  private isEmpty(): boolean {
    return this.parts.store.read(null, (s) => !s.guides.hasAny());
  }

  private requireEmpty(): void {
    if (!this.isEmpty())
      throw invalid(
        'file',
        'This hub has guides already, and guides of the file may have the same ids. Import the file into an empty hub.',
      );
  }

  /** Resolves when `prepare` has received the file; what it returns then runs by itself. */
  private async start(file: string, prepare: () => Promise<() => Promise<void>>): Promise<void> {
    if (this.progress.state === 'running')
      throw new AppError('unavailable', 'Another import is running. Wait until it ends, or stop it.');
    this.progress = { ...none, file, state: 'running' };
    this.stop = new AbortController();
    let run: () => Promise<void>;
    try {
      run = await prepare();
    } catch (error) {
      this.progress = none;
      rmSync(this.folder, { recursive: true, force: true });
      throw this.stop.signal.aborted
        ? new AppError('unavailable', 'The import was stopped before the file was uploaded.', {}, error)
        : error;
    }
    this.running = run()
      .then(() => this.put({ state: this.stop.signal.aborted ? 'stopped' : 'done' }))
      .catch((error: unknown) => this.fail(error))
      .finally(() => rmSync(this.folder, { recursive: true, force: true }));
  }

  private put(change: Partial<Progress>): void {
    this.progress = { ...this.progress, ...change };
  }

  private fail(error: unknown): void {
    const known = error instanceof AppError;
    if (!known) this.parts.log.error({ err: error }, 'an import failed');
    this.put({
      state: 'failed',
      message: known
        ? error.message.replaceAll(`${this.folder}/`, '')
        : 'The import failed. The log of the hub says why.',
    });
  }

  private note(line: number, note: string): void {
    const { notes, noteCount } = this.progress;
    const room = notes.length < limits.import.notes.max;
    this.put({ noteCount: noteCount + 1, notes: room ? [...notes, { line, note }] : notes });
  }

  private async seed(path: string): Promise<void> {
    const { store, media } = this.parts;
    const { guides } = await seedFixture(
      path,
      store,
      media,
      (done, total) => this.put({ pictures: { done, total } }),
      (key, count) => this.note(0, `left out, unknown: ${key}${count === 1 ? '' : ` (${count} times)`}`),
      { contentOnly: true },
    );
    this.put({ guides });
  }

  private async importLines(path: string, pictures: ImportedPictures): Promise<void> {
    const { store, media, scope } = this.parts;
    const source = await pictureSource(pictures, media, scope);
    this.stop.signal.addEventListener('abort', () => void source.close());
    const fetches = pictures === 'fetch';
    const { guides, failed } = await importFiles([path], {
      store,
      source: fetches ? { ...source, bring: withRoom(store, source.bring) } : source,
      stop: this.stop.signal,
      onNote: ({ line, guideid, note }) =>
        this.note(line, guideid === null ? note : `guide ${guideid}: ${note}`),
      onGuides: (count) => this.put({ guides: count }),
      ...(fetches && { onPictures: (done, total) => this.put({ pictures: { done, total } }) }),
      onProgress: () => undefined,
    });
    await source.close();
    this.put({ guides, failed });
  }
}

/** Leaves pictures where they are while the disk is nearly full, so that everything else can still be saved. */
function withRoom(store: Replica, bring: PictureSource['bring']): PictureSource['bring'] {
  let isFull = false;
  return async (image, failed) => {
    if (!isFull && !store.reserve.hasRoomForFiles()) {
      isFull = true;
      failed('The disk of the hub is nearly full: further pictures keep their addresses.');
    }
    return isFull ? undefined : await bring(image, failed);
  };
}
