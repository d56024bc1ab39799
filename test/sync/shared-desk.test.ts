import { describe, expect, it } from 'vitest';

import { builder, sql } from '../../app/store/sql.ts';
import type { StoredRow } from '../../app/store/sql.ts';
import type { Comment } from '../../shared/model/comment.ts';
import type { Guide } from '../../shared/model/guide.ts';
import type { JournalItem } from '../../shared/model/journal.ts';
import type { Wiki } from '../../shared/model/wiki.ts';
import type { TestCore } from '../helpers/core.ts';
import { addGuide, deskPerson, everything, pair, signInAt } from '../helpers/pair.ts';
import type { DeskPerson, Pair } from '../helpers/pair.ts';

/** Returns the statuses with which the desk answers people who request a guide. */
const asked = ({ desk }: Pair, guideid: number, people: DeskPerson[]): Promise<number[]> =>
  Promise.all(people.map(async ({ token }) => (await desk.call(`GET /guides/${guideid}`, { token })).status));

const setRole = ({ hub }: Pair, { userid }: DeskPerson, role: 'technician' | 'author' | 'admin'): void =>
  hub.ctx.store.transact(null, (s) => s.users.update(userid, { role }));

const endSessions = ({ hub }: Pair, { userid }: DeskPerson): unknown =>
  hub.ctx.store.transact(null, (s) => s.db.run(sql`DELETE FROM session WHERE userid = ${userid}`));

/** Creates a guide that the hub shows to `owner`, and to the people they admit. */
const hidden = (both: Pair, { token }: { token: string }): Promise<number> =>
  addGuide(both.hub, token, { public: false, title: 'Not for all' }, 1);

/** Makes a guide private, and answers requests for it by name with 401. */
async function hideUnasked(both: Pair, guideid: number): Promise<void> {
  const { revisionid } = await both.hub.json<Guide>(`GET /guides/${guideid}`);
  await both.hub.json(`DELETE /guides/${guideid}/public?revisionid=${revisionid}`, { token: both.admin });
  both.net.intercept = (request) =>
    request.includes('excludePrerequisiteSteps') ? { kind: 'status', status: 401 } : undefined;
}

