import { expect, it } from 'vitest';

import type { Guide } from '../../shared/model/guide.ts';
import type { StepForm } from '../../shared/model/step-form.ts';
import type { WorkLogEntry } from '../../shared/model/work-log.ts';
import { bench, edit, expectSame, guideHere, line, once, parkedOf } from '../helpers/plain-bench.ts';
import type { Bench } from '../helpers/plain-bench.ts';
import type { Fault } from '../helpers/network.ts';
import { plainPair, untilSent } from '../helpers/plain-pair.ts';

it('[P4.1 P4.2] a page that changes again within the second of its date is read again, and no other page', async () => {
  let date = Math.floor(Date.now() / 1000) - 100;
  await using at = await bench({ now: () => date });
  const pump = /^GET \/wikis\/CATEGORY\/Pump/;
  at.net.requests.length = 0;
  await at.round();
  expect(at.net.requests.filter((request) => pump.test(request))).toEqual([]);

  // By the site's clock, this second is not over.
  date = Math.floor(Date.now() / 1000) + 100;
  await edit(at, 'PATCH /wikis/CATEGORY/Pump', at.ann, { contents: 'Once.' });
  await at.round();
  const { revisionid } = await at.there<{ revisionid: number }>('GET /wikis/CATEGORY/Pump');
  await at.there(`PATCH /wikis/CATEGORY/Pump?revisionid=${revisionid}`, at.ben.token, { contents: 'Twice.' });
  await at.round();
  expect(await at.here('GET /wikis/CATEGORY/Pump')).toMatchObject({ contents_raw: 'Twice.' });
});

it('[P4.2] a page that was sent before pages were ever listed is read, because it may have changed within that second', async () => {
  let date = Math.floor(Date.now() / 1000) - 100;
  await using at = await plainPair({ now: () => date });
  await at.here('POST /wikis', at.ann.token, { namespace: 'WIKI', title: 'Seals', contents: 'Once.' });
  const changed = async (): Promise<void> => {
    const { revisionid } = await at.there<{ revisionid: number }>('GET /wikis/WIKI/Seals');
    await at.there(`PATCH /wikis/WIKI/Seals?revisionid=${revisionid}`, at.ben.token, { contents: 'Twice.' });
    date += 50;
  };
  let isSent = false;
  at.net.intercept = (request) => {
    const isFirst = isSent && request.startsWith('GET ');
    isSent = !isFirst && (isSent || request.startsWith('POST /wikis'));
    return isFirst ? { kind: 'wait', until: changed() } : undefined;
  };
  await at.round();
  expect(await at.here('GET /wikis/WIKI/Seals')).toMatchObject({ contents_raw: 'Twice.' });
});

it('[P4.3] a page that the site lists without date and revision is read again in a sweep, and only then', async () => {
  await using at = await bench();
  at.net.rewrite = (request, answer) =>
    request.startsWith('GET /wikis/CATEGORY')
      ? JSON.parse(JSON.stringify(answer, (key, value) => (key === 'modified_date' ? undefined : value)))
      : answer;
  for (const contents of ['Once.', 'Twice.']) {
    const { revisionid } = await at.there<{ revisionid: number }>('GET /wikis/CATEGORY/Pump');
    await at.there(`PATCH /wikis/CATEGORY/Pump?revisionid=${revisionid}`, at.ben.token, { contents });
    await at.round({ byHand: true });
    expect(await at.here('GET /wikis/CATEGORY/Pump')).toMatchObject({ contents_raw: contents });
  }
  at.net.requests.length = 0;
  await at.round();
  expect(at.net.requests).not.toContain('GET /wikis/CATEGORY/Pump');
});

const text = (label: string, field_guid?: string): object => ({
  field_type: 'Text Input',
  label,
  ...(field_guid === undefined ? {} : { field_guid }),
});

const faults: { when: string; fault: Fault | undefined }[] = [
  { when: 'nothing goes wrong', fault: undefined },
  { when: 'answers are lost', fault: { kind: 'lose-answer' } },
];

