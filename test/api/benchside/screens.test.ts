import { hostname } from 'node:os';

import { expect, test } from 'vitest';

import { homeText } from '../../../app/store/home/home.ts';
import { sql, compile } from '../../../app/store/sql.ts';
import type {
  CategoryPage,
  CopyState,
  DeskSettings,
  Home,
  Info,
  SearchResults,
} from '../../../shared/model/benchside.ts';
import type { Guide } from '../../../shared/model/guide.ts';
import type { MediaImage } from '../../../shared/model/image.ts';
import { testCore } from '../../helpers/core.ts';
import type { TestCore } from '../../helpers/core.ts';
import { addGuide, addPerson } from '../../helpers/people.ts';
import { queryPlan, statementsOf } from '../../helpers/plans.ts';
import { addGuides, admin } from '../../helpers/search.ts';
import { deskOf } from '../../helpers/site.ts';
import { photo } from '../../media/pictures.ts';

const site = 'http://site.test/api/2.0';
const home = (core: TestCore, token?: string): Promise<Home> =>
  core.json('GET /benchside/home', token === undefined ? {} : { token });

test('GET /benchside/info describes a hub and a desk', async () => {
  await using hub = testCore();
  await using desk = deskOf(site);
  const of = (core: TestCore): Promise<Info> => core.json('GET /benchside/info');
  expect(await of(hub)).toMatchObject({
    profile: 'hub',
    feed: true,
    keepsSignIn: true,
    private: false,
    site: 'http://bench.test/api/2.0',
  });
  expect((await of(hub)).siteid).not.toBe('');
  expect(await of(desk)).toMatchObject({
    profile: 'desk',
    feed: false,
    keepsSignIn: false,
    site,
    siteid: '',
  });
});

test('GET /benchside/home shows the top-level categories with counts of everything below', async () => {
  await using core = testCore();
  const { store } = core.ctx;
  expect(await home(core)).toMatchObject({
    site: { guides: 0 },
    categories: [],
    inProgress: [],
    favorites: [],
  });
  store.transact(admin, (s) => {
    s.wikis.ensureCategory('Phone', []);
    s.wikis.ensureCategory('Old Phone', ['Phone']);
    s.wikis.ensureCategory('Car', []);
  });
  addGuides(store, [
    { title: 'A', category: 'Phone' },
    { title: 'B', category: 'Old Phone' },
    { title: 'C', category: 'Old Phone', public: false },
    { title: 'D', category: 'Nowhere' },
  ]);
  const cards = async (token?: string): Promise<unknown[]> =>
    (await home(core, token)).categories.map(({ title, guides, children }) => [title, guides, children]);
  const shown = [
    ['Car', 0, 0],
    ['Nowhere', 1, 0],
    ['Phone', 2, 1],
  ];
  expect((await cards()).sort()).toEqual(shown);
  expect((await home(core)).site).toMatchObject({ guides: 3, categories: 4 });
  const boss = await addPerson(core, 'boss', { role: 'admin' });
  expect((await cards(boss.token)).sort()).toEqual([...shown.slice(0, 2), ['Phone', 3, 1]]);
  addGuides(store, [{ title: 'E', category: 'Car' }]);
  expect(await cards()).toContainEqual(['Car', 1, 0]);
});

test('a single root category is replaced by its children', async () => {
  await using core = testCore();
  core.ctx.store.transact(admin, (s) => {
    s.wikis.ensureCategory('Everything', []);
    s.wikis.ensureCategory('Phone', ['Everything']);
    s.wikis.ensureCategory('Car', ['Everything']);
  });
  addGuides(core.ctx.store, [{ title: 'A', category: 'Phone' }]);
  expect((await home(core)).categories.map(({ title }) => title)).toEqual(['Car', 'Phone']);
  const page = await core.json<CategoryPage>('GET /benchside/category/Phone');
  expect(page.ancestors.map(({ title }) => title)).toEqual(['Everything']);
});