describe('[F2 F7 F8] a document that the hub does not show to everyone', () => {
  it('arrives for each person of a desk, and is shown there to them alone', async () => {
    await using both = await pair();
    const ann = await deskPerson(both, 'ann');
    const ben = await deskPerson(both, 'ben');
    const ofAnn = await hidden(both, ann);
    const ofBen = await hidden(both, ben);
    expect((await both.round({ people: [ann, ben] })).problem).toBeNull();
    expect(await asked(both, ofAnn, [ann, ben])).toEqual([200, 403]);
    expect(await asked(both, ofBen, [ann, ben])).toEqual([403, 200]);
    for (const { token } of [ann, ben]) {
      const { results } = await both.desk.json<{ results: unknown[] }>('GET /search/Not', { token });
      expect(results).toHaveLength(1);
    }
  });

  it('[F9.1] stays if a new first reader does not get it, until each other person is refused it', async () => {
    await using both = await pair();
    const ann = await deskPerson(both, 'ann');
    const ben = await deskPerson(both, 'ben');
    const guideids: number[] = [];
    for (let n = 0; n < 3; n += 1) guideids.push(await hidden(both, { token: both.admin }));
    const letIn = async (method: 'PUT' | 'DELETE'): Promise<void> => {
      for (const guideid of guideids)
        await both.hub.json(`${method} /guides/${guideid}/users/${ann.userid}`, {
          token: both.admin,
          ...(method === 'PUT' ? { json: {} } : {}),
        });
    };
    const seen = (): Promise<number[][]> =>
      Promise.all(guideids.map((guideid) => asked(both, guideid, [ann, ben])));
    /** Everything is read again, as Ben first. */
    const readAgain = async (): Promise<void> => {
      both.desk.ctx.store.transact(null, (s) =>
        s.db.run(sql`DELETE FROM watermark WHERE name LIKE 'feed:%'`),
      );
      expect((await both.round({ people: [ben, ann] })).problem).toBeNull();
    };
    await letIn('PUT');
    expect((await both.round({ people: [ann, ben] })).problem).toBeNull();
    expect(await seen()).toEqual(guideids.map(() => [200, 403]));
    await readAgain();
    expect(await seen()).toEqual(guideids.map(() => [200, 403]));
    const sessions = both.hub.ctx.store.read(null, (s) =>
      s.db.all(sql<StoredRow<'session'>>`SELECT * FROM session WHERE userid = ${ann.userid}`),
    );
    endSessions(both, ann);
    await readAgain();
    expect(await seen()).toEqual(guideids.map(() => [200, 403]));
    both.hub.ctx.store.transact(null, (s) => {
      for (const session of sessions) s.db.run(builder.insertInto('session').values(session));
    });
    await letIn('DELETE');
    await readAgain();
    expect(await seen()).toEqual(guideids.map(() => [404, 404]));
  });

  it('[F9.2] stays if a person who may see it has to sign in: that is no refusal', async () => {
    await using both = await pair();
    const boss = await deskPerson(both, 'boss', 'admin');
    const ann = await deskPerson(both, 'ann');
    const guideid = await addGuide(both.hub, both.admin);
    const people = [boss, ann];
    await both.round({ people });
    await hideUnasked(both, guideid);
    await both.round({ people });
    both.net.intercept = undefined;
    await both.round({ people });
    expect(await asked(both, guideid, people)).toEqual([200, 403]);
  });

  it('[F9.2] is removed once everyone can be asked, however long that takes', async () => {
    await using both = await pair();
    const ann = await deskPerson(both, 'ann');
    const ben = await deskPerson(both, 'ben');
    const guideid = await addGuide(both.hub, both.admin);
    const people = [ann, ben];
    await both.round({ people });
    await hideUnasked(both, guideid);
    await both.round({ people });
    await both.round({ people });
    expect(await asked(both, guideid, people)).toEqual([200, 200]);
    both.net.intercept = undefined;
    await both.round({ people: [ann] });
    expect(await asked(both, guideid, people)).toEqual([200, 200]);
    await both.round({ people });
    expect(await asked(both, guideid, people)).toEqual([404, 404]);
    both.net.requests.length = 0;
    await both.round({ people });
    expect(both.net.requests.filter((request) => request.includes('excludePrerequisiteSteps'))).toEqual([]);
  });

  it('arrives when a person is admitted, joins a team, or gets another role; and is removed when they lose it', async () => {
    await using both = await pair();
    const ann = await deskPerson(both, 'ann');
    const ben = await deskPerson(both, 'ben');
    const guideid = await hidden(both, { token: both.admin });
    const seen = async (): Promise<number[]> => {
      expect((await both.round({ people: [ann, ben] })).problem).toBeNull();
      return asked(both, guideid, [ann, ben]);
    };
    const none = await seen();
    expect(none).toEqual([404, 404]);
    const as = (route: string, json?: unknown) =>
      both.hub.json(route, { token: both.admin, ...(json === undefined ? {} : { json }) });

    await as(`PUT /guides/${guideid}/users/${ann.userid}`, {});
    expect(await seen()).toEqual([200, 403]);
    await as(`DELETE /guides/${guideid}/users/${ann.userid}`);
    expect(await seen()).toEqual([404, 404]);

    const { teamid } = await as('POST /benchside/teams', {
      name: 'Night shift',
      join_code: 'moon-and-light',
    }).then((team) => team as { teamid: number });
    await as(`PUT /guides/${guideid}/teams/${teamid}`, {});
    await both.hub.json(`PUT /teams/${teamid}/users/${ben.userid}`, {
      token: ben.token,
      json: { join_code: 'moon-and-light' },
    });
    expect(await seen()).toEqual([403, 200]);
    await as(`DELETE /guides/${guideid}/teams/${teamid}`);
    expect(await seen()).toEqual([404, 404]);

    setRole(both, ben, 'admin');
    expect(await seen()).toEqual([403, 200]);
    setRole(both, ben, 'technician');
    expect(await seen()).toEqual([404, 404]);
  });
});

