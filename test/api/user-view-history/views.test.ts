import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { sql } from '../../../app/store/sql.ts';
import type { SqlPart, StoredRow } from '../../../app/store/sql.ts';
import type { ViewRecord } from '../../../shared/model/view.ts';
import { testCore } from '../../helpers/core.ts';
import type { TestCore } from '../../helpers/core.ts';
import { addGuide, addPerson } from '../../helpers/people.ts';
import type { TestPerson } from '../../helpers/people.ts';
import { queryPlan } from '../../helpers/plans.ts';

/** 2026-01-31, noon in UTC. */
const noon = 1_769_860_800;
let now = noon;
let core: TestCore;
let root: TestPerson;
let ada: TestPerson;
let ben: TestPerson;
let guideid: number;
let secret: number;
let wikiid: number;

beforeAll(async () => {
  core = testCore({}, { now: () => now });
  root = await addPerson(core, 'root', { role: 'admin' });
  ada = await addPerson(core, 'ada', { role: 'author' });
  ben = await addPerson(core, 'ben');
  ({ guideid } = await addGuide(core, ada.token));
  ({ guideid: secret } = await addGuide(core, ben.token, { public: false }));
  ({ wikiid } = await core.json<{ wikiid: number }>('POST /wikis', {
    token: ada.token,
    json: { namespace: 'WIKI', title: 'Seals', contents: 'Round.' },
  }));
});

afterAll(() => core[Symbol.asyncDispose]());

const of = (who: TestPerson, query = '', as = who): Promise<ViewRecord[]> =>
  core.json(`GET /user_view_history/user/${who.userid}?${query}`, { token: as.token });
const docs = (records: ViewRecord[]): [string, string, number][] =>
  records.map(({ doc_type, docid, date }) => [doc_type, docid, date - noon]);
const read = async (who: TestPerson | undefined, route: string): Promise<void> => {
  expect((await core.call(route, who ? { token: who.token } : {})).status).toBe(200);
};

