import { describe, expect, it } from 'vitest';

import type { Comment } from '../../shared/model/comment.ts';
import type { Guide, Step } from '../../shared/model/guide.ts';
import type { JournalItem } from '../../shared/model/journal.ts';
import type { StepForm } from '../../shared/model/step-form.ts';
import type { TestCore } from '../helpers/core.ts';
import { addGuide, deskPerson, everything, pair } from '../helpers/pair.ts';
import type { DeskPerson, Pair } from '../helpers/pair.ts';

async function bench(options: Parameters<typeof pair>[0] = {}) {
  const both = await pair(options);
  const guideid = await addGuide(both.hub, both.admin, {}, 3);
  const ann = await deskPerson(both, 'ann', 'author');
  await both.round({ people: [ann] });
  const asAdmin = { token: both.admin };
  const guide = (core: TestCore = both.hub): Promise<Guide> =>
    core.json(`GET /guides/${guideid}`, core === both.hub ? asAdmin : { token: ann.token });
  const stepAt = async (index: number, core: TestCore = both.hub): Promise<Step> => {
    const step = (await guide(core)).steps[index];
    if (!step) throw new Error(`no step ${index}`);
    return step;
  };
  const drop = async (core: TestCore, { stepid, revisionid }: Step): Promise<Guide> =>
    core.json(`DELETE /guides/${guideid}/steps/${stepid}?revisionid=${revisionid}`, {
      token: core === both.hub ? both.admin : ann.token,
    });
  const edit = (core: TestCore, { stepid, revisionid }: Step, json: object): Promise<Step> =>
    core.json(`PATCH /guides/${guideid}/steps/${stepid}?revisionid=${revisionid}`, {
      token: core === both.hub ? both.admin : ann.token,
      json,
    });
  const revert = async (core: TestCore, to: number): Promise<Guide> =>
    core.json(
      `POST /benchside/guides/${guideid}/revert?revisionid=${(await guide(core)).revisionid}&to_revisionid=${to}`,
      { token: core === both.hub ? both.admin : ann.token },
    );
  return {
    both,
    ann,
    guideid,
    guide,
    stepAt,
    drop,
    edit,
    revert,
    [Symbol.asyncDispose]: () => both[Symbol.asyncDispose](),
  };
}

const parked = async ({ desk }: Pair, { token }: DeskPerson): Promise<JournalItem[]> =>
  (await desk.json<{ entries: JournalItem[] }>('GET /benchside/journal?state=parked', { token })).entries;

const takeMine = (both: Pair, { token }: DeskPerson, entry: JournalItem | undefined) =>
  both.desk.json(`POST /benchside/journal/${entry?.entryid}/decide`, { token, json: { take: 'mine' } });

const idsOf = ({ steps }: Guide): number[] => steps.map(({ stepid }) => stepid);

