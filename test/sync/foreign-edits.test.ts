import { expect, it } from 'vitest';

import type { Comment } from '../../shared/model/comment.ts';
import type { JournalItem } from '../../shared/model/journal.ts';
import type { Wiki } from '../../shared/model/wiki.ts';
import type { WorkLogEntry } from '../../shared/model/work-log.ts';
import { addGuide, everything, journalOf, signInAt } from '../helpers/pair.ts';
import { workshop } from '../helpers/restorable.ts';
import { stick } from '../helpers/stick.ts';

it('[F4.12] [seed 700115] edits from a stick of what a restored hub has lost do not reach what has its ids now', async () => {
  using usb = stick();
  await using shop = await workshop();
  const guideid = await addGuide(shop.hub, shop.admin);
  const [ann, bo] = [await shop.bench('ann'), await shop.bench('bo')];
  await ann.round();
  await bo.round();
  const copy = await shop.backUp();
  await ann.ask('POST /wikis', { namespace: 'WIKI', title: 'Of Ann', contents: 'First.' });
  await ann.round();
  const lost = await ann.ask<Wiki>('GET /wikis/WIKI/Of%20Ann');
  await ann.ask(`PATCH /wikis/WIKI/Of%20Ann?revisionid=${lost.revisionid}`, { contents: 'First. Second.' });
  await ann.ask(`POST /comments/wiki/${lost.wikiid}`, { text: 'About the page of Ann' });
  await ann.ask(`POST /comments/guide/${guideid}`, { text: 'About the guide' });
  await usb.save(ann.desk);

  await shop.goOnWith(copy);
  await bo.ask('POST /wikis', { namespace: 'WIKI', title: 'Of Bo', contents: 'Another page.' });
  await bo.round();
  const page = await shop.hub.json<Wiki>('GET /wikis/WIKI/Of%20Bo', { token: shop.admin });
  expect(page.wikiid).toBe(lost.wikiid);
  expect(await usb.take(bo.desk)).toBe(3);
  const { token } = await signInAt(bo.desk, 'ann');
  const people = [bo.person, { ...ann.person, token }];
  expect((await bo.round({ people })).problem).toBeNull();
  expect((await bo.round({ people })).problem).toBeNull();

  expect(await shop.hub.json('GET /wikis/WIKI/Of%20Bo', { token: shop.admin })).toEqual(page);
  const comments = await shop.hub.json<Comment[]>('GET /comments', { token: shop.admin });
  expect(comments.map(({ text_raw }) => text_raw)).toEqual(['About the guide']);
  expect(await everything(bo.desk)).toEqual(await everything(shop.hub));
  const { entries } = await bo.desk.json<{ entries: JournalItem[] }>('GET /benchside/journal?state=parked', {
    token,
  });
  expect(entries.map(({ operation, body }) => [operation, body])).toEqual([
    ['POST /comments/{context}/{contextid}', { text: 'About the page of Ann' }],
    ['PATCH /wikis/{namespace}/{title}', { contents: 'First. Second.' }],
  ]);
  await bo.desk.json(`POST /benchside/journal/${entries[0]?.entryid}/retry`, { token });
  await bo.round({ people });
  const again = await bo.desk.json<JournalItem>(`GET /benchside/journal/${entries[0]?.entryid}`, { token });
  expect(again.cause?.message).toBe('The site was restored from a backup and no longer has this.');
});

it('[F4.8 F4.12] [seeds 1007697 1008611] a discarded edit from a stick does not bring what a restored hub has lost', async () => {
  using usb = stick();
  await using shop = await workshop();
  const guideid = await addGuide(shop.hub, shop.admin);
  const [ann, bo] = [await shop.bench('ann'), await shop.bench('bo')];
  await ann.round();
  await bo.round();
  const copy = await shop.backUp();
  await ann.ask(`POST /comments/guide/${guideid}`, { text: 'Lost' });
  await ann.ask('POST /work_log', { guideid, workorderid: 'Lost' });
  await ann.round();
  const [comment] = await ann.ask<Comment[]>('GET /comments');
  const { results } = await ann.ask<{ results: WorkLogEntry[] }>('GET /work_log?limit=5');
  await ann.ask(`DELETE /comments/${comment?.commentid}`);
  await ann.ask(`POST /work_log/${results[0]?.entryid}/suspend`, {});
  await usb.save(ann.desk);

  await shop.goOnWith(copy);
  await bo.round();
  expect(await usb.take(bo.desk)).toBe(2);
  const { token } = await signInAt(bo.desk, 'ann');
  const people = [bo.person, { ...ann.person, token }];
  expect((await bo.round({ people })).problem).toBeNull();
  const { entries } = await bo.desk.json<{ entries: JournalItem[] }>('GET /benchside/journal?state=parked', {
    token,
  });
  expect(entries).toHaveLength(2);
  for (const { entryid } of entries)
    await bo.desk.json(`POST /benchside/journal/${entryid}/discard`, { token });
  expect(await bo.desk.json('GET /comments', { token })).toEqual([]);
  expect(await bo.desk.json('GET /work_log?limit=5', { token })).toMatchObject({ results: [] });
});

