import { expect, it } from 'vitest';

import { sql } from '../../app/store/sql.ts';
import type { Notification } from '../../shared/model/notification.ts';
import type { User } from '../../shared/model/user.ts';
import { testCore } from '../helpers/core.ts';
import type { TestCore } from '../helpers/core.ts';
import { addGuide, deskPerson, engineOf, pair, signInAt } from '../helpers/pair.ts';
import { bench } from '../helpers/plain-bench.ts';
import { untilSent } from '../helpers/plain-pair.ts';
import { workshop } from '../helpers/restorable.ts';

const inbox = (
  core: Pick<TestCore, 'json'>,
  token: string,
): Promise<{ results: Notification[]; unread: number }> =>
  core.json('GET /benchside/notifications', { token });

it('[F7.2 J3.3] a person reads notifications at a desk offline, and they are read at the hub and at another desk', async () => {
  await using both = await pair();
  const tom = await deskPerson(both, 'tom', 'author');
  const guideid = await addGuide(both.hub, tom.token);
  for (const text of ['One', 'Two'])
    await both.hub.json(`POST /comments/guide/${guideid}`, { token: both.admin, json: { text } });
  await both.round({ people: [tom] });
  const told = await inbox(both.desk, tom.token);
  expect(told).toEqual(await inbox(both.hub, tom.token));
  expect(told.unread).toBe(2);

  const [newest] = told.results;
  const json = { notificationids: [newest?.notificationid] };
  await both.desk.json('PUT /benchside/notifications/read', { token: tom.token, json });
  expect(await inbox(both.desk, tom.token)).toMatchObject({ unread: 1 });
  const shown = await both.desk.json('GET /benchside/journal', { token: tom.token });
  expect(shown, 'a read mark is not shown as an edit').toMatchObject({ entries: [] });

  // The hub notifies of another comment before the mark arrives: the mark is kept.
  await both.hub.json(`POST /comments/guide/${guideid}`, { token: both.admin, json: { text: 'Three' } });
  await both.round({ people: [tom] });
  await both.round({ people: [tom] });
  const after = await inbox(both.hub, tom.token);
  expect(after).toMatchObject({ unread: 2, results: [{ read: false }, { read: true }, { read: false }] });
  expect(await inbox(both.desk, tom.token)).toEqual(after);

  await using other = testCore({ profile: 'desk', site: both.net.url });
  const there = await signInAt(other, 'tom');
  await engineOf(other, both.net.url).round({ people: [there] });
  expect(await inbox(other, there.token)).toEqual(after);
});

it('[F7.2] a desk gets the notifications of its people only, and makes none itself', async () => {
  await using both = await pair();
  const tom = await deskPerson(both, 'tom', 'author');
  const lea = await deskPerson(both, 'lea', 'author');
  const guideid = await addGuide(both.hub, tom.token);
  await both.hub.json(`POST /comments/guide/${guideid}`, { token: both.admin, json: { text: 'One' } });
  await both.round({ people: [lea] });
  const rows = (): unknown =>
    both.desk.ctx.store.read(null, (s) => s.db.all(sql`SELECT userid FROM notification`));
  expect(rows()).toEqual([]);
  await both.desk.json(`POST /comments/guide/${guideid}`, { token: lea.token, json: { text: 'Two' } });
  expect(rows()).toEqual([]);
  await both.round({ people: [lea] });
  expect(await inbox(both.hub, tom.token)).toMatchObject({ unread: 2 });
  await both.round({ people: [tom, lea] });
  expect(rows()).toEqual([{ userid: tom.userid }, { userid: tom.userid }]);
  expect(await both.desk.json<User>('GET /user', { token: tom.token })).toMatchObject({
    unread_notification_count: 2,
  });
});

it('[F7.2] at a third-party site there are no notifications, and a read mark stays at the desk', async () => {
  await using at = await bench();
  const { token } = at.ann;
  expect(await inbox(at.desk, token)).toEqual({ results: [], unread: 0 });
  await at.desk.json('PUT /benchside/notifications/read', { token, json: { notificationids: [1] } });
  await untilSent(at);
  expect(await inbox(at.desk, token)).toEqual({ results: [], unread: 0 });
});

it('[F4.16] [simulation seed 31000008] a restored hub may notify someone by an id that another notification of this desk has', async () => {
  await using shop = await workshop();
  const ann = await shop.bench('ann');
  const { hub, admin } = shop;
  const tom = await deskPerson({ hub, desk: ann.desk }, 'tom', 'author');
  const comment = async (guideid: number): Promise<void> => {
    await shop.hub.json(`POST /comments/guide/${guideid}`, {
      token: admin,
      json: { text: 'Mind the seal.' },
    });
  };
  const [ofAnn, ofTom] = [await addGuide(hub, ann.person.token), await addGuide(hub, tom.token)];
  const copy = await shop.backUp();
  await comment(ofAnn);
  await ann.round();
  const [lost] = (await inbox(ann.desk, ann.person.token)).results;
  await shop.goOnWith(copy);
  await comment(ofTom);
  // Ann is not signed in at the desk any more, so the hub tells it nothing about her notifications.
  for (let n = 0; n < 2; n += 1) expect((await ann.round({ people: [tom] })).problem).toBeNull();
  const [now] = (await inbox(ann.desk, tom.token)).results;
  expect(now?.notificationid).toBe(lost?.notificationid);
  expect(await inbox(ann.desk, tom.token)).toEqual(await inbox(shop.hub, tom.token));
  await ann.round({ people: [ann.person, tom] });
  expect(await inbox(ann.desk, ann.person.token)).toEqual({ results: [], unread: 0 });
});

it('[F4.18] a mark of a notification that a restored hub has lost does not mark another one with its id', async () => {
  await using shop = await workshop();
  const ann = await shop.bench('ann');
  const guideid = await addGuide(shop.hub, ann.person.token);
  const comment = (text: string): Promise<unknown> =>
    shop.hub.json(`POST /comments/guide/${guideid}`, { token: shop.admin, json: { text } });
  const told = async (): Promise<Notification[]> => (await inbox(ann.desk, ann.person.token)).results;
  const read = (notificationids: readonly number[]): Promise<unknown> =>
    ann.ask('PUT /benchside/notifications/read', { notificationids });
  await comment('Kept');
  await ann.round();
  const copy = await shop.backUp();
  await comment('Lost');
  await comment('Lost, too');
  await ann.round();
  const [third = 0, second = 0, first = 0] = (await told()).map(({ notificationid }) => notificationid);
  // One mark has arrived at the hub, and two wait.
  await read([third]);
  await ann.round();
  await read([second]);
  await read([second, first]);
  await shop.goOnWith(copy);
  await comment('Another');
  await comment('And another');
  for (let n = 0; n < 2; n += 1) expect((await ann.round()).problem).toBeNull();
  const now = await inbox(shop.hub, ann.person.token);
  expect(now.results.map(({ notificationid, read }) => [notificationid, read])).toEqual([
    [third, false],
    [second, false],
    [first, true],
  ]);
  expect(await inbox(ann.desk, ann.person.token)).toEqual(now);
  const { counts } = ann.desk.ctx.store.read(null, (s) => ({ counts: s.journal.counts() }));
  expect(counts).toMatchObject({ pending: 0, sending: 0, parked: 0 });
});
