import { createHash } from 'node:crypto';
import {
  appendFileSync,
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readSync,
  readdirSync,
  renameSync,
  rmSync,
  rmdirSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';

import Database from 'better-sqlite3';

import { AppError } from '../../shared/errors.ts';
import type { LastBackup } from '../../shared/model/backup.ts';
import { noRoomFor, isAbsent, isFull } from '../disk-error.ts';
import { inFolder, mediaKey } from '../media/open-media.ts';
import { lockDataFolder } from '../store/folder-lock.ts';
import { makeOwnFolder } from '../owner-only.ts';
import { beginEpoch, skipIds } from '../store/feed/epochs.ts';
import { Db } from '../store/database.ts';
import { migrations } from '../store/migrations/index.ts';
import { migrate } from '../store/migrations/runner.ts';
import { sql } from '../store/sql.ts';
import { Replica } from '../replica/replica.ts';
import { isCorrupt } from '../store/damage.ts';
import { copyDatabase, syncFile } from '../replica/daily-backup/copy-database.ts';
import { UsageError } from '../usage-error.ts';
import { refuseExisting, writeWhole } from '../whole-file.ts';
import { databaseName } from '../store/database-name.ts';
import { positionKey } from '../store/site-copy.ts';

/** The files in a backup beside the database: pictures, documents, videos, mails, keys. */
export interface BackedUp {
  files: number;
  /** Total size of the files. */
  bytes: number;
  /** Address of the object storage that has the pictures instead; `null` if they are among the files. */
  picturesIn: string | null;
}

export interface RestoredHub extends BackedUp {
  /** Path of the former content of the folder; `null` if there was none. */
  kept: string | null;
}

interface FilePiece {
  path: string;
  /** Counted from 0. */
  piece: number;
  sha256: string;
  bytes: Buffer;
}

/** Files that are left out of a backup, because they belong to this machine or process. */
const left =
  /^(?:benchside\.(?:sqlite.*|lock|pid|local)|reserve|backups|snapshot|last-backup\.json(?:\.new)?|\.writing|.*\.part)$/;

/** The file of a data folder that says when the hub was last backed up (`LastBackup`). */
export const lastBackupName = 'last-backup.json';

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/**
 * Writes a hub to one file: a database that also holds the files of the data folder. It shows one moment, although the hub may
 * keep running, and gets its name only when it was verified.
 *
 * @throws AppError `not-found` if there is no hub, `invalid` if the file exists already, `unavailable` if the disk is full
 */
export function backUpHub(dataDir: string, file: string): BackedUp {
  if (!existsSync(join(dataDir, databaseName)))
    throw new AppError('not-found', `There is no hub in ${dataDir}.`);
  refuseExisting(file);
  if (!existsSync(dirname(resolve(file)))) throw new UsageError(`There is no folder ${dirname(file)}.`);
  if (resolve(file).startsWith(resolve(dataDir) + sep))
    throw new UsageError('A backup cannot be stored in the folder that it is a backup of. Choose another.');
  return writeBackup(dataDir, file);
}

/**
 * Writes a backup like `backUpHub`, also into a part of the data folder that a backup leaves out.
 *
 * @throws AppError as `backUpHub`
 */
export function writeBackup(dataDir: string, file: string): BackedUp {
  const database = join(dataDir, databaseName);
  requireHub(database, dataDir);
  const part = `${file}.part`;
  try {
    copyDatabase(database, part);
    addFiles(part, dataDir);
    const done = requireWhole(part);
    syncFile(part);
    renameSync(part, file);
    noteBackup(dataDir, file, done.files);
    return done;
  } catch (error) {
    throw noRoomFor(`the backup ${file}`, error) ?? error;
  } finally {
    rmSync(part, { force: true });
    rmSync(`${part}.part`, { force: true });
  }
}

function noteBackup(dataDir: string, file: string, files: number): void {
  const note: LastBackup = { date: Math.floor(Date.now() / 1000), bytes: statSync(file).size, files };
  writeWhole(join(dataDir, lastBackupName), JSON.stringify(note));
}

/** As a data folder's database has it, which is JSON. */
const hubProfile = '"hub"';

const profileOf = (database: Database.Database): string | undefined =>
  database.prepare<[], string>("SELECT value FROM meta WHERE key = 'profile'").pluck().get();

function requireHub(file: string, dataDir: string): void {
  const database = new Database(file, { readonly: true });
  try {
    if (profileOf(database) !== hubProfile)
      throw new AppError('incompatible', `The data folder ${dataDir} does not belong to a hub.`);
    if (database.prepare('SELECT 1 FROM meta WHERE key = ?').get(positionKey))
      throw new AppError(
        'incompatible',
        `The data folder ${dataDir} is a copy of a site in PostgreSQL. Back up that database, and the place of its pictures, instead.`,
      );
  } finally {
    database.close();
  }
}

function addFiles(part: string, dataDir: string): void {
  const backup = new Database(part);
  try {
    backup.pragma('journal_mode = MEMORY');
    backup.exec(
      `CREATE TABLE backup_file (path TEXT, piece INTEGER, sha256 TEXT NOT NULL, bytes BLOB NOT NULL,
         PRIMARY KEY (path, piece))`,
    );
    const add = backup.prepare<[FilePiece]>(
      'INSERT INTO backup_file VALUES (:path, :piece, :sha256, :bytes)',
    );
    backup.transaction(() => {
      for (const path of filesToBackUp(dataDir))
        for (const [piece, bytes] of piecesOf(join(dataDir, path)))
          add.run({ path, piece, sha256: sha256(bytes), bytes });
    })();
  } finally {
    backup.close();
  }
}

/** Returns the relative paths of all files to back up, with `/` as separator. */
export function filesToBackUp(folder: string, below = ''): string[] {
  return readdirSync(join(folder, below), { withFileTypes: true }).flatMap((entry) => {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (left.test(entry.name)) return [];
    if (entry.isDirectory()) return filesToBackUp(folder, path);
    return entry.isFile() ? [path] : [];
  });
}

/** Bytes of a file that are in memory at once; a video may be larger. */
const pieceBytes = 4 * 1_048_576;

/** Yields a file in pieces, an empty file as one empty piece. Yields nothing if it is gone, since the hub keeps running. */
function* piecesOf(path: string): Generator<[piece: number, bytes: Buffer]> {
  const file = openIfThere(path);
  if (file === undefined) return;
  try {
    const room = Buffer.alloc(pieceBytes);
    for (let piece = 0; ; piece += 1) {
      const length = readSync(file, room);
      if (length === 0 && piece > 0) return;
      yield [piece, room.subarray(0, length)];
      if (length === 0) return;
    }
  } finally {
    closeSync(file);
  }
}

function openIfThere(path: string): number | undefined {
  try {
    return openSync(path, 'r');
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
}

/** Yields the files of a backup, each in the order of its pieces. */
const pieces = (backup: Database.Database): Iterable<FilePiece> =>
  backup
    .prepare<[], FilePiece>('SELECT path, piece, sha256, bytes FROM backup_file ORDER BY path, piece')
    .iterate();

/**
 * Verifies all of a backup.
 *
 * @param name how messages call the file
 * @throws AppError `incompatible` for a file that is no backup, is cut off or damaged, or was written by a newer program
 */
function requireWhole(file: string, name = file): BackedUp {
  const noBackup = (why: string, cause?: unknown): AppError =>
    new AppError('incompatible', `${name} ${why}. Nothing was changed.`, {}, cause);
  let backup: Database.Database | undefined;
  try {
    backup = new Database(file, { readonly: true, fileMustExist: true });
    if (backup.pragma('integrity_check(1)', { simple: true }) !== 'ok')
      throw noBackup('is damaged or cut off');
    // A computed column could make files of any length.
    const isBackup = backup
      .prepare(
        `SELECT 1 FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name = 'backup_file'
           AND NOT EXISTS (SELECT 1 FROM pragma_table_xinfo('backup_file') WHERE hidden <> 0)`,
      )
      .get();
    if (!isBackup || profileOf(backup) !== hubProfile) throw noBackup('is not a backup of a hub');
    if (Number(backup.pragma('user_version', { simple: true })) > migrations.length)
      throw noBackup('was written by a newer version of Benchside. Install that version first');
    const media = backup.prepare<[string], string>("SELECT value ->> '$' FROM meta WHERE key = ?").pluck();
    const place = media.get(mediaKey) ?? inFolder;
    const done: BackedUp = { files: 0, bytes: 0, picturesIn: place === inFolder ? null : place };
    for (const { path, piece, sha256: was, bytes } of pieces(backup)) {
      if (sha256(bytes) !== was) throw noBackup(`is damaged: the content of ${path} changed`);
      if (piece === 0) done.files += 1;
      done.bytes += bytes.length;
    }
    return done;
  } catch (error) {
    if (isCorrupt(error)) throw noBackup('is not a backup of a hub, or is damaged or cut off', error);
    throw error;
  } finally {
    backup?.close();
  }
}

/**
 * Restores a backup to a data folder. The hub begins a new epoch, so that desks notice, and skips ids that it may have given
 * since the backup.
 *
 * @param replace moves the former content of the folder beside it
 * @throws AppError `invalid` for a folder that is not empty, `incompatible` for a file that is no complete backup
 */
export function restoreHub(file: string, dataDir: string, replace: boolean): RestoredHub {
  const done = blamingFile(file, () => requireWhole(file));
  const isThere = existsSync(dataDir);
  const isEmpty = !isThere || readdirSync(dataDir).length === 0;
  if (!isEmpty && !replace)
    throw new AppError(
      'invalid',
      `The folder ${dataDir} is not empty. Nothing was changed. With --replace the backup is restored in its place, and the old ` +
        'folder is kept beside it.',
    );
  // No other program may use the folder meanwhile, as it would continue in the moved one.
  const unlock = isEmpty ? undefined : lockDataFolder(dataDir);
  const folder = resolve(dataDir);
  const part = `${folder}.part`;
  rmSync(part, { recursive: true, force: true });
  try {
    makeOwnFolder(part);
    copyFileSync(file, join(part, databaseName));
    blamingFile(file, () => unpack(part, basename(file)));
    // Windows moves no folder with an open file.
    unlock?.();
    const kept = isEmpty ? null : freeName(`${folder}-replaced`);
    if (kept !== null) renameSync(folder, kept);
    else if (isThere) rmdirSync(folder);
    renameSync(part, folder);
    return { ...done, kept };
  } finally {
    unlock?.();
    rmSync(part, { recursive: true, force: true });
  }
}

/**
 * Verifies a backup that is the database of a folder, and makes the folder a hub's, as `restoreHub` does. If this fails, the folder is of no use.
 *
 * @param name how messages call the backup
 * @throws AppError `incompatible` for a file that is no complete backup, `unavailable` if the disk is full
 */
export function unpackBackup(folder: string, name: string): BackedUp {
  const file = join(folder, databaseName);
  try {
    return blamingFile(name, () => {
      const done = requireWhole(file, name);
      unpack(folder, name);
      return done;
    });
  } catch (error) {
    throw noRoomFor(`the backup ${name}`, error) ?? error;
  }
}

/** A backup comes from outside, so what fails while it is read, except for a full disk, is its fault. @throws AppError `incompatible` */
function blamingFile<T>(file: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof AppError || isFull(error)) throw error;
    throw new AppError(
      'incompatible',
      `${file} is not a backup of a hub, or is damaged. Nothing was changed.`,
      {},
      error,
    );
  }
}

