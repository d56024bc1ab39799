import { describe, expect, it } from 'vitest';

import type { StepForm } from '../../../shared/model/step-form.ts';
import type { WorkLogEntry } from '../../../shared/model/work-log.ts';
import { workWorld } from '../../helpers/work.ts';
import type { Refusal } from '../../helpers/work.ts';

describe('the timer of a run', () => {
  it('counts the active step, stops while the run is paused or suspended, and continues from there', async () => {
    await using w = await workWorld();
    const [one, two] = w.steps;
    const { entryid } = await w.start();
    const after = async (seconds: number, operation: string, json?: unknown): Promise<WorkLogEntry> => {
      w.clock.now += seconds;
      return w.run('owner', entryid, operation, json);
    };
    await after(5, 'PUT step', { stepid: one });
    await after(60, 'PUT step', { stepid: two });
    const paused = await after(30, 'POST pause');
    expect(paused).toMatchObject({
      duration: 95,
      active_duration: 95,
      benchside: { stepid: two, active_stepid: null, pause_duration: 0 },
    });
    const resumed = await after(100, 'POST resume');
    expect(resumed).toMatchObject({
      duration: 195,
      active_duration: 95,
      benchside: { stepid: two, active_stepid: two, pause_duration: 100 },
    });
    await after(10, 'PUT step', { stepid: one });
    await after(20, 'POST suspend');
    const assumed = await after(1000, 'POST assume');
    expect(assumed.benchside).toMatchObject({ stepid: one, active_stepid: one, suspended_duration: 1000 });
    await after(7, 'PUT step', { stepid: null });
    const done = await after(3, 'POST finish');
    w.clock.now += 5000;
    expect(await w.json('owner', `GET /work_log/${entryid}`)).toEqual(done);
    expect(done).toMatchObject({
      starttime: 1_000_000,
      endtime: 1_001_235,
      duration: 1235,
      active_duration: 135,
      benchside: {
        stepid: null,
        pause_duration: 100,
        suspended_duration: 1000,
        steps: [
          { stepid: one, active_duration: 87, visits: 2 },
          { stepid: two, active_duration: 40, visits: 1 },
        ],
      },
    });
    expect(done.benchside.events?.map((event) => event.type)).toEqual([
      'start',
      'step',
      'step',
      'pause',
      'resume',
      'step',
      'suspend',
      'assume',
      'step',
      'finish',
    ]);
  });

  it('tells whether the conclusion was read, and says nothing of a guide that has none', async () => {
    await using w = await workWorld();
    const plain = await w.start();
    expect((await w.run('owner', plain.entryid, 'POST finish')).benchside.conclusion).toBeUndefined();
    const { revisionid } = await w.json<{ revisionid: number }>('owner', `GET /guides/${w.guideid}`);
    await w.json('owner', `PATCH /guides/${w.guideid}?revisionid=${revisionid}`, { conclusion: 'Test it.' });

    const left = await w.start('WO-2');
    await w.run('owner', left.entryid, 'PUT step', { stepid: w.steps[1] });
    const ended = await w.run('owner', left.entryid, 'POST finish');
    expect(ended.benchside.conclusion).toBe('unread');
    expect(ended.benchside.omitted).toBeUndefined();

    const { entryid } = await w.start('WO-3');
    const read = await w.run('owner', entryid, 'PUT step', { stepid: null });
    expect(read.benchside).toMatchObject({ conclusion: 'read', stepid: null, steps: [] });
    expect(await w.run('owner', entryid, 'PUT step', { stepid: null })).toEqual(read);
    await w.run('owner', entryid, 'PUT step', { stepid: w.steps[0] });
    const { benchside } = await w.run('owner', entryid, 'POST finish');
    expect(benchside.conclusion).toBe('read');
    expect(benchside.events?.map(({ type }) => type)).toEqual(['start', 'step', 'step', 'finish']);
    const { results } = await w.json<{ results: WorkLogEntry[] }>('owner', 'GET /work_log?order=ASC');
    expect(results.map((job) => job.benchside.conclusion)).toEqual([undefined, 'unread', 'read']);
  });

  it('counts the steps that a complete run skipped, for people who may see the guide', async () => {
    await using w = await workWorld();
    await w.form(w.prerequisite.stepid, [
      { field_type: 'Checkbox', label: 'Step done', benchside: { obligatory: true } },
    ]);
    const { entryid } = await w.start();
    const visited = await w.run('owner', entryid, 'PUT step', { stepid: w.steps[1] });
    expect(visited.benchside.skipped).toBeUndefined();
    const ended = await w.run('owner', entryid, 'POST finish');
    expect(ended.benchside).toMatchObject({ skipped: 1, omitted: [{ stepid: w.prerequisite.stepid }] });
    const abandoned = await w.start('WO-2');
    const { benchside } = await w.run('owner', abandoned.entryid, 'POST cancel');
    expect(benchside.skipped).toBeUndefined();
    const { results } = await w.json<{ results: WorkLogEntry[] }>('admin', 'GET /work_log?order=ASC');
    expect(results.map((job) => job.benchside.skipped)).toEqual([1, undefined]);
    const { revisionid } = await w.json<{ revisionid: number }>('owner', `GET /guides/${w.guideid}`);
    await w.json('owner', `DELETE /guides/${w.guideid}?revisionid=${revisionid}`);
    const seen = await w.json<WorkLogEntry>('owner', `GET /work_log/${entryid}`);
    expect(seen.benchside.skipped).toBeUndefined();
  });

  it('of an active run counts up to the moment of reading', async () => {
    await using w = await workWorld();
    const { entryid } = await w.start();
    w.clock.now += 42.9;
    expect(await w.json('owner', `GET /work_log/${entryid}`)).toMatchObject({
      duration: 42,
      active_duration: 42,
    });
    await w.run('owner', entryid, 'POST pause');
    w.clock.now += 100;
    expect(await w.json('owner', 'GET /work_log')).toMatchObject({
      results: [{ duration: 142, active_duration: 42, benchside: { pause_duration: 100 } }],
    });
  });

  it('refuses a step that the guide does not show, and accepts one of a prerequisite', async () => {
    await using w = await workWorld();
    const { entryid } = await w.start();
    const route = `PUT /benchside/work_log/${entryid}/step`;
    expect(await w.status('owner', route, { stepid: 999 })).toBe(422);
    expect(await w.status('owner', route, {})).toBe(422);
    const { stepid } = w.prerequisite;
    const entry = await w.run('owner', entryid, 'PUT step', { stepid });
    expect(entry.benchside.active_stepid).toBe(stepid);
    expect((await w.run('owner', entryid, 'PUT step', { stepid })).timingid).toBe(entry.timingid);
  });
});

