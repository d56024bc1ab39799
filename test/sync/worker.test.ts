import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { constants, getPriority } from 'node:os';

import { expect, it, onTestFinished, vi } from 'vitest';

import type { Guide } from '../../shared/model/guide.ts';
import type { SyncStatus } from '../../shared/sync-status.ts';
import { workerSync } from '../../app/desk/sync-host.ts';
import { testCore } from '../helpers/core.ts';
import type { TestCore } from '../helpers/core.ts';
import { addGuide, everything, pair } from '../helpers/pair.ts';
import { addPerson } from '../helpers/people.ts';
import { photo } from '../media/pictures.ts';

const status = (desk: TestCore): Promise<SyncStatus> => desk.json('GET /benchside/sync');

it('a desk syncs at its start, and at once when a person requests it', async () => {
  await using both = await pair();
  await addGuide(both.hub, both.admin);
  await using desk = testCore({ profile: 'desk', site: both.net.url }, { createSync: workerSync });
  await expect.poll(() => status(desk)).toMatchObject({ phase: 'idle', firstSync: false });
  expect(await everything(desk)).toEqual(await everything(both.hub));
  const second = await addGuide(both.hub, both.admin, { title: 'Another' });
  expect((await desk.call('POST /benchside/sync', { window: true })).status).toBe(202);
  await expect.poll(async () => (await desk.call(`GET /guides/${second}`)).status).toBe(200);
  await expect.poll(async () => (await status(desk)).nextAttemptAt).toBeGreaterThan(Date.now() / 1000);
  expect(await status(desk)).toMatchObject({ phase: 'idle', stored: { guides: 2 } });
});

it.skipIf(process.platform !== 'linux')(
  'a desk syncs in a thread that goes after the one of the window',
  async () => {
    await using both = await pair();
    await using desk = testCore({ profile: 'desk', site: both.net.url }, { createSync: workerSync });
    await expect.poll(() => status(desk)).toMatchObject({ phase: 'idle', firstSync: false });
    const lowered = Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL);
    const priorities = readdirSync('/proc/self/task').map((thread) => [thread, getPriority(Number(thread))]);
    expect(priorities).toContainEqual([expect.anything(), lowered]);
    expect(priorities).toContainEqual([String(process.pid), getPriority()]);
  },
);

it('a desk that starts without its site says so, and syncs when the site is reachable', async () => {
  await using both = await pair();
  await addGuide(both.hub, both.admin);
  both.net.disconnect();
  await using desk = testCore({ profile: 'desk', site: both.net.url }, { createSync: workerSync });
  await expect.poll(() => status(desk)).toMatchObject({ phase: 'waiting', problem: { kind: 'offline' } });
  both.net.connect();
  await expect.poll(() => status(desk)).toMatchObject({ phase: 'idle', problem: null });
  expect((await desk.call('GET /guides/1')).status).toBe(200);
});

it('after a restart that lost a sign-in, the status says how many edits wait for one, and they are sent after it', async () => {
  await using both = await pair();
  const guideid = await addGuide(both.hub, both.admin);
  const password = 'long enough to keep';
  await addPerson(both.hub, 'ann', { password });
  const options = { profile: 'desk', site: both.net.url, dataDir: `${both.hub.dataDir}/desk` } as const;
  const signIn = (desk: TestCore): Promise<{ authToken: string }> =>
    desk.json('POST /user/token', { json: { email: 'ann@example.org', password } });
  const first = testCore(options, { createSync: workerSync });
  await expect.poll(() => status(first)).toMatchObject({ firstSync: false });
  const { authToken: token } = await signIn(first);
  both.net.disconnect();
  await first.json(`POST /comments/guide/${guideid}`, { token, json: { text: 'Mind the seal.' } });
  expect(await status(first)).toMatchObject({ journal: { pending: 1 }, unsignedEdits: 0 });
  expect(await first.json('GET /benchside/sync', { token })).toMatchObject({ needsSignIn: false });
  await first.close();

  both.net.connect();
  await using again = testCore(options, { createSync: workerSync });
  await expect.poll(() => status(again)).toMatchObject({ phase: 'idle', problem: null, unsignedEdits: 1 });
  expect(await again.json('GET /benchside/sync', { token })).toMatchObject({ needsSignIn: true });
  await signIn(again);
  expect(await again.json('GET /benchside/sync', { token })).toMatchObject({ needsSignIn: false });
  await expect.poll(() => status(again)).toMatchObject({ journal: { done: 1 }, unsignedEdits: 0 });
});

