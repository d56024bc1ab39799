import { expect, test } from 'vitest';

import { sql } from '../../../app/store/sql.ts';
import type { Team, TeamAttributes } from '../../../shared/model/team.ts';
import type { UserSummary } from '../../../shared/model/user.ts';
import { hashToken } from '../../../app/identity/hub.ts';
import { testCore } from '../../helpers/core.ts';
import type { TestCore } from '../../helpers/core.ts';
import { addGuide, addPerson } from '../../helpers/people.ts';
import type { TestPerson } from '../../helpers/people.ts';
import { queryPlan } from '../../helpers/plans.ts';

const userids = (members: UserSummary[]): number[] => members.map((member) => member.userid);

interface World extends AsyncDisposable {
  core: TestCore;
  boss: TestPerson;
  ann: TestPerson;
  bob: TestPerson;
  cy: TestPerson;
  /** The team Hydraulics, with a join code; Ann owns it and Bob is a member. */
  teamid: number;
  /** Moves the clock. */
  wait(seconds: number): void;
}

async function world(): Promise<World> {
  let now = 1_700_000_000;
  const core = testCore({}, { now: () => now });
  const boss = await addPerson(core, 'boss', { role: 'admin' });
  const [ann, bob, cy] = [
    await addPerson(core, 'ann'),
    await addPerson(core, 'bob'),
    await addPerson(core, 'cy'),
  ] as const;
  const wait = (seconds: number): void => void (now += seconds);
  const { teamid } = await core.json<Team>('POST /benchside/teams', {
    token: boss.token,
    json: { name: 'Hydraulics', description: 'Pumps', owner: ann.userid, join_code: 'let-me-in-now' },
    expect: 201,
  });
  wait(10);
  await core.json(`PUT /teams/${teamid}/users/${bob.userid}`, { token: ann.token, json: {} });
  wait(10);
  const dispose = (): PromiseLike<void> => core[Symbol.asyncDispose]();
  return { core, boss, ann, bob, cy, teamid, wait, [Symbol.asyncDispose]: dispose };
}

test("GET /teams shows each team with its owner and the sum of its members' reputation", async () => {
  await using w = await world();
  w.core.ctx.store.transact(null, (s) => {
    s.db.run(sql`UPDATE account SET reputation = userid * 10`);
  });
  expect(await w.core.json('GET /teams')).toEqual([
    {
      teamid: w.teamid,
      name: 'Hydraulics',
      description: 'Pumps',
      owner: w.ann.userid,
      image: null,
      reputation: (w.ann.userid + w.bob.userid) * 10,
      member_count: 2,
      new_member_since: 1_700_000_010,
      url: `http://bench.test/Team/${w.teamid}/Hydraulics`,
      location: null,
      latitude: null,
      longitude: null,
    },
  ]);
});

test('GET /teams is sorted by teamid either way, in pages, and filtered by the date of the newest member', async () => {
  await using w = await world();
  for (const name of ['Two', 'Three']) {
    w.wait(100);
    await w.core.json('POST /benchside/teams', {
      token: w.boss.token,
      json: { name, owner: w.cy.userid },
    });
  }
  const list = async (query = ''): Promise<number[]> =>
    (await w.core.json<Team[]>(`GET /teams${query}`)).map(({ teamid }) => teamid);
  expect(await list()).toEqual([1, 2, 3]);
  expect(await list('?order=desc&limit=2')).toEqual([3, 2]);
  expect(await list('?offset=1&limit=1')).toEqual([2]);
  expect(await list('?newMemberSince=1700000011')).toEqual([2, 3]);
  expect(await list('?newMemberSince=1700000010&order=DESC')).toEqual([3, 2, 1]);
  expect(await list('?newMemberSince=1800000000')).toEqual([]);
  await w.core.json('GET /teams?newMemberSince=yesterday', { expect: 422 });
  await w.core.json('GET /teams?limit=0', { expect: 422 });
});

test('GET /teams/{teamid} is all members with their privileges, however many', async () => {
  await using w = await world();
  w.core.ctx.store.transact(null, (s) => {
    const members = Array.from({ length: 250 }, (_, index) =>
      s.users.create({ email: null, username: `u${index}`, passwordHash: null, role: 'technician' }),
    );
    s.teams.put({ teamid: 9, name: 'All', description: '', owner: null }, members);
  });
  expect(await w.core.json('GET /teams/9?limit=200')).toHaveLength(250);
  const members = await w.core.json<UserSummary[]>(`GET /teams/${w.teamid}`);
  expect(members).toMatchObject([
    { userid: w.ann.userid, teams: [w.teamid], privileges: ['User'] },
    { userid: w.bob.userid, teams: [w.teamid] },
  ]);
});

