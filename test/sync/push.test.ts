import { describe, expect, it } from 'vitest';

import { sql } from '../../app/store/sql.ts';
import type { StoredRow } from '../../app/store/sql.ts';
import type { Guide } from '../../shared/model/guide.ts';
import type { Wiki } from '../../shared/model/wiki.ts';
import type { WorkLogEntry } from '../../shared/model/work-log.ts';
import type { JournalItem } from '../../shared/model/journal.ts';
import { addGuide, deskPerson, everything, pair } from '../helpers/pair.ts';
import type { DeskPerson, Pair } from '../helpers/pair.ts';
import { photo } from '../media/pictures.ts';

interface Bench extends AsyncDisposable {
  both: Pair;
  ann: DeskPerson;
  ben: DeskPerson;
  guideid: number;
}

/** A hub with one guide of two steps, a desk that has it, and two people at the desk. */
async function bench(options: { deskNow?: () => number; plain?: boolean } = {}): Promise<Bench> {
  const both = await pair(options);
  const guideid = await addGuide(both.hub, both.admin, { introduction: 'First.\n\nSecond.' });
  const ann = await deskPerson(both, 'ann', 'author');
  const ben = await deskPerson(both, 'ben', 'author');
  await both.round({ people: [ann, ben] });
  return { both, ann, ben, guideid, [Symbol.asyncDispose]: () => both[Symbol.asyncDispose]() };
}

const counts = ({ desk }: Pair): Record<string, number> =>
  desk.ctx.store.read(null, (s) => s.journal.editCounts());

const guideAt = (core: Pair['hub'], guideid: number, token: string): Promise<Guide> =>
  core.json<Guide>(`GET /guides/${guideid}`, { token });

async function patch(
  core: Pair['hub'],
  guideid: number,
  token: string,
  json: Record<string, unknown>,
): Promise<Guide> {
  const { revisionid } = await guideAt(core, guideid, token);
  return core.json<Guide>(`PATCH /guides/${guideid}?revisionid=${revisionid}`, { token, json });
}

const parkedOf = async ({ desk }: Pair, { token }: DeskPerson): Promise<JournalItem[]> =>
  (await desk.json<{ entries: JournalItem[] }>('GET /benchside/journal?state=parked', { token })).entries;

async function expectSame({ both, ann }: Bench): Promise<void> {
  expect(await everything(both.desk)).toEqual(await everything(both.hub));
  expect(counts(both)).toMatchObject({ pending: 0, sending: 0 });
  void ann;
}

