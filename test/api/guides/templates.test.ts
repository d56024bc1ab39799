import { expect, test } from 'vitest';

import type { Guide, GuideSummary } from '../../../shared/model/guide.ts';
import { testCore } from '../../helpers/core.ts';
import type { TestCore } from '../../helpers/core.ts';
import { addGuide, addPerson } from '../../helpers/people.ts';

const templates = async (core: TestCore, token: string): Promise<number[]> => {
  const list = await core.json<GuideSummary[]>('GET /benchside/flags/GUIDE_TEMPLATE/guides', { token });
  return list.map(({ guideid }) => guideid);
};

test('people read a private template once they have signed in, and lose it with its flag; others never', async () => {
  await using core = testCore();
  const ada = await addPerson(core, 'ada', { role: 'author' });
  const ben = await addPerson(core, 'ben', { role: 'author' });
  const tom = await addPerson(core, 'tom');
  const { guideid } = await addGuide(core, ada.token, { title: 'Skeleton of a repair', public: false });
  const flag = async (flags: string[], token = ada.token, expect = 200): Promise<unknown> => {
    const { revisionid } = await core.json<Guide>(`GET /guides/${guideid}`, ada);
    return core.json(`PATCH /guides/${guideid}?revisionid=${revisionid}`, {
      token,
      json: { flags },
      expect,
    });
  };
  const found = async (token: string): Promise<number> => {
    const { results } = await core.json<{ results: unknown[] }>('GET /search/skeleton', { token });
    return results.length;
  };
  await core.json(`GET /guides/${guideid}`, { ...ben, expect: 403 });
  await flag(['GUIDE_TEMPLATE']);

  expect(await core.json(`GET /guides/${guideid}`, ben)).toMatchObject({ can_edit: true, public: false });
  expect(await templates(core, ben.token)).toEqual([guideid]);
  expect(await found(ben.token)).toBe(1);
  expect(await core.json(`GET /guides/${guideid}`, tom)).toMatchObject({ can_edit: false, public: false });
  expect(await templates(core, tom.token)).toEqual([guideid]);
  expect(await found(tom.token)).toBe(1);
  await core.json(`GET /guides/${guideid}`, { expect: 403 });
  await core.json('GET /benchside/flags/GUIDE_TEMPLATE/guides', { expect: 401 });
  await core.json('GET /benchside/flags/GUIDE_ARCHIVED/guides', { ...tom, expect: 403 });
  for (const who of [ada, ben, tom]) expect(await core.json<GuideSummary[]>('GET /guides', who)).toEqual([]);

  await flag([], ben.token);
  for (const who of [ben, tom]) {
    await core.json(`GET /guides/${guideid}`, { ...who, expect: 403 });
    expect(await templates(core, who.token)).toEqual([]);
  }
});

test('a technician may not make a template, and a title with the name of the flag makes none', async () => {
  await using core = testCore();
  const tom = await addPerson(core, 'tom');
  const ben = await addPerson(core, 'ben', { role: 'author' });
  const json = { category: 'Pump', type: 'repair', title: 'GUIDE_TEMPLATE' };
  await core.json('POST /guides', { ...tom, json: { ...json, flags: ['GUIDE_TEMPLATE'] }, expect: 403 });
  const { guideid } = await core.json<Guide>('POST /guides', { ...tom, json, expect: 201 });
  await core.json(`GET /guides/${guideid}`, { ...ben, expect: 403 });
  expect(await templates(core, ben.token)).toEqual([]);
});

test('[security flags] a technician who reverts a guide neither sets nor removes flags that only others may', async () => {
  await using core = testCore();
  const tom = await addPerson(core, 'tom');
  const ada = await addPerson(core, 'ada', { role: 'admin' });
  const { guideid } = await addGuide(core, tom.token, { public: false });
  const newest = (): Promise<Guide> => core.json(`GET /guides/${guideid}`, ada);
  const flag = async (flags: string[], { token } = ada): Promise<number> => {
    const { revisionid } = await newest();
    const route = `PATCH /guides/${guideid}?revisionid=${revisionid}`;
    return (await core.json<Guide>(route, { token, json: { flags } })).revisionid;
  };
  const before = await flag(['DANGER'], tom);
  const between = await flag(['GUIDE_TEMPLATE', 'GUIDE_IN_PROGRESS']);
  await flag(['GUIDE_STARRED']);
  const revert = async (to: number, token: string): Promise<string[]> => {
    const { revisionid } = await newest();
    const route = `POST /benchside/guides/${guideid}/revert?revisionid=${revisionid}&to_revisionid=${to}`;
    return (await core.json<Guide>(route, { token })).flags.map(({ flagid }) => flagid);
  };
  expect(await revert(between, tom.token)).toEqual(['GUIDE_STARRED', 'GUIDE_IN_PROGRESS']);
  expect(await revert(before, tom.token)).toEqual(['GUIDE_STARRED', 'DANGER']);
  expect(await revert(between, ada.token)).toEqual(['GUIDE_TEMPLATE', 'GUIDE_IN_PROGRESS']);
});

test('a private guide that was released becomes a template at once, while its other edits stay a draft', async () => {
  await using core = testCore();
  const ada = await addPerson(core, 'ada', { role: 'author' });
  const ben = await addPerson(core, 'ben', { role: 'author' });
  const { guideid, stepid } = await addGuide(core, ada.token, { public: false });
  await core.json('POST /guides/releases', { ...ada, json: { guideid, title: 'New', status: 'released' } });
  await core.json(`POST /step_forms/${stepid}`, {
    ...ada,
    json: { fields: [{ field_type: 'Text Input', label: 'Depth' }] },
  });
  const { revisionid } = await core.json<Guide>(`GET /guides/${guideid}?unpatrolled`, ada);
  const before = core.ctx.store.read(null, (s) => s.feed.sequence);
  await core.json(`PATCH /guides/${guideid}?revisionid=${revisionid}`, {
    ...ada,
    json: { flags: ['GUIDE_TEMPLATE'], conclusion: 'Not yet.' },
  });
  const shown = await core.json(`GET /guides/${guideid}`, ben);
  expect(shown).toMatchObject({ conclusion_raw: '', flags: [{ flagid: 'GUIDE_TEMPLATE' }] });
  expect(await templates(core, ben.token)).toEqual([guideid]);
  const kinds = core.ctx.store.read(null, (s) => s.feed.after(before, 100).map(({ kind }) => kind));
  expect(kinds).toEqual(expect.arrayContaining(['guide', 'form']));
});
