import { AppError } from '../shared/errors.ts';

/**
 * Error codes of a full disk. SQLite reports an exceeded quota only as a failed write, and a log without room for its index as a
 * failure of its size.
 */
const noRoom: ReadonlySet<unknown> = new Set([
  'SQLITE_FULL',
  'SQLITE_IOERR_SHMSIZE',
  'SQLITE_IOERR_WRITE',
  'ENOSPC',
  'EDQUOT',
  'EFBIG',
]);

export const isFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && noRoom.has(error.code);

/** Returns an error for people if the disk is full, which is no bug; `undefined` for any other error. */
export function fromDisk(error: unknown): AppError | undefined {
  if (!isFull(error)) return undefined;
  return new AppError(
    'unavailable',
    'The disk is full, so this could not be saved. Nothing was changed. Free some space and try again.',
    {},
    error,
  );
}

/** Returns whether another process has locked the database. */
export const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY');

/** Returns an error for people if a write failed because the disk is full or the database is locked; `undefined` for any other error. */
export function fromStore(error: unknown): AppError | undefined {
  if (!isBusy(error)) return fromDisk(error);
  return new AppError(
    'unavailable',
    'Another program keeps the database busy. Nothing was changed; try again in a moment.',
    {},
    error,
  );
}

/** Returns an error for people if there is no room for a new file, such as `the backup a.backup`; `undefined` for any other error. */
export const noRoomFor = (what: string, error: unknown): AppError | undefined =>
  fromDisk(error) &&
  new AppError(
    'unavailable',
    `There is no room for ${what}. Nothing was changed; free some space there, or choose another place.`,
    {},
    error,
  );

/** Returns whether a file operation failed because there is no such file. */
export const isAbsent = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** Returns what a file operation gives; `undefined` if there is no such file. */
export async function unlessAbsent<T>(operation: Promise<T>): Promise<T | undefined> {
  try {
    return await operation;
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
}
