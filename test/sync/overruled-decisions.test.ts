import { expect, it } from 'vitest';

import type { Guide } from '../../shared/model/guide.ts';
import type { JournalItem } from '../../shared/model/journal.ts';
import type { StepForm } from '../../shared/model/step-form.ts';
import type { Wiki } from '../../shared/model/wiki.ts';
import type { TestCore } from '../helpers/core.ts';
import { addGuide, deskPerson, journalOf, pair } from '../helpers/pair.ts';
import type { DeskPerson, Pair } from '../helpers/pair.ts';
import {
  bench as plainBench,
  counts,
  edit,
  guideHere,
  loseAnswers,
  parkedOf,
} from '../helpers/plain-bench.ts';

interface Bench extends AsyncDisposable {
  both: Pair;
  ann: DeskPerson;
  guideid: number;
}

async function bench(fields: object): Promise<Bench> {
  const both = await pair();
  const guideid = await addGuide(both.hub, both.admin, { ...fields });
  const ann = await deskPerson(both, 'ann', 'author');
  await both.round({ people: [ann] });
  return { both, ann, guideid, [Symbol.asyncDispose]: () => both[Symbol.asyncDispose]() };
}

async function change(core: TestCore, token: string, guideid: number, json: object): Promise<void> {
  const { revisionid } = await core.json<Guide>(`GET /guides/${guideid}?unpatrolled`, { token });
  await core.json(`PATCH /guides/${guideid}?revisionid=${revisionid}`, { token, json });
}

const decide = ({ both, ann }: Bench, item: JournalItem | undefined, json: object): Promise<JournalItem> =>
  both.desk.json(`POST /benchside/journal/${item?.entryid}/decide`, { token: ann.token, json });

async function parked({ both, ann }: Bench): Promise<JournalItem | undefined> {
  await both.round({ people: [ann] });
  const [item, more] = await journalOf(both, ann, 'parked');
  expect(more).toBeUndefined();
  return item;
}

const there = ({ both, guideid }: Bench): Promise<Guide> =>
  both.hub.json(`GET /guides/${guideid}`, { token: both.admin });

it('[J7.19] a text that a person wrote of both versions does not give way to one of the edit when the hub changes again', async () => {
  await using at = await bench({ introduction: 'One\nTwo\nThree' });
  const { both, ann, guideid } = at;
  await change(both.desk, ann.token, guideid, { introduction: 'One\nTwo of Ann\nThree' });
  await change(both.hub, both.admin, guideid, { introduction: 'One\nTwo of the admin\nThree' });
  const value = 'One\nTwo of Ann and the admin\nThree';
  await decide(at, await parked(at), { fields: { introduction: { value } } });
  // Now the edit itself would no longer be in conflict.
  await change(both.hub, both.admin, guideid, { introduction: 'One\nTwo\nThree and a half' });
  const again = await parked(at);
  expect(again?.cause?.conflicts).toMatchObject([{ theirs: 'One\nTwo\nThree and a half' }]);
  expect((await there(at)).introduction_raw).toBe('One\nTwo\nThree and a half');
  await decide(at, again, { fields: { introduction: { value } } });
  expect(await parked(at)).toBeUndefined();
  expect((await there(at)).introduction_raw).toBe(value);
});

it('[J7.19] a field of which a person took the version of the hub is not sent when the hub changes it back', async () => {
  await using at = await bench({ title: 'Old' });
  const { both, ann, guideid } = at;
  await change(both.desk, ann.token, guideid, { title: 'Mine', summary: 'Mine' });
  await change(both.hub, both.admin, guideid, { title: 'Theirs' });
  await decide(at, await parked(at), { take: 'theirs' });
  await change(both.hub, both.admin, guideid, { title: 'Old' });
  expect((await parked(at))?.cause?.conflicts).toMatchObject([{ field: 'title', theirs: 'Old' }]);
  expect(await there(at)).toMatchObject({ title: 'Old', summary: '' });
});

