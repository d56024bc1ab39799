import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { hashPassword } from '../../../app/identity/password.ts';
import { sql } from '../../../app/store/sql.ts';
import type { Guide } from '../../../shared/model/guide.ts';
import type {
  Account,
  Accounts,
  BadgeHolder,
  Overview,
  ReleasedGuides,
  UsedFlag,
} from '../../../shared/model/admin.ts';
import type { Release } from '../../../shared/model/release.ts';
import { testCore } from '../../helpers/core.ts';
import type { TestCore } from '../../helpers/core.ts';
import { addGuide, addPerson } from '../../helpers/people.ts';
import type { TestPerson } from '../../helpers/people.ts';

let hub: TestCore;
let ada: TestPerson;
let ines: TestPerson;
let tomas: TestPerson;

beforeAll(async () => {
  hub = testCore();
  ada = await addPerson(hub, 'Ada', { role: 'admin' });
  ines = await addPerson(hub, 'Ines', { role: 'author' });
  tomas = await addPerson(hub, 'Tomas', { password: 'long enough to keep' });
});
afterAll(() => hub[Symbol.asyncDispose]());

const people = (query: string, { token }: TestPerson = ada): Promise<Accounts> =>
  hub.json(`GET /benchside/people?${query}`, { token });

describe('people', () => {
  test('are listed by name, searched, and filtered; only admins see and search e-mail addresses', async () => {
    const all = await people('');
    expect(all.people.map(({ username, role, email }) => [username, role, email])).toEqual([
      ['Ada', 'admin', 'Ada@example.org'],
      ['Ines', 'author', 'Ines@example.org'],
      ['Tomas', 'technician', 'Tomas@example.org'],
    ]);
    expect(all).toMatchObject({ total: 3 });
    expect(all.people[2]).toMatchObject({ active: true, tokens: 1, seen_date: expect.any(Number) });
    expect((await people('limit=1&offset=1')).people).toMatchObject([{ username: 'Ines' }]);
    expect((await people('search=mas%40EX')).people).toMatchObject([{ username: 'Tomas' }]);
    expect((await people('search=mas%40EX', ines)).total).toBe(0);
    expect((await people('search=%25', ines)).total).toBe(0);
    expect((await people(`search=${tomas.userid}`, ines)).people).toMatchObject([
      { username: 'Tomas', email: null },
    ]);
    expect((await people('role=author')).people).toMatchObject([{ username: 'Ines' }]);
  });

  test('are deactivated with all their tokens, and reactivated; people cannot deactivate themselves', async () => {
    const path = `/benchside/people/${tomas.userid}/active`;
    const signIn = { json: { email: 'Tomas@example.org', password: 'long enough to keep' } };
    await hub.json(`PUT ${path}`, { token: ada.token, json: { active: false } });
    expect((await hub.call('GET /user', { token: tomas.token })).status).toBe(401);
    expect((await hub.call('POST /user/token', signIn)).status).toBe(401);
    expect((await people('active=no')).people).toMatchObject([
      { username: 'Tomas', active: false, tokens: 0 },
    ]);
    expect((await people('active=yes')).total).toBe(2);
    await hub.json(`PUT ${path}`, { token: ada.token, json: { active: true } });
    await hub.json('POST /user/token', signIn);
    expect(
      await hub.json<Account>(`GET /benchside/people/${tomas.userid}`, { token: ines.token }),
    ).toMatchObject({ active: true, tokens: 1 });
    const own = `PUT /benchside/people/${ada.userid}/active`;
    await hub.json(own, { token: ada.token, json: { active: false }, expect: 422 });
  });

  test('are listed and searched quickly even if there are 50,000', async () => {
    await using large = testCore();
    const { token } = await addPerson(large, 'Ada', { role: 'admin' });
    const passwordHash = await hashPassword('long enough to keep');
    large.ctx.store.transact(null, (s) =>
      s.db.run(sql`INSERT INTO account (email, username, role, password, join_date, modified_date)
         WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50000)
         SELECT 'p' || i || '@example.org', 'Person ' || i, 'technician', ${passwordHash}, 1, 1 FROM n`),
    );
    const page = await large.json<Accounts>('GET /benchside/people?limit=200&offset=49900', { token });
    expect(page.total).toBe(50_001);
    expect(page.people).toHaveLength(101);
    const found = await large.json<Accounts>('GET /benchside/people?search=Person%2049999', { token });
    expect(found.people).toMatchObject([{ username: 'Person 49999' }]);
  });
});

