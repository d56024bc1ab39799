import { expect, it } from 'vitest';

import { sql } from '../../../app/store/sql.ts';
import { limits } from '../../../shared/limits.ts';
import type { Guide } from '../../../shared/model/guide.ts';
import type { Notification } from '../../../shared/model/notification.ts';
import type { User } from '../../../shared/model/user.ts';
import { workWorld } from '../../helpers/work.ts';
import type { Refusal, Someone, WorkWorld } from '../../helpers/work.ts';

const inbox = (w: WorkWorld, who: Someone): Promise<{ results: Notification[]; unread: number }> =>
  w.json(who, 'GET /benchside/notifications');

/** Returns the kinds of a person's notifications, newest first. */
const kinds = async (w: WorkWorld, who: Someone): Promise<string[]> =>
  (await inbox(w, who)).results.map(({ kind }) => kind);

/** Returns the number of unread notifications as the contract names it. */
const counted = async (w: WorkWorld, who: Someone): Promise<number | undefined> =>
  (await w.json<User>(who, 'GET /user')).unread_notification_count;

const read = (
  w: WorkWorld,
  who: Someone,
  notificationids: readonly unknown[],
  expect = 204,
): Promise<unknown> => w.json(who, 'PUT /benchside/notifications/read', { notificationids }, expect);

it('a person is notified of a job that was handed over to them, and of one that was taken over', async () => {
  await using w = await workWorld();
  const { entryid } = await w.start('WO-7');
  await w.run('owner', entryid, 'POST suspend', { benchside: { addressee: w.userids.other } });
  expect((await inbox(w, 'other')).results).toEqual([
    {
      notificationid: 1,
      kind: 'handed-over',
      date: 1_000_000,
      by: { userid: w.userids.owner, username: 'owner' },
      guide: { guideid: w.guideid, title: 'Mend the pump' },
      wiki: null,
      entryid,
      workorderid: 'WO-7',
      read: false,
    },
  ]);
  expect(await kinds(w, 'owner')).toEqual([]);
  await w.run('other', entryid, 'POST assume');
  expect((await inbox(w, 'owner')).results).toMatchObject([
    { kind: 'taken-over', by: { username: 'other' }, entryid },
  ]);
  await w.run('other', entryid, 'POST suspend');
  await w.run('other', entryid, 'POST assume');
  expect(await kinds(w, 'other'), 'nothing about what they did themselves').toEqual(['handed-over']);
});

it('a person is notified of assigned work, and of an answer rather than a comment', async () => {
  await using w = await workWorld();
  const work = { guideid: w.guideid, workorderid: 'WO-1', userid: w.userids.other };
  await w.json('author', 'POST /benchside/assignments', work);
  await w.json('author', 'PUT /benchside/assignments/1', { ...work, note: 'Call first' });
  expect(await kinds(w, 'other'), 'once, unless the person changes').toEqual(['assigned']);
  await w.json('author', 'PUT /benchside/assignments/1', { ...work, userid: w.userids.owner });
  expect(await kinds(w, 'owner')).toEqual(['assigned']);
  expect(await kinds(w, 'other'), 'nothing about work that someone else has now').toEqual([]);

  const on = `POST /comments/guide/${w.guideid}`;
  const { commentid } = await w.json<{ commentid: number }>('other', on, { text: 'Too short.' });
  expect(await kinds(w, 'owner')).toEqual(['commented', 'assigned']);
  await w.json('owner', on, { text: 'Longer now.', parentid: commentid });
  expect(await kinds(w, 'other')).toEqual(['answered']);
  await w.json('author', on, { text: 'So it is.', parentid: commentid });
  expect(await kinds(w, 'other')).toEqual(['answered', 'answered']);
  expect(await kinds(w, 'owner')).toEqual(['commented', 'commented', 'assigned']);
  await w.json('owner', on, { text: 'Mine.' });
  const own = await w.json<{ commentid: number }>('owner', on, { text: 'Mine too.' });
  await w.json('other', on, { text: 'Good.', parentid: own.commentid });
  expect((await kinds(w, 'owner'))[0], 'one for an answer on their own guide').toBe('answered');
  expect(await kinds(w, 'owner')).toHaveLength(4);
  await w.json('author', 'DELETE /benchside/assignments/1', undefined, 204);
  expect(await kinds(w, 'owner'), 'nothing about work that was withdrawn').not.toContain('assigned');
});

