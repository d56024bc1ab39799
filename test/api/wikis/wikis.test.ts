import { describe, expect, test } from 'vitest';

import { sql } from '../../../app/store/sql.ts';
import type { StoredRow } from '../../../app/store/sql.ts';
import { categoryWiki, wikiSummary } from '../../../shared/model/wiki.ts';
import type { CategoryWiki, Wiki, WikiSummary } from '../../../shared/model/wiki.ts';
import { path, wikiCore } from '../../helpers/wiki-core.ts';
import type { WikiCore } from '../../helpers/wiki-core.ts';

const site = 'http://bench.test';

/** Wikis that the search finds. */
const indexed = (core: WikiCore): number[] =>
  core.ctx.store.read(null, (s) =>
    s.db
      .all(sql<StoredRow<'search_doc', 'id'>>`SELECT id FROM search_doc WHERE kind = 'wiki' ORDER BY id`)
      .map(({ id }) => id),
  );

describe('POST /wikis and GET /wikis/{namespace}/{title}', () => {
  test('a category is created with every writable field, and reads back equal', async () => {
    await using core = wikiCore({ now: () => 1_700_000_000.5 });
    core.ctx.store.transact(null, (s) =>
      s.db.run(sql`INSERT INTO image (imageid, guid, userid, width, height, ratio, mime, created_date)
         VALUES (7, 'aBc', 1, 800, 600, 'FOUR_THREE', 'image/jpeg', 0)`),
    );
    await core.wiki('CATEGORY', 'Phone', { contents: 'All phones.' });
    const guideid = core.guide('Phone X', { title: 'Screen', flags: ['GUIDE_STARRED'] });
    const secret = core.guide('Phone X', { title: 'Secret', public: false });
    const created = await core.wiki('CATEGORY', 'Phone X', {
      parent: 'phone',
      contents: `== Care ==\n\nSee '''all''' of [[CATEGORY:Phone|phones]], [guide|${guideid}] and [guide|${secret}].\n\n[image|7|size=medium]\n\n[flag|toString]`,
      display_title: 'Phone Ten',
      description: 'A phone.',
      image: 7,
      flags: ['WIKI_IN_PROGRESS'],
      info: [{ name: 'Manufacturer', value: 'Acme' }],
      repairability_score: 6,
      table_of_contents: true,
    });
    expect(categoryWiki.parse(created)).toMatchObject({
      namespace: 'CATEGORY',
      title: 'Phone X',
      display_title: 'Phone Ten',
      page_title: null,
      langid: 'en',
      url: `${site}/Device/Phone_X`,
      parent: 'Phone',
      description: 'A phone.',
      image: { id: 7, thumbnail: `${site}/igi/aBc.thumbnail` },
      flags: { WIKI_IN_PROGRESS: { flagid: 'WIKI_IN_PROGRESS', title: 'In progress' } },
      info: [{ name: 'Manufacturer', value: 'Acme', inheritedFrom: null }],
      repairability_score: 6,
      table_of_contents: true,
      created_date: 1_700_000_000,
      modified_date: 1_700_000_000,
      author: 1,
      authors: [{ userid: 1, username: 'admin', percent: 100 }],
      can_edit: true,
      tags: [],
      available_langids: ['en'],
      contents_json: { type: 'doc' },
      linked_wikis: [{ namespace: 'CATEGORY', title: 'Phone' }],
      ancestors: [{ title: 'Phone' }],
      children: [],
      guides: [{ guideid }, { guideid: secret }],
      featured_guides: [{ guideid }],
      related_wikis: [],
    });
    expect(Number.isInteger(created.revisionid)).toBe(true);
    expect(created.contents_rendered).toContain(`<a href="${site}/Device/Phone">phones</a>`);
    expect(created.contents_rendered).toContain(`<a href="${site}/Guide/Screen/${guideid}">Screen</a>`);
    expect(created.contents_rendered).toContain(`<a href="${site}/Guide/${secret}">Guide ${secret}</a>`);
    expect(created.contents_rendered).toContain(`src="${site}/igi/aBc.medium"`);

    const read = await core.json<CategoryWiki>(`GET ${path('CATEGORY', 'Phone X')}`);
    expect(read).toEqual({ ...created, can_edit: false, guides: read.guides });
    expect(read.guides.map((guide) => guide.guideid)).toEqual([guideid]);
    const above = await core.json<CategoryWiki>(`GET ${path('CATEGORY', 'Phone')}`);
    expect(above).toMatchObject({ flags: [], parent: null, ancestors: [], children: [{ title: 'Phone X' }] });
    const uses = core.ctx.store.read(null, (s) =>
      s.db.all(sql`SELECT guid FROM media_use WHERE kind = 'wiki'`),
    );
    expect(uses).toEqual([{ guid: 'aBc' }]);
  });

  test('titles are found exactly first, then with underscores, then in any case', async () => {
    await using core = wikiCore();
    for (const title of ['Mac Pro', 'mac pro', 'A/B 100% "x" é.日本']) await core.wiki('WIKI', title);
    const find = async (given: string) => (await core.json<Wiki>(`GET ${path('WIKI', given)}`)).title;
    expect(await find('mac pro')).toBe('mac pro');
    expect(await find('Mac_Pro')).toBe('Mac Pro');
    expect(await find('MAC_PRO')).toBe('Mac Pro');
    expect(await find('a/b_100%_"X"_É.日本')).toBe('A/B 100% "x" é.日本');
    expect((await core.json<Wiki>(`GET ${path('WIKI', 'A/B 100% "x" é.日本')}`)).url).toBe(
      `${site}/Wiki/A%2FB_100%25_%22x%22_%C3%A9.%E6%97%A5%E6%9C%AC`,
    );
  });

  test('pages about people and teams are titled by id and shown by name', async () => {
    await using core = wikiCore();
    const about = await core.json<Wiki>('POST /wikis', {
      json: { namespace: 'USER', title: '3', contents: 'I mend pumps.' },
      token: 'technician',
    });
    expect(about).toMatchObject({
      title: '3',
      display_title: 'technician',
      url: `${site}/User/3/technician`,
    });
    expect(about).not.toHaveProperty('guides');
    expect(
      await core.refusal('POST /wikis', {
        json: { namespace: 'USER', title: '99', contents: '' },
        token: 'admin',
      }),
    ).toMatchObject({ status: 422, fields: ['title'] });
    expect(
      await core.refusal('POST /wikis', {
        json: { namespace: 'TEAM', title: 'Pumps', contents: '' },
        token: 'admin',
      }),
    ).toMatchObject({ status: 422, fields: ['title'] });
    expect(
      (
        await core.call('POST /wikis', {
          json: { namespace: 'USER', title: '2', contents: '' },
          token: 'technician',
        })
      ).status,
    ).toBe(403);
    expect(
      (
        await core.call('POST /wikis', {
          json: { namespace: 'INFO', title: 'Licence', contents: '' },
          token: 'technician',
        })
      ).status,
    ).toBe(403);
  });

  test.each([
    ['no contents', { namespace: 'WIKI', title: 'A' }, ['contents']],
    ['an unknown namespace', { namespace: 'PAGE', title: 'A', contents: '' }, ['namespace']],
    ['an empty title', { namespace: 'WIKI', title: ' ', contents: '' }, ['title']],
    ['a title no address can hold', { namespace: 'WIKI', title: '..', contents: '' }, ['title']],
    ['a title of two lines', { namespace: 'WIKI', title: 'a\nb', contents: '' }, ['title']],
    ['a title that is there', { namespace: 'WIKI', title: 'Here_now', contents: '' }, ['title']],
    ['an unknown parent', { namespace: 'CATEGORY', title: 'A', contents: '', parent: 'Nowhere' }, ['parent']],
    [
      'a parent outside CATEGORY',
      { namespace: 'ITEM', title: 'A', contents: '', parent: 'Nowhere' },
      ['parent'],
    ],
    ['a field of another namespace', { namespace: 'ITEM', title: 'A', contents: '', info: [] }, ['info']],
    ['an unknown flag', { namespace: 'WIKI', title: 'A', contents: '', flags: ['toString'] }, ['flags']],
    ['an unknown picture', { namespace: 'WIKI', title: 'A', contents: '', image: 99 }, ['image']],
    [
      'a score above ten',
      { namespace: 'CATEGORY', title: 'A', contents: '', repairability_score: 11 },
      ['repairability_score'],
    ],
  ])('%s is refused', async (_, json, fields) => {
    await using core = wikiCore();
    await core.wiki('WIKI', 'Here now');
    expect(await core.refusal('POST /wikis', { json, token: 'admin' })).toMatchObject({
      status: 422,
      fields,
    });
    expect(await core.json('GET /wikis/CATEGORY?includeStubs')).toEqual([]);
  });

  test('a missing page answers 404, and writing needs a sign-in', async () => {
    await using core = wikiCore();
    expect(await core.refusal('GET /wikis/PAGE')).toMatchObject({ status: 404 });
    expect(await core.refusal('GET /wikis/PAGE/A')).toMatchObject({ status: 404 });
    expect(await core.refusal(`GET ${path('CATEGORY', 'A')}`)).toMatchObject({
      status: 404,
      message: 'Category not found',
    });
    expect((await core.call('GET /wikis/CATEGORY/A/children')).status).toBe(404);
    for (const route of [
      'POST /wikis',
      'PATCH /wikis/WIKI/A',
      'DELETE /wikis/WIKI/A',
      'POST /wikis/WIKI/A/revert',
      'PUT /wikis/CATEGORY/A/parent',
    ]) {
      expect((await core.call(route, { json: {} })).status).toBe(401);
    }
    expect((await core.call('PUT /wikis/WIKI/A')).status).toBe(405);
  });

  test('a private page is for editors and its author', async () => {
    await using core = wikiCore();
    await core.json('POST /wikis', {
      json: { namespace: 'WIKI', title: 'Prices', contents: 'confidential', flags: ['WIKI_PRIVATE'] },
      token: 'technician',
    });
    const status = async (token?: string) =>
      (await core.call(`GET ${path('WIKI', 'Prices')}`, token ? { token } : {})).status;
    const listed = async (token?: string) =>
      core.json(`GET /wikis/WIKI?display=titles`, token ? { token } : {});
    expect([
      await status(),
      await status('other'),
      await status('technician'),
      await status('author'),
    ]).toEqual([403, 403, 200, 200]);
    expect([
      await listed(),
      await listed('other'),
      await listed('technician'),
      await listed('author'),
    ]).toEqual([[], [], ['Prices'], ['Prices']]);
    expect(indexed(core)).toEqual([]);

    await core.wiki('CATEGORY', 'Prototypes', { flags: ['WIKI_PRIVATE'], description: 'secret' });
    await core.wiki('CATEGORY', 'Pump', { parent: 'Prototypes' });
    expect(await core.json('GET /categories')).toEqual({ Pump: null });
    expect(await core.json('GET /categories', { token: 'author' })).toEqual({ Prototypes: { Pump: null } });
    expect(await (await core.call(`GET ${path('CATEGORY', 'Pump')}`)).text()).not.toContain('secret');
  });
});