test('GET /benchside/category/{title} shows a category with its page, and one that only guides name', async () => {
  await using core = testCore();
  const { store } = core.ctx;
  store.transact(admin, (s) => {
    s.wikis.create({
      namespace: 'CATEGORY',
      title: 'Phone & "Co"/5',
      display_title: 'Phones',
      contents: 'All about [[Phone]]s.',
      description: 'Small computers.',
      info: [{ name: 'Year', value: '2007' }],
    });
    s.wikis.create({ namespace: 'CATEGORY', title: 'Leaf', contents: '', parent: 'Phone & "Co"/5' });
    // A copy of a site may have guides of a category whose page has not arrived yet.
    s.db.run(sql`UPDATE wiki SET deleted = 1 WHERE title = 'Alone'`);
  });
  addGuides(store, [
    { title: 'A', category: 'Leaf' },
    { title: 'B', category: 'Leaf', public: false },
    { title: 'C', category: 'Alone' },
  ]);
  store.transact(null, (s) => s.db.run(sql`UPDATE wiki SET deleted = 1 WHERE title = 'Alone'`));
  const page = (title: string, expected = 200): Promise<CategoryPage> =>
    core.json(`GET /benchside/category/${encodeURIComponent(title)}`, { expect: expected });
  const top = await page('Phone & "Co"/5');
  expect(top).toMatchObject({
    title: 'Phone & "Co"/5',
    display_title: 'Phones',
    description: 'Small computers.',
    info: [{ name: 'Year', value: '2007' }],
    ancestors: [],
    children: [{ title: 'Leaf', guides: 1, children: 0 }],
    total: 1,
    guides: [{ title: 'A', category: 'Leaf' }],
  });
  expect(top.contents_rendered).toContain('All about');
  expect(JSON.stringify(top)).not.toMatch(/[\u0081\u0082]/);
  const leaf = await page('leaf');
  expect(leaf.ancestors).toEqual([{ title: 'Phone & "Co"/5', display_title: 'Phones' }]);
  expect(leaf.guides.map(({ title }) => title)).toEqual(['A']);
  const alone = await page('Alone');
  expect(alone).toMatchObject({ display_title: 'Alone', contents_rendered: '', children: [], image: null });
  expect(alone.guides.map(({ title }) => title)).toEqual(['C']);
  const ann = await addPerson(core, 'ann', { role: 'author' });
  const mayWrite = async (title: string, token?: string): Promise<boolean[]> => {
    const path = `GET /benchside/category/${encodeURIComponent(title)}`;
    const { can_edit, can_create } = await core.json<CategoryPage>(path, token ? { token } : {});
    return [can_edit, can_create];
  };
  expect([await mayWrite('Leaf', ann.token), await mayWrite('Alone', ann.token)]).toEqual([
    [true, false],
    [false, true],
  ]);
  expect([await mayWrite('Leaf'), await mayWrite('Alone')]).toEqual([
    [false, false],
    [false, false],
  ]);
  expect(await page('Unknown', 404)).toMatchObject({ message: 'Category not found' });
});

test('a category without a picture shows the picture of its first guide, also of one below it', async () => {
  await using core = testCore();
  const { store } = core.ctx;
  store.transact(admin, (s) => {
    s.wikis.ensureCategory('Phone', []);
    s.wikis.ensureCategory('Old Phone', ['Phone']);
    s.wikis.ensureCategory('Car', []);
  });
  const ann = await addPerson(core, 'ann', { role: 'author' });
  const body = new Uint8Array(await (await photo(80, 60)).jpeg().toBuffer());
  const { image } = await core.json<MediaImage>('POST /user/media/images?file=a.jpg', {
    token: ann.token,
    body,
  });
  const { guideid } = await addGuide(core, ann.token, { title: 'A', category: 'Old Phone' });
  const { revisionid } = await core.json<Guide>(`GET /guides/${guideid}`, { token: ann.token });
  expect((await home(core)).categories).toMatchObject([{ title: 'Car' }, { title: 'Phone', image: null }]);
  await core.json(`PATCH /guides/${guideid}?revisionid=${revisionid}`, {
    token: ann.token,
    json: { image: image.id },
  });
  expect((await home(core)).categories).toMatchObject([
    { title: 'Car' },
    { title: 'Phone', image: { guid: image.guid } },
  ]);
  expect(await core.json<CategoryPage>('GET /benchside/category/Phone')).toMatchObject({
    image: { guid: image.guid },
    children: [{ image: { guid: image.guid } }],
  });
  for (const q of ['Phone', 'old phone'])
    expect(await core.json<SearchResults>(`GET /benchside/search?q=${q}`)).toMatchObject({
      hits: expect.arrayContaining([
        expect.objectContaining({
          wiki: expect.objectContaining({ image: expect.objectContaining({ guid: image.guid }) }),
        }),
      ]),
    });
});