test('an invalid or unknown team is 404 at every endpoint', async () => {
  await using w = await world();
  const { token } = w.boss;
  for (const route of [
    'GET /teams/99',
    'GET /teams/99/attributes',
    'GET /teams/99/course_assignments',
    `PUT /teams/99/users/${w.cy.userid}`,
    `DELETE /teams/99/users/${w.cy.userid}`,
    'PATCH /benchside/teams/99',
    'DELETE /benchside/teams/99',
  ]) {
    expect(await w.core.json(route, { token, expect: 404 })).toEqual({
      error: true,
      message: 'Team not found',
    });
  }
  for (const verb of ['PUT', 'DELETE']) {
    expect(await w.core.json(`${verb} /teams/${w.teamid}/users/99`, { token, expect: 404 })).toMatchObject({
      message: 'User not found',
    });
    await w.core.json(`${verb} /teams/${w.teamid}/users/${w.cy.userid}`, { expect: 401 });
  }
  await w.core.json('GET /teams/hydraulics', { expect: 422 });
});

test('there are no courses, and the list of them has its own shape', async () => {
  await using w = await world();
  expect(await w.core.json(`GET /teams/${w.teamid}/course_assignments`)).toEqual({ response: [] });
});

test('attributes contain the text of the TEAM page, and the join code only for owner and admins', async () => {
  await using w = await world();
  const attributes = (token?: string): Promise<TeamAttributes> =>
    w.core.json(`GET /teams/${w.teamid}/attributes`, token ? { token } : {});
  expect(await attributes()).toMatchObject({
    teamid: w.teamid,
    created_date: 1_700_000_000,
    contents_raw: '',
    contents_rendered: '',
  });
  await w.core.json('POST /wikis', {
    token: w.boss.token,
    json: { namespace: 'TEAM', title: String(w.teamid), contents: "We mend '''pumps'''." },
  });
  expect(await attributes()).toMatchObject({
    contents_raw: "We mend '''pumps'''.",
    contents_rendered: '<p>We mend <strong>pumps</strong>.</p>',
  });
  for (const [person, sees] of [
    [w.boss, true],
    [w.ann, true],
    [w.bob, false],
    [w.cy, false],
  ] as const) {
    expect('join_code' in (await attributes(person.token))).toBe(sees);
  }
  expect(await attributes()).not.toHaveProperty('join_code');
  expect(JSON.stringify(await w.core.json('GET /teams', { token: w.ann.token }))).not.toContain(
    'let-me-in-now',
  );
  expect(w.core.ctx.store.read(null, (s) => s.teams.feedText(w.teamid))).not.toContain('let-me-in-now');
});

test('owner and admin add and remove anyone; each answer has all remaining members', async () => {
  await using w = await world();
  const route = `/teams/${w.teamid}/users/${w.cy.userid}`;
  for (const { token } of [w.ann, w.boss]) {
    expect(userids(await w.core.json(`PUT ${route}`, { token, expect: 200 }))).toEqual([
      w.ann.userid,
      w.bob.userid,
      w.cy.userid,
    ]);
    expect(userids(await w.core.json(`DELETE ${route}`, { token, expect: 200 }))).toEqual([
      w.ann.userid,
      w.bob.userid,
    ]);
  }
  const sequence = w.core.ctx.store.read(null, (s) => s.feed.sequence);
  expect(userids(await w.core.json(`DELETE ${route}`, { token: w.ann.token }))).toHaveLength(2);
  await w.core.json(`PUT /teams/${w.teamid}/users/${w.bob.userid}`, { token: w.ann.token });
  expect(w.core.ctx.store.read(null, (s) => s.feed.sequence)).toBe(sequence);
  for (const verb of ['PUT', 'DELETE']) {
    await w.core.json(`${verb} ${route}`, { token: w.bob.token, expect: 403 });
    await w.core.json(`${verb} /teams/${w.teamid}/users/${w.bob.userid}`, { token: w.cy.token, expect: 403 });
  }
});

