import { describe, expect, it } from 'vitest';

import type { Guide } from '../../shared/model/guide.ts';
import type { JournalItem } from '../../shared/model/journal.ts';
import type { TestCore } from '../helpers/core.ts';
import { addGuide, deskPerson, pair } from '../helpers/pair.ts';
import type { DeskPerson, Pair } from '../helpers/pair.ts';
import { bench } from '../helpers/plain-bench.ts';
import { withdrawn } from '../helpers/reports.ts';

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

describe('[J9.4] a person withdraws their report', () => {
  async function readers() {
    const both = await pair();
    const guideid = await addGuide(both.hub, both.admin);
    const tom = await deskPerson(both, 'tom');
    const uma = await deskPerson(both, 'uma');
    const people = [tom, uma];
    await both.round({ people });
    const path = `/benchside/guides/${guideid}/flags/GUIDE_MISSING_STEPS`;
    return {
      both,
      guideid,
      tom,
      uma,
      round: () => both.round({ people }),
      report: (who: DeskPerson, at = both.desk) => at.json(`PUT ${path}`, who),
      withdraw: (who: DeskPerson, expected = 200) =>
        both.desk.json<{ remains: boolean }>(`DELETE ${path}`, { ...who, expect: expected }),
      flagsOf: () => Promise.all([both.desk, both.hub].map((core) => flags(core, guideid))),
      states: async (who: DeskPerson) => {
        const journal = await both.desk.json<{ entries: JournalItem[] }>('GET /benchside/journal', who);
        return journal.entries.map(({ operation, state }) => `${operation.split(' ')[0]} ${state}`);
      },
      [Symbol.asyncDispose]: () => both[Symbol.asyncDispose](),
    };
  }

  it('before it is sent: the hub never has it', async () => {
    await using at = await readers();
    const { revisionid } = await at.both.hub.json<Guide>(`GET /guides/${at.guideid}`);
    await at.report(at.tom);
    expect(await at.withdraw(at.tom)).toEqual(withdrawn({ remains: false }));
    expect(await at.states(at.tom)).toEqual(['PUT discarded']);
    expect(pending(at.both)).toBe(0);
    expect(await at.flagsOf()).toEqual([[], []]);
    await at.round();
    expect(await at.flagsOf()).toEqual([[], []]);
    for (const core of [at.both.hub, at.both.desk])
      expect(await core.json(`GET /guides/${at.guideid}`)).toMatchObject({ revisionid });
  });

  it('before it is sent, and an edit that was made after it stays', async () => {
    await using at = await readers();
    const lea = await deskPerson(at.both, 'lea', 'author');
    await at.report(at.tom);
    const { revisionid } = await at.both.desk.json<Guide>(`GET /guides/${at.guideid}`);
    const json = { conclusion: 'Done.', flags: ['GUIDE_MISSING_STEPS', 'DANGER'] };
    await at.both.desk.json(`PATCH /guides/${at.guideid}?revisionid=${revisionid}`, { ...lea, json });
    await at.withdraw(at.tom);
    await at.both.round({ people: [at.tom, lea] });
    expect(await at.flagsOf()).toEqual([['DANGER'], ['DANGER']]);
    expect(await at.both.hub.json(`GET /guides/${at.guideid}`)).toMatchObject({ conclusion_raw: 'Done.' });
    expect(pending(at.both)).toBe(0);
  });

  it('after it was sent, without a network', async () => {
    await using at = await readers();
    await at.report(at.tom);
    await at.round();
    expect(await at.flagsOf()).toEqual([['GUIDE_MISSING_STEPS'], ['GUIDE_MISSING_STEPS']]);
    expect(await at.withdraw(at.tom)).toEqual(withdrawn({ remains: false }));
    const { revisionid } = await at.both.hub.json<Guide>(`GET /guides/${at.guideid}`);
    await at.both.hub.json(`PATCH /guides/${at.guideid}?revisionid=${revisionid}`, {
      token: at.both.admin,
      json: { conclusion: 'Done.' },
    });
    await at.both.round({ people: [] });
    expect(await at.flagsOf()).toEqual([[], ['GUIDE_MISSING_STEPS']]);
    await at.round();
    expect(await at.flagsOf()).toEqual([[], []]);
    expect(await at.states(at.tom)).toEqual(['DELETE done', 'PUT done']);
  });

  it('a flag that someone else reported at the hub comes back to the desk', async () => {
    await using at = await readers();
    await at.report(at.tom);
    await at.round();
    await at.report(at.uma, at.both.hub);
    expect(await at.withdraw(at.tom)).toEqual(withdrawn({ remains: false }));
    await at.round();
    expect(await at.flagsOf()).toEqual([['GUIDE_MISSING_STEPS'], ['GUIDE_MISSING_STEPS']]);
    expect(pending(at.both)).toBe(0);
  });

  it('a flag that someone else reported at the same desk stays', async () => {
    await using at = await readers();
    await at.report(at.tom);
    await at.report(at.uma);
    expect(await at.withdraw(at.tom)).toEqual(withdrawn({ remains: true }));
    await at.round();
    expect(await at.flagsOf()).toEqual([['GUIDE_MISSING_STEPS'], ['GUIDE_MISSING_STEPS']]);
    expect([await at.states(at.tom), await at.states(at.uma)]).toEqual([['PUT discarded'], ['PUT done']]);
  });

  it('a flag that an author set at the hub meanwhile stays', async () => {
    await using at = await readers();
    await at.report(at.tom);
    const { revisionid } = await at.both.hub.json<Guide>(`GET /guides/${at.guideid}`);
    await at.both.hub.json(`PATCH /guides/${at.guideid}?revisionid=${revisionid}`, {
      token: at.both.admin,
      json: { flags: ['GUIDE_MISSING_STEPS'] },
    });
    await at.round();
    await at.withdraw(at.tom);
    await at.round();
    expect(await at.flagsOf()).toEqual([['GUIDE_MISSING_STEPS'], ['GUIDE_MISSING_STEPS']]);
    expect(pending(at.both)).toBe(0);
  });

  it('of a guide made here that the hub does not have yet', async () => {
    await using at = await readers();
    const lea = await deskPerson(at.both, 'lea', 'author');
    const { guideid } = await at.both.desk.json<Guide>('POST /guides', {
      ...lea,
      json: { category: 'Lathe', type: 'repair', title: 'Grease', public: true },
    });
    const path = `/benchside/guides/${guideid}/flags/GUIDE_MISSING_STEPS`;
    await at.both.desk.json(`PUT ${path}`, at.tom);
    await at.both.desk.json(`DELETE ${path}`, at.tom);
    expect(await flags(at.both.desk, guideid)).toEqual([]);
    await at.both.round({ people: [at.tom, lea] });
    expect(pending(at.both)).toBe(0);
    expect(await flags(at.both.hub, 2)).toEqual([]);
    expect(await flags(at.both.desk, 2)).toEqual([]);
  });

  it('while it is being sent: the withdrawal follows it', async () => {
    await using at = await readers();
    await at.report(at.tom);
    at.both.desk.ctx.store.transact(null, (s) => {
      for (const entry of s.journal.list(['pending'])) s.journal.setState(entry, 'sending');
    });
    await at.withdraw(at.tom);
    expect(await flags(at.both.desk, at.guideid)).toEqual([]);
    await at.round();
    expect(await at.flagsOf()).toEqual([[], []]);
    expect(await at.states(at.tom)).toEqual(['DELETE done', 'PUT done']);
  });

  it('reports of others are refused', async () => {
    await using at = await readers();
    await at.report(at.tom);
    await at.withdraw(at.uma, 403);
    await at.round();
    await at.withdraw(at.uma, 403);
    expect(await at.states(at.uma)).toEqual([]);
  });
});

it('a desk of a third-party site takes no report', async () => {
  await using at = await bench();
  await at.desk.json(`PUT /benchside/guides/${at.guideid}/flags/GUIDE_MISSING_STEPS`, {
    token: at.ann.token,
    expect: 403,
  });
});
