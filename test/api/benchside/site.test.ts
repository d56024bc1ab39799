import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { describe, expect, test, vi } from 'vitest';

import { drawNumbered } from '../../../app/media/draw.ts';
import type { ImportState } from '../../../shared/model/import.ts';
import type { SiteState } from '../../../shared/model/site.ts';
import { testCore } from '../../helpers/core.ts';
import type { TestCore } from '../../helpers/core.ts';
import { addPerson } from '../../helpers/people.ts';
import { myfixit, pictureName } from '../../helpers/myfixit.ts';

const admin = async (core: TestCore): Promise<string> =>
  (await addPerson(core, 'Ada', { role: 'admin' })).token;

describe('settings of the site', () => {
  test('are shown and changed, and desks get them', async () => {
    await using core = testCore();
    const token = await admin(core);
    const before = await core.json<SiteState>('GET /benchside/site', { token });
    expect(before).toMatchObject({
      name: 'Workshop',
      private: false,
      smtpUrl: null,
      mails: { waiting: 0, failed: 0 },
    });
    const json = {
      name: ' Pump works ',
      private: true,
      langids: ['en', 'de'],
      offlineDays: 14,
      guideTypes: ['repair'],
    };
    const after = await core.json<SiteState>('PATCH /benchside/site', { token, json });
    expect(after).toMatchObject({ ...json, name: 'Pump works' });
    expect(await core.json('GET /benchside/info')).toMatchObject({ name: 'Pump works', private: true });
    const { text } = { text: await (await core.call('GET /benchside/changes?since=0', { token })).text() };
    expect(text).toContain('Pump works');
  });

  test('never show the password of the mail server, and do not store its dots as the password', async () => {
    await using core = testCore();
    const token = await admin(core);
    const patch = (json: object): Promise<Response> => core.call('PATCH /benchside/site', { token, json });
    expect(
      (await patch({ smtpUrl: 'smtps://me:secret@mail.bench.test', mailFrom: 'hub@bench.test' })).status,
    ).toBe(200);
    expect(await core.json('GET /benchside/site', { token })).toMatchObject({
      smtpUrl: 'smtps://me:•••@mail.bench.test',
      mailFrom: 'hub@bench.test',
    });
    expect(core.ctx.mail.settings().smtpUrl).toContain('secret');
    expect((await patch({ smtpUrl: 'smtps://me:•••@mail.bench.test' })).status).toBe(422);
    expect((await patch({ smtpUrl: null })).status).toBe(200);
    expect(core.ctx.mail.settings().smtpUrl).toBeUndefined();
  });

  test.each([
    [{ name: '' }, 'name'],
    [{ name: 'x'.repeat(101) }, 'name'],
    [{ langid: 'English' }, 'langid'],
    [{ guideTypes: [] }, 'guideTypes'],
    [{ offlineDays: 0 }, 'offlineDays'],
    [{ offlineDays: 1e9 }, 'offlineDays'],
    [{ smtpUrl: 'http://mail.test' }, 'smtpUrl'],
    [{ mailFrom: 'nobody' }, 'mailFrom'],
  ])('refuses %j', async (json, field) => {
    await using core = testCore();
    const answer = await core.call('PATCH /benchside/site', { token: await admin(core), json });
    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain(`"${field}"`);
  });
});

test.each([
  'GET /benchside/site',
  'PATCH /benchside/site',
  'GET /benchside/import',
  'POST /benchside/import?file=a.jsonl',
])('%s is for admins', async (route) => {
  await using core = testCore();
  const { token } = await addPerson(core, 'Bo', { role: 'author' });
  const json = route.startsWith('PATCH') ? { json: {} } : {};
  expect((await core.call(route, { token, ...json })).status).toBe(403);
  expect((await core.call(route, json)).status).toBe(401);
});