it.for(faults)(
  '[J5.5] forms merge by field, and only what both changed is decided, when $when',
  async ({ fault }) => {
    await using at = await bench();
    const { ann, ben, guideid } = at;
    const route = `POST /step_forms/${at.stepid}`;
    const there = (): Promise<StepForm> => at.there(`GET /step_forms/stepid/${at.stepid}`);
    const labels = async (): Promise<string[]> => (await there()).fields.map(({ label }) => label);
    const first = await at.there<StepForm>(route, ann.token, { fields: [text('A'), text('B'), text('D')] });
    await at.round({ byHand: true });
    const [a, b, d] = first.fields.map(({ field_guid }) => field_guid);

    await at.here(route, ann.token, { fields: [text('A', a), text('B mine', b), text('C mine')] });
    const { fields } = await at.here<StepForm>(`GET /step_forms/stepid/${at.stepid}`);
    const run = await at.here<WorkLogEntry>('POST /work_log', ann.token, { guideid, workorderid: 'W 1' });
    const values = Object.fromEntries(fields.map(({ field_revisionid, label }) => [field_revisionid, label]));
    await at.here(`PUT /work_log/${run.entryid}/stepData`, ann.token, { fields: values });
    await at.there(route, ben.token, { fields: [text('New theirs'), text('B', b), text('D', d)] });
    once(at, fault);
    await untilSent(at);
    expect(await parkedOf(at)).toEqual([]);
    expect((await labels()).toSorted()).toEqual(['B mine', 'C mine', 'New theirs']);
    const { results } = await at.there<{ results: WorkLogEntry[] }>('GET /work_log', ann.token);
    expect((results[0]?.work_data ?? []).map(({ label, value }) => [label, value]).toSorted()).toEqual([
      ['A', 'A'],
      ['B mine', 'B mine'],
      ['C mine', 'C mine'],
    ]);

    await at.round({ byHand: true });
    const now = await there();
    const changed = (mine: string): object[] =>
      now.fields.map(({ label, field_guid }) => text(field_guid === b ? mine : label, field_guid));
    await at.here(route, ann.token, { fields: changed('Mine') });
    await at.there(route, ben.token, { fields: changed('Theirs') });
    await untilSent(at);
    const [conflict] = await parkedOf(at);
    expect(conflict).toMatchObject({ cause: { kind: 'conflict', conflicts: [{ field: 'fields' }] } });
    await at.here(`POST /benchside/journal/${conflict?.entryid}/decide`, ann.token, { take: 'mine' });
    await untilSent(at);
    expect(await labels()).toContain('Mine');
    expect(await labels()).not.toContain('Theirs');
    await expectSame(at);
  },
);

it('[J11.3] a thing created without an answer, and edited since, is not created again: a person checks', async () => {
  await using at = await bench();
  const { guideid, ann } = at;
  await at.here(`POST /guides/${guideid}/steps`, ann.token, { orderby: 3, lines: [line('Oil it')] });
  once(at, { kind: 'lose-answer' });
  await at.round();
  const { steps } = await at.there<Guide>(`GET /guides/${guideid}`);
  const step = steps[2];
  await at.there(`PATCH /guides/${guideid}/steps/${step?.stepid}?revisionid=${step?.revisionid}`, ann.token, {
    lines: [line('Grease it', step?.lines[0]?.lineid)],
  });
  await at.round();
  expect(await parkedOf(at)).toMatchObject([{ cause: { kind: 'unknown-outcome' } }]);
  expect((await at.there<Guide>(`GET /guides/${guideid}`)).steps).toHaveLength(3);

  await at.here(`POST /comments/guide/${guideid}`, ann.token, { text: 'Good' });
  once(at, { kind: 'lose-answer' });
  await at.round();
  const [comment] = (await at.there<Guide>(`GET /guides/${guideid}`)).comments;
  await at.there(`PATCH /comments/${comment?.commentid}`, ann.token, { text: 'Better' });
  await at.round();
  expect(await parkedOf(at)).toMatchObject([{ cause: { kind: 'unknown-outcome' } }, {}]);
  expect((await at.there<Guide>(`GET /guides/${guideid}`)).comments).toHaveLength(1);
  expect((await guideHere(at, guideid, ann)).steps).toHaveLength(4);

  const terms = 'PUT /translation_glossary/entries';
  await at.here(terms, ann.token, { entries: [{ term: 'ring', translations: { de: 'Ring' } }] });
  once(at, { kind: 'lose-answer' });
  await at.round();
  const there = await at.there<{ entryid: number; term: string }[]>('GET /translation_glossary/entries');
  const made = there.find(({ term }) => term === 'ring');
  await at.there(terms, ann.token, [{ entryid: made?.entryid, translations: { de: 'Dichtring' } }]);
  await at.round();
  expect(await parkedOf(at)).toHaveLength(3);
  expect(await at.there('GET /translation_glossary/entries')).toHaveLength(there.length);
});

