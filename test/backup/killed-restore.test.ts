import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import Database from 'better-sqlite3';
import { expect, test } from 'vitest';

import { backUpHub } from '../../app/backup/hub-backup.ts';
import type { Info } from '../../shared/model/benchside.ts';
import { temporaryFolder, testCore } from '../helpers/core.ts';
import { until } from '../helpers/process.ts';

/** Files in a backup, which take seconds to unpack. */
const files = 80_000;

/** Makes a backup with many files. */
async function largeBackup(data: string, file: string): Promise<void> {
  await testCore({ dataDir: data })[Symbol.asyncDispose]();
  backUpHub(data, file);
  const backup = new Database(file);
  const bytes = Buffer.from('a film');
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const add = backup.prepare('INSERT INTO backup_file VALUES (?, 0, ?, ?)');
  backup.transaction(() => {
    for (let n = 0; n < files; n += 1) add.run(`media/${n}`, sha256, bytes);
  })();
  backup.close();
}

/** Returns the processes that run, with the process that started each. */
const processes = (): ReadonlyMap<number, number> =>
  new Map(
    execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
      .trim()
      .split('\n')
      .map((line) => line.trim().split(/\s+/).map(Number))
      .map(([pid = 0, parent = 0]) => [pid, parent]),
  );

test('[security uploads] a hub that is killed while it unpacks a backup leaves no process at work, and starts again', async () => {
  using folder = temporaryFolder();
  const [data, file] = [join(folder.path, 'hub'), join(folder.path, 'hub.backup')];
  await largeBackup(join(folder.path, 'lost'), file);
  const killed = spawn(process.execPath, [join(import.meta.dirname, 'restoring-hub.ts'), data, file], {
    stdio: 'inherit',
  });
  const media = join(data, 'restore.part', 'media');
  await until(
    async () => existsSync(media),
    (isUnpacking) => isUnpacking,
  );
  const children = [...processes()].filter(([, parent]) => parent === killed.pid).map(([pid]) => pid);
  expect(children).toHaveLength(1);
  killed.kill('SIGKILL');
  await once(killed, 'exit');
  await expect.poll(() => children.filter((pid) => processes().has(pid))).toEqual([]);
  expect(readdirSync(media).length, 'the process was stopped in the middle').toBeLessThan(files);
  await using next = testCore({ dataDir: data });
  expect(await next.json<Info>('GET /benchside/info')).toMatchObject({ setup: 'open', restore: true });
  expect(readdirSync(data).filter((name) => name.endsWith('.part'))).toEqual([]);
});
