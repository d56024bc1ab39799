import { openSync, readdirSync, writeSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';

import Database from 'better-sqlite3';
import { expect, it } from 'vitest';

import { copyDays } from '../../app/backup/copies.ts';
import { keepBackup } from '../../app/backup/keep-backup.ts';
import type { BackupNote } from '../../app/backup/keep-backup.ts';
import { restore } from '../../app/backup/restore.ts';
import { fileVault } from '../../app/identity/vault.ts';
import { createLog } from '../../app/log.ts';
import { listen } from '../../app/http.ts';
import { temporaryFolder, testCore } from '../helpers/core.ts';
import type { TestCore } from '../helpers/core.ts';
import { addGuide, deskPerson, engineOf, everything } from '../helpers/pair.ts';
import { addPerson } from '../helpers/people.ts';
import { benchside } from '../helpers/process.ts';

const log = createLog('backup', 'fatal');
const dayOne = Date.parse('2026-11-20T09:00:00Z') / 1000;
const day = 86_400;

/** Overwrites the first page of a table that no edit needs. */
function damage(file: string): void {
  const database = new Database(file);
  const page = Number(database.pragma('page_size', { simple: true }));
  const root = database
    .prepare<[], number>("SELECT rootpage FROM sqlite_master WHERE name = 'guide_revision'")
    .pluck()
    .get();
  database.pragma('wal_checkpoint(TRUNCATE)');
  database.close();
  writeSync(openSync(file, 'r+'), randomBytes(page), 0, page, ((root ?? 1) - 1) * page);
}

it('[B1 B2] a desk is copied each day, the copy is proved, and a damaged desk comes back with all that was accepted', async () => {
  using folder = temporaryFolder();
  await using hub = testCore({ checkAnswers: false });
  const server = await listen(hub.fetch, { host: '127.0.0.1', port: 0 });
  const site = `${server.origin}/api/2.0`;
  const dataDir = join(folder.path, 'desk');
  const open = (): TestCore =>
    testCore({ profile: 'desk', dataDir, site, checkAnswers: false }, { vault: fileVault(dataDir) });
  const { token: admin } = await addPerson(hub, 'admin', { role: 'admin' });
  const guideid = await addGuide(hub, admin);
  let desk = open();
  const ann = await deskPerson({ hub, desk }, 'ann', 'author');
  const { token } = ann;
  await engineOf(desk, site).round({ people: [ann] });
  const says = (text: string): Promise<unknown> =>
    desk.json(`POST /comments/guide/${guideid}`, { token, json: { text } });

  await says('before the copy, sent after it');
  keepBackup(desk.ctx.store, log, dayOne - day);
  keepBackup(desk.ctx.store, log, dayOne);
  keepBackup(desk.ctx.store, log, dayOne + 60);
  expect(copyDays(dataDir)).toEqual(['2026-11-20', '2026-11-19']);
  await says('after the copy, sent');
  await engineOf(desk, site).round({ people: [ann] });
  await says('after the copy, never sent');
  expect(desk.ctx.store.read(null, (s) => s.sync.cursor<BackupNote>('backup'))).toEqual({
    date: dayOne,
    bytes: expect.any(Number),
    problem: null,
  });
  await desk.close();

  await expect(restore(dataDir, log)).rejects.toThrow('is not damaged. Nothing was changed.');
  damage(join(dataDir, 'benchside.sqlite'));
  const words = await benchside(['sync', '--data', dataDir]);
  expect(words).toMatchObject({ code: 1, stdout: '' });
  expect(words.stderr).toMatch(/is damaged\. Nothing was changed\. There is a proved copy of 2026-11-20/);
  expect(await restore(dataDir, log)).toMatchObject({ day: '2026-11-20', edits: 1, problem: null });
  expect(readdirSync(join(dataDir, 'damaged-1'))).toContain('benchside.sqlite');

  desk = open();
  expect(desk.ctx.store.read(null, (s) => [s.db.pragma('integrity_check'), s.journal.verify()])).toEqual([
    'ok',
    [],
  ]);
  await engineOf(desk, site).round({ people: [ann] });
  await engineOf(desk, site).round({ people: [ann] });
  const said = hub.ctx.store.read(null, (s) =>
    s.db.allSql<{ text: string }>('SELECT text_raw AS text FROM comment ORDER BY 1').map(({ text }) => text),
  );
  expect(said).toEqual([
    'after the copy, never sent',
    'after the copy, sent',
    'before the copy, sent after it',
  ]);
  expect(await everything(desk)).toEqual(await everything(hub));
  await desk.close();
  await server.close();
});