test('categories of a circle, and many empty ones, end the search for a picture', async () => {
  await using core = testCore();
  core.ctx.store.transact(admin, (s) => {
    s.wikis.ensureCategory('A', []);
    s.wikis.ensureCategory('B', ['A']);
    for (let n = 0; n < 200; n += 1) s.wikis.ensureCategory(`Empty ${n}`, ['B']);
    s.db.run(sql`UPDATE wiki SET parent = 'B' WHERE title = 'A'`);
  });
  const { hits } = await core.json<SearchResults>('GET /benchside/search?q=A');
  expect(hits).toMatchObject([{ wiki: { title: 'A', image: null } }, { wiki: { title: 'B', image: null } }]);
});

test('GET /benchside/home lists new and most used guides that the viewer may see', async () => {
  await using core = testCore();
  const ann = await addPerson(core, 'ann', { role: 'author' });
  const ids: number[] = [];
  for (const title of ['One', 'Two', 'Three']) ids.push((await addGuide(core, ann.token, { title })).guideid);
  const hidden = await addGuide(core, ann.token, { title: 'Hidden', public: false });
  const [one = 0, two = 0] = ids;
  const { now } = core.ctx.store.read(null, (s) => s);
  core.ctx.store.transact(null, (s) => {
    for (const [docid, times] of [
      [one, 2],
      [two, 3],
      [hidden.guideid, 9],
    ] as const)
      for (let day = 1; day <= times; day += 1)
        s.views.add(ann.userid, [{ doc_type: 'GUIDE', docid: String(docid), date: now - day * 86_400 }]);
    s.views.add(ann.userid, [{ doc_type: 'GUIDE', docid: String(ids[2]), date: now - 86_400 }]);
  });
  const { mostUsed, newest } = await home(core);
  expect(mostUsed.map(({ title }) => title)).toEqual(['Two', 'One']);
  expect(newest.map(({ title }) => title)).toEqual(['Three', 'Two', 'One']);
});

test('PUT /benchside/reading/{guideid} keeps a position until the guide is read to its end', async () => {
  let now = 1_700_000_000;
  await using core = testCore({}, { now: () => (now += 1) });
  const ann = await addPerson(core, 'ann', { role: 'author' });
  const ben = await addPerson(core, 'ben');
  const first = await addGuide(core, ann.token, { title: 'First' });
  const second = await addGuide(core, ann.token, { title: 'Second', prerequisites: [first.guideid] });
  const hidden = await addGuide(core, ann.token, { title: 'Hidden', public: false });
  const put = (guideid: number, json: unknown, token = ben.token, expected = 204): Promise<unknown> =>
    core.json(`PUT /benchside/reading/${guideid}`, { json, token, expect: expected });
  const stopped = ({ guideid }: { guideid: number }, token = ben.token): Promise<unknown> =>
    core.json(`GET /benchside/reading/${guideid}`, { token });
  expect(await stopped(second)).toEqual({ stepid: null, finished: false });
  await put(second.guideid, { stepid: second.stepid });
  expect((await home(core, ben.token)).inProgress).toMatchObject([
    { guide: { guideid: second.guideid }, stepid: second.stepid, position: 2, steps: 2 },
  ]);
  expect(await home(core, ann.token)).toMatchObject({ inProgress: [], recent: [] });
  expect(await stopped(second, ann.token)).toEqual({ stepid: null, finished: false });
  await put(second.guideid, { stepid: null });
  expect(await stopped(second)).toEqual({ stepid: second.stepid, finished: false });
  await put(second.guideid, { stepid: first.stepid });
  await put(first.guideid, { stepid: null });
  expect((await home(core, ben.token)).inProgress).toMatchObject([
    { guide: { guideid: second.guideid }, stepid: first.stepid, position: 1, steps: 2 },
  ]);
  expect((await home(core, ben.token)).recent).toMatchObject([
    { guide: { guideid: first.guideid }, stepid: null, position: 0, steps: 1 },
    { guide: { guideid: second.guideid } },
  ]);
  expect(await home(core, ann.token)).toMatchObject({ inProgress: [], recent: [] });
  await put(second.guideid, { stepid: second.stepid, finished: true });
  expect(await stopped(second)).toEqual({ stepid: null, finished: true });
  const { inProgress, recent } = await home(core, ben.token);
  expect([inProgress.length, recent[0]?.guide.guideid]).toEqual([0, second.guideid]);
  await put(second.guideid, { stepid: null });
  expect((await home(core, ben.token)).inProgress).toEqual([]);
  await put(second.guideid, { stepid: first.stepid });
  expect((await home(core, ben.token)).inProgress).toMatchObject([{ stepid: first.stepid, position: 1 }]);

  await put(first.guideid, { stepid: 'one' }, ben.token, 422);
  await put(hidden.guideid, { stepid: null }, ben.token, 403);
  await core.json(`GET /benchside/reading/${hidden.guideid}`, { token: ben.token, expect: 403 });
  await put(99, { stepid: null }, ben.token, 404);
});

