import { expect, it } from 'vitest';

import type { Guide } from '../../shared/model/guide.ts';
import type { Wiki } from '../../shared/model/wiki.ts';
import { addGuide, deskPerson, journalOf, pair } from '../helpers/pair.ts';
import type { Pair } from '../helpers/pair.ts';

const counts = ({ desk }: Pair): unknown => desk.ctx.store.read(null, (s) => s.journal.editCounts());
const settled = { parked: 0, pending: 0, sending: 0 };

it('[J7.1] two people who move one category to different places are asked', async () => {
  await using both = await pair();
  const { hub, desk, admin } = both;
  for (const title of ['Pump', 'A', 'B'])
    await hub.json('POST /wikis', { token: admin, json: { namespace: 'CATEGORY', title, contents: 'x' } });
  const ann = await deskPerson(both, 'ann', 'author');
  await both.round({ people: [ann] });
  const move = async (core: Pair['hub'], token: string, parent: string): Promise<void> => {
    const { revisionid } = await core.json<Wiki>('GET /wikis/CATEGORY/Pump', { token });
    await core.json(`PUT /wikis/CATEGORY/Pump/parent?revisionid=${revisionid}`, {
      token,
      json: { parent },
    });
  };
  await move(desk, ann.token, 'A');
  await move(hub, admin, 'B');
  await both.round({ people: [ann] });
  expect((await journalOf(both, ann, 'parked')).map(({ cause }) => cause?.kind)).toEqual(['conflict']);
});

it('[J7.3] undoing a decision brings back the edits that were discarded with it', async () => {
  await using both = await pair();
  const guideid = await addGuide(both.hub, both.admin);
  const ann = await deskPerson(both, 'ann', 'author');
  const { token } = ann;
  await both.round({ people: [ann] });
  const lines = [{ text: 'One more', bullet: 'black', level: 0 }];
  const guide = await both.desk.json<Guide>(`POST /guides/${guideid}/steps`, {
    token,
    json: { orderby: 3, lines },
  });
  const stepid = guide.steps[2]?.stepid;
  const fields = [{ field_type: 'Text Input', label: 'Torque', required: false }];
  await both.desk.json(`POST /step_forms/${stepid}`, { token, json: { fields } });
  await both.desk.json(`POST /comments/step/${stepid}`, { token, json: { text: 'Hm' } });
  const { revisionid } = await both.hub.json<Guide>(`GET /guides/${guideid}`, { token: both.admin });
  await both.hub.json(`DELETE /guides/${guideid}?revisionid=${revisionid}`, { token: both.admin });
  await both.round({ people: [ann] });
  const before = counts(both);
  const parked = await journalOf(both, ann, 'parked');
  const step = parked.find(({ operation }) => operation.endsWith('/steps'));
  await both.desk.json(`POST /benchside/journal/${step?.entryid}/decide`, {
    token,
    json: { take: 'theirs' },
  });
  await both.desk.json(`POST /benchside/journal/${step?.entryid}/undecide`, { token });
  expect(counts(both)).toEqual(before);
  const form = await both.desk.json(`GET /step_forms/stepid/${stepid}`, { token });
  expect(form).toMatchObject({ fields: [{ label: 'Torque' }] });
});

it('[J2.2 J7.2] a new line that a decision leaves out gives its id to no other new line', async () => {
  await using both = await pair();
  const guideid = await addGuide(both.hub, both.admin);
  const ann = await deskPerson(both, 'ann', 'author');
  const { token } = ann;
  await both.round({ people: [ann] });
  const stepOf = async (core: Pair['hub'], by: string) =>
    (await core.json<Guide>(`GET /guides/${guideid}?unpatrolled`, { token: by })).steps[0];
  const line = ({
    text_raw: text,
    bullet,
    level,
    lineid,
  }: {
    text_raw: string;
    bullet: string;
    level: number;
    lineid: number;
  }) => ({ text, bullet, level, lineid });
  const black = { bullet: 'black', level: 0 };
  const step = await stepOf(both.desk, token);
  const path = `/guides/${guideid}/steps/${step?.stepid}`;
  const first = (step?.lines ?? []).map((one) => line(one as never));
  await both.desk.json(`PATCH ${path}?revisionid=${step?.revisionid}`, {
    token,
    json: {
      lines: [
        { ...first[0], text: 'Mine' },
        { text: 'L1', ...black },
        { text: 'L2', ...black },
      ],
    },
  });
  const mid = await stepOf(both.desk, token);
  // A later edit of L2 only.
  await both.desk.json(`PATCH ${path}?revisionid=${mid?.revisionid}`, {
    token,
    json: {
      lines: (mid?.lines ?? []).map((one, i) => ({
        ...line(one as never),
        ...(i === 2 ? { text: 'L2 changed' } : {}),
      })),
    },
  });
  const there = await stepOf(both.hub, both.admin);
  await both.hub.json(`PATCH ${path}?revisionid=${there?.revisionid}`, {
    token: both.admin,
    json: { lines: [{ ...first[0], text: 'Theirs' }] },
  });
  await both.round({ people: [ann] });
  const [parked] = (await journalOf(both, ann, 'parked')).toReversed();
  const mine = (parked?.cause?.conflicts?.[0]?.mine ?? []) as object[];
  // The person keeps only L2, in a mix.
  await both.desk.json(`POST /benchside/journal/${parked?.entryid}/decide`, {
    token,
    json: { take: 'mine', fields: { lines: { value: [{ ...mine[0], text: 'Both' }, mine[2]] } } },
  });
  await both.round({ people: [ann] });
  const result = (await stepOf(both.hub, both.admin))?.lines.map(({ text_raw }) => text_raw);
  expect(counts(both)).toMatchObject(settled);
  expect(result).toEqual(['Both', 'L2 changed']);
});

it('[J7.3 R4] a document that comes back when a decision is undone is not deleted with the trash', async () => {
  let now = Date.now() / 1000;
  await using both = await pair({ now: () => now });
  const { hub, desk, admin } = both;
  const guideid = await addGuide(hub, admin);
  const ann = await deskPerson(both, 'ann', 'author');
  await both.round({ people: [ann] });
  const here = await desk.json<Guide>(`GET /guides/${guideid}`, ann);
  await desk.json(`PATCH /guides/${guideid}?revisionid=${here.revisionid}`, {
    ...ann,
    json: { title: 'Mine' },
  });
  const { revisionid } = await hub.json<Guide>(`GET /guides/${guideid}`);
  await hub.json(`DELETE /guides/${guideid}?revisionid=${revisionid}`, { token: admin });
  await both.round({ people: [ann] });
  const [item] = await journalOf(both, ann, 'parked');
  await desk.json(`POST /benchside/journal/${item?.entryid}/decide`, { ...ann, json: { take: 'theirs' } });
  expect((await desk.call(`GET /guides/${guideid}`, ann)).status).toBe(404);
  await desk.json(`POST /benchside/journal/${item?.entryid}/undecide`, ann);
  expect(await desk.json(`GET /guides/${guideid}`, ann)).toMatchObject({ title: 'Mine' });
  now += 31 * 86_400;
  await both.round({ people: [ann] });
  expect(await desk.json(`GET /guides/${guideid}`, ann)).toMatchObject({ title: 'Mine' });
});