describe.each([{ plain: false }, { plain: true }])('[J8.1] plain: $plain', ({ plain }) => {
  it('an ended sign-in delays nobody else of the desk, in the round that notices it', async () => {
    await using both = await pair({ plain });
    const ann = await deskPerson(both, 'ann', 'author');
    const ben = await deskPerson(both, 'ben', 'author');
    await both.round({ people: [ann, ben] });
    endSessions(both, ann);
    const guideid = await addGuide(both.hub, both.admin, { title: 'New there' }, 1);
    await both.hub.json(`PUT /user/favorites/guides/${guideid}`, { token: ben.token, json: {} });
    const { problem, round } = await both.round({ people: [ann, ben], byHand: true });
    expect({ problem, outcome: round.outcome }).toEqual({ problem: null, outcome: 'clean' });
    expect(await both.desk.json<Guide>(`GET /guides/${guideid}`, { token: ben.token })).toMatchObject({
      title: 'New there',
      favorited: true,
    });
  });
});

it('[J10.1] a profile edited here stays as edited after its owner signs in again, and reaches the site', async () => {
  await using both = await pair();
  const ann = await deskPerson(both, 'ann');
  const profile = async (core: Pair['hub'], token = ann.token): Promise<unknown> =>
    (await core.json<{ location: string | null }>(`GET /users/${ann.userid}`, { token })).location;
  await both.desk.json(`PATCH /users/${ann.userid}`, { token: ann.token, json: { location: 'Bench 4' } });
  const again = await signInAt(both.desk, 'ann');
  expect(await profile(both.desk, again.token)).toBe('Bench 4');
  expect((await both.round({ people: [again] })).problem).toBeNull();
  expect([await profile(both.desk, again.token), await profile(both.hub, again.token)]).toEqual([
    'Bench 4',
    'Bench 4',
  ]);
});

it('[F9.1] [seed 40000882] an edit by someone who may no longer see a guide, when discarded, leaves it to those who may', async () => {
  await using both = await pair();
  const ann = await deskPerson(both, 'ann', 'author');
  const ben = await deskPerson(both, 'ben', 'author');
  const cay = await deskPerson(both, 'cay');
  await deskPerson(both, 'dan');
  const guideid = await addGuide(both.hub, ann.token);
  expect((await both.round({ people: [cay, ann] })).problem).toBeNull();
  const lines = [{ text: 'By Ben', bullet: 'black', level: 0 }];
  await both.desk.json(`POST /guides/${guideid}/steps`, { ...ben, json: { orderby: 1, lines } });
  const { revisionid } = await both.hub.json<Guide>(`GET /guides/${guideid}`);
  await both.hub.json(`DELETE /guides/${guideid}/public?revisionid=${revisionid}`, { token: ann.token });
  // Ben's edit waits for his sign-in, and nobody knows what he and Dan may see.
  expect((await both.round({ people: [cay, ann] })).problem).toBeNull();
  expect((await both.round({ people: [ben, ann] })).problem).toBeNull();
  const { entries } = await both.desk.json<{ entries: JournalItem[] }>(
    'GET /benchside/journal?state=parked',
    ben,
  );
  expect(entries.map(({ operation }) => operation)).toEqual(['POST /guides/{guideid}/steps']);
  await both.desk.json(`POST /benchside/journal/${entries[0]?.entryid}/discard`, ben);
  expect(await asked(both, guideid, [ann, ben])).toEqual([200, 403]);
  expect((await both.round({ people: [ben, ann] })).problem).toBeNull();
  const read = async (core: TestCore): Promise<Guide> => core.json(`GET /guides/${guideid}`, ann);
  expect((await read(both.desk)).steps).toEqual((await read(both.hub)).steps);
});

it('[F7.1] favorites and completions of people who never signed in at a desk are not listed there', async () => {
  await using both = await pair();
  const guideid = await addGuide(both.hub, both.admin);
  const ann = await deskPerson(both, 'ann');
  for (const token of [both.admin, ann.token])
    await both.hub.json(`PUT /user/favorites/guides/${guideid}`, { token, json: {} });
  await both.round({ people: [ann] });
  const { userid } = await both.hub.json<{ userid: number }>('GET /user', { token: both.admin });
  const marked = async (core: Pair['hub'], of: number): Promise<number> =>
    (await core.json<unknown[]>(`GET /users/${of}/favorites/guides`, { token: ann.token })).length;
  expect([await marked(both.hub, userid), await marked(both.desk, userid)]).toEqual([1, 0]);
  expect([await marked(both.hub, ann.userid), await marked(both.desk, ann.userid)]).toEqual([1, 1]);
});

