import { join } from 'node:path';

import { expect, test, vi } from 'vitest';

import { Db } from '../../../app/store/database.ts';
import { migrations } from '../../../app/store/migrations/index.ts';
import { migrate } from '../../../app/store/migrations/runner.ts';
import { sql } from '../../../app/store/sql.ts';
import { limits } from '../../../shared/limits.ts';
import type { Draft } from '../../../shared/model/draft.ts';
import { temporaryFolder, testCore } from '../../helpers/core.ts';
import type { TestCore } from '../../helpers/core.ts';
import { addPerson } from '../../helpers/people.ts';

const find = (core: TestCore, token: string, key: string): Promise<Draft | null> =>
  core.json(`GET /benchside/drafts/${encodeURIComponent(key)}`, { token });
const put = (core: TestCore, token: string, key: string, json: unknown, expected = 204): Promise<unknown> =>
  core.json(`PUT /benchside/drafts/${encodeURIComponent(key)}`, { token, json, expect: expected });

test('a draft belongs to one person, survives a restart, and is no edit', async () => {
  using folder = temporaryFolder();
  let now = 1000;
  const open = (): TestCore => testCore({ dataDir: folder.path }, { now: () => now });
  const first = open();
  const ann = await addPerson(first, 'ann');
  const ben = await addPerson(first, 'ben');
  const key = 'wiki-CATEGORY-50% / “Pumps”';
  expect(await find(first, ann.token, key)).toBeNull();
  await put(first, ann.token, key, { contents: 'Firs' });
  const before = first.ctx.store.version;
  now = 1001;
  await put(first, ann.token, key, { contents: 'First', units: [{ base: null }] });
  expect(first.ctx.store.version).toBe(before);
  await put(first, ben.token, key, { contents: 'Ben’s' });
  await first.close();

  await using second = open();
  expect(await find(second, ann.token, key)).toEqual({
    date: 1001,
    body: { contents: 'First', units: [{ base: null }] },
  });
  expect(second.ctx.store.read(null, (s) => s.journal.counts().accepted)).toBe(0);
  for (const _ of ['once', 'again'])
    await second.json(`DELETE /benchside/drafts/${encodeURIComponent(key)}`, {
      token: ann.token,
      expect: 204,
    });
  expect(await find(second, ann.token, key)).toBeNull();
  expect((await find(second, ben.token, key))?.body).toEqual({ contents: 'Ben’s' });
});

test('drafts are for people who signed in, and are objects', async () => {
  await using core = testCore();
  const { token } = await addPerson(core, 'ann');
  for (const method of ['GET', 'PUT', 'DELETE'])
    await core.json(`${method} /benchside/drafts/guide-1`, {
      ...(method === 'PUT' ? { json: {} } : {}),
      expect: 401,
    });
  expect(await put(core, token, 'guide-1', ['no object'], 422)).toMatchObject({ error: true });
  await put(core, token, 'x'.repeat(301), {}, 422);
  await core.json('PUT /benchside/drafts/guide-1', { token, body: '{"half', expect: 400 });
});

test('the draft of a document made offline is found under the site’s id, and contains the site’s ids', async () => {
  await using desk = testCore({ profile: 'desk', site: 'http://site.test/api/2.0' });
  const { token } = await addPerson(desk, 'ann');
  const [guideid, stepid] = [-1_000_000_001, -1_000_000_002];
  await put(desk, token, `guide-${guideid}`, { steps: [{ stepid, value: { title: 'Op' } }] });
  desk.ctx.store.transact(null, (s) => {
    s.idMap.add('guide', guideid, 12);
    s.idMap.add('step', stepid, 34);
  });
  const steps = [{ stepid: 34, value: { title: 'Op' } }];
  expect((await find(desk, token, 'guide-12'))?.body).toEqual({ steps });
  expect((await find(desk, token, `guide-${guideid}`))?.body).toEqual({ steps });
  await put(desk, token, 'guide-12', { steps: [] });
  await desk.json(`DELETE /benchside/drafts/guide-${guideid}`, { token, expect: 204 });
  expect(await find(desk, token, 'guide-12')).toBeNull();
});

