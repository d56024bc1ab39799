import { cpSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { describeError } from '../../app/commands/describe-error.ts';
import { listen } from '../../app/http/node.ts';
import { Db } from '../../app/store/database.ts';
import { migrations } from '../../app/store/migrations/index.ts';
import { migrate } from '../../app/store/migrations/runner.ts';
import { Reserve } from '../../app/store/reserve.ts';
import { sql } from '../../app/store/sql.ts';
import type { Guide } from '../../shared/model/guide.ts';
import type { SyncStatus } from '../../shared/sync-status.ts';
import { temporaryFolder, testCore } from '../helpers/core.ts';
import { addGuide, everything } from '../helpers/pair.ts';
import { addPerson } from '../helpers/people.ts';
import { benchside, json, password, serve, succeed, until } from '../helpers/process.ts';
import type { Server } from '../helpers/process.ts';
import { smallDisk } from '../helpers/small-disk.ts';
import { photo } from '../media/pictures.ts';

const diskMb = 24;
const mebibyte = 1_048_576;
const guideCount = 30;
/** More edits than a technician makes in a day. */
const dayOfEdits = 100;

/** Opens a hub with more pictures than a small disk can hold. */
async function workshop() {
  const hub = testCore({ checkAnswers: false });
  const { token } = await addPerson(hub, 'ann', { role: 'author', password });
  const guideids: number[] = [];
  for (let n = 0; n < guideCount; n += 1) {
    const guideid = await addGuide(hub, token, { title: `Guide ${n}` }, 1);
    const bytes = await (await photo(1100 + n, 1000)).jpeg({ quality: 96 }).toBuffer();
    const { image } = await hub.json<{ image: { id: number } }>(`POST /user/media/images?file=p${n}.jpg`, {
      token,
      body: new Uint8Array(bytes),
    });
    const { steps } = await hub.json<Guide>(`GET /guides/${guideid}`);
    await hub.json(`PATCH /guides/${guideid}/steps/${steps[0]?.stepid}?revisionid=${steps[0]?.revisionid}`, {
      token,
      json: { media: { type: 'image', data: [image.id] } },
    });
    guideids.push(guideid);
  }
  const server = await listen(hub.fetch, { host: '127.0.0.1', port: 0 });
  return {
    hub,
    guideids,
    url: `${server.origin}/api/2.0`,
    [Symbol.asyncDispose]: async () => {
      await server.close();
      await hub[Symbol.asyncDispose]();
    },
  };
}

const statusOf = (desk: Server): Promise<SyncStatus> => json<SyncStatus>(`${desk.url}/benchside/sync`);

/** Waits for a status that gives the reason; it shows between rounds, which keep trying. */
async function explains(desk: Server): Promise<void> {
  const { problem } = await until(
    () => statusOf(desk),
    ({ phase }) => phase === 'blocked',
  );
  expect(problem).toMatchObject({ kind: 'disk-full', advice: expect.stringContaining('Free some space') });
}

/** A technician at work, who records which edits the desk accepted. */
class Technician {
  readonly taken: string[] = [];
  private readonly token: string;
  private readonly guideids: readonly number[];
  private said = 0;

  constructor(token: string, guideids: readonly number[]) {
    this.token = token;
    this.guideids = guideids;
  }

  send(desk: Server, route: string, body: unknown = {}): Promise<Response> {
    const [method = '', path = ''] = route.split(' ');
    return fetch(`${desk.url}${path}`, {
      method,
      headers: { Authorization: `api ${this.token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  }

  /** Edits a guide or a comment, in turns. @returns the answer's status, and its message if it is a refusal */
  async work(desk: Server): Promise<{ status: number; message?: string }> {
    this.said += 1;
    const text = `said ${this.said}. ${'All of it is to be kept. '.repeat(20)}`;
    const guideid = this.guideids[this.said % this.guideids.length] ?? 0;
    const patch = async (): Promise<Response> => {
      const { revisionid } = await json<Guide>(`${desk.url}/guides/${guideid}`);
      const route = `PATCH /guides/${guideid}?revisionid=${revisionid}`;
      const answer = await this.send(desk, route, { introduction: text });
      // A sent edit has the site's revision.
      return answer.status === 409 ? patch() : answer;
    };
    const response =
      this.said % 2 === 0
        ? await this.send(desk, `POST /comments/guide/${guideid}`, { text })
        : await patch();
    const answer = (await response.json()) as { message?: string };
    if (response.ok) this.taken.push(`said ${this.said}.`);
    return { status: response.status, ...(response.ok ? {} : { message: answer.message ?? '' }) };
  }
}

async function readsAll(desk: Server, hub: string, guideids: readonly number[]): Promise<void> {
  for (const guideid of guideids.slice(0, 5)) {
    const [here, there] = await Promise.all(
      [desk.url, hub].map((url) => json<Guide>(`${url}/guides/${guideid}`)),
    );
    expect(here?.steps.map(({ lines }) => lines)).toEqual(there?.steps.map(({ lines }) => lines));
  }
}

it('[D1.1 D1.2 D2 D3.1] a desk on a full disk starts, reads, accepts a day’s work and explains the problem; with space it recovers', async () => {
  await using site = await workshop();
  using folder = temporaryFolder();
  using disk = smallDisk(join(folder.path, 'disk'), diskMb);
  const data = join(disk.path, 'desk');
  const reserve = new Reserve(data);
  const as = ['--email', 'ann@example.org', '--password-stdin'];
  await succeed(['login', '--data', data, '--site', site.url, ...as], { stdin: password });
  const start = (): Promise<Server> => serve(['desk', '--data', data]);

  // Pictures stop long before edits have to.
  let desk = await start();
  const nearly = await until(
    () => statusOf(desk),
    ({ phase, problem }) => phase === 'blocked' && problem !== null,
  );
  expect(nearly.problem).toEqual({
    kind: 'disk-full',
    message: expect.stringContaining('no more pictures are downloaded. Work is still saved.'),
    advice: expect.stringContaining('Free some space on this computer'),
  });
  expect(nearly.stored.guides).toBe(guideCount);
  expect(nearly.stored.pictures).toBeGreaterThan(5);
  expect(disk.free()).toBeGreaterThan(2 * mebibyte);
  expect(reserve.held).toBe(reserve.size);
  expect(reserve.size).toBe((diskMb / 16) * mebibyte);

  const { authToken } = await json<{ authToken: string }>(`${desk.url}/user/token`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: 'ann@example.org', password }),
  });
  const ann = new Technician(authToken, site.guideids);
  for (let n = 0; n < 10; n += 1)
    expect(await ann.work(desk)).toEqual({ status: 201 - (n % 2 === 0 ? 1 : 0) });

  console.log('pictures stopped', nearly.stored, disk.free());
  // No byte is free during a day's work.
  disk.fill();
  expect(disk.free()).toBe(0);
  for (let n = 0; n < dayOfEdits; n += 1) {
    if (n === 20 || n === 50) disk.fill();
    expect(await ann.work(desk), `edit ${n}`).not.toHaveProperty('message');
  }
  const used = reserve.size - (reserve.held ?? 0);
  console.log(
    `${dayOfEdits} edits on a full disk took ${Math.round(used / 1024)} KiB of ${reserve.size / 1024}`,
  );
  // The log of the database must not grow: its space is used again.
  expect(used).toBeLessThan(reserve.size / 2);
  await readsAll(desk, site.url, site.guideids);
  await explains(desk);

  console.log('day done');
  // It starts there, after a kill and after a proper exit.
  disk.fill();
  await desk.kill('SIGKILL');
  desk = await start();
  expect(await ann.work(desk)).not.toHaveProperty('message');
  disk.fill();
  expect(await desk.kill('SIGTERM')).toMatchObject({ code: 0 });
  disk.fill();
  desk = await start();
  expect(await ann.work(desk)).not.toHaveProperty('message');
  await readsAll(desk, site.url, site.guideids);

  console.log('restarted');
  const left = reserve.held ?? 0;
  // At the end of its reserve it says so, and loses nothing.
  let refused: Awaited<ReturnType<Technician['work']>>;
  let tries = 0;
  do {
    disk.fill();
    refused = await ann.work(desk);
    tries += 1;
  } while (refused.status < 500 && tries < 2_000);
  expect(refused).toEqual({
    status: 503,
    message:
      'The disk is full, so this could not be saved. Nothing was changed. Free some space and try again.',
  });
  // Edits leave this part of the reserve for the next start, unless an earlier start took it.
  expect(reserve.held).toBe(Math.min(64 * 1024, left));
  await readsAll(desk, site.url, site.guideids);
  await explains(desk);
  await desk.kill('SIGKILL');
  desk = await start();
  await readsAll(desk, site.url, site.guideids);
  expect(await desk.kill('SIGTERM')).toMatchObject({ code: 0 });
  const verified = JSON.parse(await succeed(['journal', '--data', data, '--verify', '--json']));
  expect(verified).toMatchObject({ problems: [], accepted: ann.taken.length });

  // With space again it does everything that was postponed.
  disk.empty();
  disk.grow(200);
  const healed = await benchside(['sync', '--data', data, '--json']);
  expect(healed).toMatchObject({ code: 0, stderr: '' });
  expect(JSON.parse(healed.stdout)).toMatchObject({ outcome: 'clean' });
  expect(reserve.held).toBe(reserve.size);
  await using copy = testCore({ profile: 'desk', dataDir: data, site: site.url, checkAnswers: false });
  expect(await everything(copy)).toEqual(await everything(site.hub));
  const { store } = copy.ctx;
  store.read(null, (s) => {
    expect(s.db.pragma('integrity_check')).toBe('ok');
    expect(s.journal.verify()).toEqual([]);
    expect(s.journal.editCounts()).toMatchObject({ done: ann.taken.length, pending: 0, parked: 0 });
    expect(
      s.guides.ids().filter((id) => s.media.copies.completeness('guide', id).missing.length > 0),
    ).toEqual([]);
  });
  const comments = site.hub.ctx.store.read(null, (s) =>
    s.db
      .all(sql<{ text: string }>`SELECT text_raw AS text FROM comment`)
      .map(({ text }) => text.split(' All')[0]),
  );
  expect(comments.toSorted()).toEqual(
    ann.taken.filter((said) => Number(/\d+/.exec(said)?.[0]) % 2 === 0).toSorted(),
  );
}, 900_000);

it('[D1.2 D3.1] a desk that was killed on a full disk starts with what edits leave of the reserve, and else says why it cannot', () => {
  using folder = temporaryFolder();
  using disk = smallDisk(join(folder.path, 'disk'), 8);
  const desk = (name: string) => ({
    profile: 'desk' as const,
    dataDir: join(disk.path, name),
    site: 'http://127.0.0.1:9/api/2.0',
  });
  const first = testCore(desk('first'));
  first.ctx.store.transact(null, (s) => s.deskState.set('complete', true));
  // Copies the files as a kill leaves them: all changes are still in the write-ahead log.
  cpSync(join(disk.path, 'first'), join(disk.path, 'killed'), {
    recursive: true,
    filter: (path) => !/-shm$|lock$/.test(path),
  });
  first.ctx.store.close();
  const reserve = new Reserve(join(disk.path, 'killed'));
  expect(reserve.fill()).toBe(true);
  while (reserve.release());
  disk.fill();
  const killed = testCore(desk('killed'));
  expect(killed.ctx.store.read(null, (s) => s.deskState.get('complete'))).toBe(true);
  killed.ctx.store.close();
  expect(reserve.held).toBe(0);

  rmSync(join(disk.path, 'killed', 'benchside.sqlite-shm'), { force: true });
  disk.fill();
  const refusal = (): string => {
    try {
      testCore(desk('killed')).ctx.store.close();
      return 'none';
    } catch (error) {
      return describeError(error);
    }
  };
  expect(refusal()).toContain('The disk is full');
});

it('[D3.2] a disk that fills up during a migration: a message, no change, no partial copy', async () => {
  using folder = temporaryFolder();
  using disk = smallDisk(join(folder.path, 'disk'), 4);
  const data = join(disk.path, 'desk');
  testCore({ profile: 'desk', dataDir: data, site: 'http://127.0.0.1:9/api/2.0' }).ctx.store.close();
  const file = join(data, 'benchside.sqlite');
  // The newest migration runs again: its effect on a database that has it does not matter here.
  const older = new Db({ file, synchronous: 'FULL' });
  const found = Number(older.pragma('user_version'));
  const next = { number: found + 1, name: 'next', up: 'CREATE TABLE next (id INTEGER PRIMARY KEY)' };
  disk.fill();
  expect(() => migrate(older, [...migrations, next])).toThrow(/full/);
  expect(older.pragma('user_version')).toBe(found);
  expect(older.pragma('integrity_check')).toBe('ok');
  expect(readdirSync(data).filter((name) => name.includes('before'))).toEqual([]);
  disk.empty();
  migrate(older, [...migrations, next]);
  expect(existsSync(`${file}.before-${found + 1}`)).toBe(true);
  expect(older.pragma('user_version')).toBe(found + 1);
  older.close();
});
