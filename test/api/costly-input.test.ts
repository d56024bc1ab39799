import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';

import { endpoints } from '../../app/api/index.ts';
import { exportedEntry, readExport } from '../../app/bundle/exported-journal.ts';
import { enterValues } from '../../app/store/work-log/values.ts';
import { AppError } from '../../shared/errors.ts';
import { limits } from '../../shared/limits.ts';
import type { GlossaryEntry } from '../../shared/model/glossary.ts';
import { limitedRecord } from '../../shared/model/limited-record.ts';
import type { StepForm } from '../../shared/model/step-form.ts';
import type { WorkLogEntry, WorkValue } from '../../shared/model/work-log.ts';
import { temporaryFolder, testCore } from '../helpers/core.ts';
import type { TestCore } from '../helpers/core.ts';
import { addGuide, addPerson } from '../helpers/people.ts';

const KiB = 1024;
const { values, manyValues } = limits.request;

interface Refusal {
  message: string;
  errors: { field: string; message: string; index?: number }[];
}

/** Returns an object with so many names. */
const record = <T>(count: number, value: T, begin = ''): Record<string, T> =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`${begin}${n + 1}`, value]));

const list = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);

/** Calls with something that is refused. @returns the refusal, after a look at its size */
async function refused(core: TestCore, route: string, token: string, json: unknown): Promise<Refusal> {
  const answer = await core.call(route, { token, json });
  const text = await answer.text();
  expect([route, answer.status, text.slice(0, 300)]).toEqual([route, 422, expect.any(String)]);
  expect(text.length).toBeLessThan(256 * KiB);
  const refusal = JSON.parse(text) as Refusal;
  expect(refusal.errors.length).toBeLessThanOrEqual(limits.answer.errors.max);
  return refusal;
}

interface Shape {
  type?: unknown;
  maxItems?: number;
  maxProperties?: number;
  additionalProperties?: unknown;
}

/** Returns the paths of the lists and records of a schema whose length has no limit. */
function endlessIn(schema: unknown, path: string): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { type, maxItems, maxProperties, additionalProperties }: Shape = schema;
  const isEndless =
    (type === 'array' && maxItems === undefined) ||
    (type === 'object' && additionalProperties !== undefined && maxProperties === undefined);
  const deeper = Object.entries(schema).flatMap(([name, part]) => endlessIn(part, `${path}.${name}`));
  return isEndless ? [path, ...deeper] : deeper;
}

const shapeOf = (schema: z.ZodType): unknown =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });

describe('[security limits] a schema of input', () => {
  it('counts the items of each list and the names of each record of a request', () => {
    const bodies = endpoints.flatMap(({ route, body }) => (body ? [{ route, body }] : []));
    expect(bodies.length).toBeGreaterThan(60);
    expect(bodies.flatMap(({ route, body }) => endlessIn(shapeOf(body), route))).toEqual([]);
    expect(endlessIn(shapeOf(exportedEntry), 'an edit in a file')).toEqual([]);
  });

  it('counts the names of a record before it reads any of them', () => {
    const read = vi.fn(() => true);
    const schema = z.object({ names: limitedRecord(z.string(), z.custom<string>(read), 3).default({}) });
    expect(schema.parse({ names: record(3, '') })).toEqual({ names: record(3, '') });
    expect(schema.parse({})).toEqual({ names: {} });
    expect(read).toHaveBeenCalledTimes(3);
    const { error } = schema.safeParse({ names: record(100_000, '') });
    expect(error?.issues).toMatchObject([{ path: ['names'], message: 'must have at most 3 items' }]);
    expect(read).toHaveBeenCalledTimes(3);
    for (const other of [[], 'text', null, 1])
      expect(schema.safeParse({ names: other }).error?.issues).toMatchObject([
        { path: ['names'], code: 'invalid_type' },
      ]);
    expect(shapeOf(z.object({ names: limitedRecord(z.string(), z.string(), 3) }))).toMatchObject({
      properties: {
        names: { type: 'object', maxProperties: 3, additionalProperties: { type: 'string' } },
      },
    });
  });
});

