import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Writes a program of that version, and the manifest that electron-builder would write for it. */
export function publish(folder: string, version: string, program: Buffer | string): string {
  const name = `Benchside-${version}-linux-x64.AppImage`;
  const bytes = Buffer.from(program);
  writeFileSync(join(folder, name), bytes, { mode: 0o755 });
  const sha512 = createHash('sha512').update(bytes).digest('base64');
  const manifest = [
    `version: ${version}`,
    'files:',
    `  - url: ${name}`,
    `    sha512: ${sha512}`,
    `    size: ${bytes.length}`,
    `path: ${name}`,
    `sha512: ${sha512}`,
    `releaseDate: '2026-11-20T12:00:00.000Z'`,
    '',
  ].join('\n');
  writeFileSync(join(folder, 'latest-linux.yml'), manifest);
  return name;
}
