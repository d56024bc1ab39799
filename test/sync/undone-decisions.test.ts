import { expect, it } from 'vitest';

import type { Guide } from '../../shared/model/guide.ts';
import type { JournalItem } from '../../shared/model/journal.ts';
import type { StepForm } from '../../shared/model/step-form.ts';
import type { Wiki } from '../../shared/model/wiki.ts';
import type { TestCore } from '../helpers/core.ts';
import { addGuide, deskPerson, everything, journalOf, pair } from '../helpers/pair.ts';
import type { DeskPerson, Pair } from '../helpers/pair.ts';
import { workshop } from '../helpers/restorable.ts';
import type { Bench, Workshop } from '../helpers/restorable.ts';

const guide = (title: string): object => ({ category: 'Pump', type: 'repair', title, public: true });

const counts = ({ desk }: Pair): unknown => desk.ctx.store.read(null, (s) => s.journal.editCounts());

async function change(core: TestCore, token: string, guideid: number, json: object): Promise<void> {
  const { revisionid } = await core.json<Guide>(`GET /guides/${guideid}?unpatrolled`, { token });
  await core.json(`PATCH /guides/${guideid}?revisionid=${revisionid}`, { token, json });
}

const decide = (
  desk: TestCore,
  { token }: DeskPerson,
  item: JournalItem | undefined,
  json: object,
): Promise<JournalItem> => desk.json(`POST /benchside/journal/${item?.entryid}/decide`, { token, json });

/** @returns the status of the answer: 422 if the decision can no longer be undone */
const undecide = async (
  desk: TestCore,
  { token }: DeskPerson,
  item: JournalItem | undefined,
): Promise<number> =>
  (await desk.call(`POST /benchside/journal/${item?.entryid}/undecide`, { token })).status;

const parkedAt = async ({ ask }: Bench): Promise<JournalItem[]> =>
  (await ask<{ entries: JournalItem[] }>('GET /benchside/journal?state=parked')).entries;

/** Makes Ann and an admin change one text of a guide, and parks Ann's edit. */
async function conflictOf(shop: Workshop, ann: Bench, guideid: number): Promise<JournalItem | undefined> {
  await change(ann.desk, ann.person.token, guideid, { conclusion: 'By Ann' });
  await change(shop.hub, shop.admin, guideid, { conclusion: 'By the admin' });
  await ann.round();
  const [item] = await parkedAt(ann);
  expect(item?.cause?.kind).toBe('conflict');
  return item;
}

it('[J7.18] a decision cannot be undone after the hub was restored, whose ids may mean other things now', async () => {
  await using shop = await workshop();
  await addGuide(shop.hub, shop.admin);
  const [ann, bo] = [await shop.bench('ann'), await shop.bench('bo')];
  await ann.round();
  await bo.round();
  const copy = await shop.backUp();
  const { guideid } = await shop.hub.json<Guide>('POST /guides', {
    token: shop.admin,
    json: guide('Of Ann'),
  });
  await ann.round();
  const item = await conflictOf(shop, ann, guideid);
  await decide(ann.desk, ann.person, item, { take: 'theirs' });
  await shop.goOnWith(copy);
  await bo.ask<Guide>('POST /guides', guide('Of Bo'));
  await bo.round();
  await bo.round();
  for (let n = 0; n < 2; n += 1) expect((await ann.round()).problem).toBeNull();
  expect(await undecide(ann.desk, ann.person, item)).toBe(422);
  expect(await ann.ask(`GET /guides/${guideid}`)).toMatchObject({ title: 'Of Bo', conclusion_raw: '' });
  expect(ann.desk.ctx.store.read(null, (s) => s.journal.verify())).toEqual([]);
});

it('[J7.18] a decision cannot be undone after a restore if its edit was replaced by one that names nothing that the hub has lost', async () => {
  await using shop = await workshop();
  await addGuide(shop.hub, shop.admin);
  const ann = await shop.bench('ann');
  await ann.round();
  const copy = await shop.backUp();
  const { guideid } = await shop.hub.json<Guide>('POST /guides', { token: shop.admin, json: guide('New') });
  await ann.round();
  const item = await conflictOf(shop, ann, guideid);
  await decide(ann.desk, ann.person, item, { take: 'mine' });
  await shop.goOnWith(copy);
  for (let n = 0; n < 2; n += 1) expect((await ann.round()).problem).toBeNull();
  const before = await parkedAt(ann);
  expect(await undecide(ann.desk, ann.person, item)).toBe(422);
  expect(await parkedAt(ann)).toEqual(before);
});

