import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { changesBetween, instructionTexts } from '../../renderer/screens/run/changes.ts';
import {
  formsInRun,
  inputOf,
  olderForms,
  openFields,
  refusedTexts,
} from '../../renderer/features/step-form/form-values.ts';
import { clock, timesAt } from '../../renderer/features/run/timing.ts';
import { ValueSaver } from '../../renderer/screens/run/value-saver.ts';
import type { Refusal } from '../../renderer/screens/run/value-saver.ts';
import { runPlace } from '../../renderer/screens/run/run-place.ts';
import { runsCsv, runsJson } from '../../renderer/features/run-report/export.ts';
import { filterParams, matches, readFilter } from '../../renderer/screens/work-logs/log-filter.ts';
import {
  mediansBefore,
  median,
  timeTicks,
  trendOf,
  weeksOf,
} from '../../renderer/features/run-report/statistics.ts';
import { drawTimeline, spansOf } from '../../renderer/features/run-report/timeline.ts';
import { enteredIn } from '../../renderer/features/run-report/entered.ts';
import { limits } from '../../shared/limits.ts';
import type { FieldInput, StepForm, StepFormField } from '../../shared/model/step-form.ts';
import type { WorkEvent, WorkLogEntry } from '../../shared/model/work-log.ts';
import { sealGuide } from './helpers/documents.ts';

const fieldOf = (id: number, more: Partial<StepFormField> = {}): StepFormField => ({
  field_guid: `field_${id}`,
  field_revisionid: id,
  field_type: 'Text Input',
  label: `Field ${id}`,
  required: false,
  placeholder: '',
  textarea: '',
  options: '[]',
  ...more,
});

const formOf = (stepid: number, fields: StepFormField[], form_revisionid = stepid): StepForm => ({
  form_revisionid,
  stepid,
  guideid: 1,
  fields,
});

const entryOf = (
  more: Partial<WorkLogEntry> = {},
  timing: Partial<WorkLogEntry['benchside']> = {},
): WorkLogEntry => ({
  entryid: 7,
  guideid: 1,
  userid: 3,
  workorderid: 'WO-7',
  status: 'started',
  cancelled: 0,
  starttime: 1000,
  endtime: null,
  duration: 0,
  active_duration: 0,
  guide_revisionid: 12,
  max_form_revisionid: null,
  timingid: 1,
  work_data: [],
  ...more,
  benchside: {
    title: 'Pump Seal Replacement',
    begun_title: 'Pump Seal Replacement',
    guide_revisionid: 12,
    stepid: null,
    active_stepid: null,
    pause_duration: 0,
    suspended_duration: 0,
    steps: [],
    people: [{ userid: 3, username: 'Jana Holm', from: 1000, to: null }],
    recorded: { starttime: 1000, endtime: null },
    remarks: [],
    bench: null,
    ...timing,
  },
});

const noAnswer: Refusal = { again: true, message: 'No answer.', fields: new Map() };