describe('[J7.12] a deleted step that is restored', () => {
  it('with an earlier version of its guide has its former id, its comments and its form', async () => {
    await using at = await bench();
    const { both, ann, guideid } = at;
    const { hub, desk, admin } = both;
    const before = await at.guide();
    const step = await at.stepAt(1);
    await hub.json(`POST /step_forms/${step.stepid}`, {
      token: admin,
      json: {
        fields: [{ field_type: 'Text Input', label: 'Pressure', required: false }],
        form_revisionid: null,
      },
    });
    await hub.json(`POST /comments/step/${step.stepid}`, { token: admin, json: { text: 'Mind the spring' } });
    await both.round({ people: [ann] });
    await at.drop(hub, step);
    await both.round({ people: [ann] });
    expect(idsOf(await at.guide(desk))).toHaveLength(2);
    await at.revert(hub, before.revisionid);
    await both.round({ people: [ann] });
    expect(idsOf(await at.guide())).toEqual(idsOf(before));
    expect(await everything(desk)).toEqual(await everything(hub));
    for (const core of [hub, desk]) {
      const form = await core.json<StepForm>(`GET /step_forms/stepid/${step.stepid}`, { token: ann.token });
      expect(form.fields.map(({ label }) => label)).toEqual(['Pressure']);
      const there = await core.json<Guide>(`GET /guides/${guideid}`, { token: ann.token });
      expect(there.steps[1]?.comments).toMatchObject([{ text_raw: 'Mind the spring' }]);
    }
  });

  it('is not mixed up with another step that the site deleted meanwhile', async () => {
    await using at = await bench();
    const { both, ann } = at;
    const { hub, desk } = both;
    const before = await at.guide(desk);
    const [first, second] = [await at.stepAt(0, desk), await at.stepAt(1, desk)];
    await at.drop(desk, second);
    await at.revert(desk, before.revisionid);
    const back = await at.stepAt(1, desk);
    await at.edit(desk, back, { title: 'The second' });
    await at.drop(hub, first);
    await both.round({ people: [ann] });
    // A person who reverts to a version wants all of it.
    for (let tries = 0; tries < 4; tries += 1) {
      for (const entry of await parked(both, ann)) await takeMine(both, ann, entry);
      await both.round({ people: [ann] });
    }
    expect(await parked(both, ann)).toEqual([]);
    const there = await at.guide();
    expect(there.steps.map(({ stepid, title }) => [stepid, title])).toEqual([
      [first.stepid, ''],
      [second.stepid, 'The second'],
      [before.steps[2]?.stepid, ''],
    ]);
    await both.round({ people: [ann] });
    expect(await everything(desk)).toEqual(await everything(hub));
  });

  it('because of a pending edit keeps its id, so that two people who restore it have one step', async () => {
    await using at = await bench();
    const { both, ann, guideid } = at;
    const { hub, desk, admin } = both;
    const step = await at.stepAt(1, desk);
    await at.edit(desk, step, { title: 'Mine' });
    await at.drop(hub, step);
    await both.round({ people: [ann] });
    const [entry] = await parked(both, ann);
    expect(entry).toMatchObject({ cause: { conflicts: [{ field: 'step', theirs: null }] } });
    await takeMine(both, ann, entry);
    // Another person does the same first.
    await hub.json(
      `POST /guides/${guideid}/steps?stepid=${step.stepid}&revisionid=${(await at.guide()).revisionid}`,
      {
        token: admin,
        json: { orderby: 2, lines: [{ text: 'Theirs', bullet: 'black', level: 0 }] },
      },
    );
    await both.round({ people: [ann] });
    const there = await at.guide();
    expect(idsOf(there)).toHaveLength(3);
    expect(there.steps[1]).toMatchObject({
      stepid: step.stepid,
      title: 'Mine',
      lines: [{ text_raw: 'Theirs' }],
    });
    expect(await parked(both, ann)).toEqual([]);
    await both.round({ people: [ann] });
    expect(await everything(desk)).toEqual(await everything(hub));
  });

  it('is restored once, with everything written on it at the desk that restores it', async () => {
    await using at = await bench();
    const { both, ann } = at;
    const { hub, desk } = both;
    const step = await at.stepAt(1, desk);
    const [line] = step.lines;
    await at.edit(desk, step, {
      lines: [
        { text: 'Edited', bullet: 'red', level: 0, lineid: line?.lineid },
        { text: 'Added', bullet: 'black', level: 0 },
      ],
    });
    await desk.json(`POST /comments/step/${step.stepid}`, { token: ann.token, json: { text: 'Careful' } });
    await at.drop(hub, step);
    await both.round({ people: [ann] });
    const entry = (await parked(both, ann)).find(({ cause }) => cause?.conflicts);
    await takeMine(both, ann, entry);
    await both.round({ people: [ann] });
    await both.round({ people: [ann] });
    const back = await at.stepAt(1);
    expect(back).toMatchObject({
      stepid: step.stepid,
      lines: [{ text_raw: 'Edited', lineid: line?.lineid }, { text_raw: 'Added' }],
      comments: [{ text_raw: 'Careful' }],
    });
    expect(await parked(both, ann)).toEqual([]);
    expect(await everything(desk)).toEqual(await everything(hub));
  });

  it('is refused under an id that its guide never had', async () => {
    await using at = await bench();
    const { hub, admin } = at.both;
    const other = await addGuide(hub, admin, { title: 'Another' }, 1);
    const { steps } = await hub.json<Guide>(`GET /guides/${other}`, { token: admin });
    const { revisionid } = await at.guide();
    const path = `/guides/${at.guideid}/steps?stepid=${steps[0]?.stepid}&revisionid=${revisionid}`;
    const json = { orderby: 1, lines: [{ text: 'Stolen', bullet: 'black', level: 0 }] };
    await hub.json(`POST ${path}`, { token: admin, json, expect: 404 });
  });
});

