import { expect, test } from 'vitest';

import { sql } from '../../../app/store/sql.ts';
import type { Query, SqlPart } from '../../../app/store/sql.ts';
import type { EarnedBadge } from '../../../shared/model/badge.ts';
import type { User, UserSummary } from '../../../shared/model/user.ts';
import { badgeRules, points, timesEarned } from '../../../app/content/badge-rules.ts';
import type { Counter } from '../../../app/content/badge-rules.ts';
import { hashToken } from '../../../app/identity/hub.ts';
import { testCore } from '../../helpers/core.ts';
import type { TestCore } from '../../helpers/core.ts';
import { addGuide, addPerson } from '../../helpers/people.ts';
import { queryPlan } from '../../helpers/plans.ts';

const earnedIds = (badges: EarnedBadge[]): number[] =>
  badges.filter(({ earned }) => earned).map(({ badge }) => badge.badgeid);

const reputationOf = async (core: TestCore, userid: number): Promise<number> =>
  (await core.json<User>(`GET /users/${userid}`)).reputation;

/** Returns SQL that adds rows of long finished work for a person, numbered from `first`; their next action counts them. */
const rows = (userid: number, first: number): Record<Counter, SqlPart> => ({
  guides: sql`INSERT INTO guide (guideid, langid, revisionid, public, type, category, subject, title, userid,
     created_date, modified_date, stepcount, summary)
     SELECT value + ${first}, 'en', 1, 1, 'repair', 'Pump', '', '', ${userid}, 1, 1, 0, '{}' FROM numbers`,
  edits: sql`INSERT INTO wiki_revision (wikiid, revisionid, userid, date, body)
     SELECT 1, value + ${first}, ${userid}, 1, x'00' FROM numbers`,
  comments: sql`INSERT INTO comment (commentid, context, contextid, userid, text_raw, text_rendered, date)
     SELECT value + ${first}, 'guide', 1, ${userid}, '', '', 1 FROM numbers`,
  work_logs: sql`INSERT INTO work_log (entryid, guideid, userid, workorderid, status, starttime, guide_revisionid, body)
     SELECT value + ${first}, 1, ${userid}, '', 'complete', 1, 1, '{}' FROM numbers`,
  completions: sql`INSERT INTO completion (userid, guideid, date) SELECT ${userid}, value + ${first}, 1 FROM numbers`,
});

test('a badge is earned at its threshold and not one below; repeatable badges count on', () => {
  for (const rule of badgeRules) {
    expect(timesEarned(rule, rule.threshold - 1)).toBe(0);
    expect(timesEarned(rule, rule.threshold)).toBe(1);
    expect(timesEarned(rule, 3 * rule.threshold - 1)).toBe(rule.multiple ? 2 : 1);
  }
  const ids = badgeRules.map(({ badgeid }) => badgeid);
  expect(new Set(ids).size).toBe(ids.length);
  expect(badgeRules.some(({ multiple }) => multiple)).toBe(true);
});

test('every badge is earned by stored work: at its threshold and not one below', async () => {
  await using core = testCore();
  const boss = await addPerson(core, 'boss', { role: 'admin' });
  await core.json('POST /wikis', {
    token: boss.token,
    json: { namespace: 'WIKI', title: 'Home', contents: '' },
  });
  const actor = core.ctx.store.read(null, (s) => s.users.actor(boss.userid));
  for (const { badgeid, counter, threshold } of badgeRules) {
    for (const [count, wanted] of [
      [threshold - 1, false],
      [threshold, true],
    ] as const) {
      const userid = core.ctx.store.transact(actor, (s) => {
        const userid = s.users.create({ email: null, username: 'x', passwordHash: null, role: 'technician' });
        s.db.run(sql`WITH RECURSIVE numbers(value) AS (
            SELECT 1 WHERE ${count} > 0 UNION ALL SELECT value + 1 FROM numbers WHERE value < ${count})
          ${rows(userid, userid * 2000)[counter]}`);
        // Changes something of theirs, which counts their work.
        s.feed.record('completions', userid);
        return userid;
      });
      const badges = await core.json<EarnedBadge[]>(`GET /users/${userid}/badges`);
      expect([badgeid, count, earnedIds(badges).includes(badgeid)]).toEqual([badgeid, count, wanted]);
    }
  }
});

