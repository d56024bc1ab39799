import { expect, test } from 'vitest';

import { markTokenRefused, siteTokens } from '../../app/identity/people.ts';
import { memoryVault } from '../../app/identity/vault.ts';
import { sql } from '../../app/store/sql.ts';
import type { StoredRow } from '../../app/store/sql.ts';
import type { KioskSettings, KioskState, Unlocked } from '../../shared/model/kiosk.ts';
import type { Guide } from '../../shared/model/guide.ts';
import type { JournalItem } from '../../shared/model/journal.ts';
import type { User } from '../../shared/model/user.ts';
import { testCore } from '../helpers/core.ts';
import { addGuide, addUser, engineOf } from '../helpers/pair.ts';
import { listen } from '../../app/http/node.ts';
import { network } from '../helpers/network.ts';
import { addPerson } from '../helpers/people.ts';

const password = 'a long enough password';
const kiosk: KioskSettings = { on: true, idleSeconds: 60, badgeAlone: true, allowed: 'work' };
const day = 86_400;
/** Each PIN and password takes a tenth of a second on an idle machine. */
const patient = { timeout: 60_000 };

/** A hub, and a shared desk at which Anna (author) and Ben (technician) set a PIN and a badge. */
async function workshop(site: { private?: boolean } = {}) {
  const clock = { now: 1_700_000_000 };
  const hub = testCore({}, { now: () => clock.now });
  if (site.private) hub.ctx.store.transact(null, (s) => s.meta.set('site', { private: true }));
  const server = await listen(hub.fetch, { host: '127.0.0.1', port: 0 });
  const net = await network(server.origin);
  const deskClock = { wrong: 0 };
  const vault = memoryVault();
  const desk = testCore(
    { profile: 'desk', site: net.url },
    { vault, now: () => clock.now + deskClock.wrong },
  );
  const admin = await addUser(hub, 'admin@example.org', 'admin');
  const people = { anna: 0, ben: 0 };
  const window = <T>(route: string, json?: unknown, expect?: number): Promise<T> =>
    desk.json<T>(route, {
      window: true,
      ...(json === undefined ? {} : { json }),
      ...(expect === undefined ? {} : { expect }),
    });
  const signIn = (name: string, expect = 201): Promise<User> =>
    window('POST /user/token', { email: `${name}@example.org`, password }, expect);
  const round = async (): Promise<void> => {
    const engine = engineOf(desk, net.url, (person) => markTokenRefused(desk.ctx.store, vault, person));
    await engine.round({ people: siteTokens(desk.ctx.store, vault) });
  };
  for (const name of ['anna', 'ben'] as const) {
    people[name] = (
      await addPerson(hub, name, { role: name === 'anna' ? 'author' : 'technician', password })
    ).userid;
    await signIn(name);
    await window('PUT /benchside/kiosk/me', {
      password,
      pin: name === 'anna' ? '2580' : '7391',
      badge: `BADGE-${name}`,
    });
  }
  await round();
  return {
    clock,
    deskClock,
    hub,
    net,
    desk,
    admin,
    people,
    window,
    signIn,
    round,
    unlock: (by: object, expect: number): Promise<Unlocked & { message?: string }> =>
      window('POST /benchside/kiosk/unlock', by, expect),
    [Symbol.asyncDispose]: async () => {
      await net[Symbol.asyncDispose]();
      await server.close();
      await desk[Symbol.asyncDispose]();
      await hub[Symbol.asyncDispose]();
    },
  };
}

type Workshop = Awaited<ReturnType<typeof workshop>>;

/** The ways in which an admin ends a person's sign-in. */
const ways: Record<string, (at: Workshop) => Promise<unknown>> = {
  'is deactivated': (at) =>
    at.hub.json(`PUT /benchside/people/${at.people.anna}/active`, {
      token: at.admin,
      json: { active: false },
      expect: 204,
    }),
  'is signed out everywhere': (at) =>
    at.hub.json(`DELETE /benchside/users/${at.people.anna}/tokens`, { token: at.admin, expect: 204 }),
};

/** @param offline the refusal of the password without the network: a forgotten person is unknown */
const everyWayIn = async (at: Workshop, token: string, expected: number, offline = 401): Promise<void> => {
  const { anna: userid } = at.people;
  await at.desk.json('GET /user', { token, expect: expected });
  await at.unlock({ userid, pin: '2580' }, expected);
  await at.unlock({ badge: 'BADGE-anna' }, expected);
  at.net.disconnect();
  await at.signIn('anna', expected === 200 ? 201 : offline);
  at.net.connect();
};

