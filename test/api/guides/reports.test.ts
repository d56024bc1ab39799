import { describe, expect, test } from 'vitest';

import type { Guide, GuideRevision, GuideSummary } from '../../../shared/model/guide.ts';
import { testCore } from '../../helpers/core.ts';
import { addGuide, addPerson } from '../../helpers/people.ts';
import { photo } from '../../media/pictures.ts';
import type { MediaImage } from '../../../shared/model/image.ts';
import { withdrawn } from '../../helpers/reports.ts';

const flagids = ({ flags }: Guide): string[] => flags.map(({ flagid }) => flagid);

test('a technician reports a problem of a guide that they may not edit, once, and sets no other flags', async () => {
  await using core = testCore();
  const ada = await addPerson(core, 'ada', { role: 'author' });
  const tom = await addPerson(core, 'tom');
  const { guideid } = await addGuide(core, ada.token, { flags: ['DANGER'] });
  const report = (flagid: string, expect = 200, who: { token?: string } = tom): Promise<unknown> =>
    core.json(`PUT /benchside/guides/${guideid}/flags/${flagid}`, { ...who, expect });
  const { revisionid } = await core.json<Guide>(`GET /guides/${guideid}`);
  await core.json(`PATCH /guides/${guideid}?revisionid=${revisionid}`, {
    ...tom,
    json: { flags: ['GUIDE_INCORRECT_TOOLS'] },
    expect: 403,
  });

  const answer = await report('GUIDE_INCORRECT_TOOLS');
  const after = await core.json<Guide>(`GET /guides/${guideid}`);
  expect(answer).toEqual({ revisionid: after.revisionid, parent: revisionid });
  expect(flagids(after)).toEqual(['DANGER', 'GUIDE_INCORRECT_TOOLS']);
  await report('GUIDE_INCORRECT_TOOLS');
  expect((await core.json<Guide>(`GET /guides/${guideid}`)).revisionid).toBe(after.revisionid);

  await report('GUIDE_INCORRECT_TEXT', 401, {});
  await report('GUIDE_ARCHIVED', 403);
  // It describes the guide: a technician sets it on their own guides only.
  await report('GUIDE_PREREQ_ONLY', 403);
  await report('GUIDE_STARRED', 403);
  await report('GUIDE_NONSENSE', 403);
  await report('WIKI_STUB', 422);
  await core.json('PUT /benchside/guides/999/flags/GUIDE_INCORRECT_TEXT', { ...tom, expect: 404 });
  const hidden = await addGuide(core, ada.token, { public: false });
  await core.json(`PUT /benchside/guides/${hidden.guideid}/flags/GUIDE_INCORRECT_TEXT`, {
    ...tom,
    expect: 403,
  });
  const list = await core.json<GuideSummary[]>('GET /benchside/flags/GUIDE_INCORRECT_TOOLS/guides', ada);
  expect(list.map((one) => one.guideid)).toEqual([guideid]);
});

test('a report of a released guide shows at once, and the reader sees nothing of its draft', async () => {
  await using core = testCore();
  const ada = await addPerson(core, 'ada', { role: 'author' });
  const tom = await addPerson(core, 'tom');
  const { guideid } = await addGuide(core, ada.token);
  await core.json('POST /guides/releases', { ...ada, json: { guideid, title: 'New', status: 'released' } });
  const { revisionid } = await core.json<Guide>(`GET /guides/${guideid}?unpatrolled`, ada);
  await core.json(`PATCH /guides/${guideid}?revisionid=${revisionid}`, {
    ...ada,
    json: { conclusion: 'Not yet.' },
  });
  const answer = await core.call(`PUT /benchside/guides/${guideid}/flags/GUIDE_MISSING_STEPS`, tom);
  expect([answer.status, Object.keys(await answer.json())]).toEqual([200, ['revisionid', 'parent']]);
  expect(await core.json(`GET /guides/${guideid}`)).toMatchObject({
    conclusion_raw: '',
    revisionid,
    flags: [{ flagid: 'GUIDE_MISSING_STEPS' }],
  });
  expect(await core.json(`GET /guides/${guideid}?unpatrolled`, ada)).toMatchObject({
    conclusion_raw: 'Not yet.',
    flags: [{ flagid: 'GUIDE_MISSING_STEPS' }],
  });
});

