import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { temporaryFolder } from '../helpers/core.ts';

const script = join(import.meta.dirname, '../../resources/kiosk/linux/kiosk.sh');

const run = (root: string, ...parameters: string[]) =>
  spawnSync('sh', [script, ...parameters], { encoding: 'utf8', env: { ...process.env, DESTDIR: root } });

/** Returns every file below a folder with its text. */
const filesIn = (root: string): Record<string, string> =>
  Object.fromEntries(
    (existsSync(root) ? readdirSync(root, { recursive: true, withFileTypes: true }) : [])
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file) => [file.slice(root.length), readFileSync(file, 'utf8')]),
  );

test('the Linux script writes the same files each time, different ones for X, and undoes all of them', () => {
  using folder = temporaryFolder();
  const site = 'https://guides.example.org/a%20b';
  expect(run(folder.path, '--site', site, '--app', '/opt/my apps/benchside').status).toBe(0);
  const first = filesIn(folder.path);
  const unit = first['/etc/systemd/system/benchside-kiosk.service'] ?? '';
  expect(unit).toContain(
    'ExecStart=/usr/bin/cage -- "/opt/my apps/benchside" --kiosk --ozone-platform=wayland --site "https://guides.example.org/a%%20b"',
  );
  expect(unit).toContain('User=benchside-kiosk\n');
  expect(first['/etc/systemd/logind.conf.d/benchside-kiosk.conf']).toMatch(/^NAutoVTs=0\nReserveVT=0$/m);
  expect(run(folder.path, '--site', site, '--app', '/opt/my apps/benchside').status).toBe(0);
  expect(filesIn(folder.path)).toEqual(first);
  expect(run(folder.path, '--check').status).toBe(0);

  expect(run(folder.path, '--x11', '--data', '/srv/bench').status).toBe(0);
  const x11 = filesIn(folder.path);
  expect(x11['/etc/systemd/system/benchside-kiosk.service']).toContain(
    'ExecStart=/usr/bin/xinit "/opt/Benchside/benchside" --kiosk --data "/srv/bench" -- :0 vt1',
  );
  expect(x11['/etc/X11/xorg.conf.d/60-benchside-kiosk.conf']).toContain('Option "DontVTSwitch" "true"');
  expect(run(folder.path).status).toBe(0);
  expect(filesIn(folder.path)).not.toHaveProperty('/etc/X11/xorg.conf.d/60-benchside-kiosk.conf');

  expect(run(folder.path, '--undo').status).toBe(0);
  expect(filesIn(folder.path)).toEqual({});
  expect(run(folder.path, '--undo').stdout).toContain('nothing to undo');
  expect(run(folder.path, '--check').status).toBe(1);
});

test('the Linux script refuses unknown options and values that would break its unit', () => {
  using folder = temporaryFolder();
  expect(run(folder.path, '--aap', 'x').status).toBe(64);
  expect(run(folder.path, '--app').stderr).toContain('--app needs a value');
  for (const site of ['http://x/$HOME', 'http://x/" --no-sandbox "', 'http://x/\\'])
    expect(run(folder.path, '--site', site).status).not.toBe(0);
  expect(filesIn(folder.path)).not.toHaveProperty('/etc/systemd/system/benchside-kiosk.service');
});
