import { createWriteStream, rmSync, truncateSync } from 'node:fs';
import type { WriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

import { AppError, invalid } from '../../shared/errors.ts';
import { limits } from '../../shared/limits.ts';
import type { RestoreState } from '../../shared/model/backup.ts';
import type { Logger } from '../log.ts';
import { moduleBeside } from '../module-beside.ts';
import { makeOwnFolder } from '../owner-only.ts';
import { inOwnProcess } from '../own-process.ts';
import type { ProcessWork } from '../own-process.ts';
import type { Replica, ReplicaReader } from '../replica/replica.ts';
import { databaseName } from '../store/database-name.ts';
import type { BackedUp } from './hub-backup.ts';
import { keepRestored } from './restored-folder.ts';

/** A part of a backup that is being uploaded. */
export interface BackupPiece {
  /** Name of the backup. */
  file: string;
  /** Bytes before this part. */
  at: number;
  /** Bytes of the backup. */
  total: number;
}

/** The set-up of a hub without accounts. */
interface FirstSetUp {
  isOpen(s: ReplicaReader): boolean;
  /** Refuses any further set-up. */
  close(): void;
}

export interface HubRestoreParts {
  store: Replica;
  setUp: FirstSetUp;
  log: Logger;
  /** Throws an AppError if this program cannot open a restored data folder. */
  check: (dataDir: string) => void;
  /** Called when the next start takes the restored hub for its own. */
  onRestored: () => void;
}

const none: RestoreState = { state: 'none', received: 0, message: null };

/** Ends in `.part`, which a backup leaves out. */
const folderName = 'restore.part';

/** Restores a backup in the place of a hub that was never set up. */
export class HubRestores {
  private readonly parts: HubRestoreParts;
  private readonly folder: string;
  private progress = none;
  private total = 0;
  /** The part that is being stored. */
  private receiving: { stop: AbortController; ended: Promise<void> } | undefined;
  /** Deletes the files of an upload if no part arrives for 30 minutes. */
  private idle: NodeJS.Timeout | undefined;
  private unpacking: (ProcessWork<BackedUp> & { ended: Promise<void> }) | undefined;
  private isStopped = false;

  constructor(parts: HubRestoreParts) {
    this.parts = parts;
    this.folder = join(parts.store.dataDir, folderName);
    // A hub that was killed leaves its upload, and for a moment the process that unpacks it.
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 10 });
  }

  /** True while the hub has no accounts and no guides, so that a restore replaces nothing. */
  get isOffered(): boolean {
    const { store, setUp } = this.parts;
    return !store.isShared && store.read(null, (s) => setUp.isOpen(s) && !s.guides.hasAny());
  }

  state(): RestoreState {
    return this.progress;
  }

  /**
   * Receives a part of a backup; the first begins an upload and ends any other. After the last one the backup is verified and unpacked, which
   * `state` tells. An upload of which no part comes for a time is deleted.
   *
   * @throws AppError `forbidden` if the hub is not empty, `invalid` for a part that does not follow the one before, `unavailable` while another
   *   one is received or unpacked, or if the disk is too small
   */
  async receive({ file, at, total }: BackupPiece, piece: AsyncIterable<Uint8Array>): Promise<void> {
    if (at === 0) await this.interrupt();
    this.requireOffered();
    if (this.receiving || this.progress.state === 'running' || this.progress.state === 'done')
      throw new AppError('unavailable', 'Another backup is being restored. Wait until it ends.');
    if (at === 0) this.begin(total);
    if (this.progress.state !== 'receiving' || at !== this.progress.received || total !== this.total)
      throw interrupted();
    const path = join(this.folder, databaseName);
    await this.store(piece, createWriteStream(path, at === 0 ? {} : { flags: 'r+', start: at }), at);
    if (this.progress.received < total) return;
    clearTimeout(this.idle);
    // An interrupted part that was sent again may have been longer.
    truncateSync(path, total);
    const work = inOwnProcess<BackedUp>(moduleBeside(import.meta.url, 'restore-process'), [
      this.folder,
      file,
    ]);
    this.progress = { ...this.progress, state: 'running' };
    this.unpacking = { ...work, ended: this.finish(work, file) };
  }

  /** Stops restoring, and deletes what was uploaded. */
  async end(): Promise<void> {
    this.isStopped = true;
    this.unpacking?.stop();
    await this.unpacking?.ended;
    await this.interrupt();
    this.giveUp();
  }

  /** Stores a part. */
  private async store(piece: AsyncIterable<Uint8Array>, stored: WriteStream, at: number): Promise<void> {
    clearTimeout(this.idle);
    const stop = new AbortController();
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    this.receiving = { stop, ended };
    try {
      // A part whose sender says nothing more would keep the pipeline from ending.
      await Promise.race([pipeline(piece, stored), aborted(stop.signal)]);
      this.progress = { ...this.progress, received: at + stored.bytesWritten };
    } finally {
      stored.destroy();
      this.receiving = undefined;
      this.idle = setTimeout(() => this.giveUp(), limits.setUp.idle.max * 1000).unref();
      resolve();
    }
  }

  /** Ends the part that is being stored. */
  private async interrupt(): Promise<void> {
    while (this.receiving) {
      this.receiving.stop.abort();
      await this.receiving.ended;
    }
  }

  private giveUp(): void {
    clearTimeout(this.idle);
    rmSync(this.folder, { recursive: true, force: true });
    if (this.progress.state === 'receiving') this.progress = none;
  }

  private begin(total: number): void {
    this.giveUp();
    this.progress = none;
    // The pictures in the uploaded file are unpacked beside it, so both are on the disk at once.
    if (!this.parts.store.reserve.hasRoomForFiles(2 * total))
      throw new AppError(
        'unavailable',
        'The disk of the hub has not enough space for this backup. Nothing was changed. Free some space and try again.',
        { unread: true },
      );
    makeOwnFolder(this.folder);
    this.total = total;
    this.progress = { ...none, state: 'receiving' };
  }

  private requireOffered(): void {
    if (!this.isOffered)
      throw new AppError(
        'forbidden',
        'Only a new hub without accounts and guides takes a backup here. Otherwise stop the hub and use benchside restore.',
      );
  }

  private async finish({ result }: ProcessWork<BackedUp>, file: string): Promise<void> {
    const { store, setUp, log, check, onRestored } = this.parts;
    try {
      const { files } = await result;
      check(this.folder);
      // An account may have been made meanwhile.
      this.requireOffered();
      keepRestored(store.dataDir, this.folder);
      setUp.close();
      this.progress = { ...this.progress, state: 'done' };
      log.info({ file, files }, 'a backup was restored in the place of this empty hub, which starts again');
      onRestored();
    } catch (error) {
      rmSync(this.folder, { recursive: true, force: true });
      if (this.isStopped) return;
      this.progress = { ...none, state: 'failed', message: messageOf(error, log) };
    } finally {
      this.unpacking = undefined;
    }
  }
}

/** Rejects when a part is interrupted. */
const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(interrupted())));

const interrupted = (): AppError => invalid('at', 'The upload was interrupted. Choose the file again.');

function messageOf(error: unknown, log: Logger): string {
  if (error instanceof AppError) return error.message;
  log.error({ err: error }, 'a backup could not be restored');
  return 'The backup could not be restored. The log of the hub says why.';
}
