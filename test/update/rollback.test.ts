import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

import Database from 'better-sqlite3';
import { expect, it } from 'vitest';

import { createLog } from '../../app/log.ts';
import { copyFile, readNote, writeNote } from '../../app/update/note.ts';
import { prepareUpdate } from '../../app/update/prepare.ts';
import { beginTrial } from '../../app/update/trial-start.ts';
import { copyBefore, rollBack, needsRollback } from '../../app/update/rollback.ts';
import type { RollbackResult } from '../../app/update/rollback.ts';
import { version } from '../../app/version.ts';
import { invariant } from '../../shared/assert.ts';
import type { Guide } from '../../shared/model/guide.ts';
import { temporaryFolder, testCore } from '../helpers/core.ts';
import type { TestCore } from '../helpers/core.ts';
import { addGuide, deskPerson, engineOf, everything, pair } from '../helpers/pair.ts';
import type { DeskPerson, Pair } from '../helpers/pair.ts';

const log = createLog('test', 'fatal');
const next = '99.0.0';

interface Scene {
  both: Pair;
  ann: DeskPerson;
  guideid: number;
  /** Provisional id of a guide that was made before the update and sent after it. */
  made: number;
}

/**
 * Makes an updated desk with edits from before the update, edits sent after it, edits done after it, and unsent ones. Then the new version
 * changes the data's version and fails.
 */
async function updated(both: Pair): Promise<Scene> {
  const { desk } = both;
  const guideid = await addGuide(both.hub, both.admin);
  const ann = await deskPerson(both, 'ann', 'author');
  await both.round({ people: [ann] });
  both.net.disconnect();
  const { guideid: made } = await desk.json<Guide>('POST /guides', {
    token: ann.token,
    json: { category: 'Pump', type: 'repair', title: 'Made before the update', public: true },
  });
  await patch(desk, guideid, ann, { title: 'Named before the update' });
  prepareUpdate(desk.dataDir, { from: version, to: next, program: null });

  await patch(desk, made, ann, { summary: 'Sent after the update' });
  both.net.connect();
  await both.round({ people: [ann] });
  both.net.disconnect();
  await patch(desk, guideid, ann, { summary: 'Not sent yet' });
  await desk.json('PUT /benchside/drafts/guide-1', { token: ann.token, json: { title: 'Half a wor' } });
  await failUpdate(desk);
  return { both, ann, guideid, made };
}

/** Lets the new version change the data's version, and fail. */
async function failUpdate(desk: TestCore): Promise<void> {
  await desk.close();
  const database = new Database(join(desk.dataDir, 'benchside.sqlite'));
  database.exec('CREATE TABLE future (id INTEGER); ALTER TABLE guide ADD COLUMN future TEXT');
  database.pragma('user_version = 999');
  database.close();
  const note = readNote(desk.dataDir);
  if (!note) throw new Error('there is no note');
  writeNote(desk.dataDir, { ...note, stage: 'tried', starts: 2 });
}

async function patch(core: TestCore, guideid: number, { token }: DeskPerson, json: object): Promise<void> {
  const { revisionid } = await core.json<Guide>(`GET /guides/${guideid}?unpatrolled`, { token });
  await core.json(`PATCH /guides/${guideid}?revisionid=${revisionid}`, { token, json });
}

async function expectAllHere({ both, ann, guideid, made }: Scene, dataDir: string): Promise<void> {
  await using desk = testCore({ profile: 'desk', site: both.net.url, dataDir });
  expect(desk.ctx.store.read(null, (s) => s.journal.verify())).toEqual([]);
  const { token } = ann;
  expect(await desk.json<Guide>(`GET /guides/${guideid}`, { token })).toMatchObject({
    title: 'Named before the update',
    summary: 'Not sent yet',
  });
  expect(await desk.json<Guide>(`GET /guides/${made}`, { token })).toMatchObject({
    title: 'Made before the update',
  });
  expect(await desk.json('GET /benchside/drafts/guide-1', { token })).toMatchObject({
    body: { title: 'Half a wor' },
  });
}

it('an update that changed the data and fails is rolled back, and no later work is lost or sent twice', async () => {
  await using both = await pair();
  const scene = await updated(both);
  const { dataDir } = both.desk;
  expect(() => testCore({ profile: 'desk', site: both.net.url, dataDir })).toThrow(
    'newer version of Benchside',
  );
  expect(needsRollback(dataDir)).toBe(true);
  expect(copyBefore(dataDir)).toBe(next);

  const result = await rollBack(dataDir, log);
  expect(result).toMatchObject({ version: next, problem: undefined });
  const since: { entries: { operation: string }[] } = JSON.parse(
    readFileSync(join(dataDir, 'update/since.json'), 'utf8'),
  );
  expect(since.entries.map(({ operation }) => operation)).toEqual([
    'PATCH /guides/{guideid}',
    // The view, too.
    'POST /benchside/views',
  ]);
  expect(existsSync(result?.kept ?? '')).toBe(true);
  expect(needsRollback(dataDir)).toBe(false);
  await expectAllHere(scene, dataDir);

  both.net.connect();
  await using desk = testCore({ profile: 'desk', site: both.net.url, dataDir });
  await engineOf(desk, both.net.url).round({ people: [scene.ann] });
  expect(desk.ctx.store.read(null, (s) => s.journal.counts())).toMatchObject({
    pending: 0,
    sending: 0,
    parked: 0,
  });
  expect(await everything(desk)).toEqual(await everything(both.hub));
  const titles = (await both.hub.json<{ title: string }[]>('GET /guides')).map(({ title }) => title);
  expect(titles.toSorted()).toEqual(['Made before the update', 'Named before the update']);
});