it('an author is told once of a person who reports problems, and that person when they are dealt with', async () => {
  await using w = await workWorld();
  const flag = (flagid: string): string => `/benchside/guides/${w.guideid}/flags/${flagid}`;
  const report = (flagid: string): Promise<unknown> => w.json('other', `PUT ${flag(flagid)}`);
  const withdraw = (who: Someone, flagid: string): Promise<unknown> => w.json(who, `DELETE ${flag(flagid)}`);
  await report('GUIDE_MISSING_STEPS');
  await report('GUIDE_LOUSY_PICTURES');
  expect((await inbox(w, 'owner')).results).toMatchObject([
    { kind: 'reported', by: { username: 'other' }, guide: { guideid: w.guideid } },
  ]);
  await withdraw('other', 'GUIDE_LOUSY_PICTURES');
  expect(await kinds(w, 'owner'), 'one problem is left').toEqual(['reported']);
  await w.json('admin', `PUT ${flag('GUIDE_MISSING_STEPS')}`);
  await withdraw('other', 'GUIDE_MISSING_STEPS');
  expect((await inbox(w, 'owner')).results, 'nothing about a report that was withdrawn').toMatchObject([
    { kind: 'reported', by: { username: 'admin' } },
  ]);

  await report('GUIDE_MISSING_STEPS');
  await report('GUIDE_LOUSY_PICTURES');
  const { revisionid } = await w.json<Guide>('owner', `GET /guides/${w.guideid}`);
  await w.json('owner', `PATCH /guides/${w.guideid}?revisionid=${revisionid}`, { flags: [] });
  expect(await kinds(w, 'owner')).toEqual(['reported', 'reported']);
  expect((await inbox(w, 'other')).results).toMatchObject([
    { kind: 'dealt-with', by: { username: 'owner' }, guide: { guideid: w.guideid } },
  ]);
  await report('GUIDE_MISSING_STEPS');
  await withdraw('admin', 'GUIDE_MISSING_STEPS');
  expect((await inbox(w, 'other')).results[0]).toMatchObject({
    kind: 'dealt-with',
    by: { username: 'admin' },
  });
  expect(await kinds(w, 'other')).toHaveLength(2);
});

it('the author of a guide is notified of its release and of its withdrawal', async () => {
  await using w = await workWorld();
  const { releaseid } = await w.json<{ releaseid: number }>('owner', 'POST /guides/releases', {
    guideid: w.guideid,
    title: 'First',
  });
  await w.json('author', `PATCH /guides/releases/${releaseid}`, { status: 'released' });
  await w.json('admin', `PATCH /guides/releases/${releaseid}`, { status: 'withdrawn' });
  const { results } = await inbox(w, 'owner');
  expect(results).toMatchObject([
    { kind: 'withdrawn', by: { username: 'admin' } },
    { kind: 'released', by: { username: 'author' }, guide: { guideid: w.guideid } },
  ]);
  expect(await kinds(w, 'author')).toEqual([]);
});

it('the count of the contract is that of the unread ones, and each person marks their own only', async () => {
  await using w = await workWorld();
  const on = `POST /comments/guide/${w.guideid}`;
  for (const text of ['One', 'Two', 'Three']) await w.json('other', on, { text });
  expect([await counted(w, 'owner'), await counted(w, 'other')]).toEqual([3, 0]);
  await read(w, 'other', [1, 2, 3]);
  expect(await counted(w, 'owner')).toBe(3);
  await read(w, 'owner', [2, 999]);
  expect(await counted(w, 'owner')).toBe(2);
  expect(await inbox(w, 'owner')).toMatchObject({
    unread: 2,
    results: [{ read: false }, { read: true }, { read: false }],
  });
  await read(w, 'owner', [1, 2, 3]);
  expect(await counted(w, 'owner')).toBe(0);
  const seen = await w.json<User>('other', `GET /users/${w.userids.owner}`);
  expect(seen).not.toHaveProperty('unread_notification_count');
});

