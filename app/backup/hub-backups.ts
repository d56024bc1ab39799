import { readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { AppError, notFound } from '../../shared/errors.ts';
import { lastBackup } from '../../shared/model/backup.ts';
import type { BackupState, LastBackup } from '../../shared/model/backup.ts';
import { isAbsent } from '../disk-error.ts';
import type { Logger } from '../log.ts';
import { inFolder, mediaKey } from '../media/open-media.ts';
import { moduleBeside } from '../module-beside.ts';
import { makeOwnFolder } from '../owner-only.ts';
import { inOwnProcess } from '../own-process.ts';
import type { ProcessWork } from '../own-process.ts';
import type { Replica } from '../replica/replica.ts';
import { databaseName } from '../store/database-name.ts';
import { filesToBackUp, lastBackupName } from './hub-backup.ts';
import type { BackedUp } from './hub-backup.ts';

type Making = ProcessWork<BackedUp>;

export interface BackupRules {
  /** Seconds until a backup that nobody has deleted is deleted: it holds everything. */
  keptSeconds: number;
  /** Makes a backup; in a process of its own unless given. */
  make: (dataDir: string, file: string) => Making;
}

const usual: BackupRules = {
  keptSeconds: 3600,
  make: (...args) => inOwnProcess(moduleBeside(import.meta.url, 'backup-process'), args),
};

type Kept = NonNullable<BackupState['file']> & { path: string };

/** Ends in `.part`, which a backup leaves out. */
const folderName = 'backup.part';

/** Backups that admins of a hub make on its page. One at a time is made, and kept for an hour to be downloaded. */
export class HubBackups {
  private readonly store: Replica;
  private readonly log: Logger;
  private readonly rules: BackupRules;
  private readonly folder: string;
  private making: (Making & { ended: Promise<void>; path: string; total: number }) | undefined;
  private kept: Kept | undefined;
  private deletion: NodeJS.Timeout | undefined;
  private admin: number | undefined;
  private isStopped = false;
  private problem: string | undefined;

  constructor(parts: { store: Replica; log: Logger; rules: Partial<BackupRules> | undefined }) {
    this.store = parts.store;
    this.log = parts.log;
    this.rules = { ...usual, ...parts.rules };
    this.folder = join(this.store.dataDir, folderName);
    // A hub that was killed leaves its backup.
    rmSync(this.folder, { recursive: true, force: true });
  }

  state(userid: number): BackupState {
    const { kept, making } = this;
    return {
      state: this.store.isShared
        ? 'shared'
        : making
          ? 'running'
          : kept
            ? 'ready'
            : this.problem
              ? 'failed'
              : 'none',
      done: making ? Math.min(1, writtenOf(making.path) / Math.max(1, making.total)) : 0,
      file: kept ? { name: kept.name, bytes: kept.bytes, until: kept.until } : null,
      own: this.admin === userid,
      message: this.problem ?? null,
      picturesIn: picturesIn(this.store),
      last: this.last(),
    };
  }

  /**
   * Begins to make a backup, which replaces the one that is kept.
   *
   * @throws AppError `unavailable` while one is made, or on a site that several hubs share
   */
  begin(userid: number): void {
    if (this.store.isShared)
      throw new AppError('unavailable', 'This hub is in PostgreSQL. Back up that database instead.');
    if (this.making) throw new AppError('unavailable', 'A backup is being made. Wait until it ends.');
    this.delete();
    makeOwnFolder(this.folder);
    this.admin = userid;
    this.isStopped = false;
    const name = `hub-${new Date().toISOString().slice(0, 16).replace(/[T:]/g, '-')}.backup`;
    const path = join(this.folder, name);
    const { dataDir } = this.store;
    const total = [databaseName, ...filesToBackUp(dataDir)].reduce(
      (sum, file) => sum + sizeOf(join(dataDir, file)),
      0,
    );
    const making = this.rules.make(dataDir, path);
    this.making = { ...making, path, total, ended: this.finish(making, name, path) };
  }

  /** Returns the backup that this admin made. @throws AppError `not-found` */
  requireFile(userid: number): Kept {
    if (!this.kept || this.admin !== userid) throw notFound('Backup');
    return this.kept;
  }

  /** Stops making a backup, and deletes the one that is kept. */
  async end(): Promise<void> {
    this.isStopped = true;
    this.making?.stop();
    await this.making?.ended;
    this.delete();
  }

  private delete(): void {
    clearTimeout(this.deletion);
    this.kept = undefined;
    this.problem = undefined;
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async finish({ result }: Making, name: string, path: string): Promise<void> {
    try {
      await result;
      const { keptSeconds } = this.rules;
      this.kept = { path, name, bytes: statSync(path).size, until: Date.now() / 1000 + keptSeconds };
      this.deletion = setTimeout(() => this.delete(), keptSeconds * 1000).unref();
      this.log.info({ admin: this.admin, bytes: this.kept.bytes }, 'an admin made a backup');
    } catch (error) {
      if (this.isStopped) return;
      this.log.error({ err: error }, 'a backup could not be made');
      this.problem = error instanceof AppError ? error.message : 'The backup could not be made. Try again.';
    } finally {
      this.making = undefined;
    }
  }

  private last(): LastBackup | null {
    try {
      return lastBackup.parse(JSON.parse(readFileSync(join(this.store.dataDir, lastBackupName), 'utf8')));
    } catch (error) {
      if (!isAbsent(error)) this.log.warn({ err: error }, 'the note of the last backup cannot be read');
      return null;
    }
  }
}

/** Returns where a hub's pictures are, if they are in no backup. */
function picturesIn(store: Replica): string | null {
  const place = store.read(null, (s) => s.meta.get<string>(mediaKey)) ?? inFolder;
  return place === inFolder ? null : place;
}

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

/** Returns the size of what is written of a backup, under the names that it has meanwhile. */
const writtenOf = (path: string): number => Math.max(sizeOf(`${path}.part`), sizeOf(`${path}.part.part`));