test('reputation grows with each kind of work, and shows at once wherever the person is named', async () => {
  await using core = testCore();
  const ann = await addPerson(core, 'ann');
  const { token, userid } = ann;
  const { guideid } = await addGuide(core, token);
  // The guide, and the revisions from creating it and its step.
  let expected = points.guides + 2 * points.edits;
  expect(await reputationOf(core, userid)).toBe(expected);

  const { commentid } = await core.json<{ commentid: number }>(`POST /comments/guide/${guideid}`, {
    token,
    json: { text: 'Mind the spring.' },
  });
  expected += points.comments;
  expect(await reputationOf(core, userid)).toBe(expected);

  await core.call(`PUT /guides/${guideid}/completed`, { token });
  expected += points.completions;
  expect(await reputationOf(core, userid)).toBe(expected);

  expect(await core.json('GET /users')).toMatchObject([{ userid, reputation: expected }]);
  expect(await core.json(`GET /guides/${guideid}`)).toMatchObject({
    author: { reputation: expected },
    comments: [{ author: { reputation: expected } }],
  });
  const told = core.ctx.store.read(null, (s) => s.feed.after(0, 100));
  expect(told.at(-1)).toMatchObject({ kind: 'user', id: userid, deleted: false });

  await core.call(`DELETE /comments/${commentid}`, { token });
  await core.call(`DELETE /guides/${guideid}/completed`, { token });
  expect(await reputationOf(core, userid)).toBe(expected - points.comments - points.completions);
});

test('a completed run counts for the person who did it, also after others edit it, until it is deleted', async () => {
  await using core = testCore();
  const { token, userid } = await addPerson(core, 'ann');
  const boss = { userid: 99, username: 'boss', role: 'admin', teams: [] } as const;
  const entry = (query: Query<unknown>): void =>
    core.ctx.store.transact({ ...boss, teams: [] }, (s) => {
      s.db.run(query);
      s.feed.record('entry', 5);
    });
  entry(sql`INSERT INTO work_log (entryid, guideid, userid, workorderid, status, starttime, guide_revisionid, body)
         VALUES (5, 1, ${userid}, 'W-1', 'started', 1, 1, '{}')`);
  expect(await reputationOf(core, userid)).toBe(0);
  entry(sql`UPDATE work_log SET status = 'complete' WHERE userid = ${userid}`);
  expect(await reputationOf(core, userid)).toBe(points.work_logs);
  entry(sql`DELETE FROM work_log WHERE userid = ${userid}`);
  expect(await reputationOf(core, userid)).toBe(0);
  expect(await core.json('GET /user/badges?category=work', { token })).toMatchObject([
    { earned: true, badge: { name: 'First Job' } },
    { earned: false },
    { earned: false },
  ]);
});

test('a guide counts for its present author, and edits for the people who made them', async () => {
  await using core = testCore();
  const boss = await addPerson(core, 'boss', { role: 'admin' });
  const ann = await addPerson(core, 'ann');
  const bob = await addPerson(core, 'bob');
  const { guideid } = await addGuide(core, ann.token);
  const { revisionid } = await core.json<{ revisionid: number }>(`GET /guides/${guideid}`);
  await core.json(`PATCH /guides/${guideid}?revisionid=${revisionid}`, {
    token: boss.token,
    json: { author: bob.userid },
  });
  expect(await reputationOf(core, ann.userid)).toBe(2 * points.edits);
  expect(await reputationOf(core, bob.userid)).toBe(points.guides);
  expect(await reputationOf(core, boss.userid)).toBe(points.edits);
  // Earned badges stay.
  expect(await core.json(`GET /users/${ann.userid}`)).toMatchObject({
    badge_counts: { bronze: 1, total: 1 },
  });
});

test('imported people keep their reputation, and their work counts towards badges once they do something', async () => {
  await using core = testCore();
  const ann = await addPerson(core, 'ann');
  core.ctx.store.transact(null, (s) => {
    s.db.run(sql`UPDATE account SET reputation = 500`);
    s.comments.putFixture({
      commentid: 1,
      context: 'guide',
      contextid: s.guides.create({ category: 'Pump', type: 'repair', public: true, author: ann.userid }),
      parentid: null,
      userid: ann.userid,
      title: '',
      text_raw: 'Hello',
      date: 1,
      modified_date: 0,
      status: 'public',
    });
  });
  expect(await reputationOf(core, ann.userid)).toBe(500);
  expect(earnedIds(await core.json('GET /user/badges', { token: ann.token }))).toEqual([]);
  await core.call('PUT /guides/1/completed', { token: ann.token });
  expect(await reputationOf(core, ann.userid)).toBe(500 + points.completions);
  expect(earnedIds(await core.json('GET /user/badges', { token: ann.token }))).toEqual([1]);
});

