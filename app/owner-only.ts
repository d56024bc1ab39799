import { chmodSync, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const [folderMode, fileMode, others] = [0o700, 0o600, 0o077];

/** Sets the umask, so that files and folders of this process are readable by its account only. */
export const keepToOwner = (): number => process.umask(others);

/** Makes a folder and missing parents for its owner only. An existing folder keeps its mode. */
export const makeOwnFolder = (folder: string): void => {
  mkdirSync(folder, { recursive: true, mode: folderMode });
};

/**
 * Removes other accounts' access to a data folder and its content. Skips the content of subfolders that were closed already,
 * since pictures are many. Windows has no modes; there a folder is as private as its parent.
 *
 * @returns paths that could not be closed, for example on a file system without modes
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
    // The path may belong to another account, or have been removed meanwhile.
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT') return { wasOpen: false, failed: false };
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'EROFS') throw error;
    return { wasOpen: true, failed: true };
  }
}