it('[J7.18] a decision about an edit cannot be undone after somebody recreated the guide that contains it', async () => {
  await using both = await pair();
  const { hub, desk, admin } = both;
  const guideid = await addGuide(hub, admin);
  const { steps } = await hub.json<Guide>(`GET /guides/${guideid}`);
  const write = (core: TestCore, token: string, label: string, form?: StepForm): Promise<StepForm> => {
    const field_guid = form?.fields[0]?.field_guid;
    const field = { field_type: 'Text Input', label, required: false, ...(field_guid && { field_guid }) };
    const form_revisionid = form?.form_revisionid ?? null;
    return core.json(`POST /step_forms/${steps[0]?.stepid}`, {
      token,
      json: { fields: [field], form_revisionid },
    });
  };
  const form = await write(hub, admin, 'Torque');
  const [ann, ben] = [await deskPerson(both, 'ann', 'author'), await deskPerson(both, 'ben', 'author')];
  await both.round({ people: [ann, ben] });
  await change(desk, ann.token, guideid, { title: 'Mine' });
  await write(desk, ben.token, 'Of Ben', form);
  await write(hub, admin, 'Of the admin', form);
  // Ann's edit waits for her, and Ben's meanwhile for him.
  await both.round({ people: [ben] });
  const [item] = await journalOf(both, ben, 'parked');
  await decide(desk, ben, item, { take: 'mine' });
  const { revisionid } = await hub.json<Guide>(`GET /guides/${guideid}`, { token: admin });
  await hub.json(`DELETE /guides/${guideid}?revisionid=${revisionid}`, { token: admin });
  await both.round({ people: [ann] });
  const [gone] = await journalOf(both, ann, 'parked');
  await decide(desk, ann, gone, { take: 'mine' });
  expect(await undecide(desk, ben, item)).toBe(422);
  for (let n = 0; n < 2; n += 1) await both.round({ people: [ann, ben] });
  expect(counts(both)).toMatchObject({ parked: 0, pending: 0, sending: 0 });
});

it('[J7.3] undoing a second decision about an edit keeps the first, which was about another field', async () => {
  await using both = await pair();
  const { hub, desk, admin } = both;
  const guideid = await addGuide(hub, admin);
  const ann = await deskPerson(both, 'ann', 'author');
  await both.round({ people: [ann] });
  await change(desk, ann.token, guideid, { title: 'Mine', summary: 'Mine' });
  await change(hub, admin, guideid, { title: 'Theirs' });
  await both.round({ people: [ann] });
  const [first] = await journalOf(both, ann, 'parked');
  await decide(desk, ann, first, { fields: { title: { value: 'Both' } } });
  await change(hub, admin, guideid, { summary: 'Theirs' });
  await both.round({ people: [ann] });
  const [second] = await journalOf(both, ann, 'parked');
  expect(second?.cause?.conflicts?.map(({ field }) => field)).toEqual(['summary']);
  await decide(desk, ann, second, { take: 'theirs' });
  expect(await undecide(desk, ann, second)).toBe(200);
  await decide(desk, ann, second, { take: 'mine' });
  await both.round({ people: [ann] });
  expect(counts(both)).toMatchObject({ parked: 0, pending: 0 });
  expect(await hub.json(`GET /guides/${guideid}`)).toMatchObject({ title: 'Both', summary: 'Mine' });
});