describe('saving during typing', () => {
  it('sends the newest value, one request at a time, and only then shows it as saved', async () => {
    const requests: Record<string, FieldInput | null>[] = [];
    const gate = Promise.withResolvers<void>();
    let running = 0;
    const saver = new ValueSaver({
      delayMs: 1,
      refusalOf: () => noAnswer,
      send: async (fields) => {
        running += 1;
        expect(running).toBe(1);
        requests.push(fields);
        if (requests.length === 1) await gate.promise;
        running -= 1;
      },
    });
    const name = fieldOf(1);
    saver.enter(name, 'S');
    const first = saver.settle();
    saver.enter(name, 'SN');
    saver.enter(name, 'SN-2');
    expect(saver.drafts().get(1)?.state).toEqual({ kind: 'saving' });
    gate.resolve();
    await first;
    await saver.settle();
    expect(requests).toEqual([{ 1: 'S' }, { 1: 'SN-2' }]);
    expect(saver.drafts().get(1)).toMatchObject({ input: 'SN-2', state: { kind: 'saved' } });
  });

  it('does not send invalid values, and stores the valid ones of a refused request', async () => {
    const volts = fieldOf(1, { field_type: 'Numeric Input', options: '{"limit_max":true,"max":20}' });
    const stored: Record<string, FieldInput | null> = {};
    const saver = new ValueSaver({
      delayMs: 1,
      refusalOf: () => ({ again: false, message: 'no', fields: new Map([[3, 'is no picture']]) }),
      send: async (fields) => {
        if ('3' in fields) throw new Error('refused');
        Object.assign(stored, fields);
      },
    });
    saver.enter(volts, '25');
    saver.enter(fieldOf(2), 'kept');
    saver.enter(fieldOf(3, { field_type: 'Image' }), 99);
    await saver.settle();
    expect(stored).toEqual({ 2: 'kept' });
    expect(saver.drafts().get(1)?.state).toEqual({ kind: 'refused', message: 'must be 20 or less' });
    expect(saver.drafts().get(2)?.state).toMatchObject({ kind: 'saved' });
    expect(saver.drafts().get(3)?.state).toEqual({ kind: 'refused', message: 'is no picture' });
    expect(refusedTexts(saver.drafts())).toEqual({ 1: '25' });
  });

  it('shows a refusal that names a field by another id, and sends the value only once', async () => {
    const requests: Record<string, FieldInput | null>[] = [];
    const saver = new ValueSaver({
      delayMs: 1,
      refusalOf: () => ({ again: false, message: 'is no picture', fields: new Map([[7, 'is no picture']]) }),
      send: async (fields) => {
        requests.push(fields);
        if (requests.length < 5) throw new Error('refused');
      },
    });
    saver.enter(fieldOf(-3, { field_type: 'Image' }), 99);
    await saver.settle();
    expect(requests).toEqual([{ '-3': '99' }]);
    expect(saver.drafts().get(-3)?.state).toEqual({ kind: 'waiting', message: 'is no picture' });
  });

  it('goes on under the id by which the site replaced that of a field, also with what arrives later', async () => {
    const stored: Record<string, FieldInput | null> = {};
    const saver = new ValueSaver({
      delayMs: 1,
      refusalOf: () => noAnswer,
      send: async (fields) => {
        await Promise.resolve();
        Object.assign(stored, fields);
      },
    });
    const limited = { field_type: 'Numeric Input', options: '{"limit_max":true,"max":20}' };
    saver.enter(fieldOf(-1, limited), '25');
    saver.enter(fieldOf(-2), 'typed');
    saver.replace(-1, fieldOf(1, limited));
    saver.replace(-2, fieldOf(2));
    saver.enter(fieldOf(-2), 'typed on');
    saver.replace(2, fieldOf(-2));
    saver.replace(-2, fieldOf(2));
    await saver.settle();
    expect(stored).toEqual({ 2: 'typed on' });
    expect([...saver.drafts()]).toMatchObject([
      [1, { input: '25', state: { kind: 'refused' } }],
      [2, { input: 'typed on', state: { kind: 'saved' } }],
    ]);
  });

  it('loses nothing, whatever is typed and however often there is no answer', async () => {
    const typing = fc.array(fc.record({ id: fc.integer({ min: 1, max: 3 }), text: fc.string() }), {
      minLength: 1,
      maxLength: 12,
    });
    await fc.assert(
      fc.asyncProperty(typing, fc.array(fc.boolean(), { maxLength: 6 }), async (keys, answers) => {
        const stored = new Map<number, FieldInput | null>();
        const outages = [...answers];
        const saver = new ValueSaver({
          delayMs: 0,
          retryMs: 0,
          refusalOf: () => noAnswer,
          send: async (fields) => {
            await Promise.resolve();
            if (outages.shift()) throw new Error('no answer');
            for (const [id, value] of Object.entries(fields)) stored.set(Number(id), value);
          },
        });
        const wanted = new Map<number, string>();
        for (const { id, text } of keys) {
          const line = text.replaceAll(/[\n\r]/g, ' ');
          saver.enter(fieldOf(id), line);
          wanted.set(id, line);
          if (id === 2) void saver.settle();
        }
        await expect
          .poll(() => [...saver.drafts().values()].every(({ state }) => state.kind === 'saved'))
          .toBe(true);
        expect(new Map([...stored].toSorted())).toEqual(new Map([...wanted].toSorted()));
      }),
      { numRuns: 60 },
    );
  });
});