describe('reading', () => {
  it('is recorded once in ten minutes for each person and document, without waiting for a write', async () => {
    now = noon;
    const sequence = core.ctx.store.read(null, (s) => s.feed.sequence);
    for (const who of [ada, ada, undefined]) await read(who, `GET /guides/${guideid}`);
    await read(ada, 'GET /wikis/WIKI/seals');
    await core.json('GET /guides/999999', { token: ada.token, expect: 404 });
    await core.json(`GET /guides/${secret}`, { token: ada.token, expect: 403 });
    await read(ada, 'GET /guides');
    expect(core.ctx.store.read(null, (s) => s.feed.sequence)).toBe(sequence);
    now = noon + 599;
    await read(ada, `GET /guides/${guideid}?type=XML`);
    await expect.poll(() => of(ada)).toHaveLength(2);
    now = noon + 600;
    await read(ada, `GET /guides/${guideid}?again`);
    core.ctx.views.flush();
    const expected = [
      ['GUIDE', String(guideid), 600],
      ['WIKI', String(wikiid), 0],
      ['GUIDE', String(guideid), 0],
    ];
    expect(docs(await of(ada))).toEqual(expect.arrayContaining(expected));
    const [first] = await of(ada);
    expect(first).toEqual({
      userid: ada.userid,
      username: 'ada',
      doc_type: 'GUIDE',
      docid: String(guideid),
      date: now,
    });
    expect(await of(ben)).toEqual([]);
  });

  it('is not recorded again after a restart within the ten minutes, and closing keeps the last views', async () => {
    await using first = testCore({}, { now: () => now });
    now = noon;
    const eve = await addPerson(first, 'eve', { role: 'author' });
    const { guideid } = await addGuide(first, eve.token);
    await first.json(`GET /guides/${guideid}`, { token: eve.token });
    await first.close();
    now = noon + 300;
    const count = async (core: TestCore): Promise<number> =>
      (await core.json<ViewRecord[]>(`GET /user_view_history/guide/${guideid}`, { token: eve.token })).length;
    await using second = testCore({ dataDir: first.dataDir }, { now: () => now });
    expect(await count(second)).toBe(1);
    await second.json(`GET /guides/${guideid}`, { token: eve.token });
    second.ctx.views.flush();
    expect(await count(second)).toBe(1);
    now = noon;
  });

  it('waits while the disk is full, and keeps collected views meanwhile', async () => {
    await using core = testCore({ logLevel: 'silent' }, { now: () => noon });
    const eve = await addPerson(core, 'eve');
    const { guideid } = await addGuide(core, eve.token);
    await core.json(`GET /guides/${guideid}`, { token: eve.token });
    const run = (sql: string): void => core.ctx.store.transact(null, (s) => s.db.exec(sql));
    run(
      "CREATE TRIGGER full BEFORE INSERT ON view BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END",
    );
    core.ctx.views.flush();
    run('DROP TRIGGER full');
    core.ctx.views.flush();
    const views = await core.json<ViewRecord[]>(`GET /user_view_history/user/${eve.userid}`, {
      token: eve.token,
    });
    expect(views).toHaveLength(1);
  });

  it('is deleted after two years, or after the number of days that the site sets', async () => {
    await using core = testCore({}, { now: () => now });
    now = noon;
    const eve = await addPerson(core, 'eve');
    const days = (n: number) => ({ doc_type: 'GUIDE' as const, docid: '1', date: noon - n * 86_400 });
    core.ctx.store.transact(null, (s) => s.views.add(eve.userid, [days(800), days(729), days(10)]));
    const left = async (): Promise<number> =>
      (await core.json<ViewRecord[]>(`GET /user_view_history/user/${eve.userid}`, { token: eve.token }))
        .length;
    expect(await left()).toBe(3);
    core.ctx.views.flush();
    expect(await left()).toBe(2);
    core.ctx.store.transact(null, (s) => s.meta.set('view-history-days', 30));
    now = noon + 86_401;
    core.ctx.views.flush();
    expect(await left()).toBe(1);
    now = noon;
  });
});

describe('GET /user_view_history/user/{userid}', () => {
  const seen = (): void =>
    core.ctx.store.transact(null, (s) =>
      s.views.add(ben.userid, [
        { doc_type: 'GUIDE', docid: String(guideid), date: noon - 3 * 86_400 },
        { doc_type: 'WIKI', docid: String(wikiid), date: noon - 86_400 },
        { doc_type: 'GUIDE', docid: String(guideid), date: noon - 60 },
      ]),
    );

  it('takes seconds and dates, both inclusive, and pages', async () => {
    seen();
    const all = [-60, -86_400, -3 * 86_400];
    const dates = async (query: string): Promise<number[]> =>
      (await of(ben, query)).map(({ date }) => date - noon);
    expect(await dates('')).toEqual(all);
    expect(await dates(`start_date=${noon - 86_400}`)).toEqual(all.slice(0, 2));
    expect(await dates(`end_date=${noon - 86_400}.0`)).toEqual(all.slice(1));
    expect(await dates('start_date=2026-01-30&end_date=2026-01-30')).toEqual([-86_400]);
    expect(await dates('start_date=2026-01-30T12:00:00Z&end_date=2026-01-31T13:59:00%2B02:00')).toEqual(
      all.slice(0, 2),
    );
    expect(await dates('start_date=2026-01-31T11:59')).toEqual(all.slice(0, 1));
    expect(await dates('start_date=2026-02-01&end_date=2026-01-01')).toEqual([]);
    expect(await dates('limit=1&offset=1')).toEqual([-86_400]);
    expect(await dates('limit=100000')).toEqual(all);
    for (const query of [
      'start_date=yesterday',
      'end_date=2026-13-01',
      'end_date=2026-01-31T25:00',
      'limit=0',
      'offset=-1',
    ]) {
      await core.json(`GET /user_view_history/user/${ben.userid}?${query}`, {
        token: ben.token,
        expect: 422,
      });
    }
  });

  it('is for the person, authors and admins', async () => {
    seen();
    for (const reader of [ben, ada, root]) expect(await of(ben, '', reader)).toHaveLength(3);
    await core.json(`GET /user_view_history/user/${ada.userid}`, { token: ben.token, expect: 403 });
    await core.json('GET /user_view_history/user/999', { token: ben.token, expect: 403 });
    await core.json('GET /user_view_history/user/999', { token: root.token, expect: 404 });
    await core.json('GET /user_view_history/user/me', { token: root.token, expect: 422 });
    await core.json(`GET /user_view_history/user/${ben.userid}`, { expect: 401 });
  });
});

