import { afterEach, describe, expect, it } from 'vitest';

import { limitedCause } from '../../app/replica/journal/limited-cause.ts';
import { outcomeOf } from '../../renderer/screens/conflicts/choices.ts';
import { limits } from '../../shared/limits.ts';
import type { Guide } from '../../shared/model/guide.ts';
import type { Cause, JournalItem } from '../../shared/model/journal.ts';
import { addGuide, deskPerson, pair } from '../helpers/pair.ts';
import type { DeskPerson, Pair } from '../helpers/pair.ts';

const introduction = {
  base: 'b'.repeat(3000),
  mine: 'Mine',
  theirs: 't'.repeat(3000),
};

async function patch(core: Pair['hub'], guideid: number, token: string, json: object): Promise<void> {
  const { revisionid } = await core.json<Guide>(`GET /guides/${guideid}`, { token });
  await core.json(`PATCH /guides/${guideid}?revisionid=${revisionid}`, { token, json });
}

const parkedOf = async ({ desk }: Pair, { token }: DeskPerson): Promise<JournalItem[]> =>
  (await desk.json<{ entries: JournalItem[] }>('GET /benchside/journal?state=parked', { token })).entries;

const { cause: one, causes: all } = limits.sync;
const usual = { one: one.max, all: all.max };

/** Sets limits that a test reaches with little. */
function setLimits(most: { one: number; all: number }): void {
  Object.assign(one, { max: most.one });
  Object.assign(all, { max: most.all });
}

afterEach(() => setLimits(usual));

