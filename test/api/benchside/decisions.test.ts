import { describe, expect, it } from 'vitest';

import type { Guide } from '../../../shared/model/guide.ts';
import type { JournalItem } from '../../../shared/model/journal.ts';
import { addGuide, deskPerson, pair } from '../../helpers/pair.ts';
import type { DeskPerson, Pair } from '../../helpers/pair.ts';

interface Bench extends AsyncDisposable {
  both: Pair;
  ann: DeskPerson;
  ben: DeskPerson;
  guideid: number;
  /** Ann's parked edit. */
  entryid: string;
}

/** Opens a desk where Ann renamed a guide that an admin renamed on the site; her edit is parked. */
async function bench(): Promise<Bench> {
  const both = await pair();
  const guideid = await addGuide(both.hub, both.admin, { introduction: 'First.' });
  const ann = await deskPerson(both, 'ann', 'author');
  const ben = await deskPerson(both, 'ben', 'author');
  await both.round({ people: [ann, ben] });
  await rename(both.desk, guideid, ann.token, { title: 'Mine' });
  await rename(both.hub, guideid, both.admin, { title: 'Theirs', summary: 'New on the site' });
  await both.round({ people: [ann, ben] });
  const [parked] = await entriesOf(both, ann, 'state=parked');
  expect(parked?.cause?.kind).toBe('conflict');
  return {
    both,
    ann,
    ben,
    guideid,
    entryid: parked?.entryid ?? '',
    [Symbol.asyncDispose]: () => both[Symbol.asyncDispose](),
  };
}

const guideAt = (core: Pair['hub'], guideid: number, token: string): Promise<Guide> =>
  core.json<Guide>(`GET /guides/${guideid}`, { token });

async function rename(core: Pair['hub'], guideid: number, token: string, json: object): Promise<void> {
  const { revisionid } = await guideAt(core, guideid, token);
  await core.json(`PATCH /guides/${guideid}?revisionid=${revisionid}`, { token, json });
}

const entriesOf = async (both: Pair, { token }: { token: string }, query: string): Promise<JournalItem[]> =>
  (await both.desk.json<{ entries: JournalItem[] }>(`GET /benchside/journal?${query}`, { token })).entries;

describe('POST /benchside/journal/{entryid}/undecide', () => {
  it.each(['mine', 'theirs'] as const)(
    '[J7.3] takes back that %s was taken, as if nothing had been decided',
    async (take) => {
      await using at = await bench();
      const { both, ann, ben, guideid, entryid } = at;
      const before = await guideAt(both.desk, guideid, ann.token);
      const [parked] = await entriesOf(both, ann, 'state=parked');
      const route = (verb: string): string => `POST /benchside/journal/${entryid}/${verb}`;
      await both.desk.json(route('undecide'), { token: ann.token, expect: 422 });
      await both.desk.json(route('decide'), { token: ann.token, json: { take } });
      expect((await guideAt(both.desk, guideid, ann.token)).title).toBe(take === 'mine' ? 'Mine' : 'Theirs');
      await both.desk.json(route('undecide'), { token: ben.token, expect: 403 });
      const back = await both.desk.json<JournalItem>(route('undecide'), { token: ann.token });
      expect(back).toEqual(parked);
      expect(await guideAt(both.desk, guideid, ann.token)).toMatchObject({
        title: 'Mine',
        summary: 'New on the site',
        steps: before.steps,
      });
      await both.desk.json(route('undecide'), { token: ann.token, expect: 422 });
      await both.round({ people: [ann, ben] });
      expect((await guideAt(both.hub, guideid, both.admin)).title).toBe('Theirs');
      expect(both.desk.ctx.store.read(null, (s) => s.journal.verify())).toEqual([]);
      await both.desk.json(route('decide'), { token: ann.token, json: { take: 'mine' } });
      await both.round({ people: [ann, ben] });
      expect((await guideAt(both.hub, guideid, both.admin)).title).toBe('Mine');
      const sent = await both.desk.json<{ message: string }>(route('undecide'), {
        token: ann.token,
        expect: 422,
      });
      expect(sent.message).toContain('can no longer be undone');
    },
  );

  it('[J10.1] rebuilds an edit that the decision had ended on the present version of the site and later edits', async () => {
    await using at = await bench();
    const { both, ann, guideid, entryid } = at;
    await both.desk.json(`POST /benchside/journal/${entryid}/decide`, {
      token: ann.token,
      json: { take: 'theirs' },
    });
    await rename(both.desk, guideid, ann.token, { introduction: 'First, later.' });
    await both.desk.json(`POST /benchside/journal/${entryid}/undecide`, { token: ann.token });
    expect(await guideAt(both.desk, guideid, ann.token)).toMatchObject({
      title: 'Mine',
      summary: 'New on the site',
      introduction_raw: 'First, later.',
    });
  });
});