test('a desk keeps a position for people without a sign-in, too, and does not show a deleted favorite', async () => {
  await using desk = deskOf(site);
  const [kept = 0, gone = 0] = addGuides(desk.ctx.store, [{ title: 'Kept' }, { title: 'Gone' }]);
  for (const guideid of [kept, gone]) {
    await desk.json(`PUT /benchside/reading/${guideid}`, {
      json: { stepid: null },
      window: true,
      expect: 204,
    });
  }
  desk.ctx.store.transact(admin, (s) => s.guides.delete(gone, s.guides.requireVisible(gone).revisionid));
  expect((await home(desk)).recent.map(({ guide }) => guide.guideid)).toEqual([kept]);
});

test("the person's favorites come newest first; featured guides are for everyone", async () => {
  await using core = testCore();
  const ann = await addPerson(core, 'ann');
  const [one = 0, two = 0] = addGuides(core.ctx.store, [{ title: 'One' }, { title: 'Two' }]);
  core.ctx.store.transact(admin, (s) => {
    s.favorites.setFavorites(ann.userid, [
      { guideid: one, date: 2 },
      { guideid: two, date: 3 },
      { guideid: 99, date: 4 },
    ]);
    s.guides.update(one, s.guides.requireVisible(one).revisionid, { flags: ['GUIDE_STARRED'] });
  });
  const { favorites, featured } = await home(core, ann.token);
  expect(favorites.map(({ guideid }) => guideid)).toEqual([two, one]);
  expect(featured.map(({ guideid }) => guideid)).toEqual([one]);
  expect((await home(core)).favorites).toEqual([]);
});

test('GET /benchside/guides/{guideid}/copy lists missing pictures of the guide and of its prerequisites', async () => {
  await using desk = deskOf(site);
  const { store } = desk.ctx;
  const [guideid = 0, before = 0, absent = 0] = addGuides(store, [
    { title: 'Guide' },
    { title: 'Before' },
    { title: 'Absent' },
  ]);
  const copy = (id = guideid): Promise<CopyState> => desk.json(`GET /benchside/guides/${id}/copy`);
  expect(await copy()).toMatchObject({ checked_date: null, ready: false, media: { needed: 0, present: 0 } });
  store.transact(admin, (s) => s.db.run(sql`UPDATE guide SET checked_date = 1700000000`));
  expect(await copy()).toMatchObject({ checked_date: 1700000000, ready: true, prerequisites: [] });
  store.transact(admin, (s) => {
    const revisionid = s.guides.requireVisible(guideid).revisionid;
    s.guides.update(guideid, revisionid, { prerequisites: [before, absent] });
    s.db.run(sql`UPDATE guide SET checked_date = 1700000000, deleted = (guideid = ${absent})`);
    s.media.setUses('guide', before, ['abcdef', 'ghijkl']);
  });
  expect(await copy()).toMatchObject({
    ready: false,
    prerequisites: [
      { guideid: before, title: 'Before', reason: 'Pictures that are not on this desk: 2.' },
      { guideid: absent, title: 'Absent', reason: 'It is not on this desk.' },
    ],
  });
  const own = await copy(before);
  expect(own).toMatchObject({ ready: false, media: { needed: 2, present: 0 } });
  expect(own.media.missing.map(({ guid }) => guid).sort()).toEqual(['abcdef', 'ghijkl']);
  await desk.json('GET /benchside/guides/99/copy', { expect: 404 });
});

