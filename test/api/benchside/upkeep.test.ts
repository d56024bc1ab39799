import { expect, test } from 'vitest';

import type { DeskSettings } from '../../../shared/model/benchside.ts';
import type { Diagnostics, Readiness, Storage } from '../../../shared/model/upkeep.ts';
import { addGuide, deskPerson, pair } from '../../helpers/pair.ts';
import type { Pair } from '../../helpers/pair.ts';
import { testCore } from '../../helpers/core.ts';
import { photo } from '../../media/pictures.ts';

/** Creates a guide whose step has a picture, in a category. @returns its guideid */
async function pictured(both: Pair, category: string, size: number, more: object = {}): Promise<number> {
  const picture = await (await photo(size, size)).png().toBuffer();
  const { image } = await both.hub.json<{ image: { id: number } }>('POST /user/media/images?file=a.png', {
    token: both.admin,
    body: new Uint8Array(picture),
  });
  const guideid = await addGuide(both.hub, both.admin, { category, title: category, ...more }, 0);
  await both.hub.json(`POST /guides/${guideid}/steps`, {
    token: both.admin,
    json: {
      orderby: 1,
      lines: [{ text: 'Look.', bullet: 'black', level: 0 }],
      media: { type: 'image', data: [image.id] },
    },
  });
  return guideid;
}

