import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

import { root } from './data/folders.ts';

/** Peers are no dependencies of the product: they live in `bench/node_modules`, and nothing outside `bench` sees them. */
export const peersFolder: string = join(root, 'bench');

const require = createRequire(join(peersFolder, 'package.json'));

export const peer = <Module>(name: string): Module => require(name) as Module;

/** Installs the peers where they are missing or not those of the lock file. */
export function installPeers(): void {
  const installed = join(peersFolder, 'node_modules', '.package-lock.json');
  if (
    existsSync(installed) &&
    statSync(installed).mtimeMs >= statSync(join(peersFolder, 'package-lock.json')).mtimeMs
  )
    return;
  process.stderr.write('Installing the peers into bench/node_modules …\n');
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--omit-lockfile-registry-resolved'];
  const npm = process.env['npm_execpath'];
  const [command, first] = npm ? [process.execPath, [npm]] : ['npm', []];
  execFileSync(command, [...first, 'ci', ...flags], {
    cwd: peersFolder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

export function peerVersion(name: string): string {
  const file = join(peersFolder, 'node_modules', name, 'package.json');
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}