describe('an edit made at a desk', () => {
  it('[J1.1 J6.1] is shown here at once, and is on the site exactly once after a round, under its author', async () => {
    await using at = await bench();
    const { both, ann, ben, guideid } = at;
    await patch(both.desk, guideid, ann.token, { title: 'Mend the old pump' });
    await patch(both.desk, guideid, ben.token, { summary: 'Cracks, leaks, noises' });
    expect(await guideAt(both.desk, guideid, ann.token)).toMatchObject({
      title: 'Mend the old pump',
      summary: 'Cracks, leaks, noises',
    });
    expect(counts(both)).toMatchObject({ accepted: 2, pending: 2 });
    const { round } = await both.round({ people: [ann, ben] });
    expect(round).toMatchObject({ outcome: 'clean', pushed: 2 });
    expect(counts(both)).toMatchObject({ accepted: 2, done: 2, pending: 0 });
    expect(await guideAt(both.hub, guideid, ann.token)).toMatchObject({
      title: 'Mend the old pump',
      summary: 'Cracks, leaks, noises',
    });
    const authors = both.hub.ctx.store.read(null, (s) =>
      s.db.all(sql<StoredRow<'guide_revision', 'userid'>>`SELECT userid FROM guide_revision
         WHERE guideid = ${guideid} ORDER BY revisionid DESC LIMIT 2`),
    );
    expect(authors.map(({ userid }) => userid)).toEqual([ben.userid, ann.userid]);
    await expectSame(at);
  });

  it('[J2.1 J2.2] gets the ids of the site, and the provisional ones keep working', async () => {
    await using at = await bench();
    const { both, ann } = at;
    const { guideid } = await both.desk.json<{ guideid: number }>('POST /guides', {
      token: ann.token,
      json: { category: 'Pump', type: 'repair', title: 'Change the ring', public: true },
    });
    expect(guideid).toBeLessThan(0);
    await both.desk.json(`POST /guides/${guideid}/steps`, {
      token: ann.token,
      json: { orderby: 1, lines: [{ text: 'Take the ring out', bullet: 'black', level: 0 }] },
    });
    const { steps, revisionid } = await guideAt(both.desk, guideid, ann.token);
    const stepid = steps[0]?.stepid ?? 0;
    await both.desk.json(`PATCH /guides/${guideid}/steps/${stepid}?revisionid=${steps[0]?.revisionid}`, {
      token: ann.token,
      json: {
        title: 'Out',
        lines: [{ text: 'Pull', bullet: 'red', level: 0, lineid: steps[0]?.lines[0]?.lineid }],
      },
    });
    await both.desk.json(`PUT /guides/${guideid}/tag`, { token: ann.token, json: { tag: 'ring' } });
    await both.desk.json(`POST /comments/step/${stepid}`, {
      token: ann.token,
      json: { text: 'Worn here too' },
    });
    await both.desk.call(`PUT /user/favorites/guides/${guideid}`, { token: ann.token });
    expect(revisionid).toBeLessThan(0);
    const { round } = await both.round({ people: [ann] });
    expect(round).toMatchObject({ outcome: 'clean', pushed: 6 });
    const there = await guideAt(both.desk, guideid, ann.token);
    expect(there.guideid).toBeGreaterThan(0);
    expect(await guideAt(both.hub, there.guideid, ann.token)).toMatchObject({
      title: 'Change the ring',
      favorited: true,
      steps: [
        {
          title: 'Out',
          lines: [{ text_raw: 'Pull', bullet: 'red' }],
          comments: [{ text_raw: 'Worn here too', author: { userid: ann.userid } }],
        },
      ],
    });
    expect(await both.hub.json(`GET /guides/${there.guideid}/tags`)).toEqual(['ring']);
    await expectSame(at);
  });

  it('[J5.1] is merged with changes by others on the site', async () => {
    await using at = await bench();
    const { both, ann, guideid } = at;
    const { steps } = await guideAt(both.desk, guideid, ann.token);
    const [first, second] = steps;
    await patch(both.desk, guideid, ann.token, { title: 'Mine', introduction: 'First, mine.\n\nSecond.' });
    await both.desk.json(`PATCH /guides/${guideid}/steps/${first?.stepid}?revisionid=${first?.revisionid}`, {
      token: ann.token,
      json: { title: 'My first' },
    });
    await both.desk.json(`POST /guides/${guideid}/steps`, {
      token: ann.token,
      json: { orderby: 3, lines: [{ text: 'Last, mine', bullet: 'black', level: 0 }] },
    });
    await patch(both.hub, guideid, both.admin, {
      summary: 'Theirs',
      introduction: 'First.\n\nSecond, theirs.',
      flags: ['GUIDE_IN_PROGRESS'],
    });
    await both.hub.json(`PATCH /guides/${guideid}/steps/${second?.stepid}?revisionid=${second?.revisionid}`, {
      token: both.admin,
      json: { title: 'Their second' },
    });
    await both.hub.json(`POST /guides/${guideid}/steps`, {
      token: both.admin,
      json: { orderby: 1, lines: [{ text: 'Before all, theirs', bullet: 'black', level: 0 }] },
    });
    const { round } = await both.round({ people: [ann] });
    expect(round).toMatchObject({ outcome: 'clean', pushed: 3 });
    const merged = await guideAt(both.hub, guideid, ann.token);
    expect(merged).toMatchObject({
      title: 'Mine',
      summary: 'Theirs',
      introduction_raw: 'First, mine.\n\nSecond, theirs.',
      flags: [{ flagid: 'GUIDE_IN_PROGRESS' }],
    });
    expect(merged.steps.map((step) => step.title || step.lines[0]?.text_raw)).toEqual([
      'Before all, theirs',
      'My first',
      'Their second',
      'Last, mine',
    ]);
    await expectSame(at);
  });

  it('[J7.1 J3.1] is parked with both versions if both changed the same field, and blocks only dependent edits', async () => {
    await using at = await bench();
    const { both, ann, guideid } = at;
    const other = await addGuide(both.hub, both.admin, { title: 'Another' });
    await both.round({ people: [ann] });
    await patch(both.desk, guideid, ann.token, { title: 'Mine' });
    await patch(both.desk, guideid, ann.token, { summary: 'After it' });
    await patch(both.desk, other, ann.token, { title: 'Goes through' });
    await patch(both.hub, guideid, both.admin, { title: 'Theirs' });
    await both.round({ people: [ann] });
    expect(counts(both)).toMatchObject({ pending: 1, parked: 1, done: 1 });
    expect(await guideAt(both.hub, guideid, ann.token)).toMatchObject({ title: 'Theirs' });
    expect(await guideAt(both.desk, guideid, ann.token)).toMatchObject({
      title: 'Mine',
      summary: 'After it',
    });
    expect(await guideAt(both.hub, other, ann.token)).toMatchObject({ title: 'Goes through' });
    expect(await parkedOf(both, ann)).toMatchObject([
      {
        username: 'ann',
        cause: {
          kind: 'conflict',
          conflicts: [{ field: 'title', base: 'Mend the pump', mine: 'Mine', theirs: 'Theirs' }],
        },
        touched: [{ kind: 'guide', id: guideid }],
      },
    ]);
  });

  it.each([
    { name: 'mine', decision: { take: 'mine' }, title: 'Mine', state: 'done' },
    { name: 'theirs', decision: { take: 'theirs' }, title: 'Theirs', state: 'discarded' },
    {
      name: 'something of both',
      decision: { fields: { title: { value: 'Both' } } },
      title: 'Both',
      state: 'done',
    },
  ])('[J7.2 J9.3] is decided by a person: $name', async ({ decision, title, state }) => {
    await using at = await bench();
    const { both, ann, ben, guideid } = at;
    await patch(both.desk, guideid, ann.token, { title: 'Mine' });
    await patch(both.desk, guideid, ann.token, { summary: 'After it' });
    await patch(both.hub, guideid, both.admin, { title: 'Theirs' });
    await both.round({ people: [ann] });
    const [parked] = await parkedOf(both, ann);
    const route = `POST /benchside/journal/${parked?.entryid}/decide`;
    await both.desk.json(route, { token: ben.token, json: decision, expect: 403 });
    await both.desk.json(route, { token: ann.token, json: { fields: { summary: 'mine' } }, expect: 422 });
    await both.desk.json(route, { token: ann.token, json: decision });
    expect(await guideAt(both.desk, guideid, ann.token)).toMatchObject({ title, summary: 'After it' });
    expect((await both.round({ people: [ann] })).round.outcome).toBe('clean');
    expect(await guideAt(both.hub, guideid, ann.token)).toMatchObject({ title, summary: 'After it' });
    expect(
      await both.desk.json(`GET /benchside/journal/${parked?.entryid}`, { token: ann.token }),
    ).toMatchObject({
      state,
      body: { title: 'Mine' },
    });
    await expectSame(at);
  });

  it('[J7.2] is parked again if the site has changed since the decision', async () => {
    await using at = await bench();
    const { both, ann, guideid } = at;
    await patch(both.desk, guideid, ann.token, { title: 'Mine' });
    await patch(both.hub, guideid, both.admin, { title: 'Theirs' });
    await both.round({ people: [ann] });
    const [parked] = await parkedOf(both, ann);
    await both.desk.json(`POST /benchside/journal/${parked?.entryid}/decide`, {
      token: ann.token,
      json: { take: 'mine' },
    });
    await patch(both.hub, guideid, both.admin, { title: 'Theirs, better' });
    await both.round({ people: [ann] });
    expect(await parkedOf(both, ann)).toMatchObject([
      { cause: { conflicts: [{ theirs: 'Theirs, better' }] } },
    ]);
    expect(await guideAt(both.hub, guideid, ann.token)).toMatchObject({ title: 'Theirs, better' });
  });

  it('[J7.2] keeps a decision when another field gets a conflict', async () => {
    await using at = await bench();
    const { both, ann, guideid } = at;
    const mine = { title: 'Mine', introduction: 'First, mine.\n\nSecond.' };
    await patch(both.desk, guideid, ann.token, mine);
    for (const theirs of [{ title: 'Theirs' }, { introduction: 'First, theirs.\n\nSecond.' }]) {
      await patch(both.hub, guideid, both.admin, theirs);
      await both.round({ people: [ann] });
      const [parked, ...others] = await parkedOf(both, ann);
      expect(others).toEqual([]);
      expect(parked?.cause?.conflicts).toMatchObject(Object.entries(theirs).map(([field]) => ({ field })));
      expect(await guideAt(both.desk, guideid, ann.token)).toMatchObject({
        title: 'Mine',
        introduction_raw: mine.introduction,
      });
      await both.desk.json(`POST /benchside/journal/${parked?.entryid}/decide`, {
        token: ann.token,
        json: { take: 'mine' },
      });
    }
    await both.round({ people: [ann] });
    expect(await parkedOf(both, ann)).toEqual([]);
    expect(await guideAt(both.hub, guideid, ann.token)).toMatchObject({
      title: 'Mine',
      introduction_raw: mine.introduction,
    });
    await expectSame(at);
  });

  it('[J7.4] stays visible if the site deleted its document, and is discarded only on request', async () => {
    await using at = await bench();
    const { both, ann, guideid } = at;
    await patch(both.desk, guideid, ann.token, { title: 'Mine' });
    const { revisionid } = await guideAt(both.hub, guideid, both.admin);
    await both.hub.call(`DELETE /guides/${guideid}?revisionid=${revisionid}`, { token: both.admin });
    await both.round({ people: [ann] });
    await both.round({ people: [ann] });
    expect(await guideAt(both.desk, guideid, ann.token)).toMatchObject({ title: 'Mine' });
    const [parked] = await parkedOf(both, ann);
    expect(parked?.cause).toMatchObject({
      kind: 'conflict',
      conflicts: [{ field: 'document', theirs: null }],
    });
    await both.desk.json(`POST /benchside/journal/${parked?.entryid}/discard`, { token: ann.token });
    await both.desk.json(`GET /guides/${guideid}`, { token: ann.token, expect: 404 });
    await expectSame(at);
  });

  it('[J7.4] does not keep a guide visible if it is a tag, and is parked when it is sent', async () => {
    await using at = await bench();
    const { both, ann, guideid } = at;
    const tom = await deskPerson(both, 'tom');
    await both.desk.json(`PUT /guides/${guideid}/tag`, { token: ann.token, json: { tag: 'mine' } });
    const { revisionid } = await guideAt(both.hub, guideid, both.admin);
    await both.hub.call(`DELETE /guides/${guideid}?revisionid=${revisionid}`, { token: both.admin });
    await both.round({ people: [tom] });
    await both.desk.json(`GET /guides/${guideid}`, { token: ann.token, expect: 404 });
    expect(await parkedOf(both, ann)).toEqual([]);
    await both.round({ people: [ann, tom] });
    expect(await parkedOf(both, ann)).toMatchObject([{ cause: { kind: 'gone' } }]);
    await expectSame(at);
  });

  it('[J9.1] is retried when a person requests it', async () => {
    await using at = await bench();
    const { both, ann, guideid } = at;
    await patch(both.desk, guideid, ann.token, { title: 'Mine' });
    both.net.intercept = (request) =>
      request.startsWith('PATCH')
        ? { kind: 'status', status: 422, body: '{"message":"Not today"}' }
        : undefined;
    await both.round({ people: [ann] });
    const [parked] = await parkedOf(both, ann);
    expect(parked?.cause).toEqual({ kind: 'refused', message: 'Not today' });
    both.net.intercept = undefined;
    await both.desk.json(`POST /benchside/journal/${parked?.entryid}/retry`, { token: ann.token });
    await both.round({ people: [ann] });
    await expectSame(at);
    expect(counts(both)).toMatchObject({ done: 1, parked: 0 });
  });

  it.each([
    { answer: 'lost', kind: 'lose-answer' },
    { answer: 'left without its body', kind: 'no-body' },
  ] as const)('[J4.1] is sent once, also when the answer was $answer', async ({ kind }) => {
    await using at = await bench();
    const { both, ann } = at;
    await both.desk.json('POST /guides', {
      token: ann.token,
      json: { category: 'Pump', type: 'repair', title: 'Only once' },
    });
    let lost = 0;
    both.net.intercept = (request) => {
      if (!request.startsWith('POST /guides')) return undefined;
      lost += 1;
      return lost === 1 ? { kind } : undefined;
    };
    expect((await both.round({ people: [ann] })).round.outcome).toBe('unreachable');
    expect(counts(both)).toMatchObject({ sending: 1 });
    expect((await both.round({ people: [ann] })).round.outcome).toBe('clean');
    const all = await both.hub.json<{ title: string }[]>('GET /guides?includePrivate=true', {
      token: both.admin,
    });
    expect(all.filter(({ title }) => title === 'Only once')).toHaveLength(1);
    expect(counts(both)).toMatchObject({ done: 1, sending: 0, pending: 0 });
  });

  it('[J6.1] is not done if the answer has no body', async () => {
    await using at = await bench();
    const { both, ann, guideid } = at;
    const { steps } = await both.desk.json<Guide>(`GET /guides/${guideid}`, { token: ann.token });
    const [step] = steps;
    await patch(both.desk, guideid, ann.token, { title: 'Mine' });
    await both.desk.json(`PATCH /guides/${guideid}/steps/${step?.stepid}?revisionid=${step?.revisionid}`, {
      token: ann.token,
      json: { title: 'Mine, too' },
    });
    await both.desk.json(`PUT /guides/${guideid}/tag`, { token: ann.token, json: { tag: 'mine' } });
    await both.desk.json(`POST /comments/guide/${guideid}`, {
      token: ann.token,
      json: { text: 'Mine, as well' },
    });
    const seen = new Set<string>();
    both.net.intercept = (request) => {
      if (request.startsWith('GET') || seen.has(request)) return undefined;
      seen.add(request);
      return { kind: 'no-body' };
    };
    for (let rounds = 0; rounds < 8; rounds += 1) await both.round({ people: [ann] });
    expect(seen.size).toBeGreaterThanOrEqual(4);
    expect(counts(both)).toMatchObject({ done: 4, sending: 0, pending: 0, parked: 0 });
    await expectSame(at);
  });

  it.each([
    { site: 'a hub', plain: false },
    { site: 'a site of others', plain: true },
  ])('[J6.2] of a step is done with what its guide is then, at $site', async ({ plain }) => {
    await using at = await bench({ plain });
    const { both, ann, guideid } = at;
    const edit = async (title: string): Promise<void> => {
      const [step] = (await guideAt(both.desk, guideid, ann.token)).steps;
      const path = `/guides/${guideid}/steps/${step?.stepid}?revisionid=${step?.revisionid}`;
      await both.desk.json(`PATCH ${path}`, { token: ann.token, json: { title } });
    };
    await patch(both.desk, guideid, ann.token, { title: 'Mine' });
    await edit('Typed by mistake');
    await edit('');
    const { intercept } = both.net;
    let isSent = false;
    both.net.intercept = (request) => {
      isSent ||= request.startsWith(`PATCH /guides/${guideid}/steps/`);
      return isSent && request.startsWith(`GET /guides/${guideid}`) ? { kind: 'drop' } : intercept?.(request);
    };
    await both.round({ people: [ann] });
    expect(isSent).toBe(true);
    both.net.intercept = intercept;
    for (let rounds = 0; rounds < 2; rounds += 1) await both.round({ people: [ann] });
    expect((await guideAt(both.hub, guideid, both.admin)).steps[0]).toMatchObject({ title: '' });
    expect(counts(both)).toMatchObject({ done: 3, sending: 0, pending: 0, parked: 0 });
    await expectSame(at);
  });

  it('[J8.1] waits for its author to sign in, while others continue', async () => {
    await using at = await bench();
    const { both, ann, ben, guideid } = at;
    const other = await addGuide(both.hub, both.admin, { title: 'Another' });
    await both.round({ people: [ann, ben] });
    await patch(both.desk, guideid, ann.token, { title: 'By Ann' });
    await patch(both.desk, other, ben.token, { title: 'By Ben' });
    both.hub.ctx.store.transact(null, (s) => s.db.run(sql`DELETE FROM session WHERE userid = ${ann.userid}`));
    await both.round({ people: [ben, ann] });
    expect(counts(both)).toMatchObject({ pending: 1, done: 1 });
    expect(await guideAt(both.hub, other, ben.token)).toMatchObject({ title: 'By Ben' });
  });
});

