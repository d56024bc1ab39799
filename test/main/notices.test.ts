import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { statusWords } from '../../main/desk-watch.ts';
import { longPauseSeconds, newNeeds } from '../../main/needs.ts';
import type { Needs, SystemNotice } from '../../main/needs.ts';
import { Notifier } from '../../main/notifier.ts';
import { chooseShellLanguage } from '../../main/language.ts';
import { mainTexts } from '../../main/texts.ts';
import { trayTemplate } from '../../main/tray.ts';
import type { Notification } from '../../shared/model/notification.ts';
import type { SyncStatus } from '../../shared/sync-status.ts';

const calm: Needs = {
  conflicts: [],
  parked: [],
  signIn: false,
  complete: true,
  guides: 25,
  paused: [],
  unread: [],
};
const now = 1_800_000_000;
const since = (needs: Partial<Needs>, before: Partial<Needs> = {}): SystemNotice[] =>
  newNeeds({ ...calm, ...before }, { ...calm, ...needs }, { last: now - 5, now });

test('each new thing that needs a person is notified once, with its place', () => {
  const conflict = { entryid: 'a', subject: 'Bench power tools' };
  expect(since({})).toEqual([]);
  expect(since({ conflicts: [conflict] }, { conflicts: [conflict] })).toEqual([]);
  expect(since({ conflicts: [conflict] })).toEqual([
    {
      title: 'Conflict to resolve',
      body: 'Someone else changed the same on the hub: Bench power tools',
      place: '/conflicts',
    },
  ]);
  expect(
    since({ parked: [conflict, { entryid: 'b', subject: null }], signIn: true }).map(({ body, place }) => [
      place,
      body,
    ]),
  ).toEqual([
    ['/sync/changes', 'The hub did not accept 2 changes. Nothing is lost.'],
    ['/sign-in', 'Everything can still be read and written. It is sent when you have signed in.'],
  ]);
  expect(since({}, { complete: false })).toEqual([
    {
      title: 'Everything is on this desk',
      body: '25 guides can be read without a network now.',
      place: '/',
    },
  ]);
});

test('a run that was paused for hours is notified once', () => {
  const run = { entryid: 7, order: 'WO-1', since: now - longPauseSeconds + 1 };
  expect(since({ paused: [run] }, { paused: [run] })).toEqual([]);
  const long = { ...run, since: now - longPauseSeconds - 2 };
  const older = { entryid: 8, order: 'WO-2', since: now - 9 * 3600 };
  expect(since({ paused: [long] }, { paused: [long] })).toEqual([
    { title: 'A job is paused', body: 'Work order WO-1 has been paused for 4 hours.', place: '/run/7' },
  ]);
  expect(since({ paused: [older] }, { paused: [older] })).toEqual([]);
  expect(since({ paused: [long, older] })).toMatchObject([
    {
      title: '2 jobs are paused',
      body: 'The longest has been paused for 9 hours: work order WO-2.',
      place: '/run/8',
    },
  ]);
});

test('what others did that concerns the person is notified once, the oldest first', () => {
  const assigned: Notification = {
    notificationid: 4,
    kind: 'assigned',
    date: now,
    by: { userid: 2, username: 'Maren Holt' },
    guide: { guideid: 5, title: 'Replace the fan' },
    wiki: null,
    entryid: null,
    workorderid: 'WO-1207',
    read: false,
  };
  const hidden: Notification = { ...assigned, notificationid: 5, kind: 'released', guide: null };
  expect(since({ unread: [assigned] }, { unread: [assigned] })).toEqual([]);
  expect(since({}, { unread: [assigned] })).toEqual([]);
  expect(since({ unread: [assigned] }, { complete: false }).map(({ place }) => place)).toEqual(['/']);
  expect(since({ unread: [hidden, assigned] })).toEqual([
    { title: 'Maren Holt assigned work to you', body: 'Replace the fan', place: '/notifications' },
    { title: 'Maren Holt released your guide', body: '', place: '/notifications' },
  ]);
});

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('notices come at most one a minute, combined, and never for the place on screen', () => {
  const shown: SystemNotice[] = [];
  let at: string | undefined;
  const notifier = new Notifier({ show: (notice) => shown.push(notice), lookedAt: () => at });
  const notice = (title: string, place: string): SystemNotice => ({ title, body: `${title}!`, place });

  notifier.tell([notice('one', '/conflicts')]);
  notifier.tell([notice('two', '/run/7')]);
  notifier.tell([notice('three', '/conflicts')]);
  expect(shown).toEqual([notice('one', '/conflicts')]);
  vi.advanceTimersByTime(59_000);
  expect(shown).toHaveLength(1);
  vi.advanceTimersByTime(2_000);
  expect(shown.at(-1)).toEqual({ title: '2 things need you', body: 'two\nthree', place: '/' });

  at = '/run/7/step/3?field=1';
  notifier.tell([notice('four', '/run/7'), notice('five', '/')]);
  vi.advanceTimersByTime(61_000);
  expect(shown.at(-1)).toEqual(notice('five', '/'));
  at = '/conflicts/guide/5';
  vi.advanceTimersByTime(61_000);
  notifier.tell([notice('six', '/conflicts')]);
  expect(shown).toHaveLength(3);
  notifier.stop();
});

test('the tray shows the state of sync in words, and always has the same three items', () => {
  const journal = { accepted: 0, pending: 0, sending: 0, done: 0, parked: 0, discarded: 0 };
  const status = (change: object): SyncStatus =>
    ({ phase: 'idle', problem: null, lastSuccessAt: 1, journal, ...change }) as SyncStatus;
  expect(statusWords('unbound', undefined)).toBe('Not connected to a hub yet');
  expect(statusWords('open', status({}))).toBe('Up to date');
  expect(statusWords('open', status({ lastSuccessAt: null }))).toBe('Not synced yet');
  expect(statusWords('open', status({ phase: 'pictures' }))).toBe('Syncing …');
  expect(statusWords('open', status({ journal: { ...journal, pending: 2, sending: 1 } }))).toBe(
    '3 changes to send',
  );
  expect(statusWords('open', status({ journal: { ...journal, parked: 1 } }))).toBe(
    '1 change needs a decision',
  );
  expect(statusWords('open', status({ phase: 'waiting', problem: { kind: 'offline' } }))).toBe(
    'Working offline',
  );
  expect(statusWords('open', status({ phase: 'blocked', problem: { kind: 'unauthorized' } }))).toBe(
    'Sign in to sync',
  );
  const done: string[] = [];
  const template = trayTemplate({
    status: 'Up to date',
    open: () => done.push('open'),
    sync: () => done.push('sync'),
    quit: () => done.push('quit'),
  });
  for (const { click } of template) if (click) Reflect.apply(click, undefined, []);
  expect(done).toEqual(['open', 'sync', 'quit']);
});

test('the shell uses the chosen language or the system’s, and reports whether it changed', async () => {
  expect(await chooseShellLanguage('auto', ['en-GB', 'de'])).toBe(false);
  expect(await chooseShellLanguage('auto', ['de-CH', 'en'])).toBe(true);
  expect(await chooseShellLanguage('de', [])).toBe(false);
  expect(await chooseShellLanguage('en', ['de'])).toBe(true);
  expect(mainTexts.menu.home).toBe('Home');
});