test('badges come earned first, newest first, with how many people have each, by category if asked', async () => {
  let now = 1_700_000_000;
  await using core = testCore({}, { now: () => now });
  const ann = await addPerson(core, 'ann');
  const bob = await addPerson(core, 'bob');
  const { guideid } = await addGuide(core, ann.token);
  await addGuide(core, bob.token);
  for (let index = 0; index < 5; index += 1) {
    now += 10;
    await core.json(`POST /comments/guide/${guideid}`, {
      token: ann.token,
      json: { text: `Remark ${index}` },
    });
  }
  const badges = await core.json<EarnedBadge[]>('GET /user/badges', { token: ann.token });
  expect(badges).toHaveLength(badgeRules.length);
  expect(badges.slice(0, 3)).toMatchObject([
    { earned: true, times_earned: 1, date: 1_700_000_050, badge: { badgeid: 7, num_users: 1 } },
    { earned: true, times_earned: 1, date: 1_700_000_000 },
    { earned: false, times_earned: 0, date: null },
  ]);
  expect(badges[1]?.badge).toEqual({
    badgeid: 1,
    name: 'First Guide',
    type: 'bronze',
    category: 'Guides',
    description: 'Wrote a guide.',
    multiple: false,
    num_users: 2,
    icon: 'book',
    image: null,
    secondary_color: expect.stringMatching(/^#[0-9a-f]{6}$/),
  });
  expect(await core.json('GET /user', { token: ann.token })).toMatchObject({
    badge_counts: { bronze: 2, silver: 0, gold: 0, total: 2 },
  });
  const discussion = await core.json<EarnedBadge[]>(`GET /users/${ann.userid}/badges?category=Discussion`);
  expect(discussion.map(({ badge }) => badge.badgeid)).toEqual([7, 8, 9]);
  expect(await core.json(`GET /users/${ann.userid}/badges?category=Cooking`)).toEqual([]);
  await core.json('GET /user/badges', { expect: 401 });
  await core.json('GET /users/99/badges', { expect: 404 });
});

test('each count is read from an index alone', async () => {
  await using core = testCore();
  const plan = core.ctx.store.read(null, (s) =>
    [
      sql`guide WHERE userid = 1 AND deleted = 0`,
      sql`guide_revision WHERE userid = 1`,
      sql`wiki_revision WHERE userid = 1`,
      sql`comment WHERE userid = 1 AND status = 'public'`,
      sql`work_log WHERE userid = 1 AND status = 'complete'`,
      sql`completion WHERE userid = 1`,
    ].flatMap((from) => queryPlan(s.db, sql`SELECT count(*) FROM ${from}`)),
  );
  expect(plan).toHaveLength(6);
  for (const detail of plan)
    expect(detail).toMatch(/SEARCH \w+ USING (COVERING INDEX \w+|PRIMARY KEY) \(userid=\?/);
});

test('a desk does not count: reputation and badges come from the site', async () => {
  await using hub = testCore();
  const ann = await addPerson(hub, 'ann');
  await addGuide(hub, ann.token);
  const { badges, ...summary } = JSON.parse(
    hub.ctx.store.read(null, (s) => s.users.feedText(ann.userid)),
  ) as UserSummary & { badges: EarnedBadge[] };
  expect(summary).not.toHaveProperty('unread_notification_count');

  await using desk = testCore({ profile: 'desk' });
  desk.ctx.store.transact(null, (s) => {
    s.users.putRemote(summary);
    s.users.addSession(ann.userid, hashToken('token'));
  });
  expect(earnedIds(await desk.json('GET /user/badges', { token: 'token' }))).toEqual([]);
  desk.ctx.store.transact(null, (s) => s.badges.putRemote(ann.userid, badges));
  await addGuide(desk, 'token');
  expect(await desk.json('GET /user', { token: 'token' })).toMatchObject({
    reputation: points.guides + 2 * points.edits,
    badge_counts: { bronze: 1, total: 1 },
  });
  expect(earnedIds(await desk.json(`GET /users/${ann.userid}/badges?category=guides`))).toEqual([1]);
});
