import { expect, it } from 'vitest';

import { limits } from '../../../shared/limits.ts';
import type { WorkLogEntry } from '../../../shared/model/work-log.ts';
import { workWorld } from '../../helpers/work.ts';
import type { Refusal } from '../../helpers/work.ts';

it('is handed over with a reason, a note of one line and a person, and keeps them after it was taken over', async () => {
  await using w = await workWorld();
  const { entryid } = await w.start();
  w.clock.now += 60;
  const benchside = {
    reason: 'parts',
    note: '  screws are in the blue tray,\npump ordered ',
    addressee: w.userids.other,
  };
  const handed = await w.run('owner', entryid, 'POST suspend', { benchside });
  const remark = {
    type: 'suspend',
    userid: w.userids.owner,
    username: 'owner',
    time: 1_000_060,
    reason: 'parts',
    note: 'screws are in the blue tray, pump ordered',
    addressee: { userid: w.userids.other, username: 'other' },
  };
  expect(handed.benchside.remarks).toEqual([remark]);
  const list = await w.json<{ results: WorkLogEntry[] }>('other', 'GET /benchside/kiosk/runs');
  expect(list.results[0]?.benchside.remarks).toEqual([remark]);
  const taken = await w.run('other', entryid, 'POST assume');
  expect(taken.benchside.remarks).toEqual([remark]);
  const silent = await w.run('other', entryid, 'POST suspend');
  expect(silent.benchside.remarks).toMatchObject([
    remark,
    { userid: w.userids.other, reason: null, note: '', addressee: null },
  ]);
});

it('may be left to a person and still be taken over by another', async () => {
  await using w = await workWorld();
  const { entryid } = await w.start();
  await w.run('owner', entryid, 'POST suspend', { benchside: { addressee: w.userids.author } });
  expect(await w.run('other', entryid, 'POST assume')).toMatchObject({ userid: w.userids.other });
});

it('is abandoned with a reason and a note', async () => {
  await using w = await workWorld();
  const { entryid } = await w.start();
  const benchside = { reason: 'beyond-repair', note: 'The housing is cracked.' };
  const ended = await w.run('owner', entryid, 'POST cancel', { benchside });
  expect(ended.benchside.remarks).toMatchObject([{ type: 'cancel', ...benchside, addressee: null }]);
});

it.each([
  ['suspend', { reason: 'lunch' }],
  ['suspend', { reason: 'beyond-repair' }],
  ['suspend', { note: 'x'.repeat(limits.workLog.note.max + 1) }],
  ['suspend', { note: 7 }],
  ['suspend', { addressee: 'Ines' }],
  ['suspend', { addressee: 4711 }],
  ['cancel', { reason: 'end-of-shift' }],
])('refuses %s with %o', async (operation, benchside) => {
  await using w = await workWorld();
  const { entryid } = await w.start();
  const route = `POST /work_log/${entryid}/${operation}`;
  const refusal = await w.json<Refusal>('owner', route, { benchside }, 422);
  expect(refusal.errors?.[0]?.field).toMatch(/^benchside/);
  expect(await w.json('owner', `GET /work_log/${entryid}`)).toMatchObject({ status: 'started' });
});

it('cannot be left to a person who may not see the guide or was deactivated', async () => {
  await using w = await workWorld();
  const hidden = await w.json<{ guideid: number }>('owner', 'POST /guides', {
    category: 'Pump',
    type: 'repair',
    title: 'Hidden',
  });
  const json = { guideid: hidden.guideid, workorderid: 'WO-2' };
  const { entryid } = await w.json<WorkLogEntry>('owner', 'POST /work_log', json);
  const body = { benchside: { addressee: w.userids.other } };
  const refusal = await w.json<Refusal>('owner', `POST /work_log/${entryid}/suspend`, body, 422);
  expect(refusal.message).toContain('This person cannot take the job over.');
  w.core.ctx.store.transact(null, (s) => s.users.setActive(w.userids.author, false));
  const { entryid: other } = await w.start();
  const away = { benchside: { addressee: w.userids.author } };
  await w.json('owner', `POST /work_log/${other}/suspend`, away, 422);
});

it('done offline for a person who is gone since, is left to everyone', async () => {
  await using w = await workWorld();
  const { entryid } = await w.start();
  w.clock.now += 60;
  const handed = await w.run('owner', entryid, 'POST suspend', {
    benchside: { time: 1_000_030, note: 'Wait for me', addressee: 4711 },
  });
  expect(handed.benchside.remarks).toMatchObject([{ time: 1_000_030, note: 'Wait for me', addressee: null }]);
});

it('lists the jobs that were left to the viewer first', async () => {
  await using w = await workWorld();
  const ids: number[] = [];
  for (const addressee of [w.userids.other, w.userids.author, null]) {
    const { entryid } = await w.start(`WO-${ids.length}`);
    await w.run('owner', entryid, 'POST suspend', { benchside: { addressee } });
    ids.push(entryid);
  }
  const [first, second, third] = ids;
  const seen = async (who: 'other' | 'author' | 'admin'): Promise<number[]> =>
    (await w.json<{ results: WorkLogEntry[] }>(who, 'GET /benchside/kiosk/runs?order=DESC')).results.map(
      ({ entryid }) => entryid,
    );
  expect(await seen('other')).toEqual([first, third, second]);
  expect(await seen('author')).toEqual([second, third, first]);
  expect(await seen('admin')).toEqual([third, second, first]);
});
