import { describe, expect, it } from 'vitest';

import type { Guide } from '../../shared/model/guide.ts';
import type { JournalItem } from '../../shared/model/journal.ts';
import type { TestCore } from '../helpers/core.ts';
import { addGuide, deskPerson, pair } from '../helpers/pair.ts';
import type { Pair } from '../helpers/pair.ts';
import { bench } from '../helpers/plain-bench.ts';

const flags = async (core: TestCore, guideid: number, query = ''): Promise<string[]> =>
  (await core.json<Guide>(`GET /guides/${guideid}${query}`)).flags.map(({ flagid }) => flagid);

const pending = ({ desk }: Pair): number =>
  desk.ctx.store.read(null, (s) => s.journal.counts().pending + s.journal.counts().parked);

it('[J2.1 J6.1] a problem reported offline is on the guide at the hub once, also after an edit there', async () => {
  await using both = await pair();
  const guideid = await addGuide(both.hub, both.admin);
  const tom = await deskPerson(both, 'tom');
  await both.round({ people: [tom] });
  const report = `PUT /benchside/guides/${guideid}/flags/GUIDE_MISSING_STEPS`;
  await both.desk.json(report, tom);
  await both.desk.json(report, tom);
  expect(await flags(both.desk, guideid)).toEqual(['GUIDE_MISSING_STEPS']);
  const { revisionid } = await both.hub.json<Guide>(`GET /guides/${guideid}`);
  await both.hub.json(`PATCH /guides/${guideid}?revisionid=${revisionid}`, {
    token: both.admin,
    json: { flags: ['DANGER'], conclusion: 'Done.' },
  });
  await both.round({ people: [tom] });
  expect(await flags(both.hub, guideid)).toEqual(['DANGER', 'GUIDE_MISSING_STEPS']);
  expect(await flags(both.desk, guideid)).toEqual(['DANGER', 'GUIDE_MISSING_STEPS']);
  expect(pending(both)).toBe(0);
});

it('[J7.1] an edit of the same guide at the same desk follows a report', async () => {
  await using both = await pair();
  const guideid = await addGuide(both.hub, both.admin);
  const tom = await deskPerson(both, 'tom');
  const lea = await deskPerson(both, 'lea', 'author');
  await both.round({ people: [tom, lea] });
  await both.desk.json(`PUT /benchside/guides/${guideid}/flags/GUIDE_MISSING_STEPS`, tom);
  const { revisionid } = await both.desk.json<Guide>(`GET /guides/${guideid}`);
  const json = { conclusion: 'Done.', flags: ['GUIDE_MISSING_STEPS', 'DANGER'] };
  await both.desk.json(`PATCH /guides/${guideid}?revisionid=${revisionid}`, { ...lea, json });
  for (let n = 0; n < 2; n++) await both.round({ people: [tom, lea] });
  for (const core of [both.hub, both.desk]) {
    expect(await flags(core, guideid)).toEqual(['GUIDE_MISSING_STEPS', 'DANGER']);
    expect(await core.json(`GET /guides/${guideid}`)).toMatchObject({ conclusion_raw: 'Done.' });
  }
  expect(pending(both)).toBe(0);
});