it('[F1.3] comments on deleted steps are listed at a desk that never had the step, too', async () => {
  await using at = await bench();
  const { both, ann } = at;
  const { hub, desk, admin } = both;
  const guideid = await addGuide(hub, admin, { title: 'Another' }, 2);
  const [step] = (await hub.json<Guide>(`GET /guides/${guideid}`)).steps;
  await hub.json(`POST /comments/step/${step?.stepid}`, { token: admin, json: { text: 'Mind the spring' } });
  await hub.json(`DELETE /guides/${guideid}/steps/${step?.stepid}?revisionid=${step?.revisionid}`, {
    token: admin,
  });
  await both.round({ people: [ann] });
  const list = async (core: TestCore): Promise<unknown> =>
    (await core.json<Comment[]>('GET /comments', { token: ann.token })).map(({ commentid, text_raw }) => [
      commentid,
      text_raw,
    ]);
  expect(await list(hub)).toMatchObject([[expect.anything(), 'Mind the spring']]);
  expect(await list(desk)).toEqual(await list(hub));
});

it('[F11] [seed 700153] a comment on a step that was deleted before the first release is hidden at a desk as at its hub', async () => {
  await using both = await pair();
  const { hub, desk, admin } = both;
  const guideid = await addGuide(hub, admin, {}, 2);
  const reader = await deskPerson(both, 'tom', 'technician');
  const ask = <T>(route: string, json?: unknown): Promise<T> =>
    hub.json<T>(route, { token: admin, ...(json === undefined ? {} : { json }) });
  const [step] = (await ask<Guide>(`GET /guides/${guideid}`)).steps;
  await ask(`POST /comments/step/${step?.stepid}`, { text: 'Mind the spring' });
  await ask(`DELETE /guides/${guideid}/steps/${step?.stepid}?revisionid=${step?.revisionid}`);
  await both.round({ people: [reader] });
  const list = async (core: TestCore): Promise<unknown[]> =>
    (await core.json<Comment[]>('GET /comments', { token: reader.token })).map(({ text_raw }) => text_raw);
  expect(await list(desk)).toEqual(['Mind the spring']);
  await ask('POST /guides/releases', { guideid, title: 'First', status: 'released' });
  const { revisionid } = await ask<Guide>(`GET /guides/${guideid}?unpatrolled`);
  await ask(`PATCH /guides/${guideid}?revisionid=${revisionid}`, { summary: 'Of the draft' });
  await both.round({ people: [reader] });
  expect(await list(hub)).toEqual([]);
  expect(await list(desk)).toEqual([]);
});

it('[F11] a desk that never read the only release of a guide hides comments on its deleted steps, as its hub does', async () => {
  await using both = await pair();
  const { hub, admin, desk } = both;
  const guideid = await addGuide(hub, admin);
  const json = { guideid, title: 'First', status: 'released' };
  const { releaseid } = await hub.json<{ releaseid: number }>('POST /guides/releases', {
    token: admin,
    json,
  });
  const [step] = (await hub.json<Guide>(`GET /guides/${guideid}`, { token: admin })).steps;
  await hub.json(`POST /comments/step/${step?.stepid}`, { token: admin, json: { text: 'Hidden' } });
  await hub.json(`DELETE /guides/${guideid}/steps/${step?.stepid}?revisionid=${step?.revisionid}`, {
    token: admin,
  });
  await hub.json(`DELETE /guides/releases/${releaseid}`, { token: admin, expect: 204 });
  const people = [await deskPerson(both, 'ann', 'author'), await deskPerson(both, 'tom')];
  await both.round({ people });
  const [author, technician] = await Promise.all(
    people.map(({ token }) => desk.json<Comment[]>('GET /comments', { token })),
  );
  expect(author).toMatchObject([{ text_raw: 'Hidden' }]);
  expect(technician).toEqual([]);
  expect(await hub.json('GET /comments')).toEqual([]);
});