it('[M3.3] an edit does not wait for all pictures: the round ends after those under way, and the next one sends it', async () => {
  await using both = await pair();
  const guideid = await addGuide(both.hub, both.admin, {}, 24);
  const password = 'long enough to keep';
  await addPerson(both.hub, 'ann', { password });
  const steps = (await both.hub.json<Guide>(`GET /guides/${guideid}`)).steps;
  for (const [n, { stepid, revisionid }] of steps.entries()) {
    const bytes = await (await photo(900 + n, 700)).jpeg().toBuffer();
    const { image } = await both.hub.json<{ image: { id: number } }>(
      `POST /user/media/images?file=p${n}.jpg`,
      {
        token: both.admin,
        body: new Uint8Array(bytes),
      },
    );
    await both.hub.json(`PATCH /guides/${guideid}/steps/${stepid}?revisionid=${revisionid}`, {
      token: both.admin,
      json: { media: { type: 'image', data: [image.id] } },
    });
  }
  const isPicture = (request: string): boolean => request.includes('/igi/');
  const gate = Promise.withResolvers<void>();
  both.net.intercept = (request) => (isPicture(request) ? { kind: 'wait', until: gate.promise } : undefined);
  await using desk = testCore({ profile: 'desk', site: both.net.url }, { createSync: workerSync });
  await expect.poll(() => status(desk)).toMatchObject({ phase: 'pictures' });
  const { authToken: token } = await desk.json<{ authToken: string }>('POST /user/token', {
    json: { email: 'ann@example.org', password },
  });
  await desk.json(`POST /comments/guide/${guideid}`, { token, json: { text: 'Mind the seal.' } });
  gate.resolve();
  await expect.poll(() => status(desk)).toMatchObject({ journal: { done: 1 } });
  await expect.poll(() => status(desk)).toMatchObject({ phase: 'idle', stored: { pictures: steps.length } });
  const { requests } = both.net;
  expect(requests.findIndex((request) => /^POST .*(edits|comments)/.test(request))).toBeLessThan(
    requests.findLastIndex(isPicture),
  );
});

it('closing in the middle of a round ends cleanly, and the next start continues', async () => {
  await using both = await pair();
  for (let n = 0; n < 120; n += 1) await addGuide(both.hub, both.admin, { title: `Guide ${n}` }, 1);
  const desk = testCore(
    { profile: 'desk', site: both.net.url, dataDir: `${both.hub.dataDir}/desk` },
    { createSync: workerSync },
  );
  await expect.poll(() => both.net.requests.length).toBeGreaterThan(0);
  await desk.close();
  await using again = testCore(
    { profile: 'desk', site: both.net.url, dataDir: desk.dataDir },
    { createSync: workerSync },
  );
  await expect.poll(() => status(again)).toMatchObject({ phase: 'idle', stored: { guides: 120 } });
  expect(await everything(again)).toEqual(await everything(both.hub));
});

it('a worker that ends in the middle of a round is started again, with back-off, and the status says so', async () => {
  await using both = await pair();
  await addGuide(both.hub, both.admin);
  const crash = `${both.hub.dataDir}/crash`;
  writeFileSync(crash, '');
  vi.stubEnv('BENCHSIDE_WORKER_CRASH', crash);
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  await using desk = testCore({ profile: 'desk', site: both.net.url }, { createSync: workerSync });
  await expect
    .poll(() => status(desk))
    .toMatchObject({
      phase: 'waiting',
      problem: { kind: 'bug', message: 'The sync process ended and is being restarted.' },
    });
  expect((await status(desk)).nextAttemptAt).toBeGreaterThan(Date.now() / 1000);
  expect((await desk.call('GET /benchside/settings')).status).toBe(200);
  rmSync(crash);
  await desk.call('POST /benchside/sync', { window: true });
  await expect
    .poll(() => status(desk))
    .toMatchObject({ phase: 'idle', problem: null, stored: { guides: 1 } });
});

it('[J8.2] [chaos 6] a token from a sign-in during a round under the old token stays, and pending edits are sent', async () => {
  await using both = await pair();
  const guideid = await addGuide(both.hub, both.admin);
  const password = 'long enough to keep';
  const { userid } = await addPerson(both.hub, 'bo', { password });
  await using desk = testCore({ profile: 'desk', site: both.net.url }, { createSync: workerSync });
  const signIn = async (): Promise<string> =>
    (
      await desk.json<{ authToken: string }>('POST /user/token', {
        json: { email: 'bo@example.org', password },
      })
    ).authToken;
  const idle = async (): Promise<void> => {
    await expect.poll(() => status(desk)).toMatchObject({ phase: 'idle', firstSync: false });
  };
  const token = await signIn();
  await idle();
  both.net.disconnect();
  await desk.json(`POST /comments/guide/${guideid}`, { token, json: { text: 'Mind the seal.' } });
  await both.hub.json(`DELETE /benchside/users/${userid}/tokens`, { token: both.admin, expect: 204 });

  // The round uses the old token only after its owner has signed in again.
  const again = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  both.net.intercept = (request) => {
    if (request !== 'GET /user') return undefined;
    asked.resolve();
    return { kind: 'wait', until: again.promise };
  };
  both.net.connect();
  await desk.call('POST /benchside/sync', { window: true });
  await asked.promise;
  await signIn();
  again.resolve();
  await expect.poll(() => status(desk)).toMatchObject({ journal: { done: 1 }, unsignedEdits: 0 });
});
