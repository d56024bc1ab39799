import { expect, it } from 'vitest';

import type { Comment } from '../../shared/model/comment.ts';
import type { Guide } from '../../shared/model/guide.ts';
import type { JournalItem } from '../../shared/model/journal.ts';
import type { Wiki } from '../../shared/model/wiki.ts';
import type { WorkLogEntry } from '../../shared/model/work-log.ts';
import type { TestCore } from '../helpers/core.ts';
import { addGuide, deskPerson, everything } from '../helpers/pair.ts';
import { workshop } from '../helpers/restorable.ts';
import type { Bench } from '../helpers/restorable.ts';

const guide = (title: string): object => ({ category: 'Pump', type: 'repair', title, public: true });

const parked = async ({ ask }: Bench): Promise<JournalItem[]> =>
  (await ask<{ entries: JournalItem[] }>('GET /benchside/journal?state=parked')).entries;

async function shown(
  { desk, person: { token } }: Pick<Bench, 'desk' | 'person'>,
  guideid: number,
): Promise<unknown> {
  const routes = [
    `/guides/${guideid}/tags`,
    '/comments',
    `/step_forms/guideid/${guideid}`,
    '/work_log?limit=20',
    '/user/favorites/guides',
    '/translation_glossary/entries',
    `/guides/${guideid}?langid=de`,
  ];
  const answers = await Promise.all(routes.map((route) => desk.json(`GET ${route}`, { token })));
  return JSON.parse(JSON.stringify(answers).replaceAll(/http:\/\/[\w.:]+\//g, 'http://site/'));
}

it('[F4.8] [chaos seed 5056] discarding edits of a document that a restored hub has lost does not restore the document here', async () => {
  await using shop = await workshop();
  const guideid = await addGuide(shop.hub, shop.admin);
  const ann = await shop.bench('ann');
  const copy = await shop.backUp();
  const { token } = ann.person;
  const comment = await shop.hub.json<Comment>(`POST /comments/guide/${guideid}`, {
    token,
    json: { text: 'Lost' },
  });
  const run = await shop.hub.json<WorkLogEntry>('POST /work_log', {
    token,
    json: { guideid, workorderid: 'Lost' },
  });
  await shop.hub.json('POST /wikis', {
    token,
    json: { namespace: 'WIKI', title: 'Gasket', contents: 'Lost' },
  });
  await ann.round();
  await ann.ask(`DELETE /comments/${comment.commentid}`);
  await ann.ask(`POST /work_log/${run.entryid}/finish`, {});
  const { revisionid } = await ann.ask<Wiki>('GET /wikis/WIKI/Gasket');
  await ann.ask(`DELETE /wikis/WIKI/Gasket?revisionid=${revisionid}`);
  await shop.goOnWith(copy);
  expect((await ann.round()).problem).toBeNull();
  const waiting = await parked(ann);
  expect(waiting).toHaveLength(3);
  for (const { entryid } of waiting) await ann.ask(`POST /benchside/journal/${entryid}/discard`, {});
  const shown = (core: TestCore): Promise<unknown> =>
    Promise.all(
      ['/comments', '/work_log?limit=20', '/wikis/WIKI'].map((path) => core.json(`GET ${path}`, { token })),
    );
  expect(await shown(ann.desk)).toEqual(await shown(shop.hub));
});

it('[F4.1] [chaos 2] things that a restored hub has lost disappear from every desk, of every kind', async () => {
  await using shop = await workshop();
  const guideid = await addGuide(shop.hub, shop.admin);
  shop.hub.ctx.store.transact(null, (s) => {
    s.meta.set('site', { ...s.meta.site, langids: ['en', 'de'] });
    s.feed.record('site', 0);
  });
  const [ann, bo] = [await shop.bench('ann'), await shop.bench('bo')];
  await ann.round();
  await bo.round();
  const copy = await shop.backUp();
  const { ask } = ann;
  const { revisionid, steps } = await ask<Guide>(`GET /guides/${guideid}`);
  await ask(`PUT /guides/${guideid}/tag`, { tag: 'seal' });
  await ask(`POST /comments/guide/${guideid}`, { text: 'Lost' });
  await ask('POST /wikis', { namespace: 'WIKI', title: 'Gasket', contents: 'Lost' });
  await ask(`POST /comments/wiki/1`, { text: 'Lost, too' }).catch(() => undefined);
  await ask(`POST /step_forms/${steps[0]?.stepid}`, { fields: [{ field_type: 'Text Input', label: 'A' }] });
  await ask('POST /work_log', { guideid, workorderid: 'A 1' });
  await ask(`PUT /user/favorites/guides/${guideid}`);
  await ask('PUT /translation_glossary/entries', {
    entries: [{ term: 'seal', translations: { de: 'Dichtung' } }],
  });
  await ask(`PATCH /guides/${guideid}?revisionid=${revisionid}&langid=de`, { title: 'Die Pumpe' });
  await ask('POST /guides', guide('Lost'));
  for (const bench of [ann, bo, ann]) expect((await bench.round()).problem).toBeNull();

  await shop.goOnWith(copy);
  await addGuide(shop.hub, shop.admin, { title: 'After the backup' });
  for (const bench of [ann, bo]) expect((await bench.round({ acceptRemovals: true })).problem).toBeNull();
  expect(await shown(bo, guideid)).toEqual(await shown({ ...bo, desk: shop.hub }, guideid));
  expect(await everything(bo.desk)).toEqual(await everything(shop.hub));
  // The author of the lost edits still has them, until she decides.
  for (const { entryid, state } of await parked(ann))
    if (state === 'parked')
      await ask(`POST /benchside/journal/${entryid}/discard`, {}).catch(() => undefined);
  expect(await parked(ann)).toEqual([]);
  await ann.round();
  expect(await shown(ann, guideid)).toEqual(await shown({ ...ann, desk: shop.hub }, guideid));
  expect(await everything(ann.desk)).toEqual(await everything(shop.hub));
});

it('[F4.1] [seed 700613] a job with the id of a lost job is not shown to the person who had the lost one', async () => {
  await using shop = await workshop();
  const guideid = await addGuide(shop.hub, shop.admin);
  const ann = await shop.bench('ann');
  const tess = await deskPerson({ hub: shop.hub, desk: ann.desk }, 'tess', 'technician');
  const people = [ann.person, tess];
  await ann.round({ people });
  const copy = await shop.backUp();
  const begin = (token: string, workorderid: string): Promise<WorkLogEntry> =>
    shop.hub.json('POST /work_log', { token, json: { guideid, workorderid } });
  const lost = await begin(tess.token, 'T 1');
  await ann.round({ people });
  await shop.goOnWith(copy);
  expect((await begin(ann.person.token, 'A 1')).entryid).toBe(lost.entryid);
  expect((await ann.round({ people })).problem).toBeNull();
  for (const core of [shop.hub, ann.desk])
    expect(await core.json('GET /work_log?limit=20', { token: tess.token })).toMatchObject({ results: [] });
});

it('[F4.10] [seed 500422] edits of a page that was made along with a lost guide wait behind the edit that makes it', async () => {
  await using shop = await workshop();
  const ann = await shop.bench('ann');
  await ann.round();
  const copy = await shop.backUp();
  const made = await ann.ask<Guide>('POST /guides', guide('Of Ann'));
  await ann.round();
  const { guideid, revisionid } = await ann.ask<Guide>(`GET /guides/${made.guideid}`);
  await ann.ask(`PATCH /guides/${guideid}?revisionid=${revisionid}`, {
    tools: [{ name: 'Wrench', quantity: 1 }],
  });
  const page = await ann.ask<Wiki>('GET /wikis/ITEM/Wrench');
  await ann.ask(`POST /comments/wiki/${page.wikiid}`, { text: 'By Ann' });
  await ann.ask(`PATCH /wikis/ITEM/Wrench?revisionid=${page.revisionid}`, { contents: 'By Ann, too.' });
  await shop.goOnWith(copy);
  await ann.round();
  await ann.round();
  const { entries } = await ann.ask<{ entries: JournalItem[] }>(
    'GET /benchside/journal?state=pending,parked&limit=20',
  );
  expect(entries.map(({ operation, state }) => `${state} ${operation}`).toReversed()).toEqual([
    'parked POST /guides',
    'pending POST /comments/{context}/{contextid}',
    'pending PATCH /wikis/{namespace}/{title}',
  ]);
  await ann.ask(`POST /benchside/journal/${entries.at(-1)?.entryid}/retry`, {});
  for (let n = 0; n < 3; n += 1) await ann.round();
  const onHub = <T>(route: string): Promise<T> => shop.hub.json<T>(route, { token: ann.person.token });
  expect(await onHub('GET /wikis/ITEM/Wrench')).toMatchObject({ contents_raw: 'By Ann, too.' });
  expect(await onHub('GET /comments')).toMatchObject([{ text_raw: 'By Ann' }]);
});

it('[F4.14] an edit of a guide is kept beside the page that it made, if a restored hub has lost both', async () => {
  await using shop = await workshop();
  const guideid = await addGuide(shop.hub, shop.admin);
  const ann = await shop.bench('ann');
  await ann.round();
  const copy = await shop.backUp();
  const { revisionid } = await ann.ask<Guide>(`GET /guides/${guideid}`);
  await ann.ask(`PATCH /guides/${guideid}?revisionid=${revisionid}`, {
    summary: 'By Ann',
    tools: [{ name: 'Wrench', quantity: 1 }],
  });
  await ann.round();
  const page = await ann.ask<Wiki>('GET /wikis/ITEM/Wrench');
  await ann.ask(`PATCH /wikis/ITEM/Wrench?revisionid=${page.revisionid}`, { contents: 'By Ann, too.' });
  await ann.round();
  await shop.goOnWith(copy);
  await ann.round();
  await ann.round();
  await ann.ask('POST /benchside/journal/retry_lost', {});
  for (let n = 0; n < 3; n += 1) await ann.round();
  expect(await parked(ann)).toEqual([]);
  const onHub = (route: string): Promise<unknown> => shop.hub.json(route, { token: ann.person.token });
  expect(await onHub(`GET /guides/${guideid}`)).toMatchObject({
    summary: 'By Ann',
    tools: [{ text: 'Wrench' }],
  });
  expect(await onHub('GET /wikis/ITEM/Wrench')).toMatchObject({ contents_raw: 'By Ann, too.' });
});

it('[F4.14] [seed 1004615] a guide made and deleted here that a restored hub has lost is not shown again', async () => {
  await using shop = await workshop();
  const ann = await shop.bench('ann');
  await ann.round();
  const copy = await shop.backUp();
  const made = await ann.ask<Guide>('POST /guides', { ...guide('Of Ann'), category: 'Press' });
  await ann.ask(`DELETE /guides/${made.guideid}?revisionid=${made.revisionid}`);
  await ann.round();
  await shop.goOnWith(copy);
  await ann.round();
  await ann.round();
  expect((await parked(ann)).map(({ operation }) => operation).toSorted()).toEqual([
    'DELETE /guides/{guideid}',
    'POST /guides',
  ]);
  for (const { entryid, operation } of await parked(ann))
    if (operation === 'POST /guides') await ann.ask(`POST /benchside/journal/${entryid}/discard`, {});
  await ann.round();
  expect(await ann.ask('GET /guides?includePrivate')).toEqual([]);
});

it('[F4.16] [seed 70280162] a lost page that was deleted here does not come back in the place of one made again', async () => {
  await using shop = await workshop();
  const ann = await shop.bench('ann');
  await ann.round();
  const copy = await shop.backUp();
  await ann.ask('POST /guides', { ...guide('Of Ann'), category: 'Press' });
  await ann.round();
  const { revisionid } = await ann.ask<Wiki>('GET /wikis/CATEGORY/Press');
  await ann.ask(`DELETE /wikis/CATEGORY/Press?revisionid=${revisionid}`);
  await ann.round();
  await shop.goOnWith(copy);
  await ann.round();
  const [making] = (await parked(ann)).filter(({ operation }) => operation === 'POST /guides');
  expect(await ann.ask('GET /wikis/CATEGORY')).toMatchObject([{ title: 'Press' }]);
  await ann.ask(`POST /benchside/journal/${making?.entryid}/discard`, {});
  expect(await everything(ann.desk)).toEqual(await everything(shop.hub));
});

it('[F4.2] [seed 700605] tags of an unsent guide or page made here are not taken for lost', async () => {
  await using shop = await workshop();
  const ann = await shop.bench('ann');
  await ann.round();
  const copy = await shop.backUp();
  await addGuide(shop.hub, shop.admin, { title: 'Lost' });
  await ann.round();
  const made = await ann.ask<Guide>('POST /guides', guide('Of Ann'));
  await ann.ask(`PUT /guides/${made.guideid}/tag`, { tag: 'quick' });
  await ann.ask('POST /wikis', { namespace: 'WIKI', title: 'Belts', contents: 'About belts.' });
  await ann.ask('PUT /wikis/WIKI/Belts/tag', { tag: 'rubber' });
  await shop.goOnWith(copy);
  for (let n = 0; n < 3; n += 1) expect((await ann.round()).problem).toBeNull();
  expect(await parked(ann)).toEqual([]);
  expect(await shop.hub.json('GET /tags')).toEqual(['quick', 'rubber']);
});

it('[F4.11] [seed 71331319] a comment on a new step that was deleted again waits because the step is gone, not because of a discarded edit', async () => {
  await using shop = await workshop();
  const ann = await shop.bench('ann');
  const copy = await shop.backUp();
  const guideid = await addGuide(shop.hub, shop.admin);
  await ann.round();
  const line = { text: 'Step', bullet: 'black', level: 0 };
  const { steps } = await ann.ask<Guide>(`POST /guides/${guideid}/steps`, { orderby: 1, lines: [line] });
  const made = steps.find(({ stepid }) => stepid < 0);
  await ann.ask(`POST /comments/step/${made?.stepid}`, { text: 'How tight?' });
  await ann.ask(`DELETE /guides/${guideid}/steps/${made?.stepid}?revisionid=${made?.revisionid}`);
  await shop.goOnWith(copy);
  for (let n = 0; n < 2; n += 1) expect((await ann.round()).problem).toBeNull();
  const causes = (await parked(ann)).map(({ operation, cause }) => [operation, cause?.message]);
  expect(causes).toContainEqual([
    'POST /comments/{context}/{contextid}',
    expect.stringContaining('Your edit is kept here'),
  ]);
});
