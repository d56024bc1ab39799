import { describe, expect, it } from 'vitest';

import { sql } from '../../../app/store/sql.ts';
import type { EntryStatus, WorkLogEntry } from '../../../shared/model/work-log.ts';
import { workWorld } from '../../helpers/work.ts';
import type { Someone } from '../../helpers/work.ts';
import type { Refusal, WorkWorld } from '../../helpers/work.ts';

const states: Record<EntryStatus, string[]> = {
  started: [],
  paused: ['POST pause'],
  suspended: ['POST suspend'],
  complete: ['POST finish'],
  cancelled: ['POST cancel'],
};

/** The next state for each operation in each state; a missing entry means refusal. */
const operations: Record<
  string,
  { to: Partial<Record<EntryStatus, EntryStatus>>; json?: (w: WorkWorld) => unknown }
> = {
  'POST pause': { to: { started: 'paused' } },
  'POST resume': { to: { paused: 'started' } },
  'POST suspend': { to: { started: 'suspended', paused: 'suspended' } },
  'POST assume': { to: { suspended: 'started' } },
  'POST finish': { to: { started: 'complete' } },
  'POST cancel': { to: { started: 'cancelled' } },
  'PUT step': { to: { started: 'started' }, json: (w) => ({ stepid: w.steps[1] }) },
  'PUT stepData': {
    to: { started: 'started', paused: 'paused' },
    json: () => ({ fields: { 1: 'SN-1' } }),
  },
};

const inState = async (w: WorkWorld, state: EntryStatus): Promise<WorkLogEntry> => {
  const { entryid } = await w.start();
  for (const operation of states[state]) await w.run('owner', entryid, operation);
  return w.json('owner', `GET /work_log/${entryid}`);
};

describe('a run', () => {
  it.each(Object.keys(states) as EntryStatus[])('that is %s goes where the contract says', async (state) => {
    await using w = await workWorld();
    await w.form(w.steps[0], [{ field_type: 'Text Input', label: 'Serial number' }]);
    for (const [operation, { to, json }] of Object.entries(operations)) {
      const before = await inState(w, state);
      expect(before.status).toBe(state);
      const [method = '', name = ''] = operation.split(' ');
      const path = `${name === 'step' ? '/benchside' : ''}/work_log/${before.entryid}/${name}`;
      w.clock.now += 10;
      const wanted = to[state];
      if (wanted === undefined) {
        const answer = await w.json<Refusal>('owner', `${method} ${path}`, json?.(w) ?? {}, 422);
        expect(answer.message).toContain(`This job is ${state}`);
        expect(await w.json('owner', `GET /work_log/${before.entryid}`)).toMatchObject({
          status: state,
          timingid: before.timingid,
        });
        continue;
      }
      const after = await w.json<WorkLogEntry>('owner', `${method} ${path}`, json?.(w) ?? {}, 200);
      expect(after).toMatchObject({
        status: wanted,
        cancelled: wanted === 'cancelled' ? 1 : 0,
        endtime: wanted === 'complete' || wanted === 'cancelled' ? w.clock.now : null,
      });
      expect(after).toEqual(await w.json('owner', `GET /work_log/${before.entryid}`));
    }
    const { entryid } = await inState(w, state);
    expect(await w.status('owner', `DELETE /work_log/${entryid}`)).toBe(204);
    expect(await w.status('owner', `GET /work_log/${entryid}`)).toBe(404);
  });

  it('can be changed by its owner and admins', async () => {
    await using w = await workWorld();
    const all = Object.entries(operations).filter(([operation]) => operation !== 'POST assume');
    for (const [operation, { json }] of [...all, ['DELETE ', {}] as const]) {
      const { entryid } = await w.start();
      const [method = '', name = ''] = operation.split(' ');
      const path = `${name === 'step' ? '/benchside' : ''}/work_log/${entryid}/${name}`;
      expect([operation, await w.status(null, `${method} ${path}`, json?.(w))]).toEqual([operation, 401]);
      for (const who of ['other', 'author'] as const)
        expect([operation, await w.status(who, `${method} ${path}`, json?.(w) ?? {})]).toEqual([
          operation,
          403,
        ]);
      const missing = path.replace(String(entryid), '999');
      expect([operation, await w.status('admin', `${method} ${missing}`, json?.(w) ?? {})]).toEqual([
        operation,
        404,
      ]);
    }
    const { entryid } = await w.start();
    expect((await w.run('admin', entryid, 'POST pause')).benchside.people).toMatchObject([
      { username: 'owner' },
    ]);
    expect(await w.status('admin', `DELETE /work_log/${entryid}`)).toBe(204);
  });
});