function unpack(folder: string, name: string): void {
  const backup = new Database(join(folder, databaseName));
  try {
    backup.pragma('journal_mode = MEMORY');
    for (const row of pieces(backup)) {
      const path = join(folder, row.path);
      if (!path.startsWith(folder + sep))
        throw new AppError(
          'incompatible',
          `${name} names a file outside of its folder. Nothing was changed.`,
        );
      if (row.path.split('/').some((name) => left.test(name)))
        throw new AppError(
          'incompatible',
          `${name} names a file that no backup has, ${row.path}. Nothing was changed.`,
        );
      mkdirSync(dirname(path), { recursive: true });
      appendFileSync(path, row.bytes);
      syncFile(path);
    }
    backup.exec('DROP TABLE backup_file; VACUUM');
  } finally {
    backup.close();
  }
  const store = new Replica({ dataDir: folder });
  try {
    store.transact(null, (s) => {
      beginEpoch(s);
      skipIds(s);
    });
  } finally {
    store.close();
  }
  requireTables(join(folder, databaseName), name);
}

/**
 * Checks that a database has what the migrations make, so that the next start can open it.
 *
 * @throws AppError `incompatible`
 */
function requireTables(file: string, name: string): void {
  const database = new Database(file, { readonly: true });
  const made = new Db({ file: ':memory:', synchronous: 'FULL' });
  try {
    migrate(made, migrations);
    const known = new Set(made.all(sql<{ name: string }>`${sql.raw(shape)}`).map((one) => one.name));
    const found = database.prepare<[], { name: string }>(shape).all();
    if (found.length !== known.size || found.some((one) => !known.has(one.name)))
      throw new AppError('incompatible', `${name} does not have the tables of a hub. Nothing was changed.`);
  } finally {
    made.close();
    database.close();
  }
}

/** SQL that lists the tables of a database with their columns, and its indexes and triggers. */
const shape = `SELECT t.type || ' ' || t.name || ' ' || coalesce(
    (SELECT group_concat(c.name || ' ' || c.hidden) FROM pragma_table_xinfo(t.name) c), '') AS name
  FROM sqlite_schema t WHERE t.name NOT LIKE 'sqlite\\_%' ESCAPE '\\'`;

function freeName(path: string): string {
  for (let n = 1; ; n += 1) if (!existsSync(`${path}-${n}`)) return `${path}-${n}`;
}