describe('forms of a run', () => {
  const needed = fieldOf(11, { required: true, label: 'Serial number' });
  const data = [{ label: 'Serial number', value: 'SN-1', field_revisionid: 11, stepid: 5 }];

  it('lists the fields that prevent finishing', () => {
    const form = formOf(5, [needed, fieldOf(12)]);
    expect(openFields([form], [], new Map())).toEqual([{ stepid: 5, field: needed, reason: 'missing' }]);
    expect(openFields([form], data, new Map())).toEqual([]);
    const preset = fieldOf(13, { field_type: 'Checkbox', placeholder: '1' });
    const withPreset = [formOf(5, [preset])];
    expect(openFields(withPreset, [], new Map()).map(({ reason }) => reason)).toEqual(['preset']);
    for (const value of ['1', '0']) {
      const answered = [{ label: 'Field 13', value, field_revisionid: 13, stepid: 5 }];
      expect(openFields(withPreset, answered, new Map())).toEqual([]);
    }
    const answered = [{ label: 'Field 14', value: '0', field_revisionid: 14, stepid: 5 }];
    const cord = fieldOf(14, { field_type: 'Checkbox', placeholder: '0', benchside: { required: true } });
    expect(openFields([formOf(5, [cord])], [], new Map()).map(({ reason }) => reason)).toEqual(['missing']);
    expect(openFields([formOf(5, [cord])], answered, new Map())).toEqual([]);
    const refused = new Map([[12, { input: 'x', state: { kind: 'refused', message: 'no' } } as const]]);
    expect(openFields([form], data, refused).map(({ reason }) => reason)).toEqual(['refused']);
  });

  it('keeps the form with which a step was filled in, and uses newer ones for other steps', () => {
    const changed = [formOf(5, [fieldOf(21)], 2), formOf(6, [fieldOf(22)], 2)];
    expect(olderForms(changed, data)).toEqual([11]);
    expect(olderForms([formOf(5, [needed])], data)).toEqual([]);
    const old = formOf(5, [needed], 1);
    expect(formsInRun(changed, [old])).toEqual([changed[1], old]);
  });

  it('shows the typed value until the API has another one', () => {
    const volts = fieldOf(1, { field_type: 'Numeric Input', options: '{}' });
    const saved = { kind: 'saved', at: 50 } as const;
    expect(inputOf(volts, undefined, '12', 9)).toBe('12');
    expect(inputOf(volts, { input: ' 12', state: saved }, '12', 60)).toBe(' 12');
    expect(inputOf(volts, { input: '12', state: saved }, '14', 60)).toBe('14');
    expect(inputOf(volts, { input: '12', state: saved }, undefined, 40)).toBe('12');
    expect(inputOf(volts, { input: '12a', state: { kind: 'refused', message: '' } }, '14', 60)).toBe('12a');
  });

  it('is listed in the order of its fields, with values of deleted fields at the end', () => {
    const gone = { label: 'Old', value: '1', field_revisionid: 99, stepid: 5 };
    const again = { label: 'Field 12', value: '1', field_revisionid: 90, stepid: 5 };
    const form = formOf(5, [needed, fieldOf(12, { field_type: 'Checkbox' })]);
    const entry = entryOf({ work_data: [gone, again, ...data] });
    expect(enteredIn(entry, [form]).map(({ value, type }) => [value.label, type])).toEqual([
      ['Serial number', 'Text Input'],
      ['Field 12', 'Checkbox'],
      ['Old', ''],
    ]);
  });
});