describe('GET /user_view_history/{doc_type}/{docid}', () => {
  it('is for authors and admins who see the document, in any case of its type', async () => {
    core.ctx.store.transact(null, (s) => {
      s.views.add(ben.userid, [{ doc_type: 'WIKI', docid: String(wikiid), date: noon + 5 }]);
      s.views.add(77, [{ doc_type: 'WIKI', docid: String(wikiid), date: noon + 6 }]);
      s.views.add(ben.userid, [{ doc_type: 'GUIDE', docid: String(secret), date: noon }]);
    });
    const asked = (doc: string, who: TestPerson, expected = 200): Promise<ViewRecord[]> =>
      core.json(`GET /user_view_history/${doc}`, { token: who.token, expect: expected });
    const views = await asked(`WIKI/${wikiid}?start_date=${noon + 5}`, ada);
    expect(views.map(({ username, date }) => [username, date - noon])).toEqual([
      ['', 6],
      ['ben', 5],
    ]);
    expect(await asked(`wiki/${wikiid}?start_date=${noon + 5}`, root)).toEqual(views);
    expect(await asked(`guide/${secret}`, root)).toHaveLength(1);
    await asked(`guide/${secret}`, ada, 403);
    await asked(`guide/${secret}`, ben, 403);
    await asked(`guide/${guideid}`, ben, 403);
    await asked('guide/999999', ada, 404);
    await asked('wiki/999999', ada, 404);
    await asked('page/1', ada, 422);
    await asked('guide/Lid', ada, 422);
    await core.json(`GET /user_view_history/guide/${guideid}`, { expect: 401 });
  });

  it('reads only indexes, however long the history is', () => {
    const plan = (condition: SqlPart): string =>
      core.ctx.store.read(null, (s) =>
        queryPlan(
          s.db,
          sql`SELECT v.userid, u.username, v.doc_type, v.docid, v.date FROM view v LEFT JOIN account u ON u.userid = v.userid
             WHERE ${condition} AND v.date BETWEEN 0 AND 9 ORDER BY v.date DESC LIMIT 5`,
        ).join('\n'),
      );
    for (const condition of [sql`v.userid = 1`, sql`v.doc_type = 'GUIDE' AND v.docid = '1'`]) {
      expect(plan(condition)).toContain('COVERING INDEX');
      expect(plan(condition)).not.toMatch(/SCAN|TEMP B-TREE/);
    }
  });
});