test('a preview equals the saved text: with the store’s links and pictures, and without the writer’s own markup', async () => {
  await using core = testCore();
  const { token } = await addPerson(core, 'ann', { role: 'author' });
  await core.json('POST /wikis', { token, json: { namespace: 'ITEM', title: 'Hex key', contents: 'Six.' } });
  const text = "== Before ==\nTake the [[Item:Hex key]].\n\n<b>''Gently''</b>";
  const { html } = await core.json<{ html: string }>('POST /benchside/preview', { token, json: { text } });
  const saved = await core.json<{ contents_rendered: string }>('POST /wikis', {
    token,
    json: { namespace: 'WIKI', title: 'How', contents: text },
  });
  expect(html).toBe(saved.contents_rendered);
  expect(html).toContain('href="http://bench.test/Item/Hex_key"');
  expect(html).toContain('&lt;b&gt;<em>Gently</em>');
  const line = { text: "Press '''gently'''.", inline: true };
  expect(await core.json('POST /benchside/preview', { token, json: line })).toEqual({
    html: 'Press <strong>gently</strong>.',
  });
  await core.json('POST /benchside/preview', { json: { text }, expect: 401 });
});

test('0009 keeps existing data, and adds the table of drafts', () => {
  using folder = temporaryFolder();
  const db = new Db({ file: join(folder.path, 'benchside.sqlite'), synchronous: 'FULL' });
  migrate(db, migrations.slice(0, 8));
  db.exec(
    "INSERT INTO user (userid, username, role, join_date, modified_date) VALUES (1, 'ann', 'author', 5, 6)",
  );
  migrate(db, migrations.slice(0, 9));
  db.exec("INSERT INTO draft VALUES (1, 'guide-1', 7, '{}')");
  expect(db.one(sql`SELECT username, key FROM user JOIN draft USING (userid)`)).toEqual({
    username: 'ann',
    key: 'guide-1',
  });
  db.close();
});

test('[security 10] a draft has at most 1 MiB, and the oldest of more than a hundred is removed', async () => {
  let now = 1000;
  await using core = testCore({}, { now: () => (now += 1) });
  const ann = await addPerson(core, 'ann');
  const ben = await addPerson(core, 'ben');
  expect(
    await put(core, ann.token, 'long', { text: 'ß'.repeat(limits.draft.body.max / 2) }, 422),
  ).toMatchObject({
    message: 'A draft may have at most 1 MB.',
  });
  expect(await find(core, ann.token, 'long')).toBeNull();
  await put(core, ben.token, 'first', { of: 'Ben' });
  await put(core, ann.token, 'first', { of: 'Ann' });
  await put(core, ann.token, 'second', {});
  for (let n = 3; n <= limits.draft.count.max; n += 1) await put(core, ann.token, `draft ${n}`, { n });
  // Writing it again makes it the newest.
  await put(core, ann.token, 'first', { of: 'Ann', again: true });
  await put(core, ann.token, 'one more', {});
  expect(await find(core, ann.token, 'second')).toBeNull();
  expect(await find(core, ann.token, 'first')).toMatchObject({ body: { again: true } });
  expect(await find(core, ann.token, 'draft 3')).toMatchObject({ body: { n: 3 } });
  expect(await find(core, ben.token, 'first')).toMatchObject({ body: { of: 'Ben' } });
});

test('[security 10] finding a draft does not read the texts of the others', async () => {
  await using core = testCore();
  const { userid, token } = await addPerson(core, 'ann');
  for (const key of ['a', 'b', 'guide--100000000001']) await put(core, token, key, { key });
  const read: unknown[] = [];
  const { db } = core.ctx.store.read(null, (s) => s);
  const all = vi.spyOn(db, 'all');
  const one = vi.spyOn(db, 'one');
  core.ctx.store.read(null, (s) => s.drafts.find(userid, 'none'));
  core.ctx.store.read(null, (s) => s.drafts.find(userid, 'b'));
  for (const spy of [all, one]) for (const result of spy.mock.results) read.push(result.value);
  expect(JSON.stringify(read)).toContain('guide--100000000001');
  expect(JSON.stringify(read).match(/body/g)).toHaveLength(1);
});
