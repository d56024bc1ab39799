import {
  existsSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it, onTestFinished, test, vi } from 'vitest';

import { workerSync } from '../../../app/desk/sync-host.ts';
import type { BundleImport, HubBundle, EditsFile } from '../../../shared/model/carry.ts';
import type { MediaImage } from '../../../shared/model/image.ts';
import { exported } from '../../helpers/bundle.ts';
import { temporaryFolder, testCore } from '../../helpers/core.ts';
import type { TestCore } from '../../helpers/core.ts';
import { addGuide, addUser, deskPerson, engineOf, everything, pair, signInAt } from '../../helpers/pair.ts';
import type { Pair } from '../../helpers/pair.ts';
import { smallDisk } from '../../helpers/small-disk.ts';
import { photo } from '../../media/pictures.ts';

const imported = (desk: TestCore): Promise<BundleImport> =>
  vi.waitFor(async () => {
    const state = await desk.json<BundleImport>('GET /benchside/bundle_import', { window: true });
    expect(state.state).not.toBe('running');
    return state;
  }, 60_000);

const take = (desk: TestCore, bytes: Buffer<ArrayBuffer>, file = 'site.bundle'): Promise<Response> =>
  desk.call(`POST /benchside/bundle_import?file=${file}`, { window: true, body: bytes });

/** A desk of the pair's hub, whose sync runs as in the program. */
const benchOf = (both: Pair, dataDir?: string): TestCore =>
  testCore(
    { profile: 'desk', site: both.net.url, ...(dataDir === undefined ? {} : { dataDir }) },
    { createSync: workerSync },
  );

const bytesOf = (file: string): Buffer<ArrayBuffer> => Buffer.from(readFileSync(file));

/** Returns the files that this process has open. */
const openFiles = (): string[] =>
  readdirSync('/proc/self/fd')
    .map((fd) => join('/proc/self/fd', fd))
    .filter((fd) => existsSync(fd))
    .map((fd) => readlinkSync(fd));

describe('a hub', () => {
  test('makes a bundle for an admin, who downloads it', async () => {
    await using hub = testCore();
    const token = await addUser(hub, 'admin@example.org', 'admin');
    await addGuide(hub, token);
    expect(await hub.json('GET /benchside/bundle', { token })).toMatchObject({ state: 'none', bundle: null });
    expect((await hub.call('GET /benchside/bundle?download', { token })).status).toBe(404);
    const json = { pictures: 'none' };
    await hub.json('POST /benchside/bundle', { token, json, expect: 202 });
    expect((await hub.call('POST /benchside/bundle', { token, json })).status).toBe(503);
    const { bundle } = await vi.waitFor(async () => {
      const state = await hub.json<HubBundle>('GET /benchside/bundle', { token });
      expect(state).toMatchObject({ state: 'done', message: null });
      return state;
    }, 60_000);
    expect(bundle).toMatchObject({ guides: 1, pictures: 'none', files: 0 });
    const answer = await hub.call('GET /benchside/bundle?download', { token });
    expect(answer.headers.get('Content-Disposition')).toMatch(
      /^attachment; filename="benchside-.*\.bundle"$/,
    );
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(bytes).toHaveLength(bundle?.bytes ?? 0);
    expect(readdirSync(join(hub.dataDir, 'snapshot'))).toEqual(['site.bundle']);

    await using desk = testCore(
      { profile: 'desk', site: 'http://127.0.0.1:9/api/2.0' },
      { createSync: workerSync },
    );
    await take(desk, bytes);
    expect(await imported(desk)).toMatchObject({ state: 'done', result: { guides: 1 } });
    expect(await everything(desk)).toEqual(await everything(hub));
  });

  test.skipIf(process.platform !== 'linux')(
    'keeps no bundle open of which only the head was wanted',
    async () => {
      await using hub = testCore();
      const token = await addUser(hub, 'admin@example.org', 'admin');
      const body = new Uint8Array(await (await photo(800, 600)).png().toBuffer());
      const { image } = await hub.json<MediaImage>('POST /user/media/images?file=a.png', { token, body });
      await addGuide(hub, token, { image: image.id });
      await hub.json('POST /benchside/bundle', { token, json: { pictures: 'all' }, expect: 202 });
      const { bundle } = await vi.waitFor(async () => {
        const state = await hub.json<HubBundle>('GET /benchside/bundle', { token });
        expect(state).toMatchObject({ state: 'done', message: null });
        return state;
      }, 60_000);
      expect(bundle?.bytes).toBeGreaterThan(200_000);
      const answer = await hub.call('HEAD /benchside/bundle?download', { token });
      expect(answer.headers.get('Content-Length')).toBe(String(bundle?.bytes));
      // The file is opened before the answer.
      await vi.waitFor(() => expect(openFiles()).not.toContain(join(hub.dataDir, 'snapshot', 'site.bundle')));
    },
  );

  test('stops making a bundle, keeps nothing of it, and makes the next one', async () => {
    await using hub = testCore();
    const token = await addUser(hub, 'admin@example.org', 'admin');
    await addGuide(hub, token);
    await hub.json('POST /benchside/bundle', { token, json: { pictures: 'all' }, expect: 202 });
    expect(await hub.json('DELETE /benchside/bundle', { token })).toMatchObject({
      state: 'stopped',
      bundle: null,
    });
    expect(readdirSync(join(hub.dataDir, 'snapshot'))).toEqual([]);
    expect(await hub.json('DELETE /benchside/bundle', { token })).toMatchObject({ state: 'stopped' });
    await hub.json('POST /benchside/bundle', { token, json: { pictures: 'none' }, expect: 202 });
  });

  test.each([
    'GET /benchside/bundle',
    'POST /benchside/bundle',
    'DELETE /benchside/bundle',
    'GET /benchside/bundle?download',
  ])('%s is for admins', async (route) => {
    await using hub = testCore();
    const token = await addUser(hub, 'bo@example.org', 'author');
    const json = route.startsWith('POST') ? { json: { pictures: 'all' } } : {};
    expect((await hub.call(route, { token, ...json })).status).toBe(403);
    expect((await hub.call(route, json)).status).toBe(401);
  });
});