it('[J7.19] nor the lines of a step, its form or a page', async () => {
  await using at = await bench({});
  const { both, ann, guideid } = at;
  const { hub, desk, admin } = both;
  const line = (text: string, lineid?: number | null): object => ({
    text,
    bullet: 'black',
    level: 0,
    ...(lineid && { lineid }),
  });
  const [step] = (await there(at)).steps;
  const say = async (core: TestCore, token: string, text: string): Promise<void> => {
    const { steps } = await core.json<Guide>(`GET /guides/${guideid}?unpatrolled`, { token });
    const { revisionid, lines } = steps.find(({ stepid }) => stepid === step?.stepid) ?? {};
    const json = { lines: [line(text, lines?.[0]?.lineid)], title: core === desk ? 'Mine' : '' };
    await core.json(`PATCH /guides/${guideid}/steps/${step?.stepid}?revisionid=${revisionid}`, {
      token,
      json,
    });
  };
  const label = async (core: TestCore, token: string, text: string): Promise<void> => {
    const known = await core.call(`GET /step_forms/stepid/${step?.stepid}`, { token });
    const form = known.status === 200 ? ((await known.json()) as StepForm) : undefined;
    const field = { field_type: 'Text Input', label: text, required: false };
    const field_guid = form?.fields[0]?.field_guid;
    await core.json(`POST /step_forms/${step?.stepid}`, {
      token,
      json: {
        fields: [{ ...field, ...(field_guid && { field_guid }) }],
        form_revisionid: form?.form_revisionid ?? null,
      },
    });
  };
  const path = '/wikis/CATEGORY/Pump';
  const write = async (core: TestCore, token: string, contents: string): Promise<void> => {
    const { revisionid } = await core.json<Wiki>(`GET ${path}`, { token });
    await core.json(`PATCH ${path}?revisionid=${revisionid}`, { token, json: { contents } });
  };
  await hub.json('POST /wikis', {
    token: admin,
    json: { namespace: 'CATEGORY', title: 'Pump', contents: 'Old' },
  });
  await label(hub, admin, 'Old');
  await both.round({ people: [ann] });
  const all = async (core: TestCore, token: string, text: string): Promise<void> => {
    await say(core, token, text);
    await label(core, token, text);
    await write(core, token, text);
  };
  await all(desk, ann.token, 'Mine');
  await all(hub, admin, 'Theirs');
  await both.round({ people: [ann] });
  const items = await journalOf(both, ann, 'parked');
  expect(items).toHaveLength(3);
  const mixed = (value: unknown): unknown =>
    JSON.parse(JSON.stringify(value).replaceAll('"Mine"', '"Both"')) as unknown;
  for (const item of items)
    for (const { field, mine } of item.cause?.conflicts ?? [])
      await decide(at, item, { fields: { [field]: { value: mixed(mine) } } });
  await say(hub, admin, 'Do thing 1');
  await label(hub, admin, 'Old');
  await write(hub, admin, 'Old');
  await both.round({ people: [ann] });
  expect((await journalOf(both, ann, 'parked')).map(({ entryid }) => entryid)).toEqual(
    items.map(({ entryid }) => entryid),
  );
});

it('[J7.19 J11.1] a decision that a third-party site has carried out, without an answer, is not asked about again', async () => {
  await using at = await plainBench();
  const { guideid, ann, there: onSite } = at;
  await edit(at, `PATCH /guides/${guideid}`, ann, { title: 'Mine' });
  const { revisionid } = await onSite<Guide>(`GET /guides/${guideid}`);
  await onSite(`PATCH /guides/${guideid}?revisionid=${revisionid}`, ann.token, { title: 'Theirs' });
  await at.round();
  const [item] = await parkedOf(at);
  await at.here(`POST /benchside/journal/${item?.entryid}/decide`, ann.token, {
    fields: { title: { value: 'Both' } },
  });
  loseAnswers(at, 'PATCH /guides');
  await at.round();
  at.net.intercept = undefined;
  await at.round();
  expect(counts(at)).toMatchObject({ parked: 0, sending: 0, done: 1 });
  expect(await guideHere(at, guideid, ann)).toMatchObject({ title: 'Both' });
});