describe('POST /benchside/journal/{entryid}/preview', () => {
  it('shows the result of a decision and decides nothing', async () => {
    await using at = await bench();
    const { both, ann, ben, guideid, entryid } = at;
    const route = `POST /benchside/journal/${entryid}/preview`;
    const titleWith = async (json: object): Promise<string | undefined> =>
      (await both.desk.json<{ guide: Guide | null }>(route, { token: ann.token, json })).guide?.title;
    const before = await both.desk.json(`GET /benchside/journal/${entryid}`, { token: ann.token });
    expect(await titleWith({ take: 'theirs' })).toBe('Theirs');
    expect(await titleWith({ take: 'mine' })).toBe('Mine');
    expect(await titleWith({ fields: { title: { value: 'Both' } } })).toBe('Both');
    await both.desk.json(route, { token: ben.token, json: { take: 'mine' }, expect: 403 });
    await both.desk.json(route, { token: ann.token, json: { fields: { summary: 'mine' } }, expect: 422 });
    await both.desk.json('POST /benchside/journal/none/preview', { token: ann.token, json: {}, expect: 404 });
    expect(await both.desk.json(`GET /benchside/journal/${entryid}`, { token: ann.token })).toEqual(before);
    expect((await guideAt(both.desk, guideid, ann.token)).title).toBe('Mine');
  });
});

it('refuses a text that no site accepts, and decides nothing', async () => {
  await using at = await bench();
  const { both, ann, guideid } = at;
  const line = (text: string, lineid?: number): object => ({ text, bullet: 'black', level: 0, lineid });
  const [step] = (await guideAt(both.desk, guideid, ann.token)).steps;
  const path = `PATCH /guides/${guideid}/steps/${step?.stepid}?revisionid=${step?.revisionid}`;
  const lineid = step?.lines[0]?.lineid ?? 0;
  await both.desk.json(path, { token: ann.token, json: { lines: [line('Mine', lineid)] } });
  await both.hub.json(path, { token: both.admin, json: { lines: [line('Theirs', lineid)] } });
  const values = {
    title: [null, 7, ['x'], { a: 1 }, 'x'.repeat(100_000)],
    lines: [null, 7, 'x', { a: 1 }, [null], ['x'], [{}], [{ text: 7 }]],
  };
  for (const [field, wrong] of Object.entries(values)) {
    await both.round({ people: [ann] });
    const [entry] = await entriesOf(both, ann, 'state=parked');
    expect(entry?.cause?.conflicts).toMatchObject([{ field }]);
    const route = `POST /benchside/journal/${entry?.entryid}`;
    for (const value of wrong)
      for (const verb of ['preview', 'decide']) {
        const json = { fields: { [field]: { value } } };
        const asked = both.desk.json(`${route}/${verb}`, { token: ann.token, json, expect: 422 });
        expect(await asked).toHaveProperty('errors[0].field', field);
      }
    expect(await entriesOf(both, ann, 'state=parked')).toEqual([entry]);
    await both.desk.json(`${route}/decide`, { token: ann.token, json: { take: 'theirs' } });
  }
});

describe('GET /benchside/journal', () => {
  it("gives an admin everyone's edits, or only their own", async () => {
    await using at = await bench();
    const { both } = at;
    const boss = await deskPerson(both, 'boss', 'admin');
    await both.round({ people: [boss] });
    await rename(both.desk, at.guideid, boss.token, { summary: 'By the boss' });
    const names = async (query: string): Promise<string[]> =>
      (await entriesOf(both, boss, query)).map(({ username }) => username);
    expect(await names('limit=10')).toEqual(['boss', 'ann']);
    expect(await names('limit=10&mine')).toEqual(['boss']);
  });
});
