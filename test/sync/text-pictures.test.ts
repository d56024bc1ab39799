import { expect, it } from 'vitest';

import { sql } from '../../app/store/sql.ts';
import type { Guide } from '../../shared/model/guide.ts';
import type { MediaImage } from '../../shared/model/image.ts';
import type { Wiki } from '../../shared/model/wiki.ts';
import { temporaryFolder, testCore } from '../helpers/core.ts';
import type { TestCore } from '../helpers/core.ts';
import { addGuide, addUser, deskPerson, pair } from '../helpers/pair.ts';
import type { Pair } from '../helpers/pair.ts';
import { photo } from '../media/pictures.ts';

const upload = async ({ hub, admin }: Pick<Pair, 'hub' | 'admin'>): Promise<MediaImage> =>
  hub.json('POST /user/media/images?file=seal.png', {
    token: admin,
    body: new Uint8Array(await (await photo(900, 600)).png().toBuffer()),
  });

const page = (text: string): object => ({ namespace: 'WIKI', title: 'Seals', contents: text });

/** Returns a person's view of a picture, without its addresses. */
async function told(core: TestCore, id: number, token: string): Promise<unknown> {
  const response = await core.call(`GET /media/images/${id}`, { token });
  if (response.status !== 200) return response.status;
  const { guid, width, height, ratio, markup } = (await response.json()) as MediaImage;
  return { guid, width, height, ratio, markup };
}

const shows = async ({ desk }: Pair, guid: string): Promise<number> =>
  (await desk.fetch(new Request(`http://127.0.0.1/igi/${guid}.medium`))).status;

it('[F1.4] a picture that is only in the text of a page is known and shown at a desk', async () => {
  await using both = await pair();
  const { hub, desk, admin } = both;
  const { image } = await upload(both);
  await hub.json('POST /wikis', { token: admin, json: page(`See [image|${image.id}]`) });
  const ann = await deskPerson(both, 'ann', 'author');
  await both.round({ people: [ann] });
  const there = await told(hub, image.id, ann.token);
  expect(there).toMatchObject({ width: 900, height: 600 });
  expect(await told(desk, image.id, ann.token)).toEqual(there);
  expect(await shows(both, image.guid)).toBe(200);
  // A pending edit is rendered here.
  const { revisionid } = await desk.json<Wiki>('GET /wikis/WIKI/Seals', { token: ann.token });
  const edited = await desk.json<Wiki>(`PATCH /wikis/WIKI/Seals?revisionid=${revisionid}`, {
    token: ann.token,
    json: { contents: `Look at [image|${image.id}]` },
  });
  expect(edited.contents_rendered).toContain(`/igi/${image.guid}.`);
});

it("[F1.4] the size and the markers of a picture in a guide's text are for people who may fetch it", async () => {
  await using both = await pair();
  const { hub, desk, admin } = both;
  const { image } = await upload(both);
  await addGuide(hub, admin, { introduction: `See [image|${image.id}]` });
  const ann = await deskPerson(both, 'ann');
  const eve = await deskPerson(both, 'eve', 'admin');
  await both.round({ people: [ann] });
  expect(await told(hub, image.id, ann.token)).toBe(404);
  expect(await told(desk, image.id, ann.token)).toBe(404);
  expect(await told(desk, image.id, eve.token)).toMatchObject({ width: 0 });
  expect(await shows(both, image.guid)).toBe(200);
  await both.round({ people: [ann, eve] });
  expect(await told(desk, image.id, ann.token)).toBe(404);
  expect(await told(desk, image.id, eve.token)).toEqual(await told(hub, image.id, eve.token));
});

it('[F1.4] the size of a picture that is only in the draft of a guide is for people who may edit the guide', async () => {
  await using both = await pair();
  const { hub, desk, admin } = both;
  const eve = await deskPerson(both, 'eve', 'admin');
  const ann = await deskPerson(both, 'ann');
  const guideid = await addGuide(hub, admin);
  await hub.json('POST /guides/releases', { token: admin, json: { guideid, status: 'released' } });
  await both.round({ people: [eve] });
  const { image } = await upload(both);
  const { steps } = await hub.json<Guide>(`GET /guides/${guideid}`, { token: admin });
  const [step] = steps;
  await hub.json(`PATCH /guides/${guideid}/steps/${step?.stepid}?revisionid=${step?.revisionid}`, {
    token: admin,
    json: { media: { type: 'image', data: [image.id] } },
  });
  await both.round({ people: [eve, ann] });
  expect(await told(desk, image.id, eve.token)).toEqual(await told(hub, image.id, eve.token));
  expect(await told(hub, image.id, ann.token)).toBe(404);
  expect(await told(desk, image.id, ann.token)).toBe(404);
});