describe('a desk without a network', () => {
  it('[U2.2] says of each bad file what is wrong, and changes nothing', async () => {
    using folder = temporaryFolder();
    await using both = await pair();
    await addGuide(both.hub, both.admin);
    await using other = testCore();
    await addGuide(other, await addUser(other, 'admin@example.org', 'admin'));
    const good = await exported(both.hub, join(folder.path, 'good'));
    const foreign = await exported(other, join(folder.path, 'foreign'));
    const siteid = both.hub.ctx.store.read(null, (s) => s.meta.siteid);
    other.ctx.store.transact(null, (s) => s.meta.set('siteid', siteid));
    const forged = await exported(other, join(folder.path, 'forged'));
    await using desk = benchOf(both);
    await take(desk, bytesOf(good));
    expect(await imported(desk)).toMatchObject({ state: 'done' });
    const before = await everything(desk);

    const cut = join(folder.path, 'cut');
    writeFileSync(cut, readFileSync(good));
    truncateSync(cut, 400);
    const changed = bytesOf(good);
    changed[30] = (changed[30] ?? 0) ^ 1;
    const resigned = Buffer.from(
      readFileSync(good)
        .toString('latin1')
        .replace(/"guides":1/, '"guides":7'),
      'latin1',
    );
    for (const [bytes, words] of [
      [Buffer.from('a letter'), 'stick.bundle is not a bundle. Nothing was changed.'],
      [Buffer.alloc(0), 'stick.bundle is not a bundle. Nothing was changed.'],
      [bytesOf(cut), 'stick.bundle was cut off. Copy it again. Nothing was changed.'],
      [changed, 'stick.bundle is damaged. Nothing was changed.'],
      [resigned, 'stick.bundle has a wrong signature. Nothing was changed.'],
      [
        bytesOf(foreign),
        expect.stringMatching(/^stick.bundle belongs to another hub, .*\. Nothing was changed\.$/),
      ],
      [
        bytesOf(forged),
        expect.stringMatching(/^stick.bundle was not made by the hub of .*\. Nothing was changed\.$/),
      ],
    ] as const) {
      expect((await take(desk, Buffer.from(bytes), 'stick.bundle')).status).toBe(202);
      expect(await imported(desk)).toMatchObject({ state: 'failed', file: 'stick.bundle', message: words });
    }
    expect(await everything(desk)).toEqual(before);
    expect(readdirSync(desk.dataDir)).not.toContain('carry.part');
  });

  it.skipIf(process.platform !== 'linux')(
    '[U5] says that its disk is full, while the file comes and while it is imported, and goes on when there is room',
    async () => {
      using folder = temporaryFolder();
      await using both = await pair();
      for (let n = 0; n < 60; n += 1)
        await addGuide(
          both.hub,
          both.admin,
          { title: `Guide ${n}`, introduction: `Word ${n} `.repeat(900) },
          1,
        );
      const file = await exported(both.hub, join(folder.path, 'site'), { pictures: 'none' });
      both.net.disconnect();
      using disk = smallDisk(join(folder.path, 'disk'), 24);
      await using desk = benchOf(both, join(disk.path, 'desk'));
      await vi.waitFor(() => expect(desk.sync.status()).toMatchObject({ phase: 'waiting' }), 20_000);
      disk.fill();
      const refused = await take(desk, bytesOf(file));
      expect([refused.status, await refused.json()]).toMatchObject([
        503,
        {
          message:
            'There is no room for site.bundle. Nothing was changed; free some space there, or choose another place.',
        },
      ]);
      disk.fill(statSync(file).size + 200_000);
      await take(desk, bytesOf(file));
      expect(await imported(desk)).toMatchObject({
        state: 'failed',
        message:
          'The disk of this computer is full. What was stored stays; import the bundle again when that is settled.',
      });
      disk.empty();
      await take(desk, bytesOf(file));
      expect(await imported(desk)).toMatchObject({ state: 'done', result: { isNewer: true } });
      expect(await everything(desk)).toEqual(await everything(both.hub));
    },
  );

  it('[U3.2] takes an older bundle without going back', async () => {
    using folder = temporaryFolder();
    await using both = await pair();
    await addGuide(both.hub, both.admin);
    const older = await exported(both.hub, join(folder.path, 'older'));
    await addGuide(both.hub, both.admin, { title: 'Added since' });
    const newer = await exported(both.hub, join(folder.path, 'newer'));
    both.net.disconnect();
    await using desk = benchOf(both);
    for (const [file, isNewer] of [
      [newer, true],
      [older, false],
      [newer, true],
    ] as const) {
      await take(desk, bytesOf(file));
      expect(await imported(desk)).toMatchObject({ state: 'done', result: { isNewer } });
      expect(await everything(desk)).toEqual(await everything(both.hub));
    }
  });

  it('[U3.1] goes on with a bundle whose import was killed half-way', async () => {
    using folder = temporaryFolder();
    await using both = await pair();
    for (let n = 0; n < 150; n += 1) await addGuide(both.hub, both.admin, { title: `Guide ${n}` }, 1);
    const file = await exported(both.hub, join(folder.path, 'site'));
    both.net.disconnect();
    const dataDir = join(folder.path, 'desk');
    const crash = join(folder.path, 'crash');
    vi.stubEnv('BENCHSIDE_WORKER_CRASH', crash);
    onTestFinished(() => {
      vi.unstubAllEnvs();
    });
    const desk = benchOf(both, dataDir);
    const stored = (): number => desk.ctx.store.read(null, (s) => s.guides.countAll());
    await expect.poll(() => desk.sync.status()).toMatchObject({ phase: 'waiting' });
    await take(desk, bytesOf(file));
    await vi.waitFor(() => expect(stored()).toBeGreaterThan(0), { timeout: 20_000, interval: 1 });
    writeFileSync(crash, '');
    const killed = await imported(desk);
    expect(killed).toMatchObject(
      stored() < 150
        ? {
            state: 'failed',
            message: 'The import was interrupted. What was stored stays; import the bundle again.',
          }
        : { file: 'site.bundle' },
    );
    vi.unstubAllEnvs();
    await desk.close();
    await using again = benchOf(both, dataDir);
    await take(again, bytesOf(file));
    expect(await imported(again)).toMatchObject({ state: 'done', result: { isNewer: true } });
    expect(await everything(again)).toEqual(await everything(both.hub));
  });

  it('stops an import when asked, and takes the bundle later', async () => {
    using folder = temporaryFolder();
    await using both = await pair();
    for (let n = 0; n < 60; n += 1) await addGuide(both.hub, both.admin, { title: `Guide ${n}` }, 1);
    const bytes = bytesOf(await exported(both.hub, join(folder.path, 'site')));
    both.net.disconnect();
    await using desk = benchOf(both);
    await take(desk, bytes);
    expect((await take(desk, bytes)).status).toBe(503);
    const ended = await desk.json<BundleImport>('DELETE /benchside/bundle_import', { window: true });
    expect(['stopped', 'done']).toContain(ended.state);
    await take(desk, bytes);
    expect(await imported(desk)).toMatchObject({ state: 'done' });
    expect(await everything(desk)).toEqual(await everything(both.hub));
  });

  it('[U4.1] its edits travel by a file and another desk to the hub, and a bundle confirms them', async () => {
    using folder = temporaryFolder();
    await using both = await pair();
    const guideid = await addGuide(both.hub, both.admin);
    await deskPerson(both, 'ann', 'author');
    const first = await exported(both.hub, join(folder.path, 'first'));
    const dataDir = join(folder.path, 'far');
    const far = benchOf(both, dataDir);
    const password = 'long enough to keep';
    const signIn = (desk: TestCore): Promise<{ authToken: string }> =>
      desk.json('POST /user/token', { json: { email: 'ann@example.org', password } });
    const { authToken: token } = await signIn(far);
    await expect.poll(() => far.sync.status()).toMatchObject({ phase: 'idle', firstSync: false });
    both.net.disconnect();
    await take(far, bytesOf(first));
    await imported(far);
    await far.json(`POST /comments/guide/${guideid}`, { token, json: { text: 'Mind the seal.' } });
    const made = await far.json<{ guideid: number }>('POST /guides', {
      token,
      json: { category: 'Pump', type: 'repair', title: 'Made far away', public: true },
    });
    expect(made.guideid).toBeLessThan(0);
    const edits = await far.json<EditsFile>('GET /benchside/unsent_edits', { token });
    expect(edits.entries).toHaveLength(2);
    await far.close();

    both.net.connect();
    await using near = benchOf(both);
    const { authToken } = await signIn(near);
    await expect.poll(() => near.sync.status()).toMatchObject({ phase: 'idle', firstSync: false });
    const body = JSON.stringify(edits);
    const hand = (): Promise<{ taken: number }> =>
      near.json('POST /benchside/unsent_edits?file=ann.json', { token: authToken, body });
    expect(await hand()).toEqual({ taken: 2 });
    expect(await hand()).toEqual({ taken: 0 });
    await expect.poll(() => near.sync.status().journal).toMatchObject({ pending: 0, sending: 0, done: 2 });

    const receipts = await exported(both.hub, join(folder.path, 'receipts'));
    both.net.disconnect();
    await using again = benchOf(both, dataDir);
    for (const arrived of [2, 0]) {
      await take(again, bytesOf(receipts));
      expect(await imported(again)).toMatchObject({ state: 'done', result: { arrived } });
    }
    expect(await everything(again)).toEqual(await everything(both.hub));
  });

  it('saves only their own edits for those who are no leads, and takes edits from leads only', async () => {
    await using both = await pair();
    const guideid = await addGuide(both.hub, both.admin);
    const [ann, bo] = [await deskPerson(both, 'ann'), await deskPerson(both, 'bo')];
    const lead = await deskPerson(both, 'cleo', 'author');
    await both.round({ people: [ann, bo, lead] });
    for (const { token } of [ann, bo])
      await both.desk.json(`POST /comments/guide/${guideid}`, { token, json: { text: 'Mind the seal.' } });
    const count = async (token: string): Promise<number> =>
      (await both.desk.json<EditsFile>('GET /benchside/unsent_edits', { token })).entries.length;
    expect([await count(ann.token), await count(bo.token), await count(lead.token)]).toEqual([1, 1, 2]);
    expect((await both.desk.call('GET /benchside/unsent_edits', { window: true })).status).toBe(401);
    const route = 'POST /benchside/unsent_edits?file=letter.json';
    expect((await both.desk.call(route, { token: ann.token, body: '{}' })).status).toBe(403);
    const refused = await both.desk.call(route, { token: lead.token, body: '{}' });
    expect([refused.status, await refused.json()]).toMatchObject([
      422,
      { message: 'letter.json is not a file with edits. Nothing was imported.' },
    ]);
  });

  it('[security private edits] saves for a lead no edits about private guides of others, and no files that only these name', async () => {
    await using both = await pair();
    const [ann, lead, admin] = [
      await deskPerson(both, 'ann'),
      await deskPerson(both, 'cleo', 'author'),
      await deskPerson(both, 'root', 'admin'),
    ];
    const { desk } = both;
    const hidden = await addGuide(desk, ann.token, { public: false });
    const open = await addGuide(desk, ann.token);
    await both.round({ people: [ann, lead, admin] });
    const upload = async (): Promise<number> =>
      (
        await desk.json<{ image: { id: number } }>('POST /user/media/images?file=a.jpg', {
          token: ann.token,
          body: new Uint8Array(await (await photo(320, 240)).jpeg().toBuffer()),
        })
      ).image.id;
    for (const [guideid, word] of [
      [hidden, 'Secret'],
      [open, 'Plain'],
    ] as const) {
      const { revisionid } = await desk.json<{ revisionid: number }>(`GET /guides/${guideid}`, {
        token: ann.token,
      });
      const json = { introduction: `${word} introduction`, image: await upload() };
      await desk.json(`PATCH /guides/${guideid}?revisionid=${revisionid}`, { token: ann.token, json });
      await desk.json(`POST /comments/guide/${guideid}`, {
        token: ann.token,
        json: { text: `${word} comment` },
      });
    }
    await desk.json('POST /guides', {
      token: ann.token,
      json: { category: 'Pump', type: 'repair', title: 'Secret plan', public: false },
    });
    const saved = async (token: string): Promise<[string, number]> => {
      const file = await desk.json<EditsFile>('GET /benchside/unsent_edits', { token });
      const edits = file.entries.filter(({ operation }) => operation !== 'POST /benchside/views');
      return [JSON.stringify(file), edits.length];
    };
    const [text, count] = await saved(lead.token);
    expect(text).not.toContain('Secret');
    expect([text.includes('Plain introduction'), text.includes('Plain comment'), count]).toEqual([
      true,
      true,
      3,
    ]);
    expect((await saved(admin.token))[1]).toBe(7);
    expect((await saved(ann.token))[1]).toBe(7);
  });

  it('[security private edits] saves for a lead nothing else that only others may read: releases, jobs, assigned work, inboxes, searches, codes', async () => {
    await using both = await pair();
    const { hub, desk, admin: token } = both;
    const [ann, lead, boss] = [
      await deskPerson(both, 'ann'),
      await deskPerson(both, 'cleo', 'author'),
      await deskPerson(both, 'root', 'admin'),
    ];
    const people = [ann, lead, boss];
    const [hidden, open] = [
      await addGuide(hub, ann.token, { public: false, summary: 'Secret summary' }),
      await addGuide(hub, ann.token, { title: 'Plain' }),
    ];
    const work = { guideid: hidden, workorderid: 'Secret-1', userid: ann.userid };
    const { assignmentid } = await hub.json<{ assignmentid: number }>('POST /benchside/assignments', {
      token,
      json: work,
    });
    const { releaseid } = await hub.json<{ releaseid: number }>('POST /guides/releases', {
      token: ann.token,
      json: { guideid: hidden, title: 'Secret release', status: 'draft' },
    });
    const { teamid } = await hub.json<{ teamid: number }>('POST /benchside/teams', {
      token,
      json: { name: 'Team', join_code: 'Secret-code-1' },
    });
    const { entryid } = await hub.json<{ entryid: number }>('POST /work_log', {
      token: ann.token,
      json: { guideid: hidden, workorderid: 'Secret-2' },
    });
    const body = new Uint8Array(await (await photo(320, 240)).jpeg().toBuffer());
    const { image } = await hub.json<{ image: { id: number; guid: string } }>(
      'POST /user/media/images?file=a.jpg',
      { token: ann.token, body },
    );
    await both.round({ people });
    both.net.disconnect();
    const as = (person: { token: string }, route: string, json?: object): Promise<unknown> =>
      desk.json(route, { token: person.token, ...(json ? { json } : {}) });
    await as(ann, `PATCH /guides/releases/${releaseid}`, { notes: 'Secret notes' });
    await as(ann, 'POST /guides/releases', { guideid: hidden, title: 'Secret second' });
    await as(ann, `DELETE /work_log/${entryid}`);
    await as(ann, 'PUT /benchside/notifications/read', { notificationids: [1] });
    await as(ann, 'POST /benchside/failed-searches', { words: 'Secret words' });
    await as(ann, `DELETE /user/media/images/${image.id}`);
    await as(boss, `PUT /benchside/assignments/${assignmentid}`, { ...work, guideid: open });
    await as(boss, `PUT /benchside/assignments/${assignmentid}`, { ...work, note: 'Secret note' });
    await as(boss, `DELETE /benchside/assignments/${assignmentid}`);
    await as(boss, `PATCH /benchside/teams/${teamid}`, { join_code: 'Secret-code-2' });
    await as(ann, `POST /comments/guide/${open}`, { text: 'Plain comment' });
    const saved = async (person: { token: string }): Promise<[string, string[]]> => {
      const file = await desk.json<EditsFile>('GET /benchside/unsent_edits', { token: person.token });
      return [JSON.stringify(file), file.entries.map(({ operation }) => String(operation))];
    };
    const [text, operations] = await saved(lead);
    expect(operations).toEqual(['POST /comments/{context}/{contextid}']);
    expect([/secret/i.test(text), text.includes(image.guid)]).toEqual([false, false]);
    const [whole, all] = await saved(boss);
    expect(all).toHaveLength(11);
    for (const word of ['summary', 'notes', 'second', '1', '2', 'words', 'note', 'code-2'])
      expect(whole).toMatch(new RegExp(`Secret[ -]${word}|secret ${word}`));
    expect((await saved(ann))[1]).toHaveLength(7);
  });

  it('[security private edits] saves for a reader who reports a problem no draft of the guide', async () => {
    await using both = await pair();
    const { hub, desk, admin: token } = both;
    const [ann, lead] = [await deskPerson(both, 'ann'), await deskPerson(both, 'cleo', 'author')];
    const guideid = await addGuide(hub, token);
    await hub.json('POST /guides/releases', { token, json: { guideid, title: 'First', status: 'released' } });
    const { revisionid } = await hub.json<{ revisionid: number }>(`GET /guides/${guideid}`);
    const json = { conclusion: 'Secret draft' };
    await hub.json(`PATCH /guides/${guideid}?revisionid=${revisionid}`, { token, json });
    await both.round({ people: [ann, lead] });
    both.net.disconnect();
    await desk.json(`PUT /benchside/guides/${guideid}/flags/GUIDE_MISSING_STEPS`, { token: ann.token });
    const saved = (person: { token: string }): Promise<EditsFile> =>
      desk.json('GET /benchside/unsent_edits', { token: person.token });
    expect(JSON.stringify(await saved(lead))).toContain('Secret draft');
    const file = await saved(ann);
    expect(JSON.stringify(file)).not.toContain('Secret draft');
    both.net.connect();
    await using other = testCore({ profile: 'desk', site: both.net.url });
    const cleo = await signInAt(other, 'cleo');
    await engineOf(other, both.net.url).round({ people: [cleo] });
    const taken = { token: cleo.token, body: JSON.stringify(file) };
    await other.json('POST /benchside/unsent_edits?file=a.json', taken);
    const there = await signInAt(other, 'ann');
    await engineOf(other, both.net.url).round({ people: [there] });
    expect(await hub.json(`GET /guides/${guideid}`)).toMatchObject({
      conclusion_raw: '',
      flags: [{ flagid: 'GUIDE_MISSING_STEPS' }],
    });
  });
});