describe('a page edited at a desk', () => {
  it('[J5.1] has the documents that were attached on both sides', async () => {
    await using at = await bench();
    const { both, ann } = at;
    const { desk, hub, admin } = both;
    const path = '/wikis/WIKI/Seals';
    await hub.json('POST /wikis', {
      token: admin,
      json: { namespace: 'WIKI', title: 'Seals', contents: 'Rubber.' },
    });
    await both.round({ people: [ann] });
    const attach = async (core: Pair['hub'], token: string, file: string): Promise<void> => {
      const body = new TextEncoder().encode(`Words of ${file}`);
      const options = { token, body };
      const made = await core.json<{ documentid: number }>(
        `POST /user/media/documents?file=${file}`,
        options,
      );
      const { revisionid } = await core.json<Wiki>(`GET ${path}`, { token });
      const json = { documents: [made.documentid] };
      await core.json(`PATCH ${path}?revisionid=${revisionid}`, { token, json });
    };
    await attach(desk, ann.token, 'mine.txt');
    await attach(hub, admin, 'theirs.txt');
    await both.round({ people: [ann] });
    for (const core of [hub, desk]) {
      const { documents } = await core.json<Wiki>(`GET ${path}`, { token: ann.token });
      expect(documents.map(({ filename }) => filename).toSorted()).toEqual(['mine.txt', 'theirs.txt']);
    }
    expect(counts(both)).toMatchObject({ pending: 0, sending: 0, parked: 0 });
  });
});