it('[F8.1] comments on a page arrive when it becomes public', async () => {
  await using both = await pair();
  const { hub, desk, admin } = both;
  const tom = await deskPerson(both, 'tom');
  const page = await hub.json<Wiki>('POST /wikis', {
    token: admin,
    json: { namespace: 'WIKI', title: 'Manual', contents: 'One.', flags: ['WIKI_PRIVATE'] },
  });
  await hub.json(`POST /comments/wiki/${page.wikiid}`, { token: admin, json: { text: 'Two?' } });
  await both.round({ people: [tom] });
  expect(await desk.json('GET /comments', tom)).toEqual([]);
  await hub.json(`PATCH /wikis/WIKI/Manual?revisionid=${page.revisionid}`, {
    token: admin,
    json: { flags: [] },
  });
  await both.round({ people: [tom] });
  expect(await desk.json('GET /comments', tom)).toMatchObject([{ text_raw: 'Two?' }]);
});

it('[F8] comments on a private page arrive for a reader who becomes an author', async () => {
  await using both = await pair();
  const { hub, desk, admin } = both;
  const tom = await deskPerson(both, 'tom');
  const page = await hub.json<Wiki>('POST /wikis', {
    token: admin,
    json: { namespace: 'WIKI', title: 'Manual', contents: 'One.', flags: ['WIKI_PRIVATE'] },
  });
  await hub.json(`POST /comments/wiki/${page.wikiid}`, { token: admin, json: { text: 'Two?' } });
  await both.round({ people: [tom] });
  setRole(both, tom, 'author');
  await both.round({ people: [tom] });
  expect(await desk.json('GET /comments', tom)).toMatchObject([{ text_raw: 'Two?' }]);
});

it('[F11.3] a private comment stays when its guide changes', async () => {
  await using both = await pair();
  const { hub, desk, admin } = both;
  const guideid = await addGuide(hub, admin);
  const boss = await deskPerson(both, 'boss', 'admin');
  const { commentid } = await hub.json<Comment>(`POST /comments/guide/${guideid}`, {
    token: admin,
    json: { text: 'Hidden' },
  });
  hub.ctx.store.transact(null, (s) => {
    const given = s.comments.asFixture(commentid);
    if (given) s.comments.putFixture({ ...given, commentid, status: 'private' });
  });
  await both.round({ people: [boss] });
  const list = (core: Pair['hub']): Promise<Comment[]> => core.json('GET /comments', boss);
  expect(await list(desk)).toHaveLength(1);
  const { revisionid } = await hub.json<Guide>(`GET /guides/${guideid}`);
  await hub.json(`PATCH /guides/${guideid}?revisionid=${revisionid}`, {
    token: admin,
    json: { title: 'New' },
  });
  await both.round({ people: [boss] });
  expect(await list(hub)).toHaveLength(1);
  expect(await list(desk)).toHaveLength(1);
});

it('[A3.2] at a desk of nobody, a guide stays that became public when its last reader was deactivated', async () => {
  await using both = await pair();
  const { hub, desk, admin } = both;
  const tom = await deskPerson(both, 'tom');
  const guideid = await addGuide(hub, admin, { public: false });
  await hub.json(`PUT /guides/${guideid}/users/${tom.userid}`, { token: admin, json: {} });
  await both.round({ people: [tom] });
  expect((await desk.call(`GET /guides/${guideid}`, tom)).status).toBe(200);
  await hub.json(`PUT /benchside/people/${tom.userid}/active`, { token: admin, json: { active: false } });
  const { revisionid } = await hub.json<Guide>(`GET /guides/${guideid}`, { token: admin });
  await hub.json(`PUT /guides/${guideid}/public?revisionid=${revisionid}`, { token: admin });
  await both.round({ people: [] });
  await both.round({ people: [] });
  expect(await everything(desk)).toEqual(await everything(hub));
});