describe('POST /work_log', () => {
  it('starts a run of the current user, empty', async () => {
    await using w = await workWorld();
    const entry = await w.json<WorkLogEntry>(
      'owner',
      'POST /work_log',
      { guideid: w.guideid, workorderid: 1207 },
      201,
    );
    const { revisionid } = await w.json<{ revisionid: number }>(null, `GET /guides/${w.guideid}`);
    expect(entry).toEqual({
      entryid: 1,
      guideid: w.guideid,
      userid: w.userids.owner,
      workorderid: '1207',
      status: 'started',
      cancelled: 0,
      starttime: 1_000_000,
      endtime: null,
      duration: 0,
      active_duration: 0,
      guide_revisionid: revisionid,
      max_form_revisionid: null,
      timingid: 1,
      work_data: [],
      benchside: {
        title: 'Mend the pump',
        begun_title: 'Mend the pump',
        guide_revisionid: revisionid,
        stepid: null,
        active_stepid: null,
        bench: null,
        pause_duration: 0,
        suspended_duration: 0,
        steps: [],
        people: [{ userid: w.userids.owner, username: 'owner', from: 1_000_000, to: null }],
        recorded: { starttime: 1_000_000, endtime: null },
        remarks: [],
        events: [
          {
            type: 'start',
            stepid: null,
            userid: w.userids.owner,
            time: 1_000_000,
            recorded: 1_000_000,
            monotonic: 1_000_000,
            bootid: 'given',
          },
        ],
      },
    });
    expect((await w.start()).entryid).toBe(2);
  });

  it('needs a visible guide and a work order', async () => {
    await using w = await workWorld();
    const { guideid } = w;
    expect(await w.status(null, 'POST /work_log', { guideid, workorderid: 'a' })).toBe(401);
    expect(await w.status('other', 'POST /work_log', { guideid: 999, workorderid: 'a' })).toBe(404);
    for (const json of [
      { guideid },
      { workorderid: 'a' },
      { guideid, workorderid: ' ' },
      { guideid: 'x', workorderid: 'a' },
    ])
      expect(await w.status('other', 'POST /work_log', json)).toBe(422);
    w.core.ctx.store.transact(null, (s) => s.db.run(sql`UPDATE guide SET public = 0`));
    expect(await w.status('other', 'POST /work_log', { guideid, workorderid: 'a' })).toBe(403);
    expect(await w.status('owner', 'POST /work_log', { guideid, workorderid: 'a' })).toBe(201);
  });
});

it("the guide’s current revision is shown beside the revision at the run's start", async () => {
  await using w = await workWorld();
  const entry = await w.start();
  const guide = await w.json<{ revisionid: number }>(
    'owner',
    `PATCH /guides/${w.guideid}?revisionid=${entry.guide_revisionid}`,
    { title: 'Mend it better' },
  );
  const after = await w.json<WorkLogEntry>('owner', `GET /work_log/${entry.entryid}`);
  expect(after.guide_revisionid).toBe(guide.revisionid);
  expect(after.guide_revisionid).not.toBe(entry.guide_revisionid);
  expect(after.benchside).toMatchObject({
    title: 'Mend it better',
    guide_revisionid: entry.guide_revisionid,
  });
});

it('each person acknowledges a change of the guide once, while the run is open, without affecting its timer', async () => {
  await using w = await workWorld();
  const { entryid, timingid } = await w.start();
  const read = (who: Someone, revisionid: number) =>
    w.run(who, entryid, `PUT acknowledged?guide_revisionid=${revisionid}`, {});
  w.clock.now += 40;
  await read('owner', 7);
  await read('owner', 7);
  await w.run('owner', entryid, 'POST pause');
  const after = await read('owner', 9);
  expect(after.timingid).toBe((timingid ?? 0) + 2);
  expect(after.benchside.events?.map(({ type, revisionid, time }) => [type, revisionid, time])).toEqual([
    ['start', undefined, 1_000_000],
    ['acknowledged', 7, 1_000_040],
    ['pause', undefined, 1_000_040],
    ['acknowledged', 9, 1_000_040],
  ]);
  expect(after).toMatchObject({ status: 'paused', active_duration: 40 });
  const path = `PUT /benchside/work_log/${entryid}/acknowledged?guide_revisionid=9`;
  expect(await w.status('other', path, {})).toBe(403);
  await w.run('owner', entryid, 'POST suspend');
  expect(await w.status('owner', path, {})).toBe(422);
});

it('deleting an entry deletes everything that belongs to it', async () => {
  await using w = await workWorld();
  const { entryid } = await w.start();
  await w.run('owner', entryid, 'POST pause');
  await w.json('owner', `DELETE /work_log/${entryid}`);
  const rows = w.core.ctx.store.read(null, (s) =>
    ['work_log', 'work_event', 'work_person'].map((table) =>
      s.db.all(sql`SELECT * FROM ${sql.table(table)}`),
    ),
  );
  expect(rows).toEqual([[], [], []]);
  expect(w.core.ctx.store.read(null, (s) => s.feed.after(0, 200)).at(-1)).toMatchObject({
    kind: 'entry',
    id: entryid,
    deleted: true,
  });
});