describe('work at a desk', () => {
  it('[J2.2 J13.1] sends forms and runs with their values and true times, each once and under its author', async () => {
    const eightHours = 8 * 3600;
    let elapsed = 0;
    await using at = await bench({ deskNow: () => Date.now() / 1000 - eightHours + elapsed });
    const { both, ann, ben, guideid } = at;
    const { steps } = await guideAt(both.desk, guideid, ann.token);
    const stepid = steps[0]?.stepid ?? 0;
    const form = await both.desk.json<{ fields: { field_revisionid: number }[] }>(
      `POST /step_forms/${stepid}`,
      {
        token: ann.token,
        json: { fields: [{ field_type: 'Text Input', label: 'Serial number', required: true }] },
      },
    );
    const field = form.fields[0]?.field_revisionid ?? 0;
    const { entryid } = await both.desk.json<{ entryid: number }>('POST /work_log', {
      token: ben.token,
      json: { guideid, workorderid: 'WO-7' },
    });
    await both.desk.json(`PUT /work_log/${entryid}/stepData`, {
      token: ben.token,
      json: { fields: { [field]: 'SN 12' } },
    });
    elapsed += 600;
    const guide = await guideAt(both.desk, guideid, ben.token);
    const acknowledged = `PUT /benchside/work_log/${entryid}/acknowledged?guide_revisionid=${guide.revisionid}`;
    await both.desk.json(acknowledged, { token: ben.token, json: {} });
    await both.desk.json(acknowledged, { token: ben.token, json: {} });
    await both.desk.json(`POST /work_log/${entryid}/pause`, { token: ben.token, json: {} });
    elapsed += 300;
    await both.desk.json(`POST /work_log/${entryid}/suspend`, { token: ben.token, json: {} });
    await both.desk.json(`POST /work_log/${entryid}/assume`, { token: ann.token, json: {} });
    const finished = await both.desk.json<{ starttime: number; endtime: number; duration: number }>(
      `POST /work_log/${entryid}/finish`,
      { token: ann.token, json: {} },
    );
    elapsed = eightHours;
    const { round } = await both.round({ people: [ann, ben] });
    expect(round).toMatchObject({ outcome: 'clean', pushed: 8 });
    const { results } = await both.hub.json<{ results: { entryid: number }[] }>('GET /work_log', {
      token: both.admin,
    });
    expect(results).toMatchObject([
      {
        guideid,
        workorderid: 'WO-7',
        status: 'complete',
        userid: ann.userid,
        duration: finished.duration,
        work_data: [{ label: 'Serial number', value: 'SN 12', stepid }],
      },
    ]);
    const id = results[0]?.entryid ?? 0;
    expect(id).toBeGreaterThan(0);
    const [there, here] = await Promise.all(
      [both.hub, both.desk].map((core) =>
        core.json<WorkLogEntry>(`GET /work_log/${id}`, { token: ann.token }),
      ),
    );
    expect(there?.benchside.events?.filter(({ type }) => type === 'acknowledged')).toMatchObject([
      { userid: ben.userid, revisionid: guide.revisionid },
    ]);
    expect(here).toEqual(there);
    expect(here?.starttime).toBeCloseTo(finished.starttime, 0);
    expect(await both.desk.json(`GET /work_log/${entryid}`, { token: ann.token })).toEqual(here);
    await expectSame(at);
  });
});