describe('[security limits] a body with many wrong values', () => {
  it('names as many of them as a person can read', async () => {
    await using core = testCore();
    const { token } = await addPerson(core, 'Tom');
    const { guideid } = await addGuide(core, token);
    const { entryid } = await core.json<WorkLogEntry>('POST /work_log', {
      token,
      json: { guideid, workorderid: 'WO-1' },
    });
    const route = `PUT /work_log/${entryid}/stepData`;
    const { max } = limits.workLog.entered;
    const unknown = await refused(core, route, token, { fields: record(max, '1') });
    expect(unknown.errors).toHaveLength(limits.answer.errors.max);
    const above = await refused(core, route, token, { fields: record(max + 1, '1') });
    expect(above.errors).toMatchObject([{ field: 'fields', message: `must have at most ${max} items` }]);
    // A list counts twice among the values of a body.
    const long = { fields: record(max / 2, [], 'k'.repeat(1000)) };
    expect((await refused(core, route, token, long)).errors).toHaveLength(limits.answer.errors.max);
    const longest = { fields: { ['k'.repeat(1024 * KiB)]: '1' } };
    expect((await refused(core, route, token, longest)).errors).toHaveLength(1);
    const many = await refused(core, route, token, { fields: record(99_000, []) });
    expect(many.message).toBe(`The body has more than ${values.max} values.`);
  });

  it('names one field once, however it is written', async () => {
    await using core = testCore();
    const { token } = await addPerson(core, 'Tom');
    const { guideid, stepid } = await addGuide(core, token);
    const { fields } = await core.json<StepForm>(`POST /step_forms/${stepid}`, {
      token,
      json: { fields: [{ field_type: 'Text Input', label: 'Serial number' }] },
    });
    const { entryid } = await core.json<WorkLogEntry>('POST /work_log', {
      token,
      json: { guideid, workorderid: 'WO-1' },
    });
    const id = String(fields[0]?.field_revisionid);
    const { errors } = await refused(core, `PUT /work_log/${entryid}/stepData`, token, {
      fields: { [id]: '1', [`0${id}`]: '2', [`${id}.0`]: '3' },
    });
    expect(errors.map(({ field }) => field)).toEqual([`fields.0${id}`, `fields.${id}.0`]);
  });

  it('is 422 where a body may have many values', async () => {
    await using core = testCore();
    core.ctx.store.transact(null, (s) => s.meta.set('site', { langid: 'en', langids: ['en', 'de'] }));
    const { token } = await addPerson(core, 'Tom', { role: 'author' });
    const { guideid, stepid } = await addGuide(core, token);
    const wrong = manyValues.max - 100;
    const key = 'key-of-an-edit';
    const route = 'PUT /guides/{guideid}/steporder';
    for (const part of ['params', 'query'] as const) {
      const json = { edits: [{ key, route, [part]: record(wrong, 0) }] };
      expect((await refused(core, 'POST /benchside/edits', token, json)).errors).toMatchObject([
        { field: 'edits', index: 0, message: `0.${part}: must have at most 100 items` },
      ]);
      const long = { edits: [{ key, route, [part]: { a: 'x'.repeat(limits.request.url.max + 1) } }] };
      expect((await refused(core, 'POST /benchside/edits', token, long)).errors).toHaveLength(1);
    }
    const json = { edits: [{ key, route: 'PATCH /guides/{guideid}', body: { flags: list(wrong, 0) } }] };
    expect((await refused(core, 'POST /benchside/edits', token, json)).errors).toMatchObject([
      { field: 'edits', index: 0, message: `0.body: must have at most ${values.max} values` },
    ]);
    await refused(core, 'POST /benchside/edits', token, { edits: list(wrong, 0) });
    const glossary = 'PUT /translation_glossary/entries';
    const inMany = await refused(core, glossary, token, [{ term: 'x', translations: record(wrong, 0) }]);
    expect(inMany.errors).toMatchObject([{ field: 'entries', index: 0 }]);
    const full = list(limits.glossary.changes.max, { term: 'x', translations: record(50, 0) });
    expect((await refused(core, glossary, token, full)).errors).toHaveLength(limits.answer.errors.max);
    const form = `POST /step_forms/${stepid}`;
    const select = (options: unknown): unknown => ({ field_type: 'Select', label: 'A', options });
    await refused(core, form, token, { fields: [record(wrong, 0)] });
    await refused(core, form, token, { fields: [select(list(wrong, []))] });
    const options = list(limits.form.choices.max, true);
    const choices = await refused(core, form, token, { fields: list(200, select(options)) });
    expect(choices.errors).toHaveLength(limits.answer.errors.max);
    await refused(core, 'PUT /benchside/drafts/a', token, record(wrong, 0));
    await refused(core, `PATCH /guides/${guideid}?revisionid=1`, token, { flags: list(wrong, 0) });
  });

  it('does not keep out what fits all other limits', async () => {
    await using core = testCore();
    const langids = ['en', ...Array.from({ length: 25 }, (_, n) => `x${String.fromCharCode(97 + n)}`)];
    core.ctx.store.transact(null, (s) => s.meta.set('site', { langid: 'en', langids }));
    const { token } = await addPerson(core, 'Tom', { role: 'author' });
    const { stepid } = await addGuide(core, token);
    const changes = Array.from({ length: limits.glossary.changes.max }, (_, n) => ({
      term: `Term ${n}`,
      translations: Object.fromEntries(langids.slice(1).map((langid) => [langid, 'x'])),
    }));
    const entries = await core.json<GlossaryEntry[]>('PUT /translation_glossary/entries', {
      token,
      json: changes,
    });
    expect(entries).toHaveLength(changes.length);
    const options = Array.from({ length: limits.form.choices.max }, (_, n) => String(n));
    const fields = list(limits.form.fields.max, { field_type: 'Select', label: 'A', options });
    const form = await core.json<StepForm>(`POST /step_forms/${stepid}`, { token, json: { fields } });
    expect(form.fields).toHaveLength(limits.form.fields.max);
    const json = { shape: 1, units: list(150_000, 1) };
    await core.json('PUT /benchside/drafts/a', { token, json, expect: 204 });
  });
});

