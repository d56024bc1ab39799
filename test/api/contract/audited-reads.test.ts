import { expect, test } from 'vitest';

import type { Guide } from '../../../shared/model/guide.ts';
import { addPerson } from '../../helpers/people.ts';
import { addGuide, deskPerson, pair } from '../../helpers/pair.ts';
import { path, wikiCore } from '../../helpers/wiki-core.ts';
import { workshop } from '../../helpers/workshop.ts';

const ids = (guides: { guideid: number }[]): number[] => guides.map(({ guideid }) => guideid);

test('[contract C1] `guideids` takes as many guides as one answer lists, and refuses more with a message', async () => {
  await using w = await workshop();
  w.core.ctx.store.transact({ userid: 1, username: 'admin', role: 'admin', teams: [] }, (s) => {
    for (let n = 0; n < 61; n += 1) s.guides.create({ category: 'Pump', type: 'repair', public: true });
  });
  const all = Array.from({ length: 200 }, (_, index) => index + 1);
  expect(ids(await w.core.json(`GET /guides?limit=200&guideids=${all.join(',')}`))).toHaveLength(61);
  expect(
    await w.core.json(`GET /guides?limit=200&guideids=${all.join(',')},201`, { expect: 422 }),
  ).toMatchObject({ errors: [{ field: 'guideids', message: 'may name at most 200 guides' }] });
});

test('[contract C2] `guideids` combines with the other filters', async () => {
  let now = 1_000_000;
  await using b = await pair({ now: () => now });
  const repair = await addGuide(b.hub, b.admin, {}, 0);
  const teardown = await addGuide(b.hub, b.admin, { type: 'teardown' }, 0);
  now += 100;
  const late = await addGuide(b.hub, b.admin, { type: 'technique' }, 0);
  const all = `guideids=${repair},${teardown},${late}`;
  expect(ids(await b.hub.json(`GET /guides?${all}&filter=teardown`))).toEqual([teardown]);
  expect(ids(await b.hub.json(`GET /guides?${all}&filter=teardown,technique&order=DESC`))).toEqual([
    late,
    teardown,
  ]);
  expect(ids(await b.hub.json(`GET /guides?${all}&modifiedSince=1000050`))).toEqual([late]);
});

test.each([
  'guideids=1&guideids=3',
  'guideids[]=1&guideids[]=3',
  'guideids%5B%5D=1,3',
  'guideids[]=3&guideids=1',
  'guideids[0]=1&guideids%5B1%5D=3',
])('[contract C3] a list may repeat its name: %s', async (query) => {
  await using w = await workshop();
  for (let n = 0; n < 3; n += 1) await addGuide(w.core, w.admin, {}, 0);
  expect(ids(await w.core.json(`GET /guides?${query}`))).toEqual([1, 3]);
});

test('[contract C3] contradicting list parameters are refused', async () => {
  await using w = await workshop();
  expect((await w.core.call('GET /guides?limit=1&limit=2')).status).toBe(422);
  expect((await w.core.call('GET /guides?limit=1&limit=1')).status).toBe(200);
});

test('[contract H1] a parameter that is not a list is refused where it comes twice with different values', async () => {
  await using w = await workshop();
  await addGuide(w.core, w.admin, {}, 0);
  for (const [route, field] of [
    ['GET /guides/1?langid=de&langid=en', 'langid'],
    [
      'GET /guides/1?excludePrerequisiteSteps=false&excludePrerequisiteSteps=true',
      'excludePrerequisiteSteps',
    ],
    ['GET /guides?includePrivate=0&includePrivate=1', 'includePrivate'],
    ['GET /comments?langid=de&langid=en', 'langid'],
    ['GET /work_log?workorderid=A-1&workorderid=A-2', 'workorderid'],
    ['GET /user_view_history/user/1?start_date=1&start_date=2', 'start_date'],
    ['POST /user/media/images?file=a.png&file=b.png', 'file'],
  ] as const)
    expect([route, await w.core.json(route, { token: w.admin, expect: 422 })]).toMatchObject([
      route,
      { errors: [{ field, message: 'has several different values' }] },
    ]);
  // Parameters that the operation does not have are ignored, and lists may have several values.
  expect(ids(await w.core.json('GET /guides?x=1&x=2&unknown=de&unknown=en'))).toEqual([1]);
  expect(ids(await w.core.json('GET /guides?filter=repair&filter=teardown'))).toEqual([1]);
  expect(await w.core.json('GET /search/pump?doctypes=guide&doctypes=user')).toMatchObject({
    totalResults: 1,
  });
});