for (const [way, shutOut] of Object.entries(ways))
  test(
    `[A1.1 A1.2] [security 1] who ${way} at the hub is out of a desk after its next sync: token, window, PIN, badge, offline password`,
    patient,
    async () => {
      await using at = await workshop();
      const { authToken: token = '' } = await at.desk.json<User>('POST /user/token', {
        json: { email: 'anna@example.org', password },
      });
      await at.signIn('anna');
      await everyWayIn(at, token, 200);
      const { authToken: last = '' } = await at.signIn('anna');
      await shutOut(at);
      await at.round();
      await everyWayIn(at, token, 401, way === 'is deactivated' ? 503 : 401);
      await at.desk.json('GET /user', { token: last, expect: 401 });
      await at.window('GET /user', undefined, 401);
      expect((await at.window<KioskState>('GET /benchside/kiosk')).current).toBeNull();
      // Nobody else is affected.
      await at.unlock({ userid: at.people.ben, pin: '7391' }, 200);
      await at.unlock({ badge: 'BADGE-ben' }, 200);
    },
  );

test(
  '[A1.1] [security 1] who is shut out at the hub is out of a desk also when the sync breaks off before their feed',
  patient,
  async () => {
    await using at = await workshop();
    const { authToken: token = '' } = await at.desk.json<User>('POST /user/token', {
      json: { email: 'anna@example.org', password },
    });
    await ways['is deactivated']?.(at);
    at.net.intercept = (request) =>
      request.startsWith('GET /benchside/changes') ? { kind: 'status', status: 500 } : undefined;
    await at.round();
    await at.desk.json('GET /user', { token, expect: 401 });
    await at.unlock({ userid: at.people.ben, pin: '7391' }, 200);
  },
);

test(
  '[security 1] a person who signs in at the site again uses PIN and badge as before',
  patient,
  async () => {
    await using at = await workshop();
    await ways['is signed out everywhere']?.(at);
    await at.round();
    await at.unlock({ badge: 'BADGE-anna' }, 401);
    await at.signIn('anna');
    await at.round();
    await at.unlock({ badge: 'BADGE-anna' }, 200);
    await at.unlock({ userid: at.people.anna, pin: '2580' }, 200);
  },
);

test(
  '[A1.2] [security 1] who is signed out at the hub of a private site is out too, and so is a lead of kiosk mode',
  patient,
  async () => {
    await using at = await workshop({ private: true });
    await at.signIn('anna');
    await at.window('PUT /benchside/kiosk', kiosk);
    await at.unlock({ userid: at.people.ben, pin: '7391' }, 200);
    await ways['is signed out everywhere']?.(at);
    await at.round();
    await at.window('POST /benchside/kiosk/leave', { userid: at.people.anna, pin: '2580' }, 401);
    await at.window('POST /benchside/kiosk/leave', { email: 'anna@example.org', password }, 401);
    expect((await at.window<KioskState>('GET /benchside/kiosk')).active).toBe(true);
    await at.signIn('anna');
    await at.window('POST /benchside/kiosk/leave', { userid: at.people.anna, pin: '2580' }, 200);
  },
);

test(
  '[A2.1 A2.2] [security 1] a desk without contact takes PIN, badge and password for the days that the site sets, whatever its clock says',
  patient,
  async () => {
    await using at = await workshop();
    at.hub.ctx.store.transact(null, (s) => {
      s.meta.set('site', { offlineDays: 7 });
      s.feed.record('site', 0);
    });
    await at.round();
    at.net.disconnect();
    const { ben: userid } = at.people;
    at.clock.now += 6 * day;
    await at.unlock({ userid, pin: '7391' }, 200);
    // Setting the clock back gives no more days: each day that passes counts.
    at.deskClock.wrong = -300 * day;
    await at.unlock({ userid, pin: '7391' }, 200);
    at.clock.now += 2 * day;
    for (const by of [{ userid, pin: '7391' }, { badge: 'BADGE-ben' }])
      expect((await at.unlock(by, 401)).message).toContain('has not confirmed this sign-in for 7 days');
    await at.signIn('ben', 401);
    at.net.connect();
    await at.round();
    await at.unlock({ userid, pin: '7391' }, 200);
  },
);

test(
  '[A2.1] [security 1] with the network cut for the usual 30 days everything goes on, and a lead leaves kiosk mode',
  patient,
  async () => {
    await using at = await workshop();
    await addGuide(at.hub, at.admin);
    await at.round();
    await at.signIn('anna');
    await at.window('PUT /benchside/kiosk', kiosk);
    at.net.disconnect();
    at.clock.now += 29 * day;
    await at.unlock({ userid: at.people.ben, pin: '7391' }, 200);
    await at.window('POST /benchside/kiosk/leave', { userid: at.people.anna, pin: '2580' }, 200);
    at.clock.now += 2 * day;
    await at.window('POST /benchside/kiosk/leave', { userid: at.people.anna, pin: '2580' }, 401);
  },
);

const deactivate = (at: Workshop, active = false): Promise<unknown> =>
  at.hub.json(`PUT /benchside/people/${at.people.anna}/active`, {
    token: at.admin,
    json: { active },
    expect: 204,
  });