test('people join with the right code in the query or the body, and may leave', async () => {
  await using w = await world();
  const route = `/teams/${w.teamid}/users/${w.cy.userid}`;
  const { token } = w.cy;
  await w.core.json(`PUT ${route}`, { token, expect: 403 });
  await w.core.json(`PUT ${route}`, { token, json: { join_code: '' }, expect: 403 });
  expect(await w.core.json(`PUT ${route}?join_code=let-me-in-nowt`, { token, expect: 403 })).toMatchObject({
    message: 'This is not the join code of the team.',
  });
  for (const how of [{ json: { join_code: 'let-me-in-now' } }, { query: '?join_code=let-me-in-now' }]) {
    const { query = '', ...body } = { query: '', ...how };
    const members = await w.core.json<UserSummary[]>(`PUT ${route}${query}`, { token, ...body });
    expect(userids(members)).toContain(w.cy.userid);
    expect(await w.core.json('GET /user', { token })).toMatchObject({ teams: [w.teamid] });
    expect(userids(await w.core.json(`DELETE ${route}`, { token }))).not.toContain(w.cy.userid);
  }
  // Only people with the code can join.
  await w.core.json(`PUT ${route}?join_code=let-me-in-now`, { token: w.bob.token, expect: 403 });
  await w.core.json(`PATCH /benchside/teams/${w.teamid}`, { token: w.boss.token, json: { join_code: null } });
  await w.core.json(`PUT ${route}?join_code=let-me-in-now`, { token, expect: 403 });
});

test('the first member of an empty team owns it; when an owner leaves, the longest-standing member becomes owner', async () => {
  await using w = await world();
  const { teamid } = await w.core.json<Team>('POST /benchside/teams', {
    token: w.boss.token,
    json: { name: 'Empty', join_code: 'come-here-now' },
  });
  const owner = async (): Promise<number | null> =>
    (await w.core.json<Team>(`GET /teams/${teamid}/attributes`)).owner;
  const join = ({ userid, token }: TestPerson): Promise<unknown> =>
    w.core.json(`PUT /teams/${teamid}/users/${userid}`, { token, json: { join_code: 'come-here-now' } });
  const leave = ({ userid, token }: TestPerson): Promise<UserSummary[]> =>
    w.core.json(`DELETE /teams/${teamid}/users/${userid}`, { token });
  expect(await owner()).toBeNull();
  for (const person of [w.cy, w.bob, w.ann]) {
    await join(person);
    w.wait(1);
  }
  expect(await owner()).toBe(w.cy.userid);
  expect(userids(await leave(w.cy))).toEqual([w.bob.userid, w.ann.userid]);
  expect(await owner()).toBe(w.bob.userid);
  await leave(w.ann);
  expect(await owner()).toBe(w.bob.userid);
  expect(await leave(w.bob)).toEqual([]);
  expect(await owner()).toBeNull();
  await join(w.ann);
  expect(await owner()).toBe(w.ann.userid);
  w.core.ctx.store.transact(null, (s) => s.users.delete(w.ann.userid));
  expect(await w.core.json(`GET /teams/${teamid}/attributes`)).toMatchObject({
    owner: null,
    member_count: 0,
  });
});

test('admins make, change and delete teams; nobody else does', async () => {
  await using w = await world();
  const { token } = w.boss;
  const made = await w.core.json<TeamAttributes>('POST /benchside/teams', {
    token,
    json: { name: 'Two \u0081words' },
    expect: 201,
  });
  expect(made).toMatchObject({ name: 'Two words', description: '', owner: null, join_code: null });
  expect(made.url).toBe(`http://bench.test/Team/${made.teamid}/Two+words`);
  const route = `/benchside/teams/${made.teamid}`;
  expect(
    await w.core.json(`PATCH ${route}`, { token, json: { owner: w.cy.userid, description: 'New' } }),
  ).toMatchObject({ owner: w.cy.userid, description: 'New', member_count: 1, name: 'Two words' });
  const sequence = w.core.ctx.store.read(null, (s) => s.feed.sequence);
  await w.core.json(`PATCH ${route}`, { token, json: { owner: w.cy.userid, description: 'New' } });
  expect(w.core.ctx.store.read(null, (s) => s.feed.sequence)).toBe(sequence);
  for (const [json, field] of [
    [{}, 'name'],
    [{ name: ' ' }, 'name'],
    [{ name: 'A', owner: 99 }, 'owner'],
    [{ name: 'A', join_code: 'short' }, 'join_code'],
    [{ name: 'A', imageid: 77 }, 'imageid'],
  ] as const) {
    expect(await w.core.json('POST /benchside/teams', { token, json, expect: 422 })).toMatchObject({
      errors: [{ field }],
    });
  }
  for (const { token } of [w.ann, w.cy]) {
    await w.core.json('POST /benchside/teams', { token, json: { name: 'Mine' }, expect: 403 });
    await w.core.json(`PATCH ${route}`, { token, json: { name: 'Mine' }, expect: 403 });
    await w.core.json(`DELETE ${route}`, { token, expect: 403 });
  }
  await w.core.json(`DELETE ${route}`, { expect: 401 });
  await w.core.json(`DELETE ${route}`, { token, expect: 204 });
  await w.core.json(`GET /teams/${made.teamid}`, { expect: 404 });
  expect(await w.core.json('GET /user', { token: w.cy.token })).toMatchObject({ teams: [] });
  const next = await w.core.json<Team>('POST /benchside/teams', { token, json: { name: 'Next' } });
  expect(next.teamid).toBe(made.teamid + 1);
});