it('[F4.12] edits from a stick are sent unchanged when their desk had read more of the same history', async () => {
  using usb = stick();
  await using shop = await workshop();
  const [ann, bo] = [await shop.bench('ann'), await shop.bench('bo')];
  await ann.round();
  await bo.round();
  const guideid = await addGuide(shop.hub, shop.admin);
  await ann.round();
  await ann.ask(`POST /comments/guide/${guideid}`, { text: 'About the guide' });
  await usb.save(ann.desk);
  expect(await usb.take(bo.desk)).toBe(1);
  const { token } = await signInAt(bo.desk, 'ann');
  expect((await bo.round({ people: [bo.person, { ...ann.person, token }] })).round).toMatchObject({
    pushed: 1,
  });
  expect(await everything(bo.desk)).toEqual(await everything(shop.hub));
});

it('[F4.24] an edit from a stick of what only the restored hub has is sent by a desk that learns of the restore later', async () => {
  using usb = stick();
  await using shop = await workshop();
  await addGuide(shop.hub, shop.admin);
  const [ann, bo] = [await shop.bench('ann'), await shop.bench('bo')];
  const { token } = await signInAt(bo.desk, 'ann');
  const copy = await shop.backUp();
  await addGuide(shop.hub, shop.admin, { title: 'Lost' });
  await ann.round();
  await bo.round();
  await shop.goOnWith(copy);
  await ann.round();
  const guideid = await addGuide(shop.hub, shop.admin, { title: 'New' });
  await ann.round();
  await ann.ask(`POST /comments/guide/${guideid}`, { text: 'About the new one' });
  await usb.save(ann.desk);
  expect(await usb.take(bo.desk)).toBe(1);
  const people = [bo.person, { ...ann.person, token }];
  for (let n = 0; n < 2; n += 1) expect((await bo.round({ people })).problem).toBeNull();
  expect(await shop.hub.json<Comment[]>('GET /comments', { token: shop.admin })).toMatchObject([
    { text_raw: 'About the new one', contextid: guideid },
  ]);
  expect(await everything(bo.desk)).toEqual(await everything(shop.hub));
});

it('[F4.25] an edit from a stick does not reach another guide if the hub is restored after it was asked and before the edit arrived', async () => {
  using usb = stick();
  await using shop = await workshop();
  await addGuide(shop.hub, shop.admin);
  const [ann, bo] = [await shop.bench('ann'), await shop.bench('bo')];
  await bo.round();
  const { token } = await signInAt(bo.desk, 'ann');
  const copy = await shop.backUp();
  const lost = await addGuide(shop.hub, shop.admin, { title: 'Lost' });
  await ann.round();
  await ann.ask(`POST /comments/guide/${lost}`, { text: 'About the lost one' });
  await usb.save(ann.desk);
  expect(await usb.take(bo.desk)).toBe(1);
  const people = [bo.person, { ...ann.person, token }];
  shop.blocks = '/comments';
  expect((await bo.round({ people })).problem?.kind).toBe('server-error');
  shop.blocks = undefined;
  await shop.goOnWith(copy);
  expect(await addGuide(shop.hub, shop.admin, { title: 'Other' })).toBe(lost);
  for (let n = 0; n < 2; n += 1) expect((await bo.round({ people })).problem).toBeNull();
  expect(await shop.hub.json<Comment[]>('GET /comments', { token: shop.admin })).toEqual([]);
  expect((await journalOf(bo, { ...ann.person, token }, 'parked')).map(({ body }) => body)).toEqual([
    { text: 'About the lost one' },
  ]);
});

