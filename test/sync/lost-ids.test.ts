import { expect, it } from 'vitest';

import type { Comment } from '../../shared/model/comment.ts';
import type { Guide } from '../../shared/model/guide.ts';
import type { Release } from '../../shared/model/release.ts';
import type { JournalItem } from '../../shared/model/journal.ts';
import type { Wiki } from '../../shared/model/wiki.ts';
import type { TestCore } from '../helpers/core.ts';
import { corners } from '../media/pictures.ts';
import { addGuide } from '../helpers/pair.ts';
import { workshop } from '../helpers/restorable.ts';
import type { Bench } from '../helpers/restorable.ts';

const seal = { namespace: 'ITEM', title: 'Seal' };

it('[F4.2] [seed 6000071] edits of a page that was deleted here and that a restored hub has lost can be decided', async () => {
  await using shop = await workshop();
  const ann = await shop.bench('ann');
  await ann.round();
  const copy = await shop.backUp();
  await shop.hub.json('POST /wikis', {
    token: shop.admin,
    json: { ...seal, contents: 'First.' },
  });
  await ann.round();
  const page = '/wikis/ITEM/Seal';
  const { revisionid } = await ann.ask<Wiki>(`GET ${page}`);
  const edited = await ann.ask<Wiki>(`PATCH ${page}?revisionid=${revisionid}`, { contents: 'Second.' });
  await ann.ask(`DELETE ${page}?revisionid=${edited.revisionid}`);
  await shop.goOnWith(copy);
  expect((await ann.round()).problem).toBeNull();
  const list = async (): Promise<JournalItem[]> =>
    (await ann.ask<{ entries: JournalItem[] }>('GET /benchside/journal?state=pending,parked')).entries;
  const [lost] = (await list()).filter(({ state }) => state === 'parked');
  expect(lost).toMatchObject({ operation: 'PATCH /wikis/{namespace}/{title}', cause: { kind: 'gone' } });
  await ann.ask(`POST /benchside/journal/${lost?.entryid}/retry`, {});
  for (let n = 0; n < 2; n += 1) expect((await ann.round()).problem).toBeNull();
  expect((await list()).at(-1)).toMatchObject({
    entryid: lost?.entryid,
    state: 'parked',
    cause: { kind: 'gone', message: 'Wiki not found' },
  });
  await ann.ask(`POST /benchside/journal/${lost?.entryid}/discard`, {});
  expect((await ann.round()).problem).toBeNull();
  expect(await list()).toEqual([]);
});

it('[F4.16] [seed 5000296] while the feed of a restored hub is read, nothing is shown under the ids that it has lost', async () => {
  await using shop = await workshop();
  const ann = await shop.bench('ann');
  await addGuide(shop.hub, shop.admin, { title: 'Kept' }, 0);
  await ann.round();
  const copy = await shop.backUp();
  const guideid = await addGuide(shop.hub, shop.admin, { title: 'Lost' }, 0);
  const comment = await shop.hub.json<Comment>('POST /comments/guide/1', {
    token: shop.admin,
    json: { text: 'Lost, too' },
  });
  await shop.hub.json('POST /wikis', { token: shop.admin, json: { ...seal, contents: 'First.' } });
  await ann.round();
  const paths = [`/guides/${guideid}`, `/comments/${comment.commentid}`, '/wikis/ITEM/Seal'];
  const answers = (): Promise<number[]> => Promise.all(paths.map(async (path) => await statusOf(ann, path)));
  expect(await answers()).toEqual([200, 200, 200]);

  await shop.goOnWith(copy);
  let during: number[] = [];
  shop.before = { part: 'changes?after=0', act: async () => void (during = await answers()) };
  expect((await ann.round()).problem).toBeNull();
  expect(during).toEqual([404, 404, 404]);
  expect(await ann.ask('GET /guides/1')).toMatchObject({ title: 'Kept' });
});

it('[F4.16] [R3] a hub that has lost most of what is here is read only after a person confirmed it', async () => {
  await using shop = await workshop();
  const ann = await shop.bench('ann');
  const copy = await shop.backUp();
  const ids: number[] = [];
  for (let n = 0; n < 30; n += 1) ids.push(await addGuide(shop.hub, shop.admin, { title: `Lost ${n}` }, 0));
  await ann.round();
  await shop.goOnWith(copy);
  await addGuide(shop.hub, shop.admin, { title: 'Something else' }, 0);
  const { problem } = await ann.round();
  expect(problem?.kind).toBe('mass-disappearance');
  expect(await ann.ask(`GET /guides/${ids[0]}`)).toMatchObject({ title: 'Lost 0' });

  expect((await ann.round({ acceptRemovals: true })).problem).toBeNull();
  expect(await ann.ask<Guide[]>('GET /guides')).toMatchObject([{ title: 'Something else' }]);
});