describe('timers of a run', () => {
  it("continue from the API's values by a clock that nobody can set", () => {
    const steps = [{ stepid: 5, active_duration: 30, visits: 1 }];
    const at = { entry: entryOf({ active_duration: 60 }, { steps, active_stepid: 5 }), at: 1000 };
    const times = timesAt(at, 6_400);
    expect([times.active, times.step(5), times.step(6), times.paused]).toEqual([65, 35, 0, 0]);
    expect(timesAt(at, 0).active).toBe(60);
    const paused = timesAt(
      { entry: entryOf({ status: 'paused', active_duration: 60 }, { pause_duration: 2 }), at: 0 },
      3000,
    );
    expect([paused.active, paused.paused]).toEqual([60, 5]);
    expect([clock(5), clock(65), clock(3_725)]).toEqual(['0:05', '1:05', '1:02:05']);
  });

  it('parse the place in an address', () => {
    expect(runPlace('step/-12')).toEqual({ at: 'step', stepid: -12 });
    expect([runPlace('finish'), runPlace(undefined), runPlace('step/x')]).toEqual([
      { at: 'finish' },
      { at: 'run' },
      { at: 'run' },
    ]);
  });
});

describe('the changes of a guide', () => {
  it('are listed with cautions first, then steps, lines and the rest', () => {
    const [first, second, third] = sealGuide.steps.filter(({ guideid }) => guideid === 1);
    if (!first || !second || !third) throw new Error('the guide has three steps');
    const caution = {
      text_raw: 'Hot!',
      text_rendered: '<b>Hot!</b>',
      bullet: 'icon_caution',
      level: 0,
      lineid: null,
    };
    const [line, ...lines] = first.lines;
    if (!line) throw new Error('the step has lines');
    const mended = { ...line, text_raw: 'Other words', text_rendered: 'Other words' };
    const changed = {
      ...sealGuide,
      title: 'Seals & more',
      tools: [],
      steps: [
        { ...second, title: 'Named' },
        { ...first, lines: [mended, caution, ...lines] },
        { ...third, stepid: 99, lines: [caution] },
      ],
    };
    const news = changesBetween(instructionTexts(sealGuide), instructionTexts(changed));
    expect(news.map(({ kind, step, before, after }) => [kind, step?.stepid ?? null, before, after])).toEqual([
      ['caution', 11, null, '<b>Hot!</b>'],
      ['caution', 99, null, '<b>Hot!</b>'],
      ['caution', 13, 'Line with icon_caution', null],
      ['step added', 99, null, null],
      ['step removed', 13, null, null],
      ['order', null, null, null],
      ['line', 11, 'Line with black', 'Other words'],
      ['title', 12, '', 'Named'],
      ['title', null, 'Pump Seal Replacement', 'Seals &amp; more'],
      ['tools', null, null, null],
    ]);
  });

  it('are empty if only the revisionid differs', () => {
    expect(
      changesBetween(instructionTexts(sealGuide), instructionTexts({ ...sealGuide, revisionid: 13 })),
    ).toEqual([]);
  });
});

const eventOf = (type: WorkEvent['type'], time: number, stepid: number | null = null): WorkEvent => ({
  type,
  time,
  stepid,
  userid: 3,
  recorded: time,
  monotonic: null,
  bootid: null,
});