test('on a hub every copy is complete', async () => {
  await using core = testCore();
  const ann = await addPerson(core, 'ann', { role: 'author' });
  const hidden = await addGuide(core, ann.token, { public: false });
  const route = `GET /benchside/guides/${hidden.guideid}/copy`;
  core.ctx.store.transact(admin, (s) => s.media.setUses('guide', hidden.guideid, ['abcdef']));
  expect(await core.json(route, { token: ann.token })).toMatchObject({
    ready: true,
    checked_date: null,
    media: { needed: 1, present: 1, missing: [] },
  });
  await core.json(route, { expect: 403 });
});

test('settings have defaults, change one by one and survive a value that another program stored', async () => {
  await using desk = deskOf(site);
  const defaults: DeskSettings = {
    deskName: hostname(),
    language: 'auto',
    colorScheme: 'auto',
    textSize: 100,
    singleKeys: true,
    syncEveryMinutes: 15,
    pictures: 'all',
    pictureBudgetMb: 20_480,
    pinnedCategories: [],
    notifications: true,
    keepRunning: false,
    startWithSystem: false,
    updatesFrom: '',
    kiosk: { on: false, idleSeconds: 120, badgeAlone: true, allowed: 'work-and-reading' },
  };
  const settings = (): Promise<DeskSettings> => desk.json('GET /benchside/settings');
  expect(await settings()).toEqual(defaults);
  const changed = await desk.json('PATCH /benchside/settings', { json: { textSize: 130 }, window: true });
  expect(changed).toEqual({ ...defaults, textSize: 130 });
  expect(await settings()).toEqual(changed);
  for (const json of [{ textSize: 101 }, { pictures: 'some' }, { syncEveryMinutes: -1 }]) {
    await desk.json('PATCH /benchside/settings', { json, window: true, expect: 422 });
  }
  expect(await settings()).toEqual(changed);
  desk.ctx.store.transact(null, (s) =>
    s.meta.set('settings', { pictures: 'none', colorScheme: 'dark', later: 1 }),
  );
  expect(await settings()).toEqual({ ...defaults, colorScheme: 'dark' });
  await using hub = testCore();
  expect(await hub.json('GET /benchside/settings')).toEqual(defaults);
  await hub.json('PATCH /benchside/settings', { json: {}, expect: 404 });
});

test('home counts guides from an index alone, once for each change', async () => {
  await using core = testCore();
  const { store } = core.ctx;
  addGuides(store, [
    { title: 'A', category: 'Phone' },
    { title: 'B', public: false },
  ]);
  await home(core);
  const plans: string[] = [];
  const counted = (): number =>
    store.read(null, (s) => {
      const reads = statementsOf(s.db, () => homeText(s));
      plans.push(...reads.flatMap((query) => queryPlan(s.db, query)));
      return reads.filter((query) => compile(query).sql.includes('GROUP BY')).length;
    });
  expect(counted()).toBe(0);
  addGuides(store, [{ title: 'C', category: 'Phone' }]);
  expect(counted()).toBe(1);
  expect(plans).toContainEqual(expect.stringMatching(/guide USING COVERING INDEX guide_category/));
  expect(
    plans.filter((plan) =>
      /^SCAN (g|guide|w|wiki)\b(?!.* USING (COVERING INDEX|INDEX guide_(featured|modified)))/.test(plan),
    ),
  ).toEqual([]);
});
