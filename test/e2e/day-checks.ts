import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import type { Page } from 'playwright';
import { expect } from 'vitest';

import type { Comment } from '../../shared/model/comment.ts';
import type { Device } from '../../shared/model/device.ts';
import type { Guide } from '../../shared/model/guide.ts';
import type { User } from '../../shared/model/user.ts';
import type { ViewRecord } from '../../shared/model/view.ts';
import type { WorkLogEntry } from '../../shared/model/work-log.ts';
import * as day from './day.ts';
import { drill, fromInes, fromMaren, grinder, remarks, titles } from './day.ts';
import type { Who } from './day.ts';
import type { Ask } from '../helpers/ask-hub.ts';
import { cli } from './workshop.ts';

const { call, people } = day;

/** Checks that every desk has both corrections and the chosen title. */
export async function checkGuide(hub: Ask, desks: readonly Page[]): Promise<void> {
  const guide = await hub<Guide>('GET', `/guides/${grinder.guideid}`);
  expect(guide.title).toBe(titles.ines);
  const lines = guide.steps.flatMap((step) => step.lines.map(({ text_raw }) => text_raw));
  expect(lines).toEqual(expect.arrayContaining([fromMaren, fromInes]));
  for (const page of desks) {
    const here = await call<Guide>(page, 'GET', `/guides/${grinder.guideid}`);
    expect([here.revisionid, here.title]).toEqual([guide.revisionid, guide.title]);
  }
}

export interface Times {
  began: number;
  reconnected: number;
}

export async function checkRuns(
  lead: Ask,
  { began, reconnected }: Times,
  photos: Map<string, string>,
): Promise<void> {
  const { results } = await lead<{ results: WorkLogEntry[] }>('GET', '/work_log?order=ASC&limit=200');
  const orders = ['WO-101', 'WO-201', 'WO-301', 'WO-302'];
  const runs = new Map(
    await Promise.all(
      results
        .filter(({ workorderid }) => orders.includes(workorderid))
        .map(
          async ({ entryid, workorderid }) =>
            [workorderid, await lead<WorkLogEntry>('GET', `/work_log/${entryid}`)] as const,
        ),
    ),
  );
  const told = [...runs].map(([order, run]) => [
    order,
    run.status,
    run.benchside.people.map(({ username }) => username),
  ]);
  const name = (who: Who): string => people[who].name;
  expect(told.toSorted()).toEqual([
    ['WO-101', 'complete', [name('maren')]],
    ['WO-201', 'complete', [name('ines')]],
    ['WO-301', 'complete', [name('tomasz'), name('noor'), name('jonas')]],
    ['WO-302', 'cancelled', [name('jonas')]],
  ]);
  const valuesOf = (order: string): object => {
    const {
      'Picture of the label': _,
      'Picture of the burrs': __,
      ...values
    } = day.valuesOf(present(runs.get(order)));
    return values;
  };
  expect(valuesOf('WO-101')).toEqual({
    'Serial number': 'SN-101',
    Class: 'II',
    Remarks: 'The lead tried it herself.',
  });
  expect(valuesOf('WO-201')).toEqual({ 'Setting before': '14' });
  expect(valuesOf('WO-301')).toEqual({ 'Serial number': 'SN-301', Class: 'III', Remarks: remarks });
  for (const [order, hash] of photos) {
    const pictures = day.picturesOf(present(runs.get(order)));
    expect(pictures.length).toBe(1);
    const answer = await fetch(pictures[0]?.original ?? '');
    expect(day.hashOf(new Uint8Array(await answer.arrayBuffer()))).toBe(hash);
  }

  const turns: { who: string; from: number; to: number }[] = [];
  for (const { starttime, endtime, duration, active_duration, benchside } of runs.values()) {
    const { pause_duration, suspended_duration, steps, recorded, events = [] } = benchside;
    const end = present(endtime ?? undefined);
    expect(starttime).toBeGreaterThanOrEqual(Math.floor(began));
    expect(end).toBeGreaterThanOrEqual(starttime);
    expect(end).toBeLessThanOrEqual(reconnected + 1);
    // The hub got it in the evening, and accepts the time at which it was done.
    expect(recorded.starttime).toBeGreaterThanOrEqual(reconnected);
    expect(Math.abs(active_duration + pause_duration + suspended_duration - duration)).toBeLessThanOrEqual(2);
    expect(steps.reduce((sum, step) => sum + step.active_duration, 0)).toBeLessThanOrEqual(
      active_duration + steps.length,
    );
    const times = events.map(({ time }) => time);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    for (const { username: who, from, to } of benchside.people)
      turns.push({ who, from, to: present(to ?? undefined) });
    benchside.people.reduce((before, turn) => {
      expect(turn.from).toBeGreaterThanOrEqual(before);
      return present(turn.to ?? undefined);
    }, 0);
  }
  for (const { name: who } of Object.values(people)) {
    turns
      .filter((turn) => turn.who === who)
      .toSorted((a, b) => a.from - b.from)
      .reduce((before, { from, to }) => {
        expect(from).toBeGreaterThanOrEqual(before);
        expect(to).toBeGreaterThanOrEqual(from);
        return to;
      }, 0);
  }
}

/** Checks comments, favorites, and views. */
export async function checkReading(hub: string, lead: Ask, began: number): Promise<void> {
  const comments = await lead<Comment[]>('GET', '/comments?context=guide&limit=200');
  expect(
    comments
      .filter(({ date }) => date >= Math.floor(began))
      .map(({ contextid, author, text_raw }) => [contextid, author.username, text_raw])
      .toSorted(),
  ).toEqual([
    [grinder.guideid, people.ines.name, 'Ours has two springs.'],
    [drill.guideid, people.maren.name, 'The terminal block of the newer drills is glued.'],
  ]);
  for (const [who, { guideid }] of [
    ['maren', drill],
    ['ines', grinder],
  ] as const) {
    const ask = await day.askAs(hub, who);
    const favorites = await ask<{ guide: { guideid: number } }[]>('GET', '/user/favorites/guides');
    expect(favorites.map(({ guide }) => guide.guideid)).toContain(guideid);
    const { userid } = await ask<User>('GET', '/user');
    const views = await lead<ViewRecord[]>('GET', `/user_view_history/user/${userid}`);
    expect(views.map(({ doc_type, docid }) => `${doc_type} ${docid}`)).toContain(`GUIDE ${guideid}`);
  }
}

/** A view is recorded a second later, and sent like an edit. */
export async function untilNothingIsLeft(page: Page, data: string): Promise<void> {
  const verify = [cli, 'journal', '--verify', '--json', '--data', data];
  const journal = async (): Promise<unknown> => {
    await call(page, 'POST', '/benchside/sync', {});
    // The command fails for a journal whose counts do not match.
    return JSON.parse((await promisify(execFile)(process.execPath, verify)).stdout);
  };
  await expect
    .poll(journal, { ...day.patience, interval: 500 })
    .toMatchObject({ pending: 0, sending: 0, parked: 0, discarded: 0, problems: [] });
}

/** The hub knows three desks, and nothing waits at them. */
export async function checkDevices(lead: Ask, count: number): Promise<void> {
  const devices = await lead<Device[]>('GET', '/benchside/devices');
  expect(devices.length).toBe(count);
  for (const { pending, sending, parked } of devices.flatMap((device) => device.people))
    expect([pending, sending, parked]).toEqual([0, 0, 0]);
}

function present<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('it is not there');
  return value;
}