describe('GET /wikis/{namespace}', () => {
  test('light wikis are sorted by title, in pages, filtered by date and language', async () => {
    let now = 1_700_000_000;
    await using core = wikiCore({ now: () => now });
    for (const title of ['beta', 'Alpha', 'gamma']) {
      await core.wiki('ITEM', title, {
        contents: `== ${title} ==\n\nA '''good''' tool.`,
        description: 'Tool.',
      });
      now += 10;
    }
    await core.wiki('ITEM', 'Alpha', { langid: 'de', display_title: 'Das Alpha' });
    const list = (query: string) => core.json<WikiSummary[]>(`GET /wikis/ITEM${query}`);
    const all = await list('');
    expect(all.map((item) => [item.title, item.langid])).toEqual([
      ['Alpha', 'en'],
      ['beta', 'en'],
      ['gamma', 'en'],
    ]);
    expect(wikiSummary.parse(all[0])).toMatchObject({
      dataType: 'wiki',
      url: `${site}/Item/Alpha`,
      summary: 'Tool.',
      text: 'Alpha A good tool.',
      image: null,
      author: 1,
      modified_date: 1_700_000_010,
    });
    expect(all[0]).not.toHaveProperty('contents_raw');
    const titles = async (query: string) => (await list(query)).map((item) => item.title);
    expect(await titles('?langid=en&order=desc&limit=2')).toEqual(['gamma', 'beta']);
    expect(await titles('?langid=en&offset=1&limit=1')).toEqual(['beta']);
    expect(await titles('?modifiedSince=1700000010')).toEqual(['Alpha', 'gamma']);
    expect(await list('?display=titles&langid=en')).toEqual(['Alpha', 'beta', 'gamma']);
    expect(await core.refusal('GET /wikis/ITEM?limit=0')).toMatchObject({ status: 422, fields: ['limit'] });
    expect(await core.refusal('GET /wikis/ITEM?display=leaves')).toMatchObject({
      status: 422,
      fields: ['display'],
    });
    const german = await core.json<Wiki>(`GET ${path('ITEM', 'alpha')}?langid=de`);
    expect(german).toMatchObject({ display_title: 'Das Alpha', available_langids: ['de', 'en'] });
    expect((await core.json<Wiki>(`GET ${path('ITEM', 'Alpha')}?langid=fr`)).langid).toBe('en');
  });
});