describe('[security limits] many values of a job', () => {
  it('are entered, replaced and removed in their order, each looked at a few times only', async () => {
    await using core = testCore();
    const { token } = await addPerson(core, 'Tom');
    const { guideid, stepid } = await addGuide(core, token);
    const fields = list(limits.form.fields.max, { field_type: 'Text Input', label: 'A' });
    const form = await core.json<StepForm>(`POST /step_forms/${stepid}`, { token, json: { fields } });
    const ids = form.fields.map(({ field_revisionid }) => field_revisionid);
    const count = 13_000;
    let reads = 0;
    const stored = (field_revisionid: number): WorkValue => ({
      label: 'A',
      value: 'old',
      get field_revisionid() {
        reads += 1;
        return field_revisionid;
      },
      stepid,
    });
    // Beside the values of this form, those of forms that this hub never had, and one twice.
    const before = [...Array.from({ length: count }, (_, n) => stored(1_000_000 + n)), stored(1_000_000)];
    const given = {
      ...Object.fromEntries(ids.map((id) => [id, 'new'])),
      ...Object.fromEntries(Array.from({ length: count }, (_, n) => [1_000_000 + n, n % 2 ? 'new' : null])),
    };
    const { data } = core.ctx.store.read(null, (s) =>
      enterValues(s, { guideid, starttime: 0 }, before, given, { offline: false }),
    );
    expect(reads).toBeLessThan(10 * count);
    expect(data.map(({ field_revisionid }) => field_revisionid)).toEqual([
      ...Array.from({ length: count / 2 }, (_, n) => 1_000_001 + 2 * n),
      ...ids,
    ]);
    expect(new Set(data.map(({ value }) => value))).toEqual(new Set(['new']));
  });
});

describe('[security limits] a file with edits', () => {
  const entry = {
    entryid: 'a',
    state: 'pending',
    operation: 'PUT /x',
    params: {},
    query: {},
    body: null,
    userid: 1,
    date: 1,
    monotonic: 1,
    bootid: '',
    issued: [],
    touched: [],
    before: [],
    file: null,
  };
  const head = { product: 'Benchside journal', version: 1, siteid: 's', site: '' };

  it('with many wrong values is refused at the first of them', () => {
    using folder = temporaryFolder();
    const file = join(folder.path, 'edits.json');
    const read = (content: object): unknown => {
      writeFileSync(file, JSON.stringify(content));
      return readExport(file, 's').entries.length;
    };
    expect(read({ ...head, entries: list(3, entry) })).toBe(3);
    const wrong = 9000;
    const resolution = { fields: record(wrong, 0) };
    for (const part of [
      { entries: [{ ...entry, params: record(wrong, 0) }] },
      { entries: [{ ...entry, query: record(wrong, 0) }] },
      { entries: [{ ...entry, resolution }] },
      ...(['issued', 'touched', 'before', 'pages'] as const).map((name) => ({
        entries: [{ ...entry, [name]: list(wrong, 0) }],
      })),
      { entries: list(wrong, 0) },
      { entries: list(100, { ...entry, params: record(50, 0) }) },
      { entries: [], seen: list(wrong, 0) },
      { entries: [], signatures: list(500, 0) },
    ]) {
      let refusal: unknown;
      try {
        read({ ...head, ...part });
      } catch (error) {
        refusal = error;
      }
      expect(refusal).toMatchObject({ message: `${file} is not a file with edits. Nothing was imported.` });
      // zod makes an object of about a kilobyte for each wrong value, and must stop after the first.
      const { cause } = refusal instanceof AppError ? refusal : { cause: undefined };
      expect(cause instanceof z.ZodError ? cause.issues.length : 0).toBeLessThanOrEqual(1);
    }
    expect(() => read({ ...head, entries: [], signatures: list(wrong, 0) })).toThrow(
      'has more than 1000 signatures',
    );
  });

  it('with more names than edits can have is not parsed', () => {
    using folder = temporaryFolder();
    const file = join(folder.path, 'edits.json');
    using parse = vi.spyOn(JSON, 'parse');
    const { max } = limits.bundle.editsNames;
    const read = (content: string): unknown => {
      writeFileSync(file, content);
      parse.mockClear();
      return readExport(file, 's').entries.length;
    };
    const withNames = (names: number): string => {
      const body = { texts: ['"\\":"\\\\', ...list(2 * max, 'a')], names: list(3, record(names, 'a')) };
      return JSON.stringify({ ...head, entries: [{ ...entry, body }] });
    };
    expect(read(withNames(max - 100))).toBe(1);
    for (const content of [withNames(max), withNames(max).replaceAll(':', ' \n:')]) {
      expect(() => read(content)).toThrow('is not a file with edits');
      expect(parse).not.toHaveBeenCalled();
    }
  });
});