it('[J11.3] a run that was handed over before its answer was lost is not created again: a person checks', async () => {
  await using at = await bench();
  const { guideid, ann, ben } = at;
  await at.here('POST /work_log', ann.token, { guideid, workorderid: 'WO-5' });
  once(at, { kind: 'lose-answer' });
  await at.round();
  const runs = () => at.there<{ results: { entryid: number }[] }>('GET /work_log', ann.token);
  const [run] = (await runs()).results;
  await at.there(`POST /work_log/${run?.entryid}/suspend`, ann.token, {});
  await at.there(`POST /work_log/${run?.entryid}/assume`, ben.token, {});
  await at.round();
  expect(await parkedOf(at)).toMatchObject([{ cause: { kind: 'unknown-outcome' } }]);
  expect((await runs()).results).toHaveLength(1);
});

it('[J9.1] a release that the site refuses leaves the guide as on the site, also if it was withdrawn', async () => {
  await using at = await bench();
  const { guideid, ann } = at;
  const revisionOf = async (guide: Promise<Guide>): Promise<number> => (await guide).revisionid;
  const before = await revisionOf(guideHere(at, guideid, ann));
  await at.here(`PATCH /guides/${guideid}?revisionid=${before}`, ann.token, { summary: 'Shorter' });
  const release = { guideid, title: 'First', status: 'released' };
  const { releaseid } = await at.here<{ releaseid: number }>('POST /guides/releases', ann.token, release);
  await at.round();
  await at.here(`PATCH /guides/releases/${releaseid}`, ann.token, { status: 'withdrawn' });
  await at.round();
  const [parked] = await parkedOf(at);
  await at.here(`POST /benchside/journal/${parked?.entryid}/discard`, ann.token);
  const there = await revisionOf(at.there<Guide>(`GET /guides/${guideid}`, ann.token));
  expect(await revisionOf(guideHere(at, guideid, ann))).toBe(there);
  const listed = await at.here<{ guideid: number; revisionid: number }[]>('GET /guides?limit=200', ann.token);
  expect(listed.find((one) => one.guideid === guideid)?.revisionid).toBe(there);
});

it('[R4 J7.4] a comment that the site deleted stays while an edit of it waits that was made during the round', async () => {
  await using at = await bench();
  const { guideid, ann, ben } = at;
  const { commentid } = await at.there<{ commentid: number }>(`POST /comments/guide/${guideid}`, ann.token, {
    text: 'Worn',
  });
  await at.round();
  await at.there(`DELETE /comments/${commentid}`, ann.token);
  const { revisionid } = await at.there<Guide>(`GET /guides/${guideid}`);
  await at.there(`PATCH /guides/${guideid}?revisionid=${revisionid}`, ben.token, { title: 'Moved on' });
  let edited: Promise<unknown> | undefined;
  at.net.intercept = (request) => {
    if (request.startsWith('GET /guides'))
      edited ??= at.here(`PATCH /comments/${commentid}`, ann.token, { text: 'Worn out' });
    return undefined;
  };
  await at.round();
  await edited;
  const { title, comments } = await guideHere(at, guideid, ann);
  expect({ title, texts: comments.map(({ text_raw }) => text_raw) }).toEqual({
    title: 'Moved on',
    texts: ['Worn out'],
  });
  await at.round();
  expect(await parkedOf(at)).toHaveLength(1);
});

