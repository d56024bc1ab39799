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
