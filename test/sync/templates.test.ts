import { expect, it } from 'vitest';

import type { Guide, GuideSummary } from '../../shared/model/guide.ts';
import type { StepForm } from '../../shared/model/step-form.ts';
import type { OfferedFlag } from '../../shared/model/user.ts';
import { testCore } from '../helpers/core.ts';
import type { TestCore } from '../helpers/core.ts';
import { addPerson } from '../helpers/people.ts';
import { deskPerson, pair } from '../helpers/pair.ts';

const templates = async (core: TestCore, token: string): Promise<number[]> => {
  const list = await core.json<GuideSummary[]>('GET /benchside/flags/GUIDE_TEMPLATE/guides', { token });
  return list.map(({ guideid }) => guideid);
};

it('[J2.1 J6.1] a template made at a desk offline serves the authors of the hub, with its forms, and a guide made from it is there once', async () => {
  await using both = await pair();
  const lea = await deskPerson(both, 'lea', 'author');
  await both.round({ people: [lea] });
  const { guideid } = await both.desk.json<Guide>('POST /guides', {
    ...lea,
    json: { category: 'Pump', type: 'repair', title: 'Skeleton', flags: ['GUIDE_TEMPLATE'] },
  });
  const lines = [{ text: 'Switch it off.', bullet: 'black' as const, level: 0 }];
  const { steps } = await both.desk.json<Guide>(`POST /guides/${guideid}/steps`, {
    ...lea,
    json: { orderby: 1, lines },
  });
  const fields = [{ field_type: 'Text Input', label: 'Depth' }];
  await both.desk.json(`POST /step_forms/${steps[0]?.stepid}`, { ...lea, json: { fields } });
  expect(await templates(both.desk, lea.token)).toEqual([guideid]);
  for (let n = 0; n < 3; n++) await both.round({ people: [lea] });

  const ben = await addPerson(both.hub, 'ben', { role: 'author' });
  const [there = 0] = await templates(both.hub, ben.token);
  const guide = await both.hub.json<Guide>(`GET /guides/${there}`, ben);
  expect(guide).toMatchObject({ title: 'Skeleton', public: false, steps: [{ lines: [{}] }] });
  const form = await both.hub.json<StepForm>(`GET /step_forms/stepid/${guide.steps[0]?.stepid}`, ben);
  expect(form.fields).toMatchObject([{ label: 'Depth' }]);
  expect(await templates(both.desk, lea.token)).toEqual([there]);
});

it('[F1.1] a desk gets a private guide with its form when it becomes a template, and loses it when it no longer is one', async () => {
  await using both = await pair();
  const lea = await deskPerson(both, 'lea', 'author');
  const ben = await addPerson(both.hub, 'ben', { role: 'author' });
  const { guideid } = await both.hub.json<Guide>('POST /guides', {
    ...ben,
    json: { category: 'Pump', type: 'repair', title: 'Skeleton' },
  });
  const { steps } = await both.hub.json<Guide>(`POST /guides/${guideid}/steps`, {
    ...ben,
    json: { orderby: 1, lines: [{ text: 'Switch it off.', bullet: 'black', level: 0 }] },
  });
  const stepid = steps[0]?.stepid;
  const fields = [{ field_type: 'Text Input', label: 'Depth' }];
  await both.hub.json(`POST /step_forms/${stepid}`, { ...ben, json: { fields } });
  await both.round({ people: [lea] });
  const flag = async (flags: string[]): Promise<void> => {
    const { revisionid } = await both.hub.json<Guide>(`GET /guides/${guideid}`, ben);
    await both.hub.json(`PATCH /guides/${guideid}?revisionid=${revisionid}`, { ...ben, json: { flags } });
    await both.round({ people: [lea] });
  };
  await both.desk.json(`GET /guides/${guideid}`, { ...lea, expect: 404 });
  await flag(['GUIDE_TEMPLATE']);
  expect(await templates(both.desk, lea.token)).toEqual([guideid]);
  const form = await both.desk.json<StepForm>(`GET /step_forms/stepid/${stepid}`, lea);
  expect(form.fields).toMatchObject([{ label: 'Depth' }]);
  await flag([]);
  expect(await templates(both.desk, lea.token)).toEqual([]);
  await both.desk.json(`GET /guides/${guideid}`, { ...lea, expect: 404 });
});

it('a desk of a third-party site offers no templates', async () => {
  await using desk = testCore({ profile: 'desk' });
  const lea = await addPerson(desk, 'lea', { role: 'author' });
  const offered = async (): Promise<string[]> =>
    Object.keys((await desk.json<{ guide: Record<string, OfferedFlag> }>('GET /user/flags', lea)).guide);
  expect(await offered()).toContain('GUIDE_TEMPLATE');
  desk.ctx.store.transact(null, (s) => s.meta.set('siteid', 'plain:https://example.org'));
  expect(await offered()).toContain('GUIDE_ARCHIVED');
  expect(await offered()).not.toContain('GUIDE_TEMPLATE');
});
