import { join } from 'node:path';

import type { Logger } from '../log.ts';
import type { CommitLog } from './commit-log.ts';
import { damaged, isCorrupt, isDoubtful } from './damage.ts';
import { databaseName } from './database-name.ts';
import { Db } from './database.ts';
import { migrations } from './migrations/index.ts';
import { migrate, refuseOtherVersion } from './migrations/runner.ts';
import { SharedCopy } from './shared-copy.ts';
import { refuseCopy } from './site-copy.ts';

export interface OpenOptions {
  /** Data folder; the database is `benchside.sqlite` in it. */
  dataDir: string;
  /** `sync` is the sync worker's connection: NORMAL instead of FULL fsync, a large WAL. `look` opens an existing store read-only. */
  purpose?: 'serve' | 'sync' | 'look';
  /** True if every page is checked first (two seconds per gigabyte); if absent, only a small or doubtful file. */
  checkIntegrity?: boolean;
  /** The log of a site that several hub processes share; this folder has one process's copy of it. */
  commitLog?: CommitLog;
  log?: Logger;
}

/** The connections of a store. With the purpose `look`, both are the same and neither can write. */
export interface Connections {
  writer: Db;
  /** Cannot write. */
  reader: Db;
  /** Only with a `commitLog`. */
  sharedCopy?: SharedCopy;
}

/** Number of WAL pages that makes a commit run a checkpoint. */
export const walAutocheckpointOf = (purpose: OpenOptions['purpose']): number =>
  purpose === 'sync' ? 10_000 : 1_000;

/**
 * Opens or creates the database and migrates it to this program's version.
 *
 * @param onChange called after commits of other processes of a shared site changed it
 * @throws AppError `incompatible` for a folder that is damaged or was written by a newer version
 */
export function openDatabase(options: OpenOptions, onChange: () => void): Connections {
  const { dataDir, purpose, commitLog } = options;
  const file = join(dataDir, databaseName);
  const log = options.log ? { log: options.log } : {};
  const openReader = (): Db => new Db({ file, readonly: true, synchronous: 'FULL', ...log });
  if (purpose === 'look') return openToLook(dataDir, openReader);
  const { checkIntegrity = isDoubtful(file) && purpose !== 'sync' } = options;
  // After a power cut, a copy of a shared site gets lost commits back from the log.
  const tuning =
    purpose === 'sync'
      ? ({ synchronous: 'NORMAL', slowMs: 500 } as const)
      : ({ synchronous: commitLog ? 'NORMAL' : 'FULL' } as const);
  let writer: Db | undefined;
  try {
    writer = new Db({ file, ...tuning, walAutocheckpoint: walAutocheckpointOf(purpose), ...log });
    if (checkIntegrity && writer.pragma('quick_check(1)') !== 'ok') throw damaged(dataDir);
    if (commitLog) {
      const sharedCopy = new SharedCopy(writer, commitLog, onChange);
      sharedCopy.migrate();
      return { writer, reader: openReader(), sharedCopy };
    }
    refuseCopy(writer, dataDir);
    migrate(writer, migrations);
    return { writer, reader: openReader() };
  } catch (error) {
    writer?.close();
    throw isCorrupt(error) ? damaged(dataDir, error) : error;
  }
}

function openToLook(dataDir: string, open: () => Db): Connections {
  try {
    const db = open();
    refuseOtherVersion(db, migrations.length);
    return { writer: db, reader: db };
  } catch (error) {
    throw isCorrupt(error) ? damaged(dataDir, error) : error;
  }
}