describe('the time of offline work', () => {
  it('stays true; the time of its report is stored beside it', async () => {
    await using w = await workWorld();
    const [stepid] = w.steps;
    const at = (time: number, monotonic: number) => ({ benchside: { time, monotonic, bootid: 'desk' } });
    const { entryid } = await w.json<WorkLogEntry>('owner', 'POST /work_log', {
      guideid: w.guideid,
      workorderid: 'WO-1',
      ...at(990_000, 100),
    });
    w.clock.now += 1;
    await w.run('owner', entryid, 'PUT step', { stepid, ...at(990_010, 110) });
    // The desk's clock was set back by an hour.
    await w.run('owner', entryid, 'POST pause', at(986_500, 200));
    await w.run('owner', entryid, 'POST resume', at(986_560, 260));
    const done = await w.run('owner', entryid, 'POST finish', at(992_520, 2620));
    expect(done).toMatchObject({
      starttime: 990_000,
      endtime: 992_520,
      duration: 2520,
      active_duration: 2460,
      benchside: {
        pause_duration: 60,
        steps: [{ stepid, active_duration: 2450, visits: 1 }],
        recorded: { starttime: 1_000_000, endtime: 1_000_001 },
      },
    });
    expect(done.benchside.events?.map(({ time, recorded }) => [time, recorded])).toEqual([
      [990_000, 1_000_000],
      [990_010, 1_000_001],
      [986_500, 1_000_001],
      [986_560, 1_000_001],
      [992_520, 1_000_001],
    ]);
  });

  it('after a restart of the machine is measured by the wall clock, and is never negative', async () => {
    await using w = await workWorld();
    const { entryid } = await w.json<WorkLogEntry>('owner', 'POST /work_log', {
      guideid: w.guideid,
      workorderid: 'WO-1',
      benchside: { time: 990_000.8, monotonic: 5000, bootid: 'before' },
    });
    const paused = await w.run('owner', entryid, 'POST pause', {
      benchside: { time: 990_600.8, monotonic: 3, bootid: 'after' },
    });
    expect(paused).toMatchObject({ active_duration: 600 });
    const resumed = await w.run('owner', entryid, 'POST resume', { benchside: { time: 990_600 } });
    expect(resumed.benchside.pause_duration).toBe(0);
  });

  it('[J13.3] equals the time of the last event if only values arrive late', async () => {
    await using w = await workWorld();
    const [stepid] = w.steps;
    const { fields } = await w.json<StepForm>('author', `POST /step_forms/${stepid}`, {
      fields: [{ field_type: 'Text Input', label: 'Serial number' }],
    });
    const { entryid } = await w.start();
    w.clock.now += 100;
    await w.run('owner', entryid, 'POST pause');
    const entry = await w.run('owner', entryid, 'PUT stepData', {
      fields: { [fields[0]?.field_revisionid ?? 0]: 'SN 1' },
      benchside: { time: 1_000_050 },
    });
    expect(entry.work_data).toMatchObject([{ value: 'SN 1' }]);
    expect(entry.benchside.events?.at(-1)).toMatchObject({ type: 'data', time: 1_000_100 });
  });

  it('of a continued job may be slightly before the pause that it continues from', async () => {
    await using w = await workWorld();
    const at = (time: number, monotonic: number): object => ({
      benchside: { time, monotonic, bootid: 'kiosk' },
    });
    await w.start();
    await w.run('owner', 1, 'POST pause', at(1_000_060, 160.02));
    const resumed = await w.run('owner', 1, 'POST resume', at(1_000_060, 160.01));
    expect(resumed).toMatchObject({ status: 'started', active_duration: 60 });
    expect(resumed.benchside.pause_duration).toBe(0);
  });

  it('is refused if it is in the future or before the last event', async () => {
    await using w = await workWorld();
    const { guideid } = w;
    const refused = async (route: string, json: Record<string, unknown>, message: RegExp): Promise<void> => {
      const answer = await w.json<Refusal>('owner', route, json, 422);
      expect(answer.errors?.[0]?.field).toBe('benchside');
      expect(answer.message).toMatch(message);
    };
    const tomorrow = { benchside: { time: 1_000_301 } };
    await refused('POST /work_log', { guideid, workorderid: 'a', ...tomorrow }, /future/);
    await w.start();
    await refused('POST /work_log/1/pause', tomorrow, /future/);
    await refused('POST /work_log/1/finish', { benchside: { time: 999_999.9 } }, /before/);
    await refused('POST /work_log/1/pause', { benchside: { time: 999_999 } }, /before/);
    await refused(
      'POST /work_log/1/pause',
      { benchside: { time: 1_000_100, monotonic: 9, bootid: 'given' } },
      /before/,
    );
    await refused('POST /work_log/1/pause', { benchside: { time: 'yesterday' } }, /time/);
    expect(await w.run('owner', 1, 'POST pause', { benchside: { time: 1_000_300 } })).toMatchObject({
      status: 'paused',
      active_duration: 300,
    });
  });
});