it('edits discarded after an update stay discarded, and a draft keeps its guide', async () => {
  await using both = await pair();
  const { dataDir } = both.desk;
  const ann = await deskPerson(both, 'ann', 'author');
  await both.round({ people: [ann] });
  both.net.disconnect();
  const { token } = ann;
  const create = (title: string) =>
    both.desk.json<Guide>('POST /guides', { token, json: { category: 'Pump', type: 'repair', title } });
  await create('Discarded after the update');
  prepareUpdate(dataDir, { from: version, to: next, program: null });

  const entryid = both.desk.ctx.store.transact(null, (s) => {
    const entry = s.journal.list(['pending'])[0];
    invariant(entry, 'the guide is in the journal');
    s.journal.setState(entry, 'parked', { kind: 'refused', message: 'The site refused it.' });
    return entry.entryid;
  });
  await both.desk.json(`POST /benchside/journal/${entryid}/discard`, { token });
  const { guideid } = await create('Made after the update');
  await both.desk.json(`PUT /benchside/drafts/guide-${guideid}`, { token, json: { title: 'Half a wor' } });
  await failUpdate(both.desk);

  expect(await rollBack(dataDir, log)).toMatchObject({ problem: undefined });
  await using desk = testCore({ profile: 'desk', site: both.net.url, dataDir });
  const guides = await desk.json<Guide[]>('GET /user/guides', { token });
  expect(guides.map(({ title }) => title)).toEqual(['Made after the update']);
  expect(await desk.json(`GET /benchside/drafts/guide-${guides[0]?.guideid}`, { token })).toMatchObject({
    body: { title: 'Half a wor' },
  });
});

it('the rollback can be interrupted at any moment, and the next start completes it', async () => {
  await using both = await pair();
  const scene = await updated(both);
  using folder = temporaryFolder();
  const script = join(import.meta.dirname, 'roll-back.ts');
  const run = (dataDir: string): ReturnType<typeof spawn> =>
    spawn(process.execPath, [script, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] });
  const stages = new Set<string>();
  let wholeMs = 0;
  for (let round = 0; round <= 8; round += 1) {
    const dataDir = join(folder.path, `desk-${round}`);
    cpSync(both.desk.dataDir, dataDir, { recursive: true });
    const began = performance.now();
    const first = run(dataDir);
    const ended = once(first, 'close');
    if (round > 0) {
      // The first half of the time is spent on loading its code.
      await Promise.race([ended, setTimeout(wholeMs * (0.45 + (0.55 * round) / 8))]);
      first.kill('SIGKILL');
    }
    await ended;
    wholeMs ||= performance.now() - began;
    stages.add(readNote(dataDir)?.stage ?? '');
    if (needsRollback(dataDir)) await rollBack(dataDir, log);
    expect(readNote(dataDir)?.stage).toBe('back');
    await expectAllHere(scene, dataDir);
    rmSync(dataDir, { recursive: true });
  }
  expect([...stages]).toContain('back');
});

it('if a new version did not change the data, or never ran, nothing is restored', async () => {
  await using desk = testCore({ profile: 'desk', site: 'http://127.0.0.1:9/api/2.0' });
  const { dataDir } = desk;
  expect(await rollBack(dataDir, log)).toBeUndefined();
  prepareUpdate(dataDir, { from: version, to: next, program: null });
  expect(needsRollback(dataDir)).toBe(false);
  const trial = beginTrial(dataDir, next);
  expect(trial?.isHopeless).toBe(false);
  await desk.close();
  expect(needsRollback(dataDir)).toBe(true);
  expect(await rollBack(dataDir, log)).toEqual({
    version: next,
    edits: 0,
    kept: undefined,
    problem: undefined,
  } satisfies RollbackResult);
  expect(readNote(dataDir)?.stage).toBe('back');
});

it('a trial ends with the first start that works, and is abandoned after two that did not', async () => {
  using folder = temporaryFolder();
  const dataDir = folder.path;
  new Database(join(dataDir, 'benchside.sqlite')).exec('CREATE TABLE guide (id INTEGER)').close();
  prepareUpdate(dataDir, { from: '1.0.0', to: '1.1.0', program: null });
  expect(beginTrial(dataDir, '1.0.0')).toBeUndefined();
  expect(beginTrial(dataDir, '1.1.0')?.isHopeless).toBe(false);
  beginTrial(dataDir, '1.1.0')?.fail('its window shows nothing');
  expect(readNote(dataDir)).toMatchObject({ stage: 'tried', starts: 2, problem: 'its window shows nothing' });
  const third = beginTrial(dataDir, '1.1.0');
  expect(third?.isHopeless).toBe(true);
  third?.confirm();
  expect(beginTrial(dataDir, '1.1.0')).toBeUndefined();
  expect(readFileSync(copyFile(dataDir)).subarray(0, 15).toString()).toBe('SQLite format 3');
});
