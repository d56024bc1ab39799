import { AppError } from '../../shared/errors.ts';
import { fromStore } from '../disk-error.ts';
import { logLevelFromEnvironment } from '../config.ts';

/** Sentences for errors of the system, by the code of Node or SQLite. */
const refusals: readonly [RegExp, string][] = [
  [/^(EACCES|EPERM)$/, 'this account may not use it. Change its permissions, or choose another'],
  [/^EROFS$/, 'the disk can only be read. Choose another'],
  [/^ENOTDIR$/, 'a part of its path is a file and not a folder. Choose another'],
  [/^EEXIST$/, 'it is a file and not a folder. Choose another'],
  [/^EISDIR$/, 'it is a folder and not a file. Choose another'],
  [/^ENOENT$/, 'it is not there. Check its name'],
  [/^SQLITE_(CANTOPEN|READONLY|PERM)/, 'it cannot be written. Change its permissions, or choose another'],
  [/^SQLITE_IOERR/, 'the disk does not answer as it should. Check the disk; nothing was changed'],
  [
    /^SQLITE_(CORRUPT|NOTADB)/,
    'it is damaged. Nothing was changed. Put back a copy from a backup, or choose another',
  ],
];

/** Describes an error to the person who typed the command: what happened and what to do. */
export function describeError(error: unknown): string {
  const known = error instanceof AppError ? error : fromStore(error);
  if (known) return known.message;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const refusal = refusals.find(([pattern]) => pattern.test(code))?.[1];
  if (refusal !== undefined) return `Cannot use ${placeOf(error)}: ${refusal}.`;
  const { message, stack } = error instanceof Error ? error : { message: String(error), stack: undefined };
  if (logLevelFromEnvironment() === 'debug') return stack ?? message;
  return `This is a fault in Benchside: ${message}. Set BENCHSIDE_LOG=debug to see where, and please report it.`;
}

const placeOf = (error: unknown): string =>
  error instanceof Error && 'path' in error ? String(error.path) : 'the data folder';