it('a kind that only a newer hub knows is neither listed nor counted', async () => {
  await using w = await workWorld();
  await w.json('other', `POST /comments/guide/${w.guideid}`, { text: 'One' });
  await w.json('other', `POST /comments/guide/${w.guideid}`, { text: 'Two' });
  w.core.ctx.store.transact(null, (s) =>
    s.db.run(sql`UPDATE notification SET kind = 'praised' WHERE notificationid = 1`),
  );
  expect(await inbox(w, 'owner')).toMatchObject({ unread: 1, results: [{ notificationid: 2 }] });
});

it('refuses who is not signed in, and a list of ids that is empty, too long or not of ids', async () => {
  await using w = await workWorld();
  expect(await w.status(null, 'GET /benchside/notifications')).toBe(401);
  const mark = { notificationids: [1] };
  expect(await w.status(null, 'PUT /benchside/notifications/read', mark)).toBe(401);
  const tooMany = Array.from({ length: limits.notifications.kept.max + 1 }, (_, index) => index + 1);
  for (const wrong of [[], tooMany, ['x'], [-1]]) await read(w, 'owner', wrong, 422);
  const { message } = await w.json<Refusal>('owner', 'PUT /benchside/notifications/read', {}, 422);
  expect(message).toMatch(/\w/);
});

it('keeps the newest, and hides the title of a guide that the person may no longer see', async () => {
  await using w = await workWorld();
  const work = { guideid: w.guideid, userid: w.userids.other };
  for (let n = 0; n < limits.notifications.kept.max + 5; n += 1)
    await w.json('author', 'POST /benchside/assignments', { ...work, workorderid: `WO-${n}` });
  const { results, unread } = await inbox(w, 'other');
  expect([results.length, unread]).toEqual([limits.notifications.kept.max, limits.notifications.kept.max]);
  expect(results.at(-1)?.workorderid).toBe('WO-5');
  const { revisionid } = await w.json<Guide>('owner', `GET /guides/${w.guideid}`);
  await w.json('owner', `DELETE /guides/${w.guideid}/public?revisionid=${revisionid}`);
  expect((await inbox(w, 'other')).results[0]?.guide).toBeNull();
  const before = await inbox(w, 'other');
  await w.json('owner', `POST /comments/guide/${w.guideid}`, { text: 'Now private.' });
  expect(await inbox(w, 'other')).toEqual(before);
});

it('a deleted account leaves no notifications', async () => {
  await using w = await workWorld();
  await w.json('other', `POST /comments/guide/${w.guideid}`, { text: 'One' });
  w.core.ctx.store.transact(null, (s) => s.users.delete(w.userids.owner));
  const left = w.core.ctx.store.read(null, (s) => s.db.one(sql`SELECT 1 FROM notification LIMIT 1`));
  expect(left).toBeUndefined();
});

it('[security notifications] a person who causes many displaces their own ones, and none that others caused', async () => {
  await using w = await workWorld();
  const work = { guideid: w.guideid, workorderid: 'WO-1', userid: w.userids.owner };
  await w.json('author', 'POST /benchside/assignments', work);
  for (let n = 0; n < limits.notifications.kept.max + 5; n += 1)
    await w.json('other', `POST /comments/guide/${w.guideid}`, { text: `Comment ${n}` });
  const { results } = await inbox(w, 'owner');
  expect(results).toHaveLength(limits.notifications.kept.max);
  expect(results.at(-1)).toMatchObject({ kind: 'assigned', by: { username: 'author' } });
  expect(new Set(results.slice(0, -1).map(({ kind }) => kind))).toEqual(new Set(['commented']));
});
