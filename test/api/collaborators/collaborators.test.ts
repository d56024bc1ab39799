import { expect, test } from 'vitest';

import { sql } from '../../../app/store/sql.ts';
import type { StoredRow } from '../../../app/store/sql.ts';
import type { Guide } from '../../../shared/model/guide.ts';
import type { GuideTeams } from '../../../shared/model/team.ts';
import type { UserSummary } from '../../../shared/model/user.ts';
import { testCore } from '../../helpers/core.ts';
import type { TestCore } from '../../helpers/core.ts';
import { addGuide, addPerson } from '../../helpers/people.ts';
import type { TestPerson } from '../../helpers/people.ts';

const people = ['boss', 'ines', 'owner', 'kofi', 'lena', 'omar'] as const;
type People = Record<(typeof people)[number], TestPerson>;

interface World extends AsyncDisposable, People {
  core: TestCore;
  /** A private guide of `owner`. */
  guideid: number;
  /** Lena's guide. */
  teamid: number;
}

async function world(config: Parameters<typeof testCore>[0] = {}): Promise<World> {
  const core = testCore(config);
  const roles = { boss: 'admin', ines: 'author' } as const;
  const made: [string, TestPerson][] = [];
  for (const name of people) {
    const role = name === 'boss' || name === 'ines' ? roles[name] : 'technician';
    made.push([name, await addPerson(core, name, { role })]);
  }
  const who = Object.fromEntries(made) as People;
  const { guideid } = await addGuide(core, who.owner.token, { public: false });
  const { teamid } = await core.json<{ teamid: number }>('POST /benchside/teams', {
    token: who.boss.token,
    json: { name: 'Hydraulics', owner: who.lena.userid },
  });
  return { core, guideid, teamid, ...who, [Symbol.asyncDispose]: () => core[Symbol.asyncDispose]() };
}

/** Returns what the feed has reported to `person` since a sequence: for each resource whether it is shown or gone. */
async function told(core: TestCore, person: TestPerson, after: number): Promise<Record<string, string>> {
  const response = await core.call(`GET /benchside/changes?after=${after}`, { token: person.token });
  const lines = (await response.text())
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { kind?: string; id?: number; deleted?: boolean });
  return Object.fromEntries(
    lines.flatMap(({ kind, id, deleted }) => (kind ? [[`${kind} ${id}`, deleted ? 'gone' : 'here']] : [])),
  );
}

test('[contract H5] a private guide is listed among the guides of a person who worked on it, while they may see it', async () => {
  await using w = await world();
  const listed = async (route: string, { token }: TestPerson): Promise<number[]> =>
    (await w.core.json<{ guideid: number }[]>(`GET ${route}`, { token })).map(({ guideid }) => guideid);
  const ofCategory = async ({ token }: TestPerson): Promise<unknown> => {
    const { guides } = await w.core.json<{ guides: { guideid: number }[] }>('GET /categories/Pump', {
      token,
    });
    return guides.map(({ guideid }) => guideid);
  };
  await addGuide(w.core, w.omar.token);
  await w.core.json(`PUT /guides/${w.guideid}/users/${w.kofi.userid}`, { token: w.owner.token });
  await w.core.json(`PUT /guides/${w.guideid}/teams/${w.teamid}`, { token: w.owner.token });
  for (const person of [w.kofi, w.lena]) {
    const { token, userid } = person;
    expect(await listed('/user/guides', person)).toEqual([]);
    const { revisionid } = await w.core.json<Guide>(`GET /guides/${w.guideid}`, { token });
    await w.core.json(`PATCH /guides/${w.guideid}?revisionid=${revisionid}`, {
      token,
      json: { conclusion: `Read by ${userid}.` },
    });
    expect(await listed('/user/guides', person)).toEqual([w.guideid]);
    expect(await listed(`/users/${userid}/guides`, w.owner)).toEqual([w.guideid]);
    expect(await listed(`/users/${userid}/guides`, w.omar)).toEqual([]);
    expect(await ofCategory(person)).toContain(w.guideid);
  }
  expect(await ofCategory(w.omar)).not.toContain(w.guideid);
  await w.core.json(`DELETE /guides/${w.guideid}/users/${w.kofi.userid}`, { token: w.owner.token });
  expect(await listed('/user/guides', w.kofi)).toEqual([]);
});

test('attached users see and edit a private guide until they are detached', async () => {
  await using w = await world();
  const route = `/guides/${w.guideid}/users`;
  expect(await w.core.json(`GET ${route}`, { token: w.owner.token })).toEqual([]);
  const added = await w.core.json<UserSummary[]>(`PUT ${route}/${w.kofi.userid}`, {
    token: w.owner.token,
    json: {},
    expect: 201,
  });
  expect(added).toMatchObject([{ userid: w.kofi.userid, username: 'kofi', privileges: ['User'] }]);
  const { revisionid } = await w.core.json<Guide>(`GET /guides/${w.guideid}`, { token: w.kofi.token });
  await w.core.json(`PATCH /guides/${w.guideid}?revisionid=${revisionid}`, {
    token: w.kofi.token,
    json: { title: 'Edited by Kofi' },
  });
  expect(await w.core.json(`GET ${route}`, { token: w.kofi.token })).toEqual(
    await w.core.json(`GET ${route}`, { token: w.boss.token }),
  );
  expect(
    await w.core.json(`DELETE ${route}/${w.kofi.userid}`, { token: w.owner.token, expect: 200 }),
  ).toEqual({ users: [] });
  await w.core.json(`GET /guides/${w.guideid}`, { token: w.kofi.token, expect: 403 });
});