it('[J7.3 J7.5] an edit of a page that was replaced meanwhile is one of the new page when its decision is undone', async () => {
  await using both = await pair();
  const { hub, desk, admin } = both;
  const path = '/wikis/CATEGORY/Pump';
  const make = (contents: string): Promise<unknown> =>
    hub.json('POST /wikis', { token: admin, json: { namespace: 'CATEGORY', title: 'Pump', contents } });
  const there = (): Promise<Wiki> => hub.json(`GET ${path}`, { token: admin });
  const edit = async (core: TestCore, token: string, contents: string): Promise<void> => {
    const { revisionid } = await core.json<Wiki>(`GET ${path}`, { token });
    await core.json(`PATCH ${path}?revisionid=${revisionid}`, { token, json: { contents } });
  };
  await make('One');
  const ann = await deskPerson(both, 'ann', 'author');
  await both.round({ people: [ann] });
  await edit(desk, ann.token, 'Mine');
  await edit(hub, admin, 'Theirs');
  await both.round({ people: [ann] });
  const [item] = await journalOf(both, ann, 'parked');
  await decide(desk, ann, item, { take: 'theirs' });
  await hub.json(`DELETE ${path}?revisionid=${(await there()).revisionid}`, { token: admin });
  await make('Another');
  await both.round({ people: [ann] });
  expect(await undecide(desk, ann, item)).toBe(200);
  expect(await desk.json(`GET ${path}`, ann)).toMatchObject({ contents_raw: 'Mine' });
  // The decision for mine is about the former page, so Ann is asked about the new one.
  await decide(desk, ann, item, { take: 'mine' });
  await both.round({ people: [ann] });
  const [again] = await journalOf(both, ann, 'parked');
  expect(again?.cause?.conflicts).toMatchObject([{ field: 'contents', mine: 'Mine', theirs: 'Another' }]);
  await decide(desk, ann, again, { take: 'mine' });
  await both.round({ people: [ann] });
  expect(await there()).toMatchObject({ contents_raw: 'Mine' });
  expect(counts(both)).toMatchObject({ parked: 0, pending: 0 });
});

it.each([
  ['public', true],
  ['private', false],
])(
  '[J7.20] [seed 71350409] undoing a decision about a translation keeps what others translated: %s',
  async (_, isPublic) => {
    await using both = await pair();
    const { hub, desk, admin } = both;
    hub.ctx.store.transact(null, (s) => {
      s.meta.set('site', { ...s.meta.site, langids: ['en', 'de'] });
      s.feed.record('site', 0);
    });
    const guideid = await addGuide(hub, admin, { public: isPublic });
    const ann = await deskPerson(both, 'ann', 'author');
    await hub.json(`PUT /guides/${guideid}/users/${ann.userid}`, { token: admin });
    await both.round({ people: [ann] });
    const { revisionid } = await desk.json<Guide>(`GET /guides/${guideid}`, ann);
    const german = `/guides/${guideid}?revisionid=${revisionid}&langid=de`;
    await desk.json(`PATCH ${german}`, { token: ann.token, json: { conclusion: 'Mine' } });
    await hub.json(`PATCH ${german}`, { token: admin, json: { conclusion: 'Theirs', title: 'Die Pumpe' } });
    await both.round({ people: [ann] });
    const [item] = await journalOf(both, ann, 'parked');
    await decide(desk, ann, item, { take: 'theirs' });
    expect(await undecide(desk, ann, item)).toBe(200);
    const here = (): Promise<Guide> => desk.json(`GET /guides/${guideid}?langid=de`, ann);
    expect(await here()).toMatchObject({ conclusion_raw: 'Mine', title: 'Die Pumpe' });
    await decide(desk, ann, item, { take: 'theirs' });
    expect(await here()).toMatchObject({ conclusion_raw: 'Theirs', title: 'Die Pumpe' });
  },
);

it('[J7.21] undoing a decision brings back a page that its edit made along the way, with the edits of the page', async () => {
  await using both = await pair();
  const { hub, desk, admin } = both;
  const guideid = await addGuide(hub, admin);
  const ann = await deskPerson(both, 'ann', 'author');
  await both.round({ people: [ann] });
  await change(desk, ann.token, guideid, { category: 'Saw' });
  const path = '/wikis/CATEGORY/Saw';
  const { revisionid } = await desk.json<Wiki>(`GET ${path}`, ann);
  await desk.json(`PATCH ${path}?revisionid=${revisionid}`, {
    token: ann.token,
    json: { contents: 'Sharp' },
  });
  await change(hub, admin, guideid, { category: 'Axe' });
  await both.round({ people: [ann] });
  const [item] = await journalOf(both, ann, 'parked');
  await decide(desk, ann, item, { take: 'theirs' });
  expect(counts(both)).toMatchObject({ discarded: 2 });
  expect(await undecide(desk, ann, item)).toBe(200);
  expect(await desk.json(`GET ${path}`, ann)).toMatchObject({ contents_raw: 'Sharp' });
  await decide(desk, ann, item, { take: 'mine' });
  for (let n = 0; n < 2; n += 1) await both.round({ people: [ann] });
  expect(counts(both)).toMatchObject({ parked: 0, pending: 0, sending: 0 });
  expect(await hub.json(`GET ${path}`)).toMatchObject({ contents_raw: 'Sharp' });
  expect(await everything(desk)).toEqual(await everything(hub));
});