describe('the chart of a run', () => {
  const events = [
    eventOf('start', 1000),
    eventOf('step', 1010, 5),
    eventOf('data', 1020, 5),
    eventOf('pause', 1110),
    eventOf('resume', 1120),
    eventOf('step', 1200, 6),
    eventOf('suspend', 1210),
    eventOf('assume', 51_210),
    eventOf('finish', 51_250),
  ];
  const run = entryOf({ status: 'complete', endtime: 51_250 }, { events });

  it('has a span for each period, in order and without overlap', () => {
    expect(spansOf(run, 0).map(({ kind, stepid, from, to }) => [kind, stepid, from, to])).toEqual([
      ['work', null, 1000, 1010],
      ['work', 5, 1010, 1110],
      ['paused', null, 1110, 1120],
      ['work', 5, 1120, 1200],
      ['work', 6, 1200, 1210],
      ['suspended', null, 1210, 51_210],
      ['work', 6, 51_210, 51_250],
    ]);
  });

  it('draws work to scale and shortens a night', () => {
    const { spans, ticks } = drawTimeline(spansOf(run, 0));
    const [, step, , , , night] = spans;
    expect(spans.at(-1)).toMatchObject({ cut: false });
    expect(night).toMatchObject({ kind: 'suspended', cut: true });
    expect((step?.width ?? 0) / (night?.width ?? 1)).toBeCloseTo(100 / 24);
    expect(spans.reduce((sum, { width }) => sum + width, 0)).toBeCloseTo(100);
    expect(ticks.map(({ time }) => time)).toEqual([1000, 51_210, 51_250]);
  });

  it('never goes backwards, whatever the clock did', () => {
    const types = fc.constantFrom('step', 'pause', 'resume', 'suspend', 'assume', 'data' as const);
    const happened = fc.array(
      fc.tuple(types, fc.integer({ min: 0, max: 5000 }), fc.integer({ min: 1, max: 3 })),
    );
    fc.assert(
      fc.property(happened, (list) => {
        const odd = entryOf({}, { events: list.map(([type, time, stepid]) => eventOf(type, time, stepid)) });
        const drawn = drawTimeline(spansOf(odd, 6000)).spans;
        for (const [i, span] of drawn.entries()) {
          expect(span.to).toBeGreaterThan(span.from);
          expect(span.from).toBeGreaterThanOrEqual(drawn[i - 1]?.to ?? 0);
          expect(span.x + span.width).toBeLessThanOrEqual(100.001);
        }
      }),
    );
  });
});