describe('[J6.4] edits that wait build on a report that was sent before them', () => {
  /** A guide that an author made and a reader reported at a desk without a network. */
  async function reported(both: Pair) {
    const tom = await deskPerson(both, 'tom');
    const lea = await deskPerson(both, 'lea', 'author');
    await both.round({ people: [tom, lea] });
    const made = await both.desk.json<Guide>('POST /guides', {
      ...lea,
      json: { category: 'Lathe', type: 'repair', title: 'Grease', public: true },
    });
    await both.desk.json(`PUT /benchside/guides/${made.guideid}/flags/GUIDE_MISSING_STEPS`, tom);
    const { revisionid } = await both.desk.json<Guide>(`GET /guides/${made.guideid}`);
    return { tom, lea, made, revisionid };
  }

  it('the flag that an author takes away again is not on the hub', async () => {
    await using both = await pair();
    const { tom, lea, made, revisionid } = await reported(both);
    await both.desk.json(`PATCH /guides/${made.guideid}?revisionid=${revisionid}`, {
      ...lea,
      json: { flags: [] },
    });
    await both.round({ people: [tom, lea] });
    expect(pending(both)).toBe(0);
    expect(await flags(both.hub, 1)).toEqual([]);
  });

  it('the author goes back to the version before without being asked', async () => {
    await using both = await pair();
    const { tom, lea, made, revisionid } = await reported(both);
    await both.desk.json(`PUT /user/favorites/guides/${made.guideid}`, lea);
    const versions = `revisionid=${revisionid}&to_revisionid=${made.revisionid}`;
    await both.desk.json(`POST /benchside/guides/${made.guideid}/revert?${versions}`, lea);
    await both.round({ people: [tom, lea] });
    expect(pending(both)).toBe(0);
    expect(await flags(both.hub, 1)).toEqual([]);
  });
});

it('[J7.1] a report of a released guide leaves its draft to its editors at the same desk', async () => {
  await using both = await pair();
  const guideid = await addGuide(both.hub, both.admin);
  const admin = { token: both.admin };
  await both.hub.json('POST /guides/releases', {
    ...admin,
    json: { guideid, title: 'New', status: 'released' },
  });
  const { revisionid } = await both.hub.json<Guide>(`GET /guides/${guideid}?unpatrolled`, admin);
  await both.hub.json(`PATCH /guides/${guideid}?revisionid=${revisionid}`, {
    ...admin,
    json: { conclusion: 'Not yet.' },
  });
  const tom = await deskPerson(both, 'tom');
  const lea = await deskPerson(both, 'lea', 'author');
  await both.round({ people: [tom, lea] });
  await both.desk.json(`PUT /benchside/guides/${guideid}/flags/GUIDE_MISSING_STEPS`, tom);
  for (let n = 0; n < 2; n++) {
    const draft = await both.desk.json<Guide>(`GET /guides/${guideid}?unpatrolled`, lea);
    expect(draft).toMatchObject({ conclusion_raw: 'Not yet.', flags: [{ flagid: 'GUIDE_MISSING_STEPS' }] });
    expect(await both.desk.json(`GET /guides/${guideid}?unpatrolled`, tom)).toMatchObject({
      conclusion_raw: '',
      flags: [{ flagid: 'GUIDE_MISSING_STEPS' }],
    });
    await both.round({ people: [tom, lea] });
  }
  expect(await flags(both.hub, guideid)).toEqual(['GUIDE_MISSING_STEPS']);
  expect(pending(both)).toBe(0);
});

it('[J7.4] a report of a guide that the hub has deleted waits for its author', async () => {
  await using both = await pair();
  const guideid = await addGuide(both.hub, both.admin);
  const tom = await deskPerson(both, 'tom');
  await both.round({ people: [tom] });
  await both.desk.json(`PUT /benchside/guides/${guideid}/flags/GUIDE_MISSING_STEPS`, tom);
  const { revisionid } = await both.hub.json<Guide>(`GET /guides/${guideid}`);
  await both.hub.json(`DELETE /guides/${guideid}?revisionid=${revisionid}`, { token: both.admin });
  await both.round({ people: [tom] });
  const { entries } = await both.desk.json<{ entries: JournalItem[] }>('GET /benchside/journal', tom);
  expect(entries).toMatchObject([{ state: 'parked' }]);
});

it('a desk of a third-party site takes no report', async () => {
  await using at = await bench();
  await at.desk.json(`PUT /benchside/guides/${at.guideid}/flags/GUIDE_MISSING_STEPS`, {
    token: at.ann.token,
    expect: 403,
  });
});