describe('PATCH, DELETE and POST …/revert', () => {
  test('an edit makes a revision, a repeated one does not, an outdated one is answered with the current wiki', async () => {
    await using core = wikiCore();
    const first = await core.wiki('WIKI', 'Notes', { contents: 'one' });
    const edit = (revisionid: number, json: object, expectStatus = 200) =>
      core.json<Wiki>(`PATCH ${path('WIKI', 'Notes')}?revisionid=${revisionid}`, {
        json,
        token: 'author',
        expect: expectStatus,
      });
    const second = await edit(first.revisionid, { contents: 'two \u0081\u0082', description: 'd' });
    expect(second).toMatchObject({
      contents_raw: 'two ',
      contents_rendered: '<p>two</p>',
      description: 'd',
      authors: [
        { userid: 1, percent: 50 },
        { userid: 2, percent: 50 },
      ],
    });
    expect(second.revisionid).toBeGreaterThan(first.revisionid);
    expect((await edit(second.revisionid, { contents: 'two ', description: 'd' })).revisionid).toBe(
      second.revisionid,
    );
    const conflict = await edit(first.revisionid, { contents: 'three' }, 409);
    expect(conflict).toEqual(second);
    expect(await core.refusal(`PATCH ${path('WIKI', 'Notes')}`, { json: {}, token: 'author' })).toMatchObject(
      { status: 422, fields: ['revisionid'] },
    );
    expect(
      (
        await core.call(`PATCH ${path('WIKI', 'Notes')}?revisionid=${second.revisionid}`, {
          json: {},
          token: 'technician',
        })
      ).status,
    ).toBe(403);

    const revert = (to: number, current: number) =>
      core.call(`POST ${path('WIKI', 'Notes')}/revert?revisionid=${current}&to_revisionid=${to}`, {
        token: 'author',
      });
    const reverted = (await (await revert(first.revisionid, second.revisionid)).json()) as Wiki;
    expect(reverted).toMatchObject({
      contents_raw: 'one',
      description: '',
      contents_rendered: first.contents_rendered,
    });
    expect(reverted.revisionid).toBeGreaterThan(second.revisionid);
    expect((await revert(first.revisionid, second.revisionid)).status).toBe(409);
    expect((await revert(reverted.revisionid, reverted.revisionid)).status).toBe(422);
    expect((await revert(12_345, reverted.revisionid)).status).toBe(422);

    const feed = core.ctx.store
      .read(null, (s) => s.feed.after(0, 100))
      .filter((change) => change.kind === 'wiki');
    expect(feed).toMatchObject([{ id: first.wikiid, deleted: false }]);
  });

  test('a deleted wiki leaves a tombstone, and its title can be used again', async () => {
    await using core = wikiCore();
    const parent = await core.wiki('CATEGORY', 'Pumps', { contents: 'Water.' });
    const child = await core.wiki('CATEGORY', 'Garden pumps', {
      parent: 'Pumps',
      flags: ['WIKI_DEVICE_STUB'],
    });
    expect(indexed(core)).toEqual([parent.wikiid, child.wikiid]);
    const remove = ({ title, revisionid }: Wiki, token = 'admin') =>
      core.call(`DELETE ${path('CATEGORY', title)}?revisionid=${revisionid}`, { token });
    expect((await remove(parent)).status).toBe(422);
    expect((await remove({ ...child, revisionid: 0 })).status).toBe(409);
    expect((await remove(child, 'technician')).status).toBe(403);
    expect((await remove(child)).status).toBe(204);
    expect((await remove(parent)).status).toBe(204);
    expect((await core.call(`GET ${path('CATEGORY', 'Pumps')}`)).status).toBe(404);
    expect(await core.json('GET /wikis/CATEGORY?includeStubs')).toEqual([]);
    expect(
      core.ctx.store.read(null, (s) => s.feed.after(0, 100)).filter((change) => change.kind === 'wiki'),
    ).toMatchObject([
      { id: child.wikiid, deleted: true },
      { id: parent.wikiid, deleted: true },
    ]);
    expect(indexed(core)).toEqual([]);
    expect((await core.wiki('CATEGORY', 'Pumps')).wikiid).not.toBe(parent.wikiid);
  });
});