test('[security 8] who reports a problem is no author of the guide: its editors do not see their pictures', async () => {
  await using core = testCore();
  const ada = await addPerson(core, 'ada', { role: 'author' });
  const tom = await addPerson(core, 'tom');
  const { guideid } = await addGuide(core, ada.token);
  await core.json(`PUT /benchside/guides/${guideid}/flags/GUIDE_MISSING_IMAGES`, tom);
  const [newest] = await core.json<GuideRevision[]>(`GET /benchside/guides/${guideid}/revisions`, ada);
  expect(newest).toMatchObject({ changes: ['flags'], userid: null });
  const image = await core.json<MediaImage>('POST /user/media/images?file=own.jpg', {
    ...tom,
    body: new Uint8Array(await (await photo(60, 60)).jpeg().toBuffer()),
  });
  const { revisionid } = await core.json<Guide>(`GET /guides/${guideid}`);
  await core.json(`PATCH /guides/${guideid}?revisionid=${revisionid}`, {
    ...ada,
    json: { introduction: `[image|${image.image.id}]` },
  });
  expect(await (await core.call(`GET /guides/${guideid}`, ada)).text()).not.toContain(image.image.guid);
});

describe('a report is withdrawn', () => {
  async function reported() {
    const core = testCore();
    const ada = await addPerson(core, 'ada', { role: 'author' });
    const tom = await addPerson(core, 'tom');
    const uma = await addPerson(core, 'uma');
    const { guideid } = await addGuide(core, ada.token, { flags: ['DANGER'] });
    const path = `/benchside/guides/${guideid}/flags`;
    return {
      core,
      ada,
      tom,
      uma,
      report: (who: { token: string }, flagid = 'GUIDE_MISSING_STEPS') =>
        core.json(`PUT ${path}/${flagid}`, who),
      withdraw: (who: { token: string }, expect = 200, flagid = 'GUIDE_MISSING_STEPS') =>
        core.json<{ remains: boolean }>(`DELETE ${path}/${flagid}`, { ...who, expect }),
      flags: async () => flagids(await core.json<Guide>(`GET /guides/${guideid}`)),
      edit: async (flags: string[]) => {
        const { revisionid } = await core.json<Guide>(`GET /guides/${guideid}`);
        await core.json(`PATCH /guides/${guideid}?revisionid=${revisionid}`, { ...ada, json: { flags } });
      },
      [Symbol.asyncDispose]: () => core[Symbol.asyncDispose](),
    };
  }

  test('by the person who made it, and by no one else but an admin', async () => {
    await using at = await reported();
    await at.report(at.tom);
    expect(await at.withdraw(at.uma, 403)).toMatchObject({
      message: 'This is someone else’s report: only that person can withdraw it.',
    });
    await at.withdraw(at.ada, 403);
    await at.withdraw(at.tom, 403, 'DANGER');
    expect(await at.flags()).toEqual(['DANGER', 'GUIDE_MISSING_STEPS']);
    expect(await at.withdraw(at.tom)).toEqual(withdrawn({ remains: false }));
    expect(await at.flags()).toEqual(['DANGER']);
    expect(await at.withdraw(at.tom)).toEqual(withdrawn({ remains: false }));

    await at.report(at.tom);
    const root = await addPerson(at.core, 'root', { role: 'admin' });
    expect(await at.withdraw(root)).toEqual(withdrawn({ remains: false }));
    expect(await at.flags()).toEqual(['DANGER']);
  });

  test('while others report the same, the flag stays', async () => {
    await using at = await reported();
    await at.report(at.tom);
    await at.report(at.uma);
    expect(await at.withdraw(at.tom)).toEqual(withdrawn({ remains: true }));
    await at.withdraw(at.tom, 403);
    expect(await at.withdraw(at.uma)).toEqual(withdrawn({ remains: false }));
    expect(await at.flags()).toEqual(['DANGER']);
  });

  test('a flag that an author set before stays', async () => {
    await using at = await reported();
    await at.edit(['DANGER', 'GUIDE_MISSING_STEPS']);
    await at.report(at.tom);
    await at.report(at.uma);
    expect(await at.withdraw(at.tom)).toEqual(withdrawn({ remains: true }));
    expect(await at.withdraw(at.uma)).toEqual(withdrawn({ remains: true }));
    expect(await at.flags()).toEqual(['DANGER', 'GUIDE_MISSING_STEPS']);
  });

  test('a flag that an author removed and set again stays', async () => {
    await using at = await reported();
    await at.report(at.tom);
    await at.edit(['DANGER']);
    await at.edit(['DANGER', 'GUIDE_MISSING_STEPS']);
    await at.withdraw(at.tom, 403);
    expect(await at.flags()).toEqual(['DANGER', 'GUIDE_MISSING_STEPS']);
  });

  test('a released guide loses the flag at once, and its draft too', async () => {
    await using at = await reported();
    const guideid = 1;
    await at.core.json('POST /guides/releases', {
      ...at.ada,
      json: { guideid, title: 'New', status: 'released' },
    });
    await at.report(at.tom);
    await at.withdraw(at.tom);
    expect(await at.flags()).toEqual(['DANGER']);
    expect(flagids(await at.core.json<Guide>(`GET /guides/1?unpatrolled`, at.ada))).toEqual(['DANGER']);
  });
});
