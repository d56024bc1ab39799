import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';

import { AppError } from '../shared/errors.ts';

/** @throws AppError `invalid` if there is a file with this name */
export function refuseExisting(file: string): void {
  if (existsSync(file))
    throw new AppError(
      'invalid',
      `There is a file ${file} already. Nothing was changed; choose another name.`,
    );
}

/**
 * Writes a file atomically, for its owner only: it has its former content or the new one. It is on the disk when this returns. What is in
 * the place of the file or of its part is replaced and never written to: in a shared folder another account may have put it there.
 */
export function writeWhole(file: string, content: string | Uint8Array): void {
  const part = `${file}.new`;
  try {
    rmSync(part, { force: true });
    writeFileSync(part, content, { flush: true, flag: 'wx', mode: 0o600 });
    renameSync(part, file);
  } finally {
    rmSync(part, { force: true });
  }
}
