import { expect, test } from 'vitest';

import type { Guide, GuideSummary } from '../../../shared/model/guide.ts';
import { testCore } from '../../helpers/core.ts';
import { addGuide, addPerson } from '../../helpers/people.ts';

type Favorite = { date: number; guide: GuideSummary };
const guideids = (list: GuideSummary[]): number[] => list.map((guide) => guide.guideid);
const favoriteids = (list: Favorite[]): number[] => guideids(list.map((favorite) => favorite.guide));

test('favorites come newest first with their date, and marking twice changes nothing', async () => {
  let now = 1_700_000_000;
  await using core = testCore({}, { now: () => now });
  const ann = await addPerson(core, 'ann');
  const first = await addGuide(core, ann.token);
  const second = await addGuide(core, ann.token);
  for (const { guideid } of [first, second]) {
    now += 10;
    expect(
      (await core.call(`PUT /user/favorites/guides/${guideid}`, { token: ann.token, json: {} })).status,
    ).toBe(204);
  }
  now += 10;
  const sequence = core.ctx.store.read(null, (s) => s.feed.sequence);
  expect((await core.call(`PUT /user/favorites/guides/${first.guideid}`, { token: ann.token })).status).toBe(
    204,
  );
  expect(core.ctx.store.read(null, (s) => s.feed.sequence)).toBe(sequence);

  const list = await core.json<Favorite[]>('GET /user/favorites/guides?limit=10000', { token: ann.token });
  expect(list).toMatchObject([
    { date: 1_700_000_020, guide: { dataType: 'guide', guideid: second.guideid } },
    { date: 1_700_000_010, guide: { guideid: first.guideid } },
  ]);
  expect(
    favoriteids(await core.json('GET /user/favorites/guides?limit=1&offset=1', { token: ann.token })),
  ).toEqual([first.guideid]);
  expect(await core.json<Guide>(`GET /guides/${first.guideid}`, { token: ann.token })).toMatchObject({
    favorited: true,
    completed: false,
  });
  expect(await core.json<Guide>(`GET /guides/${first.guideid}`)).toMatchObject({ favorited: false });

  for (let i = 0; i < 2; i += 1) {
    expect(
      (await core.call(`DELETE /user/favorites/guides/${second.guideid}`, { token: ann.token })).status,
    ).toBe(204);
  }
  expect(favoriteids(await core.json('GET /user/favorites/guides', { token: ann.token }))).toEqual([
    first.guideid,
  ]);
});

test('completions are guides in the order of guideid', async () => {
  await using core = testCore();
  const ann = await addPerson(core, 'ann');
  const made = [
    await addGuide(core, ann.token),
    await addGuide(core, ann.token),
    await addGuide(core, ann.token),
  ];
  const [a = 0, b = 0, c = 0] = made.map(({ guideid }) => guideid);
  for (const guideid of [c, a, b, a]) {
    expect(
      (await core.call(`PUT /guides/${guideid}/completed`, { token: ann.token, json: { langid: 'en' } }))
        .status,
    ).toBe(204);
  }
  expect((await core.call(`DELETE /guides/${b}/completed`, { token: ann.token })).status).toBe(204);
  expect(guideids(await core.json('GET /user/completions', { token: ann.token }))).toEqual([a, c]);
  expect(guideids(await core.json(`GET /users/${ann.userid}/completions?offset=1`))).toEqual([c]);
  expect(await core.json(`GET /guides/${a}`, { token: ann.token })).toMatchObject({
    completed: true,
    favorited: false,
  });
});

test("other people's lists show neither private guides nor guides that are only prerequisites", async () => {
  await using core = testCore();
  const admin = await addPerson(core, 'boss', { role: 'admin' });
  const ann = await addPerson(core, 'ann');
  const bob = await addPerson(core, 'bob');
  const open = await addGuide(core, ann.token);
  const part = await addGuide(core, ann.token, { flags: ['GUIDE_PREREQ_ONLY'] });
  const closed = await addGuide(core, ann.token, { public: false });
  const all = [open, part, closed].map(({ guideid }) => guideid);
  for (const guideid of all) {
    await core.call(`PUT /user/favorites/guides/${guideid}`, { token: ann.token });
    await core.call(`PUT /guides/${guideid}/completed`, { token: ann.token });
  }
  for (const path of ['favorites/guides', 'completions']) {
    const read = async (token?: string): Promise<number[]> => {
      const list = await core.json<(Favorite | GuideSummary)[]>(
        `GET /users/${ann.userid}/${path}`,
        token ? { token } : {},
      );
      return list
        .map((item) => ('guide' in item ? item.guide.guideid : item.guideid))
        .toSorted((x, y) => x - y);
    };
    expect(await read()).toEqual([open.guideid]);
    expect(await read(bob.token)).toEqual([open.guideid]);
    expect(await read(ann.token)).toEqual(all);
    expect(await read(admin.token)).toEqual(all);
  }
});

test('a guide that has become private disappears from the list and can still be removed from it', async () => {
  await using core = testCore();
  const ann = await addPerson(core, 'ann');
  const bob = await addPerson(core, 'bob');
  const { guideid } = await addGuide(core, ann.token);
  await core.call(`PUT /user/favorites/guides/${guideid}`, { token: bob.token });
  const { revisionid } = await core.json<Guide>(`GET /guides/${guideid}`);
  await core.json(`DELETE /guides/${guideid}/public?revisionid=${revisionid}`, { token: ann.token });
  expect(await core.json('GET /user/favorites/guides', { token: bob.token })).toEqual([]);
  await core.json(`PUT /user/favorites/guides/${guideid}`, { token: bob.token, expect: 403 });
  expect((await core.call(`DELETE /user/favorites/guides/${guideid}`, { token: bob.token })).status).toBe(
    204,
  );
  expect(core.ctx.store.read(null, (s) => s.favorites.favoriteIds(bob.userid))).toEqual([]);
});

test('unknown guides are 404, and requests without a sign-in 401', async () => {
  await using core = testCore();
  const { token } = await addPerson(core, 'ann');
  for (const route of [
    'PUT /user/favorites/guides/9',
    'DELETE /user/favorites/guides/9',
    'PUT /guides/9/completed',
    'DELETE /guides/9/completed',
  ]) {
    expect(await core.json(route, { token, expect: 404 })).toEqual({
      error: true,
      message: 'Guide not found',
    });
    await core.json(route, { expect: 401 });
  }
  for (const path of ['favorites/guides', 'completions', 'guides'])
    await core.json(`GET /user/${path}`, { expect: 401 });
});

test("a person's guides are those they wrote or edited; private ones only for people who may see them", async () => {
  await using core = testCore();
  const ann = await addPerson(core, 'ann');
  const bob = await addPerson(core, 'bob', { role: 'author' });
  const own = await addGuide(core, ann.token);
  const closed = await addGuide(core, ann.token, { public: false });
  const others = await addGuide(core, bob.token);
  const { revisionid } = await core.json<Guide>(`GET /guides/${own.guideid}`);
  await core.json(`PATCH /guides/${own.guideid}?revisionid=${revisionid}`, {
    token: bob.token,
    json: { conclusion: 'Done.' },
  });
  expect(guideids(await core.json('GET /user/guides', { token: ann.token }))).toEqual([
    own.guideid,
    closed.guideid,
  ]);
  expect(guideids(await core.json(`GET /users/${ann.userid}/guides`))).toEqual([own.guideid]);
  expect(guideids(await core.json(`GET /users/${bob.userid}/guides`))).toEqual([own.guideid, others.guideid]);
});