describe('an import that an admin starts', () => {
  const ended = (core: TestCore, token: string): Promise<ImportState> =>
    vi.waitFor(async () => {
      const state = await core.json<ImportState>('GET /benchside/import', { token });
      expect(state.state).not.toBe('running');
      return state;
    }, 30_000);

  test('takes compressed MyFixit lines, reports oddities by line, and leaves no file behind', async () => {
    await using core = testCore();
    const token = await admin(core);
    const lines = [myfixit(1), 'no guide', myfixit(2)].map((one) =>
      typeof one === 'string' ? one : JSON.stringify(one),
    );
    const body = gzipSync(lines.join('\n'));
    const begun = await core.json<ImportState>('POST /benchside/import?file=pumps.jsonl.gz', {
      token,
      body,
      expect: 202,
    });
    expect(begun).toMatchObject({ file: 'pumps.jsonl.gz' });
    const done = await ended(core, token);
    expect(done).toMatchObject({ state: 'done', guides: 2, failed: 1, sample: false });
    expect(done.notes).toContainEqual({ line: 2, note: expect.any(String) });
    expect(readdirSync(core.dataDir)).not.toContain('import.part');
    expect(core.ctx.store.read(null, (s) => s.guides.countAll())).toBe(2);
  });

  describe('whose pictures are fetched', () => {
    const start = async (core: TestCore, token: string, query: string): Promise<ImportState> => {
      const { bytes } = await drawNumbered(1, { width: 480, height: 400 });
      const server = createServer((request, response) => {
        if (request.url?.includes(pictureName(1001))) response.writeHead(404).end();
        else response.end(bytes);
      }).listen(0, '127.0.0.1');
      await once(server, 'listening');
      const { port } = server.address() as AddressInfo;
      const line = JSON.stringify(myfixit(1)).replaceAll(
        'https://example.org/igi',
        `http://127.0.0.1:${port}/igi`,
      );
      try {
        await core.json(`POST /benchside/import?file=a.jsonl${query}`, { token, body: line, expect: 202 });
        return await ended(core, token);
      } finally {
        server.close();
      }
    };
    const originals = async (core: TestCore, token: string): Promise<string[]> => {
      const [{ guideid } = { guideid: 0 }] = await core.json<{ guideid: number }[]>('GET /guides', { token });
      const { steps } = await core.json<{ steps: { media: { data: { original: string }[] } }[] }>(
        `GET /guides/${guideid}`,
        { token },
      );
      return steps.flatMap(({ media }) => media.data.map(({ original }) => new URL(original).hostname));
    };

    test('stores them, and says which it could not have', async () => {
      await using core = testCore({}, { importScope: 'any' });
      const token = await admin(core);
      const done = await start(core, token, '&pictures=fetch');
      expect(done).toMatchObject({ state: 'done', guides: 1, pictures: { done: 2, total: 3 } });
      expect(done.notes).toEqual([
        {
          line: 1,
          note: expect.stringMatching(/^guide 1: .*Picture000001001.* It keeps its address\.$/) as string,
        },
      ]);
      expect(await originals(core, token)).toEqual(['bench.test', '127.0.0.1', 'bench.test']);
    });

    test('leaves them at their addresses unless that is asked for', async () => {
      await using core = testCore({}, { importScope: 'any' });
      const token = await admin(core);
      expect(await start(core, token, '')).toMatchObject({ pictures: { done: 0, total: 0 }, noteCount: 0 });
      expect(await originals(core, token)).toEqual(['127.0.0.1', '127.0.0.1', '127.0.0.1']);
      const refused = await core.call('POST /benchside/import?file=a.jsonl&pictures=draw', { token });
      expect(refused.status).toBe(422);
    });

    test('reaches nothing in the network of the hub', async () => {
      await using core = testCore();
      const token = await admin(core);
      const done = await start(core, token, '&pictures=fetch');
      expect(done).toMatchObject({ state: 'done', guides: 1, pictures: { done: 0, total: 3 } });
      expect(done.noteCount).toBeGreaterThan(0);
      expect(await originals(core, token)).toEqual(['127.0.0.1', '127.0.0.1', '127.0.0.1']);
    });
  });

  test("loads the sample for an admin, who keeps their id; the site keeps its name, and the sample's people cannot sign in", async () => {
    await using core = testCore();
    const setUp = {
      code: core.ctx.setUp.code,
      email: 'ada@example.org',
      username: 'Ada Lind',
      password: 'a long enough password',
      name: 'Pump works',
      langid: 'en',
      private: false,
    };
    const { authToken: token } = await core.json<{ authToken: string }>('POST /benchside/setup', {
      json: setUp,
    });
    expect(await core.json('GET /benchside/import', { token })).toMatchObject({
      state: 'none',
      sample: true,
    });
    await core.json('POST /benchside/import/sample', { token, expect: 202 });
    expect((await core.call('POST /benchside/import/sample', { token })).status).toBe(503);
    expect(await ended(core, token)).toMatchObject({ state: 'done', message: null, sample: false });
    expect(await core.json('GET /user', { token })).toMatchObject({ username: 'Ada Lind' });
    expect(await core.json('GET /benchside/info')).toMatchObject({ name: 'Pump works' });
    const accounts = core.ctx.store.read(null, (s) =>
      [1, 2, 3].map((userid) => s.users.row(userid)).map((row) => [row?.email, row?.password]),
    );
    expect(accounts).toEqual([
      [null, null],
      [null, null],
      [null, null],
    ]);
    expect((await core.call('POST /benchside/import/sample', { token })).status).toBe(422);
  }, 120_000);

  test.each([
    ['a.txt', '{}', 422],
    ['..', '{}', 422],
  ])('refuses a file called %s', async (file, body, status) => {
    await using core = testCore();
    const answer = await core.call(`POST /benchside/import?file=${file}`, { token: await admin(core), body });
    expect(answer.status).toBe(status);
    expect(existsSync(join(core.dataDir, 'import.part'))).toBe(false);
  });

  test('reports what is wrong with a fixture, and stores nothing of it', async () => {
    await using core = testCore();
    const token = await admin(core);
    const json = {
      guides: [{ title: 5 }],
      images: [{ id: 1, guid: 'abcdefgh', file: '../benchside.sqlite' }],
    };
    await core.json('POST /benchside/import?file=a.json', { token, json, expect: 202 });
    const failed = await ended(core, token);
    expect(failed).toMatchObject({ state: 'failed', guides: 0 });
    expect(failed.message).toMatch(/^fixture\.json is not a fixture: /);
  });
});