it('[J11.8] [seed 70280185] a page that waited here only for a comment from a stick goes when the comment is discarded', async () => {
  using usb = stick();
  await using shop = await workshop();
  const guideid = await addGuide(shop.hub, shop.admin);
  const [ann, bo] = [await shop.bench('ann'), await shop.bench('bo')];
  await ann.round();
  await bo.round();
  const copy = await shop.backUp();
  const { revisionid } = await ann.ask<{ revisionid: number }>(`GET /guides/${guideid}`);
  await ann.ask(`PATCH /guides/${guideid}?revisionid=${revisionid}`, { tools: [{ name: 'Wrench' }] });
  shop.blocks = '/benchside/changes';
  await ann.round();
  shop.blocks = undefined;
  const { wikiid } = await ann.ask<Wiki>('GET /wikis/ITEM/Wrench');
  await ann.ask(`POST /comments/wiki/${wikiid}`, { text: 'About the wrench' });
  expect(await usb.save(ann.desk)).toBe(1);
  expect(await usb.take(bo.desk)).toBe(1);
  await shop.goOnWith(copy);
  const { token } = await signInAt(bo.desk, 'ann');
  const people = [bo.person, { ...ann.person, token }];
  for (let n = 0; n < 2; n += 1) expect((await bo.round({ people })).problem).toBeNull();
  expect(await bo.ask('GET /wikis/ITEM?includeStubs')).toMatchObject([{ title: 'Wrench' }]);
  const { entries } = await bo.desk.json<{ entries: JournalItem[] }>('GET /benchside/journal?state=parked', {
    token,
  });
  await bo.desk.json(`POST /benchside/journal/${entries[0]?.entryid}/discard`, { token });
  expect(await bo.ask('GET /wikis/ITEM?includeStubs')).toEqual([]);
});

it('[J2.9] [seed 70006154] an edit from a stick of a page that the site has made along reaches that page', async () => {
  using usb = stick();
  await using shop = await workshop();
  const [ann, bo] = [await shop.bench('ann'), await shop.bench('bo')];
  const guideid = await addGuide(shop.hub, shop.admin);
  await ann.round();
  await bo.round();
  // The numbers that this desk has given have a meaning here.
  for (let n = 0; n < 20; n += 1) await bo.ask(`POST /comments/guide/${guideid}`, { text: `Comment ${n}` });
  await bo.round();
  await ann.ask('POST /guides', {
    category: 'Press',
    type: 'repair',
    title: 'Mend the press',
    public: true,
  });
  shop.blocks = '/benchside/changes';
  await ann.round();
  shop.blocks = undefined;
  const page = await ann.ask<Wiki>('GET /wikis/CATEGORY/Press');
  expect(page.revisionid).toBeLessThan(0);
  await ann.ask(`PATCH /wikis/CATEGORY/Press?revisionid=${page.revisionid}`, { contents: 'By Ann' });
  expect(await usb.save(ann.desk)).toBe(1);
  expect(await usb.take(bo.desk)).toBe(1);
  const { token } = await signInAt(bo.desk, 'ann');
  expect(await bo.round({ people: [bo.person, { ...ann.person, token }] })).toMatchObject({
    problem: null,
    round: { pushed: 1 },
  });
  for (const at of [shop.hub, bo.desk])
    expect(await at.json('GET /wikis/CATEGORY/Press', { token: shop.admin })).toMatchObject({
      contents_raw: 'By Ann',
    });
  await ann.round();
  expect(await everything(ann.desk)).toEqual(await everything(shop.hub));
});

it.each(['mine', 'theirs'] as const)(
  '[J7.15] [seed 71040180] a page from a stick is shown instead of the page of that title, until a person decides for %s',
  async (take) => {
    using usb = stick();
    await using shop = await workshop();
    const [ann, bo] = [await shop.bench('ann'), await shop.bench('bo')];
    await ann.round();
    const made = { namespace: 'WIKI', title: 'Bearings' };
    await ann.ask('POST /wikis', { ...made, contents: 'Of Ann.' });
    await usb.save(ann.desk);
    await shop.hub.json('POST /wikis', { token: shop.admin, json: { ...made, contents: 'Of the hub.' } });
    await bo.round();
    const shown = async (): Promise<string> => (await bo.ask<Wiki>('GET /wikis/WIKI/Bearings')).contents_raw;
    expect(await shown()).toBe('Of the hub.');
    await usb.take(bo.desk);
    expect(await shown()).toBe('Of Ann.');
    const { token } = await signInAt(bo.desk, 'ann');
    const people = [bo.person, { ...ann.person, token }];
    await bo.round({ people });
    expect(await shown()).toBe('Of Ann.');
    const { entries } = await bo.desk.json<{ entries: JournalItem[] }>(
      'GET /benchside/journal?state=parked',
      {
        token,
      },
    );
    expect(entries.map(({ cause }) => cause?.kind)).toEqual(['conflict']);
    await bo.desk.json(`POST /benchside/journal/${entries[0]?.entryid}/decide`, { token, json: { take } });
    await bo.round({ people });
    expect(await shown()).toBe(take === 'mine' ? 'Of Ann.' : 'Of the hub.');
    expect(await everything(bo.desk)).toEqual(await everything(shop.hub));
  },
);