describe('statistics of many runs', () => {
  const done = (entryid: number, starttime: number, active_duration: number): WorkLogEntry =>
    entryOf(
      { entryid, starttime, active_duration, status: 'complete', endtime: starttime + active_duration },
      { steps: [{ stepid: 5, active_duration: Math.floor(active_duration / 2), visits: 1 }] },
    );
  const runs = [done(1, 100, 60), done(2, 200, 120), done(3, 300, 90), done(9, 9000, 10)];

  it('compare a run with the completed ones of its guide that began before it', () => {
    const others = [
      ...runs,
      { ...done(4, 50, 999), guideid: 2 },
      { ...done(5, 60, 999), status: 'cancelled' as const },
    ];
    expect(mediansBefore(entryOf({ starttime: 1000 }), others)).toEqual({
      runs: 3,
      active: 90,
      steps: new Map([[5, 45]]),
    });
    expect([median([]), median([4, 2]), median([5, 1, 3])]).toEqual([null, 3, 3]);
  });

  it('show the median of five in a row, and sums by week without gaps', () => {
    expect(trendOf(runs).map(({ trend }) => trend)).toEqual([60, 90, 90, 75]);
    const day = 86_400;
    const weeks = weeksOf([done(1, 1_700_000_000, 60), done(2, 1_700_000_000 + 15 * day, 30), entryOf()]);
    expect(weeks.map(({ runs, seconds }) => [runs, seconds])).toEqual([
      [1, 60],
      [0, 0],
      [1, 30],
    ]);
    expect(weeksOf([])).toEqual([]);
  });

  it('have grid lines at natural intervals, at most six', () => {
    expect(timeTicks(0)).toEqual([0, 15]);
    expect(timeTicks(59)).toEqual([0, 15, 30, 45, 60]);
    expect(timeTicks(61)).toEqual([0, 60, 120]);
    expect(timeTicks(22 * 60)).toEqual([0, 300, 600, 900, 1200, 1500]);
    expect(timeTicks(90 * 60)).toEqual([0, 1800, 3600, 5400]);
    for (const most of [1, 3600, 86_400, 86_400 * 5 + 1, 86_400 * 365, 1e9]) {
      const ticks = timeTicks(most);
      expect(ticks.length).toBeLessThanOrEqual(6);
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(most);
    }
  });

  it('are filtered by the parameters in the address', () => {
    const filter = readFilter(
      new URLSearchParams('guide=1&person=3&status=complete&order=o-7&from=1970-01-01'),
    );
    expect(filterParams(filter)).toEqual({
      guide: '1',
      person: '3',
      status: 'complete',
      order: 'o-7',
      from: '1970-01-01',
    });
    expect(matches(done(1, 200_000, 1), filter)).toBe(true);
    expect(matches(done(1, 200_000, 1), { ...filter, to: '1970-01-01' })).toBe(false);
    expect(matches(done(1, 200_000, 1), { ...filter, person: 4 })).toBe(false);
    expect(matches(entryOf(), filter)).toBe(false);
    expect(readFilter(new URLSearchParams('guide=x&status=odd'))).toMatchObject({ guide: null, status: '' });
  });

  it('[security exports] are exported as CSV in time that grows with the length of what people entered', () => {
    const blank = '\n'.repeat(limits.form.value.max);
    const work_data = Array.from({ length: 8 }, (_, n) => ({
      label: `Note ${n}`,
      value: blank,
      field_revisionid: n,
      stepid: 5,
    }));
    expect(runsCsv([entryOf({ work_data })]).split(blank)).toHaveLength(9);
  });

  it('are exported as CSV with complete values, and never as a formula', () => {
    const value = (label: string, text: string, stepid = 5): WorkLogEntry['work_data'][number] => ({
      label,
      value: text,
      field_revisionid: 1,
      stepid,
    });
    const csv = runsCsv([
      entryOf({
        workorderid: 'A "quoted", one',
        work_data: [value('Note', 'two\nlines'), value('Volt', '-12.5')],
      }),
      entryOf(
        { entryid: 8, workorderid: '=1+1', work_data: [value('Note', '@x', 6)] },
        { skipped: 2, conclusion: 'unread' },
      ),
    ]);
    expect(csv.startsWith('\uFEFFentryid,work_order,')).toBe(true);
    const [head, ...rest] = csv.slice(1).split('\r\n');
    expect(head).toMatch(
      /,suspended_seconds,steps_skipped,conclusion,obligatory_steps_left_out,left_out_because,remarks,out_of_limits,Note \(step 5\),Volt,Note \(step 6\)$/,
    );
    expect(rest[0]).toMatch(/^7,"A ""quoted"", one",1,Pump Seal Replacement,12,3,Jana Holm,started,/);
    expect(rest[0]).toMatch(/,"two\nlines",-12\.5,$/);
    expect(rest[1]).toMatch(/^8,'=1\+1,.*,2,unread,0,,,,,,'@x$/);
    // Some spreadsheets divide cells at semicolons, whatever the quotes say.
    const [, divided] = runsCsv([
      entryOf({ workorderid: 'a;=1+1', work_data: [value('Note', 'b;"@x\n=2')] }),
    ]).split('\r\n');
    expect(divided).toMatch(/^7,a;'=1\+1,.*,"b;'""@x\n'=2"$/);
    // Spreadsheets read wide characters, as Japanese keyboards type them, like the narrow ones.
    for (const sign of '＝＋－＠')
      expect(runsCsv([entryOf({ workorderid: `${sign}1+1` })])).toContain(`\r\n7,'${sign}1+1,`);
    expect(runsCsv([entryOf({ workorderid: '\n ;=1' })])).toContain(`\r\n7,"\n ;'=1",`);
    expect(runsCsv([entryOf({ workorderid: '\n =1' })])).toContain(`\r\n7,"'\n' =1",`);
    expect(runsCsv([entryOf({ workorderid: '\tA' })])).toContain(`\r\n7,'\tA,`);
    expect(JSON.parse(runsJson(runs))).toEqual(runs);
  });
});
