import { join } from 'node:path';

import { expect, test } from 'vitest';

import { hashToken } from '../../../app/identity/token.ts';
import { withHubPage } from '../../../app/http/hub-session.ts';
import { Db } from '../../../app/store/database.ts';
import { migrations } from '../../../app/store/migrations/index.ts';
import { migrate } from '../../../app/store/migrations/runner.ts';
import { sql } from '../../../app/store/sql.ts';
import type { StoredRow } from '../../../app/store/sql.ts';
import { pageMark } from '../../../shared/page-mark.ts';
import type { User } from '../../../shared/model/user.ts';
import { temporaryFolder, testCore } from '../../helpers/core.ts';
import { addGuide, deskPerson, pair } from '../../helpers/pair.ts';
import { addPerson } from '../../helpers/people.ts';

const day = 86_400;
const hour = 3600;
const password = 'a long enough password';

/** Opens a hub with one person, whose clock the test sets. */
async function timedHub() {
  const clock = { now: 1_700_000_000 };
  const hub = testCore({}, { now: () => clock.now });
  const ann = await addPerson(hub, 'ann', { role: 'author', password });
  const write = (token: string): Promise<{ message?: string }> =>
    hub.json(`PATCH /users/${ann.userid}`, { token, json: { location: `day ${clock.now}` } });
  return { clock, hub, ann, write, [Symbol.asyncDispose]: () => hub[Symbol.asyncDispose]() };
}

test('[security 17] a token that is not used for 90 days ends with a message, and is no longer listed', async () => {
  await using at = await timedHub();
  const { authToken: other = '' } = await at.hub.json<User>('POST /user/token', {
    json: { email: 'ann@example.org', password },
  });
  at.clock.now += 89 * day;
  await at.write(other);
  at.clock.now += 2 * day;
  const refused = await at.hub.json(`PATCH /users/${at.ann.userid}`, {
    token: at.ann.token,
    json: {},
    expect: 401,
  });
  expect(refused).toMatchObject({ message: 'This sign-in has ended. Sign in again.' });
  // The last use of a token is stored within a minute, and when the program ends.
  at.hub.ctx.store.transact(null, (s) => s.sessions.touch(new Map([[hashToken(other), at.clock.now]])));
  expect(await at.hub.json('GET /benchside/tokens', { token: other })).toMatchObject([{ current: true }]);
});

test('[security 17] a token that is used every day ends after a year with a clear 401, and a fresh one works', async () => {
  await using at = await timedHub();
  const used = (): void =>
    at.hub.ctx.store.transact(null, (s) =>
      s.sessions.touch(new Map([[hashToken(at.ann.token), at.clock.now]])),
    );
  for (let days = 1; days < 365; days += 1) {
    at.clock.now += day;
    await at.write(at.ann.token);
    used();
  }
  at.clock.now += day;
  await at.hub.json(`PATCH /users/${at.ann.userid}`, { token: at.ann.token, json: {}, expect: 401 });
  const { authToken = '' } = await at.hub.json<User>('POST /user/token', {
    json: { email: 'ann@example.org', password },
  });
  await at.write(authToken);
});

test('[security 17] a sign-in in the page ends after 12 hours, also for someone who copied its cookie', async () => {
  await using at = await timedHub();
  using folder = temporaryFolder();
  const fetch = withHubPage(at.hub, folder.path);
  const origin = 'http://hub.test';
  const headers = { [pageMark]: '1', 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/json' };
  const answer = await fetch(
    new Request(`${origin}/api/2.0/user/token`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ email: 'ann@example.org', password }),
    }),
  );
  const token = /session=([0-9a-f]+)/.exec(answer.headers.get('Set-Cookie') ?? '')?.[1] ?? '';
  at.clock.now += 12 * hour - 1;
  await at.write(token);
  at.clock.now += 1;
  await at.hub.json(`PATCH /users/${at.ann.userid}`, { token, json: {}, expect: 401 });
});

test('[security 17] a desk that was offline for 30 days sends its edits; after 100 days it asks for a sign-in first and loses nothing', async () => {
  const clock = { now: 1_700_000_000 };
  await using both = await pair({ now: () => clock.now });
  const guideid = await addGuide(both.hub, both.admin);
  const ann = await deskPerson(both, 'ann');
  const comment = (text: string): Promise<unknown> =>
    both.desk.json(`POST /comments/guide/${guideid}`, { token: ann.token, json: { text } });
  const sent = (): number => both.desk.ctx.store.read(null, (s) => s.journal.editCounts().done);
  await both.round({ people: [ann] });
  clock.now += 30 * day;
  await comment('After a month.');
  expect((await both.round({ people: [ann] })).problem).toBeNull();
  expect(sent()).toBe(1);

  both.hub.ctx.store.transact(null, (s) => s.sessions.touch(new Map([[hashToken(ann.token), clock.now]])));
  clock.now += 100 * day;
  await comment('After a hundred days.');
  await both.round({ people: [ann] });
  expect(sent()).toBe(1);
  const { authToken: token = '' } = await both.desk.json<User>('POST /user/token', {
    json: { email: 'ann@example.org', password: 'long enough to keep' },
  });
  await both.round({ people: [{ userid: ann.userid, token }] });
  expect(sent()).toBe(2);
});

test('0021 limits the sessions of a hub, but not those of a desk', () => {
  for (const profile of ['hub', 'desk']) {
    using folder = temporaryFolder();
    const db = new Db({ file: join(folder.path, 'benchside.sqlite'), synchronous: 'FULL' });
    migrate(db, migrations.slice(0, 20));
    db.exec(`
      INSERT INTO meta (key, value) VALUES ('profile', '"${profile}"');
      INSERT INTO user (userid, username, role, join_date, modified_date) VALUES (1, 'ann', 'author', 5, 6);
      INSERT INTO session (token_hash, userid, created_date, used_date) VALUES ('a', 1, 20, 25);
    `);
    migrate(db, migrations.slice(0, 21));
    const row = db.one(sql<StoredRow<'session', 'ends_date' | 'idle_seconds'>>`SELECT ends_date,
         idle_seconds
       FROM session`);
    if (profile === 'desk') expect(row).toEqual({ ends_date: null, idle_seconds: null });
    else expect(row).toEqual({ ends_date: expect.any(Number), idle_seconds: 90 * day });
    db.close();
  }
});