/** Returns the guides of the desk that are not hidden, by title. */
const titles = (at: Workshop): string[] =>
  at.desk.ctx.store
    .read(null, (s) =>
      s.db.all(sql<StoredRow<'guide', 'title'>>`SELECT title FROM guide WHERE deleted = 0 ORDER BY guideid`),
    )
    .map(({ title }) => title);

test(
  '[A3.1] [security 1] of somebody the hub shut out nothing stays at a desk: PIN, badge, password, drafts, private guides',
  patient,
  async () => {
    await using at = await workshop();
    const { userid, authToken: token = '' } = await at.desk.json<User>('POST /user/token', {
      json: { email: 'anna@example.org', password },
    });
    await addGuide(at.hub, token, { title: 'Of all' });
    for (let n = 0; n < 22; n += 1) await addGuide(at.hub, token, { title: 'Of Anna', public: false }, 1);
    await at.signIn('anna');
    await at.window('PUT /benchside/drafts/words', { of: 'Anna' });
    await at.round();
    expect(titles(at)).toHaveLength(23);
    await deactivate(at);
    await at.round();
    expect(titles(at)).toEqual(['Of all']);
    const left = at.desk.ctx.store.read(null, (s) =>
      ['desk_person', 'desk_credential', 'draft', 'session', 'reading_position'].map(
        (table) =>
          s.db.one(sql<{ n: number }>`SELECT count(*) AS n FROM ${sql.table(table)} WHERE userid = ${userid}`)
            ?.n,
      ),
    );
    expect(left).toEqual([0, 0, 0, 0, 0]);
    expect(at.desk.ctx.store.read(null, (s) => s.trash.count())).toBe(22);
    await at.signIn('anna', 401);
    at.net.disconnect();
    await at.signIn('anna', 503);
    const { people } = await at.window<KioskState>('GET /benchside/kiosk');
    expect(people.map(({ username }) => username)).toEqual(['ben']);
  },
);

test('[A3.2] [security 1] a private guide that another person of the desk sees stays', patient, async () => {
  await using at = await workshop();
  await at.desk.json('POST /user/token', { json: { email: 'admin@example.org', password }, expect: 401 });
  await addPerson(at.hub, 'boss', { role: 'admin', password });
  await at.signIn('boss');
  const { authToken: token = '' } = await at.desk.json<User>('POST /user/token', {
    json: { email: 'anna@example.org', password },
  });
  await addGuide(at.hub, token, { title: 'Of Anna', public: false }, 1);
  await at.round();
  await deactivate(at);
  await at.round();
  expect(titles(at)).toEqual(['Of Anna']);
});

test(
  '[A4] [security 1] edits of somebody shut out wait; a lead sends them in their own name or discards them, or their author comes back',
  patient,
  async () => {
    await using at = await workshop();
    const guideid = await addGuide(at.hub, at.admin);
    await addPerson(at.hub, 'lena', { role: 'author', password });
    const { authToken: lead = '' } = await at.signIn('lena');
    const { authToken: anna = '' } = await at.desk.json<User>('POST /user/token', {
      json: { email: 'anna@example.org', password },
    });
    await at.round();
    at.net.disconnect();
    for (const text of ['To send', 'To discard', 'To come back'])
      await at.desk.json(`POST /comments/guide/${guideid}`, { token: anna, json: { text } });
    at.net.connect();
    await deactivate(at);
    await at.round();
    const parked = async (): Promise<JournalItem[]> =>
      (
        await at.desk.json<{ entries: JournalItem[] }>('GET /benchside/journal?state=parked', { token: lead })
      ).entries.toReversed();
    const entries = await parked();
    expect(entries.map(({ username, cause }) => [username, cause?.kind])).toEqual([
      ['anna', 'shut-out'],
      ['anna', 'shut-out'],
      ['anna', 'shut-out'],
    ]);
    const there = async (): Promise<string[][]> => {
      const { comments } = await at.hub.json<Guide>(`GET /guides/${guideid}`);
      return comments.map(({ text_raw, author }) => [text_raw, author.username]);
    };
    await at.round();
    expect(await there()).toEqual([]);

    const ben = await at.unlock({ userid: at.people.ben, pin: '7391' }, 200);
    expect(ben.user?.username).toBe('ben');
    await at.window(`POST /benchside/journal/${entries[0]?.entryid}/retry`, {}, 403);
    await at.desk.json(`POST /benchside/journal/${entries[0]?.entryid}/retry`, { token: lead });
    await at.desk.json(`POST /benchside/journal/${entries[1]?.entryid}/discard`, { token: lead });
    await at.round();
    expect(await there()).toEqual([['To send', 'lena']]);
    expect((await parked()).map(({ username }) => username)).toEqual(['anna']);

    await deactivate(at, true);
    await at.round();
    await at.signIn('anna');
    await at.round();
    expect((await there()).toSorted()).toEqual([
      ['To come back', 'anna'],
      ['To send', 'lena'],
    ]);
    expect(at.desk.ctx.store.read(null, (s) => s.journal.verify())).toEqual([]);
  },
);