test('[contract H2] only what answers XML is refused in XML', async () => {
  await using w = await workshop();
  await addGuide(w.core, w.admin, {}, 0);
  for (const [route, status] of [
    ['GET /teams/99?type=XML', 404],
    ['GET /guides?limit=0&type=XML', 422],
    ['POST /guides?type=XML', 401],
    ['PUT /guides/1?type=XML', 405],
    ['GET /nothing?type=XML', 404],
  ] as const)
    expect([route, await w.core.json(route, { expect: status })]).toMatchObject([route, { error: true }]);
  expect(
    await w.core.json('PATCH /guides/1?revisionid=999&type=XML', {
      token: w.admin,
      json: { title: 'Another' },
      expect: 409,
    }),
  ).toMatchObject({ guideid: 1, steps: [] });
});

test('[contract C6] `type` is JSON or XML, in any case', async () => {
  await using w = await workshop();
  await addGuide(w.core, w.admin, {}, 0);
  for (const route of ['GET /guides/1', 'GET /categories/Pump']) {
    for (const type of ['JSON', 'json', 'Json'])
      await expect(w.core.json(`${route}?type=${type}`)).resolves.toBeTypeOf('object');
    for (const type of ['XML', 'xml'])
      expect((await w.core.call(`${route}?type=${type}`)).headers.get('Content-Type')).toMatch(/xml/);
    expect(await w.core.json(`${route}?type=YAML`, { expect: 422 })).toMatchObject({
      errors: [{ field: 'type' }],
    });
  }
});

test('[contract C7] every list takes an `offset` of any size', async () => {
  await using w = await workshop();
  for (const list of [
    '/users',
    '/guides',
    '/guides/featured',
    '/tags',
    '/comments',
    '/teams',
    '/wikis/CATEGORY',
    '/categories/all',
    '/user/media/images',
    '/user/guides',
    '/users/search/nobody',
  ]) {
    for (const offset of ['1001', '9007199254740993', '9'.repeat(30)])
      expect([list, await w.core.json(`GET ${list}?offset=${offset}`, { token: w.admin })]).toEqual([
        list,
        [],
      ]);
    expect((await w.core.call(`GET ${list}?offset=-1`, { token: w.admin })).status).toBe(422);
  }
});

test('[contract C8] the answers to creating and tagging have the steps of prerequisites, as a read has them', async () => {
  await using b = await pair();
  const first = await addGuide(b.hub, b.admin);
  const made = await b.hub.json<Guide>('POST /guides', {
    token: b.admin,
    json: { category: 'Pump', type: 'repair', title: 'After it', public: true, prerequisites: [first] },
  });
  expect(made.steps.map(({ guideid }) => guideid)).toEqual([first, first]);
  const route = `/guides/${made.guideid}/tag`;
  for (const method of ['PUT', 'DELETE']) {
    const tagged = await b.hub.json<Guide>(`${method} ${route}`, { token: b.admin, json: { tag: 'seal' } });
    expect(tagged).toEqual(await b.hub.json(`GET /guides/${made.guideid}`, { token: b.admin }));
  }
});

test('[contract C8] a desk stores the steps of prerequisites in an answer with the guides they belong to', async () => {
  await using b = await pair();
  const first = await addGuide(b.hub, b.admin);
  await b.round();
  const ada = await deskPerson(b, 'ada', 'author');
  const { guideid } = await b.desk.json<Guide>('POST /guides', {
    token: ada.token,
    json: { category: 'Pump', type: 'repair', title: 'After it', public: true, prerequisites: [first] },
  });
  await b.desk.json(`PUT /guides/${guideid}/tag`, { token: ada.token, json: { tag: 'seal' } });
  await b.round({ people: [{ userid: ada.userid, token: ada.token }] });
  const [, there] = await b.hub.json<Guide[]>('GET /guides');
  const own = await b.desk.json<Guide>(`GET /guides/${there?.guideid}?excludePrerequisiteSteps`);
  expect(own.steps).toEqual([]);
  expect(await b.desk.json(`GET /guides/${there?.guideid}/tags`)).toEqual(['seal']);
});