it('[J11.1] a new line whose answer was lost is here once, and can be edited, before the site is read again', async () => {
  await using at = await bench();
  const { guideid, stepid, ann } = at;
  const linesHere = async (): Promise<Guide['steps'][number]['lines']> =>
    (await guideHere(at, guideid, ann)).steps.find((step) => step.stepid === stepid)?.lines ?? [];
  const write = (lines: object[]): Promise<void> =>
    edit(at, `PATCH /guides/${guideid}/steps/${stepid}`, ann, { lines });
  const before = (await linesHere()).map(({ text_raw, lineid }) => line(text_raw, lineid));
  await write([line('New'), ...before]);
  at.net.intercept = (request) => (request.startsWith('PATCH') ? { kind: 'lose-answer' } : undefined);
  await at.round();
  at.net.intercept = (request) => (request.includes('modifiedSince') ? { kind: 'drop' } : undefined);
  await at.round();
  const [first, ...others] = await linesHere();
  expect([first?.text_raw, others.length]).toEqual(['New', before.length]);
  await write([
    line('Newer', first?.lineid),
    ...others.map(({ text_raw, lineid }) => line(text_raw, lineid)),
  ]);
  at.net.intercept = undefined;
  await untilSent(at);
  expect(await parkedOf(at)).toEqual([]);
  const { steps } = await at.there<Guide>(`GET /guides/${guideid}`, ann.token);
  expect(steps.find((step) => step.stepid === stepid)?.lines.map(({ text_raw }) => text_raw)).toEqual([
    'Newer',
    ...others.map(({ text_raw }) => text_raw),
  ]);
  await expectSame(at);
});

const places: { how: string; put(at: Bench, answer: Guide): Guide }[] = [
  {
    how: 'puts at the end',
    put: ({ site, guideid }, answer) => {
      const guide = site.data.guides.get(guideid);
      const last = <Item extends { stepid: number }>(steps: Item[]): Item[] =>
        steps.toSorted((a, b) => a.stepid - b.stepid);
      if (guide) guide.steps = last(guide.steps);
      return { ...answer, steps: last(answer.steps) };
    },
  },
  {
    how: 'does not show at once',
    put: (_at, answer) => ({ ...answer, steps: answer.steps.filter(({ title }) => title !== 'New') }),
  },
];

it.for(places)('[J11.13] a new step that the site $how is never taken for another one', async ({ put }) => {
  await using at = await bench();
  const { guideid, ann } = at;
  const { steps } = await at.here<Guide>(`POST /guides/${guideid}/steps`, ann.token, {
    orderby: 2,
    title: 'New',
    lines: [line('Oil it')],
  });
  await edit(at, `PATCH /guides/${guideid}/steps/${steps[1]?.stepid}`, ann, { title: 'Newer' });
  await at.here(`POST /comments/step/${steps[1]?.stepid}`, ann.token, { text: 'On the new one' });
  at.net.rewrite = (request, answer) =>
    request.startsWith('POST /guides') ? put(at, answer as Guide) : answer;
  await untilSent(at);
  expect(await parkedOf(at)).toEqual([]);
  const there = await at.there<Guide>(`GET /guides/${guideid}`);
  const told = there.steps.map(({ title, lines, comments }) => [title, lines[0]?.text_raw, comments.length]);
  expect(told.toSorted()).toEqual([
    ['', 'Close it', 0],
    ['', 'Open it', 0],
    ['Newer', 'Oil it', 1],
  ]);
  at.net.rewrite = undefined;
  await expectSame(at);
});

const missed: { how: string; fault(request: string): Fault | undefined }[] = [
  {
    how: 'answered without a body',
    fault: (request) => (request.startsWith('POST') ? { kind: 'no-body' } : undefined),
  },
  {
    how: 'that the site does not show at once',
    fault: (request) => (/^GET \/work_log\/\d/.test(request) ? { kind: 'status', status: 404 } : undefined),
  },
];

it.for(missed)('[J11.5] a run $how is there once, read in between or not', async ({ fault }) => {
  await using at = await bench();
  const { guideid, ann } = at;
  await at.here('POST /work_log', ann.token, { guideid, workorderid: 'WO-6' });
  at.net.intercept = fault;
  await at.round();
  at.net.intercept = undefined;
  await untilSent(at);
  const { results } = await at.there<{ results: object[] }>('GET /work_log', ann.token);
  expect(results).toHaveLength(1);
  expect(await parkedOf(at)).toEqual([]);
});
