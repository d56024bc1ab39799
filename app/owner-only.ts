import { chmodSync, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const [folderMode, fileMode, others] = [0o700, 0o600, 0o077];

/** From here on this process makes files and folders that only its own account can read. */
export const keepToOwner = (): number => process.umask(others);

/** Makes a folder, and those above it that are missing, for its owner only. One that is there stays as it is. */
export const makeOwnFolder = (folder: string): void => {
  mkdirSync(folder, { recursive: true, mode: folderMode });
};

/**
 * Takes a data folder and what is in it away from other accounts. Below a folder that they could not enter before, nothing
 * is looked at: pictures are many. Windows has no modes; there a folder is as private as the one it is in.
 *
 * @returns what could not be taken away from others, as on a file system without modes
 */
export function tighten(folder: string): string[] {
  if (process.platform === 'win32') return [];
  const { failed } = tightenOne(folder, folderMode);
  const names = failed ? [] : readdirSync(folder);
  return [...(failed ? [folder] : []), ...names.flatMap((name) => tightenBelow(join(folder, name)))];
}

function tightenBelow(path: string): string[] {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found || found.isSymbolicLink()) return [];
  const { failed, wasOpen } = tightenOne(path, found.isDirectory() ? folderMode : fileMode);
  if (failed) return [path];
  if (!found.isDirectory() || !wasOpen) return [];
  return readdirSync(path).flatMap((name) => tightenBelow(join(path, name)));
}

function tightenOne(path: string, mode: number): { wasOpen: boolean; failed: boolean } {
  try {
    const wasOpen = (lstatSync(path).mode & others) !== 0;
    if (wasOpen) chmodSync(path, mode);
    return { wasOpen, failed: wasOpen && (lstatSync(path).mode & others) !== 0 };
  } catch (error) {
    // It may belong to another account, or have gone meanwhile.
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT') return { wasOpen: false, failed: false };
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'EROFS') throw error;
    return { wasOpen: true, failed: true };
  }
}