describe('pictures taken at a desk', () => {
  it('[J2.2] arrive with their bytes, are shown in the guides that use them, and are not fetched again', async () => {
    await using at = await bench();
    const { both, ann, guideid } = at;
    const picture = await (await photo(900, 600)).png().toBuffer();
    const { image } = await both.desk.json<{ image: { id: number } }>(
      'POST /user/media/images?file=ring.png',
      {
        token: ann.token,
        body: new Uint8Array(picture),
      },
    );
    expect(image.id).toBeLessThan(0);
    const { steps } = await guideAt(both.desk, guideid, ann.token);
    const [first] = steps;
    await both.desk.json(`PATCH /guides/${guideid}/steps/${first?.stepid}?revisionid=${first?.revisionid}`, {
      token: ann.token,
      json: { media: { type: 'image', data: [image.id] } },
    });
    both.net.requests.length = 0;
    const { round } = await both.round({ people: [ann] });
    expect(round).toMatchObject({ outcome: 'clean', pushed: 2 });
    expect(both.net.requests.filter((request) => request.includes('/igi/'))).toEqual([]);
    const there = (await guideAt(both.hub, guideid, ann.token)).steps[0]?.media;
    expect(there).toMatchObject({ type: 'image', data: [{ id: expect.any(Number) as number }] });
    await expectSame(at);
    const media = (core: Pair['hub']): Promise<unknown[]> =>
      core.json('GET /user/media/images', { token: ann.token });
    expect(await media(both.desk)).toHaveLength(1);
    expect(await media(both.hub)).toHaveLength(1);
  });
});