test('teams are listed with the rights of the person who asks, and admit their current members', async () => {
  await using w = await world();
  const route = `/guides/${w.guideid}/teams`;
  const none = { guideTeams: [], canIViewGuide: true, canIEditGuide: true, canIChangeGuidePrivacy: true };
  expect(await w.core.json(`GET ${route}`, { token: w.owner.token })).toEqual(none);
  const added = await w.core.json<GuideTeams>(`PUT ${route}/${w.teamid}`, {
    token: w.owner.token,
    expect: 201,
  });
  expect(added).toMatchObject({
    ...none,
    guideTeams: [{ teamid: w.teamid, name: 'Hydraulics', owner: w.lena.userid, member_count: 1 }],
  });
  expect(await w.core.json(`GET ${route}`, { token: w.lena.token })).toMatchObject({
    canIViewGuide: true,
    canIEditGuide: true,
  });
  await w.core.json(`GET ${route}`, { token: w.omar.token, expect: 403 });
  await w.core.json(`PUT /teams/${w.teamid}/users/${w.omar.userid}`, { token: w.lena.token });
  await w.core.json(`GET ${route}`, { token: w.omar.token });
  await w.core.json(`DELETE /teams/${w.teamid}/users/${w.omar.userid}`, { token: w.omar.token });
  await w.core.json(`GET ${route}`, { token: w.omar.token, expect: 403 });
  expect(await w.core.json(`DELETE ${route}/${w.teamid}`, { token: w.owner.token, expect: 200 })).toEqual(
    none,
  );
  await w.core.json(`GET /guides/${w.guideid}`, { token: w.lena.token, expect: 403 });
});

test('the owner, authors and admins change the collaborators of a guide; collaborators and strangers do not', async () => {
  await using w = await world();
  const open = (await addGuide(w.core, w.owner.token)).guideid;
  for (const guideid of [open, w.guideid]) {
    await w.core.json(`PUT /guides/${guideid}/users/${w.kofi.userid}`, { token: w.owner.token });
    await w.core.json(`PUT /guides/${guideid}/teams/${w.teamid}`, { token: w.owner.token });
  }
  const writes = (guideid: number): string[] =>
    ['PUT', 'DELETE'].flatMap((verb) => [
      `${verb} /guides/${guideid}/users/${w.omar.userid}`,
      `${verb} /guides/${guideid}/teams/${w.teamid}`,
    ]);
  for (const route of writes(open)) {
    for (const { token } of [w.kofi, w.lena, w.omar]) await w.core.json(route, { token, expect: 403 });
    await w.core.json(route, { expect: 401 });
    for (const { token } of [w.owner, w.ines, w.boss]) {
      await w.core.json(route, { token, expect: route.startsWith('PUT') ? 201 : 200 });
    }
  }
  // An author edits what an author can see.
  for (const route of writes(w.guideid)) await w.core.json(route, { token: w.ines.token, expect: 403 });
  for (const part of ['users', 'teams']) {
    expect(await w.core.json(`GET /guides/${w.guideid}/${part}`, { expect: 403 })).toMatchObject({
      message: 'Guide is private.',
    });
    await w.core.json(`GET /guides/${open}/${part}`);
  }
});

test('unknown guides, users and teams are 404', async () => {
  await using w = await world();
  const { token } = w.boss;
  for (const [route, what] of [
    ['GET /guides/99/users', 'Guide'],
    ['GET /guides/99/teams', 'Guide'],
    [`PUT /guides/99/users/${w.kofi.userid}`, 'Guide'],
    [`DELETE /guides/99/teams/${w.teamid}`, 'Guide'],
    [`PUT /guides/${w.guideid}/users/99`, 'User'],
    [`DELETE /guides/${w.guideid}/users/99`, 'User'],
    [`PUT /guides/${w.guideid}/teams/99`, 'Team'],
    [`DELETE /guides/${w.guideid}/teams/99`, 'Team'],
  ]) {
    expect(await w.core.json(route ?? '', { token, expect: 404 })).toMatchObject({
      message: `${what} not found`,
    });
  }
});