test('GET /benchside/storage reports the disk use, and a pinned category keeps its pictures', async () => {
  await using both = await pair();
  await both.hub.json('POST /wikis', {
    token: both.admin,
    json: { namespace: 'CATEGORY', title: 'Machine', contents: 'All.' },
  });
  for (const title of ['Pump', 'Drill']) {
    await both.hub.json('POST /wikis', {
      token: both.admin,
      json: { namespace: 'CATEGORY', title, contents: '.' },
    });
    const { revisionid } = await both.hub.json<{ revisionid: number }>(`GET /wikis/CATEGORY/${title}`);
    await both.hub.json(`PUT /wikis/CATEGORY/${title}/parent?revisionid=${revisionid}`, {
      token: both.admin,
      json: { parent: 'Machine' },
    });
  }
  await pictured(both, 'Pump', 900);
  await pictured(both, 'Drill', 700);
  await both.round();
  const storage = (query = ''): Promise<Storage> =>
    both.desk.json(`GET /benchside/storage${query}`, { window: true });
  const top = await storage();
  expect(top.disk.free).toBeGreaterThan(0);
  expect(top.disk.total).toBeGreaterThan(top.disk.free);
  expect(top.database).toBeGreaterThan(0);
  expect(top).toMatchObject({ path: [], journal: { entries: 0 }, pinnedElsewhere: [] });
  expect(top.categories).toMatchObject([{ title: 'Machine', guides: 2, children: 2, pinned: false }]);
  expect(top.categories[0]?.bytes).toBe(top.pictures.bytes);
  const within = await storage('?category=Machine');
  expect(within).toMatchObject({ path: [{ title: 'Machine' }], own: { guides: 0, bytes: 0 } });
  expect(within.categories.map(({ title }) => title).sort()).toEqual(['Drill', 'Pump']);
  expect(within.categories.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(top.pictures.bytes);
  await both.desk.json('GET /benchside/storage?category=None', { window: true, expect: 404 });

  const settings = (json: Partial<DeskSettings>): Promise<DeskSettings> =>
    both.desk.json('PATCH /benchside/settings', { json, window: true });
  const evictable = (pinned: string[]): number =>
    both.desk.ctx.store.read(null, (s) => s.media.copies.evictable(1e12, pinned).length);
  const all = evictable([]);
  expect(evictable(['Pump'])).toBe(all / 2);
  expect(evictable(['Machine'])).toBe(0);
  await settings({ pictureBudgetMb: 100, pinnedCategories: ['Pump', 'Gone'] });
  expect(await storage()).toMatchObject({ pictures: { budget: 104_857_600 }, pinnedElsewhere: ['Gone'] });
  expect((await storage('?category=Machine')).categories).toContainEqual(
    expect.objectContaining({ title: 'Pump', pinned: true }),
  );
  // A pin fetches pictures again that were removed to free space, whatever is downloaded in advance.
  both.desk.ctx.store.transact(null, (s) => {
    for (const { guid, size } of s.media.copies.evictable(1e12)) s.media.copies.evict(guid, size);
  });
  await settings({ pictures: 'favorites', pinnedCategories: ['Drill'] });
  await both.round();
  const back = await both.desk.json<Readiness>('GET /benchside/readiness', { window: true });
  expect(back).toMatchObject({ guides: 2, ready: 1, pictures: 1 });
  expect(back.incomplete).toMatchObject([{ title: 'Pump', ready: false }]);
});

test('GET /benchside/readiness lists incomplete guides, favorites first, and guides that wait for them', async () => {
  await using both = await pair();
  const ann = await deskPerson(both, 'ann', 'author');
  const opening = await pictured(both, 'Opening', 300);
  const sealing = await addGuide(both.hub, both.admin, { title: 'Sealing', prerequisites: [opening] });
  const testing = await addGuide(both.hub, both.admin, { title: 'Testing', prerequisites: [sealing] });
  await addGuide(both.hub, both.admin, { title: 'Alone' });
  await both.hub.call(`PUT /user/favorites/guides/${testing}`, { token: ann.token });
  both.net.intercept = (request) => (request.includes('/igi/') ? { kind: 'status', status: 404 } : undefined);
  await both.round({ people: [ann] });
  const readiness = (query = ''): Promise<Readiness> =>
    both.desk.json(`GET /benchside/readiness${query}`, { token: ann.token });
  const told = await readiness();
  expect(told).toMatchObject({ guides: 4, ready: 1, pictures: 1, unconfirmed: 0, prerequisites: 2 });
  expect(told.incomplete).toMatchObject([
    { guideid: testing, favorite: true, prerequisites: [{ guideid: opening }] },
    {
      guideid: opening,
      media: { missing: [{ reason: expect.stringMatching(/does not have this picture/) }] },
    },
    { guideid: sealing, favorite: false },
  ]);
  for (const { guideid, ready } of told.incomplete) {
    expect(await both.desk.json(`GET /benchside/guides/${guideid}/copy`)).toMatchObject({ ready });
  }
  expect((await readiness('?limit=1')).incomplete).toHaveLength(1);
  both.net.intercept = undefined;
  await both.round({ people: [ann] });
  expect(await readiness()).toMatchObject({ guides: 4, ready: 4, incomplete: [] });
});

test('GET /benchside/diagnostics has what helps to find a fault, and no text that a person wrote', async () => {
  await using both = await pair();
  const guideid = await addGuide(both.hub, both.admin, { introduction: 'A secret introduction' });
  const ann = await deskPerson(both, 'ann-with-a-name', 'author');
  await both.round({ people: [ann] });
  const { revisionid } = await both.desk.json<{ revisionid: number }>(`GET /guides/${guideid}`);
  await both.desk.json(`PATCH /guides/${guideid}?revisionid=${revisionid}`, {
    token: ann.token,
    json: { title: 'A title nobody may read' },
  });
  await both.desk.json('POST /wikis', {
    token: ann.token,
    json: { namespace: 'WIKI', title: 'A page nobody may read', contents: 'Words.' },
  });
  await both.desk.json('PATCH /benchside/settings', {
    window: true,
    json: { pinnedCategories: ['A category nobody may read'] },
  });
  both.net.intercept = (request) =>
    request.startsWith('PATCH')
      ? { kind: 'status', status: 422, body: '{"message":"ann@example.org: not ‘A title nobody may read’"}' }
      : undefined;
  await both.round({ people: [ann] });
  const told = await both.desk.json<Diagnostics>('GET /benchside/diagnostics', { window: true });
  expect(told).toMatchObject({
    settings: { pinnedCategories: 1 },
    status: { phase: 'idle', journal: { accepted: 2, parked: 1 }, problem: null },
    people: { known: 1, withToken: 1 },
    journal: { problems: [] },
  });
  expect(told.rounds.length).toBe(2);
  const edit = told.journal.entries.find(({ operation }) => operation === 'PATCH /guides/{guideid}');
  expect(edit).toMatchObject({
    state: 'parked',
    params: { guideid: String(guideid) },
    body: { title: 'string 23' },
    cause: { kind: 'refused', fields: [] },
  });
  expect(edit?.events.map(({ state }) => state)).toEqual(['sending', 'parked']);
  const text = JSON.stringify(told);
  expect(text).not.toMatch(/nobody may read|secret|ann-with|example\.org|Words|Mend the pump/);
  expect(text).not.toContain(ann.token);
  await using hub = testCore();
  for (const name of ['diagnostics', 'storage', 'readiness'])
    await hub.json(`GET /benchside/${name}`, { expect: 404 });
});
