import { closeSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs';

/** Writes a file atomically: it has its former content or the new one. It is on the disk when this returns. */
export function writeWhole(file: string, text: string): void {
  const part = `${file}.new`;
  const handle = openSync(part, 'w');
  try {
    writeSync(handle, text);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(part, file);
}