describe('POST /benchside/views', () => {
  it('adds views from elsewhere, once, and none from the future', async () => {
    const eve = await addPerson(core, 'eve');
    const add = (views: unknown, expected?: number): Promise<unknown> =>
      core.json('POST /benchside/views', {
        token: eve.token,
        json: { views },
        ...(expected === undefined ? {} : { expect: expected }),
      });
    const views = [
      { doc_type: 'GUIDE', docid: String(guideid), date: noon - 5 },
      { doc_type: 'WIKI', docid: String(wikiid), date: noon - 4 },
    ];
    await add(views, 204);
    const sequence = core.ctx.store.read(null, (s) => s.feed.sequence);
    await add(views, 204);
    expect(core.ctx.store.read(null, (s) => s.feed.sequence)).toBe(sequence);
    expect(docs(await of(eve))).toEqual([
      ['WIKI', String(wikiid), -4],
      ['GUIDE', String(guideid), -5],
    ]);
    const told = core.ctx.store.read(
      { userid: eve.userid, username: '', role: 'technician', teams: [] },
      (s) => [s.views.answer(eve.userid), s.views.answer(ben.userid)],
    );
    expect([JSON.parse(told[0] ?? ''), told[1]]).toEqual([await of(eve), undefined]);
    for (const wrong of [
      { ...views[0], date: now + 3600 },
      { ...views[0], date: 1.5 },
      { ...views[0], doc_type: 'TEAM' },
      { ...views[0], docid: 'Lid' },
      { ...views[0], docid: 7 },
    ]) {
      await add([wrong], 422);
    }
    await add(undefined, 422);
    await add(
      Array.from({ length: 1001 }, () => views[0]),
      422,
    );
    expect(await of(eve)).toHaveLength(2);
    await core.json('POST /benchside/views', { json: { views }, expect: 401 });
  });

  it('[security views] adds only views of documents that exist and that the person may read', async () => {
    const joe = await addPerson(core, 'joe');
    const { wikiid: hidden } = await core.json<{ wikiid: number }>('POST /wikis', {
      token: ada.token,
      json: { namespace: 'WIKI', title: 'Prices', contents: 'High.', flags: ['WIKI_PRIVATE'] },
    });
    const views = [
      ...[guideid, secret, 999_999].map((docid) => ({ doc_type: 'GUIDE', docid: String(docid), date: noon })),
      ...[wikiid, hidden, 999_999].map((docid) => ({ doc_type: 'WIKI', docid: String(docid), date: noon })),
      { doc_type: 'GUIDE', docid: '123456789012345', date: noon },
    ];
    await core.json('POST /benchside/views', { token: joe.token, json: { views }, expect: 204 });
    expect(docs(await of(joe)).toSorted()).toEqual([
      ['GUIDE', String(guideid), 0],
      ['WIKI', String(wikiid), 0],
    ]);
  });
});

describe('at a desk', () => {
  it('records views here, and journals them for sending', async () => {
    await using desk = testCore({ profile: 'desk' }, { now: () => noon });
    const eve = await addPerson(desk, 'eve');
    const { guideid } = await addGuide(desk, eve.token);
    const pending = (): number => desk.ctx.store.read(null, (s) => s.journal.counts().pending);
    const before = pending();
    await desk.json(`GET /guides/${guideid}`, { token: eve.token });
    await desk.json(`GET /guides/${guideid}`, { token: eve.token });
    desk.ctx.views.flush();
    desk.ctx.views.flush();
    expect(pending()).toBe(before + 1);
    const view = { doc_type: 'GUIDE', docid: String(guideid), date: noon };
    const entry = desk.ctx.store.read(null, (s) =>
      s.db.one(sql<StoredRow<'journal', 'operation' | 'body' | 'userid'>>`SELECT operation, body, userid
         FROM journal ORDER BY sequence DESC LIMIT 1`),
    );
    expect({ ...entry, body: JSON.parse(entry?.body ?? '') as unknown }).toEqual({
      operation: 'POST /benchside/views',
      userid: eve.userid,
      body: { views: [view] },
    });
    const mine = (): Promise<ViewRecord[]> =>
      desk.json(`GET /user_view_history/user/${eve.userid}`, { token: eve.token });
    expect(await mine()).toEqual([{ userid: eve.userid, username: 'eve', ...view }]);
    desk.ctx.store.transact(null, (s) =>
      s.views.putRemote(eve.userid, [{ doc_type: 'WIKI', docid: '5', date: noon - 9 }]),
    );
    expect(docs(await mine())).toEqual([
      ['GUIDE', String(guideid), 0],
      ['WIKI', '5', -9],
    ]);
    expect(pending()).toBe(before + 1);
  });
});