it('[F1.4] a hub sends pages with pictures again when it first starts with this version', async () => {
  using folder = temporaryFolder();
  let hub = testCore({ dataDir: folder.path });
  const newest = (): number => hub.ctx.store.read(null, (s) => s.feed.sequence);
  const start = async (): Promise<void> => {
    await hub[Symbol.asyncDispose]();
    hub = testCore({ dataDir: folder.path });
  };
  const admin = await addUser(hub, 'admin@example.org', 'admin');
  const { image } = await upload({ hub, admin });
  await hub.json('POST /wikis', { token: admin, json: page(`See [image|${image.id}]`) });
  await addGuide(hub, admin);
  const before = newest();
  await start();
  expect(newest()).toBe(before);
  hub.ctx.store.transact(null, (s) => s.db.run(sql`DELETE FROM meta WHERE key = 'pictures-of-pages-told'`));
  await start();
  await start();
  const told = hub.ctx.store.read(null, (s) => s.feed.after(before, 10));
  expect(told.map(({ kind }) => kind)).toEqual(['wiki']);
  await hub[Symbol.asyncDispose]();
});

it('a picture that a text shows stays when its owner removes it from the media manager', async () => {
  await using both = await pair();
  const { hub, desk } = both;
  const { token, ...ann } = await deskPerson(both, 'ann', 'author');
  const shown = await upload({ hub, admin: token });
  const unused = await upload({ hub, admin: token });
  await addGuide(hub, token, { introduction: `See [image|${shown.image.id}]` });
  await both.round({ people: [{ token, ...ann }] });
  await desk.json(`DELETE /user/media/images/${shown.image.id},${unused.image.id}`, { token });
  await both.round({ people: [{ token, ...ann }] });
  for (const core of [hub, desk]) {
    expect(await core.json('GET /user/media/images', { token })).toEqual([]);
    const statusOf = async ({ image }: MediaImage): Promise<number> =>
      (await core.fetch(new Request(`http://127.0.0.1/igi/${image.guid}.medium`))).status;
    expect(await statusOf(shown)).toBe(200);
    expect(await statusOf(unused)).toBe(404);
  }
});

it('[J10.1] [seed 70010013] a page shows the site’s version when that has all of an edit under other ids', async () => {
  await using both = await pair();
  const { hub, desk, net, admin } = both;
  await hub.json('POST /wikis', {
    token: admin,
    json: { namespace: 'WIKI', title: 'Seals', contents: 'Before.' },
  });
  const ann = await deskPerson(both, 'ann', 'author');
  await both.round({ people: [ann] });
  const read = (at: typeof hub): Promise<Wiki> => at.json('GET /wikis/WIKI/Seals', { token: admin });
  const { image } = await desk.json<{ image: { id: number } }>('POST /user/media/images?file=a.png', {
    token: ann.token,
    body: new Uint8Array(await (await photo(80, 60)).png().toBuffer()),
  });
  const before = await desk.json<Wiki>('GET /wikis/WIKI/Seals', { token: ann.token });
  await desk.json(`PATCH /wikis/WIKI/Seals?revisionid=${before.revisionid}`, {
    token: ann.token,
    json: { contents: `Before.\n\n[image|${image.id}]` },
  });
  // The hub gets the same text first, with the id that it gives to the picture later.
  await hub.json(`PATCH /wikis/WIKI/Seals?revisionid=${before.revisionid}`, {
    token: admin,
    json: { contents: 'Before.\n\n[image|1]' },
  });
  net.intercept = (request) =>
    request.includes('/user/media')
      ? { kind: 'status', status: 422, body: '{"message":"Not today"}' }
      : undefined;
  await both.round({ people: [ann] });
  net.intercept = undefined;
  const [parked] = desk.ctx.store.read(null, (s) => s.journal.list(['parked']));
  await desk.json(`POST /benchside/journal/${parked?.entryid}/retry`, { token: ann.token });
  expect(await both.round({ people: [ann] })).toMatchObject({ problem: null });
  expect(desk.ctx.store.read(null, (s) => s.journal.editCounts())).toMatchObject({ pending: 0, parked: 0 });
  expect(await read(hub)).toMatchObject({ contents_raw: 'Before.\n\n[image|1]' });
  const { revisionid, contents_raw } = await desk.json<Wiki>('GET /wikis/WIKI/Seals', { token: ann.token });
  expect([revisionid, contents_raw]).toEqual([(await read(hub)).revisionid, 'Before.\n\n[image|1]']);
});