test('[contract C9] a page is found by its display title if no page has that title', async () => {
  await using core = wikiCore();
  const { revisionid } = await core.wiki('CATEGORY', 'Phone X', { display_title: 'Phone Ten' });
  await core.json('PUT /wikis/CATEGORY/Phone%20X/tag', { token: 'admin', json: { tag: 'phone' } });
  expect(await core.json('GET /wikis/CATEGORY/Phone%20Ten/tags')).toEqual(['phone']);
  expect(await core.json('GET /wikis/CATEGORY/Phone%20Ten')).toMatchObject({ title: 'Phone X' });
  expect(await core.json('GET /categories/Phone%20Ten')).toMatchObject({ wiki_title: 'Phone X' });
  await core.json(`PATCH /wikis/CATEGORY/Phone%20Ten?revisionid=${revisionid}`, {
    token: 'admin',
    json: { contents: 'Opened with heat.' },
  });
  await core.wiki('CATEGORY', 'Phone Ten');
  expect(await core.json('GET /wikis/CATEGORY/Phone%20Ten/tags')).toEqual([]);
  await core.wiki('WIKI', 'One', { display_title: 'Both' });
  await core.wiki('WIKI', 'Two', { display_title: 'Both' });
  expect((await core.call('GET /wikis/WIKI/Both')).status).toBe(404);
});

test('[contract G1] `+` is a blank if no page has a plus in its title', async () => {
  await using core = wikiCore();
  await core.wiki('CATEGORY', '14-inch laptop', { display_title: 'Fourteen inches' });
  await core.wiki('CATEGORY', 'C++');
  await core.wiki('CATEGORY', 'C  x');
  await core.json('PUT /wikis/CATEGORY/C%2B%2B/tag', { token: 'admin', json: { tag: 'plus' } });
  for (const asked of ['14-inch+laptop', '14-inch%2Blaptop', '14-inch%20laptop', 'Fourteen+inches']) {
    const title = { title: '14-inch laptop' };
    expect(await core.json(`GET /wikis/CATEGORY/${asked}`)).toMatchObject(title);
    expect(await core.json(`GET /wikis/CATEGORY/${asked}/children`)).toEqual([]);
    expect(await core.json(`GET /wikis/CATEGORY/${asked}/tags`)).toEqual([]);
    expect(await core.json(`GET /categories/${asked}`)).toMatchObject({ wiki_title: title.title });
    expect(await core.json(`GET /benchside/category/${asked}`)).toMatchObject(title);
  }
  for (const asked of ['C++', 'C%2B%2B', 'c++']) {
    expect(await core.json(`GET /wikis/CATEGORY/${asked}/tags`)).toEqual(['plus']);
  }
  core.guide('Named by guides');
  expect(await core.json('GET /categories/Named+by+guides')).toMatchObject({ wiki_title: 'Named by guides' });
});

test('[contract G1] `+` is a blank in a search for people if no name has a plus', async () => {
  await using w = await workshop();
  await addPerson(w.core, 'ada+bench');
  await addPerson(w.core, 'Ada Moss');
  for (const way of ['search', 'searchnames']) {
    const names = async (text: string): Promise<string[]> =>
      (await w.core.json<{ username: string }[]>(`GET /users/${way}/${text}`, { token: w.admin })).map(
        ({ username }) => username,
      );
    expect(await names('Ada+Moss')).toEqual(['Ada Moss']);
    expect(await names('ada+bench')).toEqual(['ada+bench']);
    expect(await names('ada%2Bbench?offset=1')).toEqual([]);
  }
});

test('[contract G1] an edit under such an address reaches the site under the title of the page', async () => {
  await using b = await pair({ plain: true });
  await b.hub.json('POST /wikis', {
    token: b.admin,
    json: { namespace: 'CATEGORY', title: '14-inch laptop', contents: 'Old.' },
  });
  await b.round();
  const ada = await deskPerson(b, 'ada', 'author');
  const { revisionid } = await b.desk.json<{ revisionid: number }>('GET /wikis/CATEGORY/14-inch+laptop');
  await b.desk.json(`PATCH /wikis/CATEGORY/14-inch+laptop?revisionid=${revisionid}`, {
    token: ada.token,
    json: { contents: 'New.' },
  });
  const sent: string[] = [];
  const { intercept } = b.net;
  b.net.intercept = (request) => {
    if (request.startsWith('PATCH')) sent.push(request);
    return intercept?.(request);
  };
  await b.round({ people: [{ userid: ada.userid, token: ada.token }] });
  expect(sent).toHaveLength(1);
  expect(sent[0]).toContain('/wikis/CATEGORY/14-inch%20laptop');
  expect(await b.hub.json(`GET ${path('CATEGORY', '14-inch laptop')}`)).toMatchObject({
    contents_raw: 'New.',
  });
});