describe('[security conflicts] what a hub says about a conflict', () => {
  const conflict: Cause = {
    kind: 'conflict',
    message: 'Someone else changed it.',
    conflicts: [
      { field: 'title', base: 'Old', mine: 'Mine', theirs: 'Theirs' },
      { field: 'introduction', ...introduction },
      { field: 'document', base: 'b'.repeat(2000), mine: {}, theirs: null },
    ],
  };

  it('has a limit: of the largest fields only the own version is stored', () => {
    const stored = (most: number): Cause => JSON.parse(limitedCause(conflict, most)) as Cause;
    expect(stored(20_000)).toEqual(conflict);
    const [title, , document] = conflict.conflicts ?? [];
    const tooLarge = expect.stringMatching(/^[0-9a-f]{64}$/) as string;
    const large = { field: 'introduction', base: null, mine: 'Mine', theirs: { tooLarge } };
    expect(stored(5000).conflicts).toEqual([title, large, document]);
    // A deleted document is still known as one.
    expect(stored(1000).conflicts).toEqual([title, large, { ...document, base: null }]);
    expect(limitedCause(stored(1000), 1000)).toBe(limitedCause(conflict, 1000));
  });

  it.each([
    { username: 'x'.repeat(60_000), date: 1 },
    { username: 7, date: 1 },
    { username: 'ann', date: 'x'.repeat(60_000) },
    { username: { toString: 1 }, date: 1 },
  ])('names its editor only by a name and a date: %#', async (editor) => {
    await using both = await pair();
    const guideid = await addGuide(both.hub, both.admin);
    const ann = await deskPerson(both, 'ann', 'author');
    await both.round({ people: [ann] });
    await patch(both.desk, guideid, ann.token, { title: 'Mine' });
    await patch(both.hub, guideid, both.admin, { title: 'Theirs' });
    let asked = 0;
    both.net.intercept = (request) => {
      if (!/^GET \/benchside\/guides\/\d+\/revisions/.test(request)) return undefined;
      asked += 1;
      return { kind: 'status', status: 200, body: JSON.stringify([editor]) };
    };
    await both.round({ people: [ann] });
    expect(asked).toBe(1);
    const [{ cause } = { cause: null }] = await parkedOf(both, ann);
    expect(cause).toMatchObject({ kind: 'conflict', conflicts: [{ theirs: 'Theirs' }] });
    expect(cause?.theirs).toBeUndefined();
    expect(limitedCause({ ...conflict, theirs: editor as never }, 20_000)).not.toContain('"date"');
  });

  it.each(['mine', 'theirs'] as const)(
    '[J7.17] can be decided about without being stored: %s',
    async (take) => {
      setLimits({ one: 2000, all: usual.all });
      await using both = await pair();
      const guideid = await addGuide(both.hub, both.admin, { introduction: introduction.base });
      const ann = await deskPerson(both, 'ann', 'author');
      await both.round({ people: [ann] });
      await patch(both.desk, guideid, ann.token, { introduction: introduction.mine });
      await patch(both.hub, guideid, both.admin, { introduction: introduction.theirs });
      await both.round({ people: [ann] });
      const [parked] = await parkedOf(both, ann);
      const conflicts = parked?.cause?.conflicts ?? [];
      expect(conflicts).toEqual([
        { field: 'introduction', base: null, mine: 'Mine', theirs: { tooLarge: expect.any(String) } },
      ]);
      expect(outcomeOf({ operation: parked?.operation ?? '' }, conflicts, { introduction: take })).toEqual({
        decision: { fields: { introduction: take } },
        open: [],
        wrong: {},
      });
      const decide = `POST /benchside/journal/${parked?.entryid}/decide`;
      const written = { fields: { introduction: { value: 'Both' } } };
      expect(await both.desk.json(decide, { token: ann.token, json: written, expect: 422 })).toMatchObject({
        errors: [{ message: 'is too large on the hub to be merged here. Take mine or theirs.' }],
      });
      await both.desk.json(decide, { token: ann.token, json: { take } });
      await both.round({ people: [ann] });
      expect(await parkedOf(both, ann)).toEqual([]);
      for (const core of [both.desk, both.hub]) {
        const token = core === both.hub ? both.admin : ann.token;
        const { introduction_raw } = await core.json<Guide>(`GET /guides/${guideid}`, { token });
        expect(introduction_raw).toBe(introduction[take]);
      }
    },
  );

  it('[J7.17] is asked about again if the hub has another version than the one that was too large', async () => {
    setLimits({ one: 2000, all: usual.all });
    await using both = await pair();
    const guideid = await addGuide(both.hub, both.admin, { introduction: introduction.base });
    const ann = await deskPerson(both, 'ann', 'author');
    await both.round({ people: [ann] });
    await patch(both.desk, guideid, ann.token, { introduction: introduction.mine });
    await patch(both.hub, guideid, both.admin, { introduction: introduction.theirs });
    await both.round({ people: [ann] });
    const [parked] = await parkedOf(both, ann);
    const decide = `POST /benchside/journal/${parked?.entryid}/decide`;
    await both.desk.json(decide, { token: ann.token, json: { take: 'mine' } });
    await patch(both.hub, guideid, both.admin, { introduction: 'Newer' });
    await both.round({ people: [ann] });
    const [again] = await parkedOf(both, ann);
    expect(again?.cause?.conflicts).toMatchObject([{ mine: 'Mine', theirs: 'Newer' }]);
  });

  it('[J7.17] has a limit for all edits together', async () => {
    setLimits({ one: usual.one, all: 100_000 });
    await using both = await pair();
    const ann = await deskPerson(both, 'ann', 'author');
    const text = (word: string): string => word.repeat(80_000);
    const guides = [];
    for (let n = 0; n < 3; n += 1)
      guides.push(await addGuide(both.hub, both.admin, { title: `Pump ${n}`, introduction: text('b') }, 0));
    await both.round({ people: [ann] });
    for (const guideid of guides) {
      await patch(both.desk, guideid, ann.token, { introduction: 'Mine' });
      await patch(both.hub, guideid, both.admin, { introduction: 'Theirs' });
    }
    await both.round({ people: [ann] });
    const kept = (await parkedOf(both, ann)).map(
      ({ cause }) => cause?.conflicts?.map(({ base, mine, theirs }) => [base === null, mine, theirs]) ?? [],
    );
    expect(kept.toSorted()).toEqual([
      [[false, 'Mine', 'Theirs']],
      [[true, 'Mine', 'Theirs']],
      [[true, 'Mine', 'Theirs']],
    ]);
  });
});