test('a fixture with other members keeps the dates of those who remain', async () => {
  await using w = await world();
  w.wait(100);
  const row = { teamid: w.teamid, name: 'Hydraulics', description: 'Pumps', owner: w.ann.userid };
  w.core.ctx.store.transact(null, (s) => s.teams.put(row, [w.bob.userid, w.cy.userid]));
  const text = w.core.ctx.store.read(null, (s) => s.teams.feedText(w.teamid));
  expect(JSON.parse(text ?? '')).toMatchObject({
    members: [
      { userid: w.bob.userid, joined_date: 1_700_000_010 },
      { userid: w.cy.userid, joined_date: 1_700_000_120 },
    ],
  });
});

test('a list of many teams is read from indexes alone', async () => {
  await using w = await world();
  const plans = w.core.ctx.store.read(null, (s) =>
    [sql``, sql`WHERE teamid IN (SELECT teamid FROM team_member WHERE joined_date >= 1)`].map((where) =>
      queryPlan(
        s.db,
        sql`SELECT t.*, sum(u.reputation)
           FROM (SELECT * FROM team ${where} ORDER BY teamid DESC LIMIT 20) t
           LEFT JOIN team_member m ON m.teamid = t.teamid LEFT JOIN account u ON u.userid = m.userid GROUP BY t.teamid`,
      ),
    ),
  );
  for (const plan of plans) {
    expect(plan).toContainEqual(expect.stringMatching(/SEARCH m USING PRIMARY KEY/));
    expect(plan).toContainEqual(expect.stringMatching(/SEARCH u USING INTEGER PRIMARY KEY/));
  }
  expect(plans[1]).toContainEqual(
    expect.stringMatching(/SEARCH team_member USING COVERING INDEX team_member_joined/),
  );
});

test('teams change offline at a desk, where a join code that only the site knows gives no rights', async () => {
  await using desk = testCore({ profile: 'desk' });
  const people = [
    { userid: 1, username: 'ann', teams: [7] },
    { userid: 2, username: 'bob', teams: [] },
    { userid: 3, username: 'boss', teams: [] },
  ];
  desk.ctx.store.transact(null, (s) => {
    for (const { userid, username, teams } of people) {
      const privileges = [username === 'boss' ? 'Admin' : 'User'];
      const rest = { unique_username: null, join_date: 5, image: null, reputation: 40, url: '', privileges };
      s.users.putRemote({ userid, username, teams, ...rest });
      s.users.addSession(userid, hashToken(username));
    }
    s.teams.putRemote({ teamid: 7, name: 'Valves', description: '', owner: 1 }, [
      { userid: 1, joined_date: 100 },
    ]);
  });
  const pending = (): number => desk.ctx.store.read(null, (s) => s.journal.counts().pending);
  const { guideid } = await addGuide(desk, 'ann', { public: false });
  await desk.json(`PUT /guides/${guideid}/teams/7`, { token: 'ann', expect: 201 });
  const before = pending();

  expect(await desk.json('GET /teams')).toMatchObject([{ teamid: 7, reputation: 40, member_count: 1 }]);
  await desk.json('PUT /teams/7/users/2', { token: 'bob', expect: 403 });
  const joined = await desk.json<UserSummary[]>('PUT /teams/7/users/2', {
    token: 'bob',
    json: { join_code: 'only the site knows' },
  });
  expect(userids(joined)).toEqual([1, 2]);
  expect(pending()).toBe(before + 1);
  await desk.json(`GET /guides/${guideid}`, { token: 'bob', expect: 403 });
  expect(await desk.json('GET /user', { token: 'bob' })).toMatchObject({ teams: [] });
  expect(await desk.json('GET /teams/7/attributes', { token: 'ann' })).not.toHaveProperty('join_code');

  // The site's later answer does.
  desk.ctx.store.transact(null, (s) =>
    s.teams.putRemote({ teamid: 7, name: 'Valves', description: '', owner: 1 }, [
      { userid: 1 },
      { userid: 2 },
    ]),
  );
  await desk.json(`GET /guides/${guideid}`, { token: 'bob' });
  await desk.json('DELETE /teams/7/users/2', { token: 'ann' });
  await desk.json(`GET /guides/${guideid}`, { token: 'bob', expect: 403 });
  await desk.json('PUT /teams/7/users/2', { token: 'ann', json: {} });
  await desk.json(`GET /guides/${guideid}`, { token: 'bob' });
  expect(pending()).toBe(before + 3);

  const made = await desk.json<Team>('POST /benchside/teams', {
    token: 'boss',
    json: { name: 'Offline', owner: 2, join_code: 'said-here-now' },
  });
  expect(made.teamid).toBeLessThan(0);
  expect(await desk.json(`GET /teams/${made.teamid}/attributes`, { token: 'bob' })).toMatchObject({
    join_code: 'said-here-now',
  });
  await desk.json(`DELETE /benchside/teams/${made.teamid}`, { token: 'boss', expect: 204 });
  expect(await desk.json('GET /user', { token: 'bob' })).toMatchObject({ teams: [7] });
  expect(pending()).toBe(before + 5);
  desk.ctx.store.transact(null, (s) => s.teams.forget(7));
  expect(await desk.json('GET /user', { token: 'ann' })).toMatchObject({ teams: [] });
});