describe('PUT /wikis/CATEGORY/{title}/parent', () => {
  test('moves a category, and refuses circles', async () => {
    await using core = wikiCore();
    for (const title of ['A', 'B', 'C/1']) await core.wiki('CATEGORY', title);
    const move = async (title: string, parent: unknown) => {
      const { revisionid } = await core.json<Wiki>(`GET ${path('CATEGORY', title)}`);
      return core.call(`PUT ${path('CATEGORY', title)}/parent?revisionid=${revisionid}`, {
        json: { parent },
        token: 'author',
      });
    };
    expect(((await (await move('C/1', 'b')).json()) as CategoryWiki).parent).toBe('B');
    expect((await move('B', 'A')).status).toBe(200);
    for (const [title, parent] of [
      ['A', 'C/1'],
      ['B', 'C/1'],
      ['A', 'A'],
      ['A', 'Nowhere'],
    ] as const) {
      expect((await move(title, parent)).status).toBe(422);
    }
    expect((await move('B', 5)).status).toBe(422);
    const leaf = await core.json<CategoryWiki>(`GET ${path('CATEGORY', 'C/1')}`);
    expect(leaf.ancestors.map((wiki) => wiki.title)).toEqual(['B', 'A']);
    expect(
      (await core.json<WikiSummary[]>('GET /wikis/CATEGORY/A/children')).map((wiki) => wiki.title),
    ).toEqual(['B']);
    expect(((await (await move('B', null)).json()) as CategoryWiki).parent).toBeNull();
    expect(
      (
        await core.call('PUT /wikis/CATEGORY/A/parent?revisionid=0', {
          json: { parent: null },
          token: 'author',
        })
      ).status,
    ).toBe(409);
  });
});