test('flags in use are counted, and guides with a given flag are listed', async () => {
  const { guideid } = await addGuide(hub, ines.token, { title: 'Flagged' });
  const guide = await hub.json<Guide>(`GET /guides/${guideid}`, { token: ines.token });
  await hub.json(`PATCH /guides/${guideid}?revisionid=${guide.revisionid}`, {
    token: ines.token,
    json: { flags: ['GUIDE_MISSING_IMAGES', 'DANGER'] },
  });
  const flags = await hub.json<UsedFlag[]>('GET /benchside/flags', { token: ines.token });
  const used = flags.filter(({ guides }) => guides > 0);
  expect(used.map(({ flagid, open, mine, guides }) => [flagid, open, mine, guides])).toEqual([
    ['DANGER', false, true, 1],
    ['GUIDE_MISSING_IMAGES', true, true, 1],
  ]);
  expect(flags.find(({ flagid }) => flagid === 'GUIDE_STARRED')).toMatchObject({ mine: false, guides: 0 });
  const found = await hub.json('GET /benchside/flags/DANGER/guides', { token: ines.token });
  expect(found).toMatchObject([{ guideid, title: 'Flagged' }]);
  expect(await hub.json('GET /benchside/flags/GUIDE_DELETE/guides', { token: ines.token })).toEqual([]);
  expect(await hub.json<Overview>('GET /benchside/overview', { token: ines.token })).toMatchObject({
    people: 3,
    flagged: 1,
    langids: ['en'],
  });
});

test('unreleased work is listed: prepared releases, and edits since the last release', async () => {
  const { guideid, stepid } = await addGuide(hub, ines.token, { title: 'Released' });
  const waiting = async (): Promise<ReleasedGuides> =>
    hub.json('GET /benchside/releases?waiting', { token: ines.token });
  const prepared = await hub.json<Release>('POST /guides/releases', {
    token: ines.token,
    json: { guideid, title: 'First' },
  });
  expect(await waiting()).toMatchObject({
    total: 1,
    guides: [{ guideid, title: 'Released', draft: null, releases: [{ status: 'draft', title: 'First' }] }],
  });
  await hub.json(`PATCH /guides/releases/${prepared.releaseid}`, {
    token: ines.token,
    json: { status: 'released' },
  });
  expect(await waiting()).toEqual({ total: 0, guides: [] });
  const { steps } = await hub.json<Guide>(`GET /guides/${guideid}?unpatrolled`, { token: ines.token });
  await hub.json(`PATCH /guides/${guideid}/steps/${stepid}?revisionid=${steps[0]?.revisionid}`, {
    token: ines.token,
    json: { title: 'Better' },
  });
  expect(await waiting()).toMatchObject({
    guides: [{ guideid, draft: { revisionid: expect.any(Number) }, releases: [{ status: 'released' }] }],
  });
  expect(await hub.json('GET /benchside/releases?search=eleas', { token: ines.token })).toMatchObject({
    total: 1,
  });
  expect(await hub.json('GET /benchside/releases?search=nothing', { token: ines.token })).toMatchObject({
    total: 0,
  });
});

test('lists who has earned a badge, the most recent first', async () => {
  const holders = await hub.json<BadgeHolder[]>('GET /benchside/badges/1/people', { token: ines.token });
  expect(holders).toMatchObject([{ userid: ines.userid, username: 'Ines', times: 1 }]);
});

test('[contract I2] the people of a badge that does not exist are 404, and those of one that nobody has are none', async () => {
  const people = (badgeid: number): string => `GET /benchside/badges/${badgeid}/people`;
  expect(await hub.json(people(99), { token: ines.token, expect: 404 })).toEqual({
    error: true,
    message: 'Badge not found',
  });
  expect(await hub.json(people(15), { token: ines.token })).toEqual([]);
});

test('technicians learn who manages these things', async () => {
  const { token } = await addPerson(hub, 'Kofi');
  const paths = [
    'people',
    'people/1',
    'overview',
    'flags',
    'flags/DANGER/guides',
    'releases',
    'badges/1/people',
  ];
  for (const path of [...paths, 'devices']) {
    const refused = await hub.json(`GET /benchside/${path}`, { token, expect: 403 });
    expect(refused).toMatchObject({ message: 'Only authors and admins may do this.' });
  }
});