test('[security 13] wrong join codes cause a waiting time for the person at the team, for the person everywhere, and for the network', async () => {
  await using w = await world();
  const { teamid, cy, bob, core } = w;
  const join = async (
    { userid, token }: TestPerson,
    join_code: string,
    { team = teamid, peer = '' } = {},
  ): Promise<[number, string]> => {
    const headers = { 'X-Benchside-Peer': peer };
    const answer = await core.call(`PUT /teams/${team}/users/${userid}`, {
      token,
      json: { join_code },
      headers,
    });
    const { message = '' } = (await answer.json()) as { message?: string };
    return [answer.status, message];
  };
  const wrong = [403, 'This is not the join code of the team.'];
  const wait = [403, 'There were too many wrong join codes. Wait 15 minutes and try again.'];
  for (let n = 0; n < 10; n += 1) expect(await join(cy, `guess ${n}`)).toEqual(wrong);
  expect(await join(cy, 'let-me-in-now')).toEqual(wait);
  // Nobody else has to wait, and the team's owner can still add them.
  await core.json(`PUT /teams/${teamid}/users/${cy.userid}`, { token: w.ann.token });
  await core.json(`DELETE /teams/${teamid}/users/${cy.userid}`, { token: cy.token });
  w.wait(15 * 60);
  expect((await join(cy, 'let-me-in-now'))[0]).toBe(200);
  await core.json(`DELETE /teams/${teamid}/users/${cy.userid}`, { token: cy.token });

  const many: number[] = [];
  for (let n = 0; n < 11; n += 1) {
    const json = { name: `Team ${n}`, join_code: `secret-code-${n}` };
    many.push((await core.json<Team>('POST /benchside/teams', { token: w.boss.token, json })).teamid);
  }
  const network = '2001:db8:1:2::';
  for (let n = 0; n < 30; n += 1)
    expect(await join(cy, 'guess', { team: many[n % 10] ?? 0, peer: `${network}${n}` })).toEqual(wrong);
  expect(await join(cy, 'secret-code-10', { team: many[10] ?? 0 })).toEqual(wait);
  for (let n = 0; n < 70; n += 1) {
    const person = await addPerson(core, `guest ${n}`);
    expect(await join(person, 'guess', { peer: `${network}${n}` })).toEqual(wrong);
  }
  expect(await join(bob, 'secret-code-10', { team: many[10] ?? 0, peer: `${network}ffff` })).toEqual(wait);
  expect((await join(bob, 'secret-code-10', { team: many[10] ?? 0, peer: '2001:db8:1:3::1' }))[0]).toBe(200);
});

test('[security 13] a new join code has 12 characters, and an older one still works', async () => {
  await using w = await world();
  const route = `PATCH /benchside/teams/${w.teamid}`;
  for (const join_code of ['elevenchars', 'with a blank in', 'x'.repeat(201), '']) {
    const refused = await w.core.json<{ errors: unknown[] }>(route, {
      token: w.boss.token,
      json: { join_code },
      expect: 422,
    });
    expect(refused.errors).toContainEqual(expect.objectContaining({ field: 'join_code' }));
  }
  await w.core.json(route, { token: w.boss.token, json: { join_code: 'twelve-chars' } });
  w.core.ctx.store.transact(null, (s) => s.teams.update(w.teamid, { join_code: 'short' }));
  const { token, userid } = w.cy;
  await w.core.json(`PUT /teams/${w.teamid}/users/${userid}`, { token, json: { join_code: 'short' } });
});