it('[F4.2] [seed 8200037] a release that was given up does not come back with a lost one that superseded it', async () => {
  await using shop = await workshop();
  const ann = await shop.bench('ann');
  const guideid = await addGuide(shop.hub, shop.admin, {}, 0);
  await ann.round();
  const copy = await shop.backUp();
  for (const title of ['First', 'Second', 'Third'])
    await ann.ask('POST /guides/releases', { guideid, title, status: 'released' });
  setRole(shop.hub, ann, 'technician');
  await ann.round();
  setRole(shop.hub, ann, 'admin');
  const waiting = async (): Promise<JournalItem[]> =>
    (await ann.ask<{ entries: JournalItem[] }>('GET /benchside/journal?state=pending,parked')).entries;
  const refused = (await waiting()).find(({ state }) => state === 'parked');
  await ann.ask(`POST /benchside/journal/${refused?.entryid}/discard`, {});
  expect(await ann.round()).toMatchObject({ problem: null, round: { pushed: 1 } });

  await shop.goOnWith(copy);
  expect((await ann.round()).problem).toBeNull();
  await ann.ask(`POST /benchside/journal/${(await waiting())[0]?.entryid}/retry`, {});
  for (let n = 0; n < 2; n += 1) expect((await ann.round()).problem).toBeNull();
  const { releases } = await ann.ask<{ releases: Release[] }>(`GET /guides/${guideid}/releases`);
  expect(releases.map(({ title, status }) => [title, status])).toEqual([['Third', 'released']]);
});

const statusOf = async ({ desk, person }: Bench, path: string): Promise<number> =>
  (await desk.call(`GET ${path}`, { token: person.token })).status;

const setRole = (hub: TestCore, { person }: Bench, role: 'technician' | 'admin'): void =>
  hub.ctx.store.transact(null, (w) => w.users.update(person.userid, { role }));

it('[F4.17] [chaos seed 26112615] a lost guide is recreated without what can no longer be set', async () => {
  await using shop = await workshop();
  const first = await addGuide(shop.hub, shop.admin);
  const ann = await shop.bench('ann');
  await ann.round();
  const copy = await shop.backUp();
  const admin = { token: shop.admin };
  const { documentid } = await shop.hub.json<{ documentid: number }>(
    'POST /user/media/documents?file=a.txt',
    {
      ...admin,
      body: new TextEncoder().encode('Text.'),
    },
  );
  const { image } = await shop.hub.json<{ image: { id: number } }>('POST /user/media/images?file=a.png', {
    ...admin,
    body: new Uint8Array(await (await corners()).png().toBuffer()),
  });
  const { guideid: lost } = await shop.hub.json<Guide>('POST /guides', {
    ...admin,
    json: {
      category: 'Pump',
      type: 'repair',
      title: 'Lost',
      public: true,
      prerequisites: [first],
      documents: [documentid],
      featured_documentid: documentid,
      image: image.id,
    },
  });
  await ann.round();
  const { revisionid } = await ann.ask<Guide>(`GET /guides/${lost}`);
  await ann.ask(`PATCH /guides/${lost}?revisionid=${revisionid}`, { conclusion: 'Done.' });
  const { revisionid: of } = await ann.ask<Guide>(`GET /guides/${first}`);
  await ann.ask(`DELETE /guides/${first}?revisionid=${of}`);
  await shop.goOnWith(copy);
  expect((await ann.round()).problem).toBeNull();
  expect((await ann.round()).problem).toBeNull();
  const [made] = (await ann.ask<{ entries: JournalItem[] }>('GET /benchside/journal?state=parked')).entries;
  await ann.ask(`POST /benchside/journal/${made?.entryid}/retry`, {});
  for (let n = 0; n < 2; n += 1) await ann.round();
  const again = (await shop.hub.json<Guide[]>('GET /guides')).find(({ title }) => title === 'Lost');
  expect(await shop.hub.json(`GET /guides/${again?.guideid}`)).toMatchObject({
    conclusion_raw: 'Done.',
    prerequisites: [],
    documents: [],
    image: null,
  });
});
