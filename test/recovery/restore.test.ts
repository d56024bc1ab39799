import { mkdirSync, openSync, readdirSync, renameSync, writeFileSync, writeSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';

import Database from 'better-sqlite3';
import { expect, it } from 'vitest';

import { copyDays } from '../../app/store/daily-copies.ts';
import { keepBackup } from '../../app/replica/daily-backup/daily-backup.ts';
import { isRestoring, restore } from '../../app/recovery/restore.ts';
import { fileVault } from '../../app/identity/vault.ts';
import { createLog } from '../../app/log.ts';
import { listen } from '../../app/http/node.ts';
import { sql } from '../../app/store/sql.ts';
import type { StoredRow } from '../../app/store/sql.ts';
import type { Guide } from '../../shared/model/guide.ts';
import type { Storage } from '../../shared/model/upkeep.ts';
import { temporaryFolder, testCore } from '../helpers/core.ts';
import type { TestCore } from '../helpers/core.ts';
import { addGuide, deskPerson, engineOf, everything, journalOf, pair } from '../helpers/pair.ts';
import { addPerson } from '../helpers/people.ts';
import { bench, loseAnswers } from '../helpers/plain-bench.ts';
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

it('[B1.1 B1.2 B2.1 B2.2] a desk is copied each day, the copy is verified, and a damaged desk is restored with all accepted edits', async () => {
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
  const { copies } = await desk.json<Storage>('GET /benchside/storage', { token });
  expect(copies).toEqual(
    copyDays(dataDir).map((of) => ({ day: of, date: expect.any(Number), bytes: expect.any(Number) })),
  );
  await says('after the copy, sent');
  await engineOf(desk, site).round({ people: [ann] });
  await says('after the copy, never sent');
  expect(desk.ctx.store.read(null, (s) => s.deskState.get('backup'))).toEqual({
    date: dayOne,
    bytes: expect.any(Number),
    problem: null,
  });
  await desk.close();

  await expect(restore(dataDir, log)).rejects.toThrow('is not damaged. Nothing was changed.');
  damage(join(dataDir, 'benchside.sqlite'));
  const words = await benchside(['sync', '--data', dataDir]);
  expect(words).toMatchObject({ code: 1, stdout: '' });
  expect(words.stderr).toMatch(/is damaged\. Nothing was changed\. There is a verified copy of 2026-11-20/);
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
    s.db.all(sql<{ text: string }>`SELECT text_raw AS text FROM comment ORDER BY 1`).map(({ text }) => text),
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

/** Makes a desk with a copy and later work: sent, unsent, discarded, half typed, and a new person. */
async function copiedDesk(path: string, hub: TestCore, site: string) {
  const dataDir = join(path, 'desk');
  const open = (): TestCore =>
    testCore({ profile: 'desk', dataDir, site, checkAnswers: false }, { vault: fileVault(dataDir) });
  const { token: admin } = await addPerson(hub, 'admin', { role: 'admin' });
  const guideid = await addGuide(hub, admin);
  const desk = open();
  const ann = await deskPerson({ hub, desk }, 'ann', 'author');
  const says = (text: string, token = ann.token): Promise<unknown> =>
    desk.json(`POST /comments/guide/${guideid}`, { token, json: { text } });
  await engineOf(desk, site).round({ people: [ann] });
  await says('before the copy, given up since');
  keepBackup(desk.ctx.store, log, dayOne);
  desk.ctx.store.transact(null, (s) => {
    const [entry] = s.journal.list(['pending']);
    if (entry) s.journal.setState(entry, 'parked');
  });
  const { entries } = await desk.json<{ entries: { entryid: string }[] }>(
    'GET /benchside/journal?state=parked',
    { token: ann.token },
  );
  await desk.json(`POST /benchside/journal/${entries[0]?.entryid}/discard`, { token: ann.token, json: {} });
  await says('after the copy, sent');
  const make = (title: string): Promise<Guide> =>
    desk.json('POST /guides', { token: ann.token, json: { category: 'Pump', type: 'repair', title } });
  await make('Sent');
  await engineOf(desk, site).round({ people: [ann] });
  const { guideid: made } = await make('Not sent');
  await desk.json(`PUT /benchside/drafts/guide%20${made}`, { token: ann.token, json: { of: made } });
  const ben = await deskPerson({ hub, desk }, 'ben', 'author');
  await says('after the copy, of somebody new', ben.token);
  await desk.json('PUT /benchside/drafts/guide-1', { token: ann.token, json: { title: 'Half a wor' } });
  await desk.close();
  return { dataDir, open, ann, ben };
}

it('[B3.1 B3.2] an undamaged desk is restored to a chosen copy, with all later work, also after a power cut', async () => {
  using folder = temporaryFolder();
  await using hub = testCore({ checkAnswers: false });
  const server = await listen(hub.fetch, { host: '127.0.0.1', port: 0 });
  const site = `${server.origin}/api/2.0`;
  const { dataDir, open, ann, ben } = await copiedDesk(folder.path, hub, site);
  await expect(restore(dataDir, log, '2026-11-19')).rejects.toThrow('There is no copy of 2026-11-19');

  // The power fails after the database was moved aside and before the copy is in its place.
  writeFileSync(
    join(dataDir, 'backups/restore.json'),
    JSON.stringify({ day: '2026-11-20', kept: 'replaced-1', stage: 'begun' }),
  );
  mkdirSync(join(dataDir, 'replaced-1'));
  renameSync(join(dataDir, 'benchside.sqlite'), join(dataDir, 'replaced-1/benchside.sqlite'));
  expect(isRestoring(dataDir)).toBe(true);
  expect(await restore(dataDir, log)).toEqual({
    day: '2026-11-20',
    edits: 2,
    kept: join(dataDir, 'replaced-1'),
    problem: null,
  });
  expect(isRestoring(dataDir)).toBe(false);
  expect(await restore(dataDir, log, '2026-11-20')).toMatchObject({ edits: 2, problem: null });
  expect(readdirSync(join(dataDir, 'replaced-2'))).toContain('benchside.sqlite');
  expect(await restore(dataDir, log, '2026-11-20')).toMatchObject({ edits: 2, problem: null });
  expect(readdirSync(dataDir).filter((name) => name.startsWith('replaced-'))).toEqual([
    'replaced-2',
    'replaced-3',
  ]);

  const desk = open();
  expect(await desk.json('GET /benchside/drafts/guide-1', { token: ann.token })).toMatchObject({
    body: { title: 'Half a wor' },
  });
  const unsent = desk.ctx.store.read(null, (s) =>
    s.db.one(sql<StoredRow<'guide', 'guideid'>>`SELECT guideid FROM guide WHERE title = 'Not sent'`),
  );
  expect(
    await desk.json(`GET /benchside/drafts/guide%20${unsent?.guideid}`, { token: ann.token }),
  ).toMatchObject({ body: { of: unsent?.guideid } });
  expect(await desk.json('GET /user', { token: ben.token })).toMatchObject({ username: 'ben' });
  expect(desk.ctx.store.read(null, (s) => s.journal.verify())).toEqual([]);
  await engineOf(desk, site).round({ people: [ann, ben] });
  await engineOf(desk, site).round({ people: [ann, ben] });
  const said = hub.ctx.store.read(null, (s) =>
    s.db.all(sql<{ text: string }>`SELECT text_raw AS text FROM comment ORDER BY 1`).map(({ text }) => text),
  );
  expect(said).toEqual(['after the copy, of somebody new', 'after the copy, sent']);
  expect(await everything(desk)).toEqual(await everything(hub));
  await desk.close();
  await server.close();
});

it('[B2.2] nobody is asked again about an edit that was sent since the copy', async () => {
  await using both = await pair();
  const { hub, admin, desk } = both;
  const { dataDir } = desk;
  const guideid = await addGuide(hub, admin);
  const ann = await deskPerson(both, 'ann', 'author');
  const { token } = ann;
  await both.round({ people: [ann] });
  const { revisionid } = await hub.json<Guide>(`GET /guides/${guideid}`);
  const change = (core: TestCore, by: string, title: string): Promise<unknown> =>
    core.json(`PATCH /guides/${guideid}?revisionid=${revisionid}`, { token: by, json: { title } });
  await change(desk, token, 'Mine');
  await change(hub, admin, 'Theirs');
  await both.round({ people: [ann] });
  const [conflict] = await journalOf(both, ann, 'parked');
  keepBackup(desk.ctx.store, log, dayOne);
  await desk.json(`POST /benchside/journal/${conflict?.entryid}/decide`, { token, json: { take: 'mine' } });
  await both.round({ people: [ann] });
  expect(await journalOf(both, ann, 'done')).toHaveLength(1);
  await desk.close();

  await restore(dataDir, log, '2026-11-20');
  await using again = testCore({ profile: 'desk', dataDir, site: both.net.url, checkAnswers: false });
  await engineOf(again, both.net.url).round({ people: [ann] });
  expect(again.ctx.store.read(null, (s) => s.journal.editCounts())).toMatchObject({ done: 1, parked: 0 });
  expect(await hub.json(`GET /guides/${guideid}`)).toMatchObject({ title: 'Mine' });
});

it('[B2.2 J11.1] an edit whose answer was lost at a third-party site is not made twice after a restore', async () => {
  await using at = await bench();
  const { guideid, ann, desk } = at;
  const { dataDir } = desk;
  const says = (text: string): Promise<unknown> =>
    at.here(`POST /comments/guide/${guideid}`, ann.token, { text });
  await says('before the copy');
  keepBackup(desk.ctx.store, log, dayOne);
  await says('after the copy');
  loseAnswers(at, 'POST /comments/', 2);
  for (let n = 0; n < 2; n += 1) expect((await at.round()).problem).not.toBeNull();
  at.net.intercept = undefined;
  await desk.close();

  await restore(dataDir, log, '2026-11-20');
  await using again = testCore({ profile: 'desk', dataDir, site: at.net.url, checkAnswers: false });
  for (let n = 0; n < 2; n += 1) await engineOf(again, at.net.url).round({ people: [ann] });
  const comments = await at.there<{ text_raw: string }[]>('GET /comments', ann.token);
  expect(comments.map(({ text_raw }) => text_raw).toSorted()).toEqual(['after the copy', 'before the copy']);
});