test('deleted users and teams are detached from all guides', async () => {
  await using w = await world();
  const { token } = w.boss;
  await w.core.json(`PUT /guides/${w.guideid}/users/${w.kofi.userid}`, { token });
  await w.core.json(`PUT /guides/${w.guideid}/teams/${w.teamid}`, { token });
  w.core.ctx.store.transact(null, (s) => s.users.delete(w.kofi.userid));
  await w.core.json(`DELETE /benchside/teams/${w.teamid}`, { token, expect: 204 });
  expect(await w.core.json(`GET /guides/${w.guideid}/users`, { token })).toEqual([]);
  expect(await w.core.json(`GET /guides/${w.guideid}/teams`, { token })).toMatchObject({ guideTeams: [] });
});

test('the feed sends a private guide to new collaborators, and removes it from former ones', async () => {
  await using w = await world();
  const { token } = w.owner;
  const guide = `guide ${w.guideid}`;
  const now = (): number => w.core.ctx.store.read(null, (s) => s.feed.sequence);
  const step = async (route: string, as = token): Promise<number> => {
    const before = now();
    await w.core.json(route, { token: as });
    return before;
  };
  let before = await step(`PUT /guides/${w.guideid}/users/${w.kofi.userid}`);
  expect(await told(w.core, w.kofi, before)).toMatchObject({ [guide]: 'here' });
  expect(await told(w.core, w.omar, before)).toMatchObject({ [guide]: 'gone' });
  before = await step(`DELETE /guides/${w.guideid}/users/${w.kofi.userid}`);
  expect(await told(w.core, w.kofi, before)).toMatchObject({ [guide]: 'gone' });
  before = await step(`PUT /guides/${w.guideid}/teams/${w.teamid}`);
  expect(await told(w.core, w.lena, before)).toMatchObject({ [guide]: 'here' });
  before = await step(`PUT /teams/${w.teamid}/users/${w.omar.userid}`, w.lena.token);
  const joined = await told(w.core, w.omar, before);
  expect(joined).toMatchObject({ [guide]: 'here', [`user ${w.omar.userid}`]: 'here' });
  expect(joined).toHaveProperty([`team ${w.teamid}`]);
  before = await step(`DELETE /teams/${w.teamid}/users/${w.omar.userid}`, w.omar.token);
  expect(await told(w.core, w.omar, before)).toMatchObject({ [guide]: 'gone' });
  const unchanged = now();
  await step(`PUT /guides/${w.guideid}/teams/${w.teamid}`);
  await step(`DELETE /guides/${w.guideid}/users/${w.kofi.userid}`);
  expect(now()).toBe(unchanged);
});

test('the feed sends collaborators only to people who may see the guide, and they are stored before the guide arrives', async () => {
  await using w = await world();
  const { token } = w.owner;
  await w.core.json(`PUT /guides/${w.guideid}/users/${w.kofi.userid}`, { token });
  await w.core.json(`PUT /guides/${w.guideid}/teams/${w.teamid}`, { token });
  const as = ({ userid }: TestPerson): string | undefined => {
    const actor = w.core.ctx.store.read(null, (s) => s.users.actor(userid));
    return w.core.ctx.store.read(actor, (s) => s.collaborators.feedText(w.guideid));
  };
  const sent = { users: [w.kofi.userid], teams: [w.teamid] };
  expect(JSON.parse(as(w.lena) ?? '')).toEqual(sent);
  expect(as(w.omar)).toBeUndefined();

  await using desk = testCore({ profile: 'desk' });
  const kept = desk.ctx.store.transact(null, (s) => {
    s.collaborators.putRemote(44, sent);
    s.collaborators.putRemote(44, { users: [9, 3, 9], teams: [] });
    return [s.collaborators.ids(44, 'user'), s.collaborators.ids(44, 'team')];
  });
  expect(kept).toEqual([[3, 9], []]);
});

test('at a desk users and teams are attached and detached offline, and each edit waits for the site', async () => {
  await using w = await world({ profile: 'desk' });
  const journal = (): { pending: number; kinds: string[] } =>
    w.core.ctx.store.read(null, (s) => ({
      pending: s.journal.counts().pending,
      kinds: s.db
        .all(sql<StoredRow<'journal_resource', 'kind'>>`SELECT kind FROM journal_resource
           WHERE sequence = (SELECT max(sequence) FROM journal)`)
        .map(({ kind }) => kind),
    }));
  const before = journal().pending;
  const { token } = w.owner;
  await w.core.json(`PUT /guides/${w.guideid}/users/${w.kofi.userid}`, { token, expect: 201 });
  await w.core.json(`PUT /guides/${w.guideid}/teams/${w.teamid}`, { token, expect: 201 });
  await w.core.json(`GET /guides/${w.guideid}`, { token: w.kofi.token });
  await w.core.json(`GET /guides/${w.guideid}`, { token: w.lena.token });
  await w.core.json(`DELETE /guides/${w.guideid}/users/${w.kofi.userid}`, { token });
  await w.core.json(`DELETE /guides/${w.guideid}/teams/${w.teamid}`, { token });
  await w.core.json(`GET /guides/${w.guideid}`, { token: w.kofi.token, expect: 403 });
  expect(journal()).toEqual({ pending: before + 4, kinds: ['collaborators'] });
});
