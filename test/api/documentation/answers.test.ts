import { writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { recordedAnswers } from '../../../app/api/documentation/answers.ts';
import type { Endpoint } from '../../../app/api/endpoint.ts';
import { endpoints } from '../../../app/api/index.ts';
import { asker, send } from '../contract/asks.ts';
import { Copies } from '../contract/copies.ts';
import { prepared } from '../contract/prepared.ts';
import { templates } from '../contract/templates.ts';

const file = join(import.meta.dirname, '../../../app/api/documentation/answers.json');

const answering = endpoints.filter(({ status }) => status !== 204);

test('every operation shows an answer that matches its schema', async () => {
  const answers = process.env['RECORD_ANSWERS'] ? await record() : recordedAnswers;
  expect(
    Object.keys(answers).toSorted(),
    'RECORD_ANSWERS=1 npx vitest run test/api/documentation/answers.test.ts records them',
  ).toEqual(answering.map(({ route }) => route).toSorted());
  const wrong = answering
    .map(({ route, response }) => ({ route, error: response.safeParse(answers[route]).error?.message }))
    .filter(({ error }) => error !== undefined);
  expect(wrong).toEqual([]);
});

/** Returns the present answer to the example of each endpoint, in the example world. */
async function record(): Promise<Record<string, unknown>> {
  // All share one moment, because events within a second would be ordered by chance.
  const moment = Date.now() / 1000;
  using worlds = await templates({ now: () => moment });
  await using hub = new Copies(worlds.hub);
  await using desk = new Copies(worlds.desk);
  const answers: Record<string, unknown> = {};
  for (const endpoint of answering) {
    const core = await (endpoint.profile === 'desk' ? desk : hub).untouched();
    const ask = (await prepared[endpoint.route]?.(core)) ?? {};
    const response = await send(core, endpoint, { as: asker(endpoint), ...ask });
    const text = (await response.text()).replaceAll(
      /https?:\/\/(?:localhost|127\.0\.0\.1)(?::\d+)?/g,
      'https://bench.example',
    );
    if (response.status !== endpoint.status) throw new Error(`${endpoint.route}: ${response.status} ${text}`);
    answers[endpoint.route] = keepRecorded(recordedAnswers[endpoint.route], shown(endpoint, text));
  }
  writeFileSync(file, `${JSON.stringify(answers, null, 2)}\n`);
  return answers;
}

function shown({ route, response }: Endpoint, text: string): unknown {
  // The document would contain itself.
  if (route === 'GET /openapi.json') return { openapi: '3.1.1', paths: {} };
  const type = response.meta()?.['contentMediaType'];
  if (type === undefined) return shortened(JSON.parse(text));
  if (type !== 'application/x-ndjson') return text;
  const lines = text.trim().split('\n');
  return [...lines.slice(0, 2), lines.at(-1)].map((line) => `${line}\n`).join('');
}

/** Returns the new answer, with recorded values wherever the two differ only by chance, so that a new record shows only real changes. */
function keepRecorded(recorded: unknown, now: unknown): unknown {
  if (Array.isArray(now) && Array.isArray(recorded))
    return now.map((one: unknown, index) => keepRecorded(recorded[index], one));
  if (!isRecord(now) || !isRecord(recorded))
    return withoutChance(recorded) === withoutChance(now) ? recorded : now;
  return Object.fromEntries(
    Object.entries(now).map(([name, one]) => {
      const old = recorded[name];
      return [name, measured.test(name) && typeof old === typeof one ? old : keepRecorded(old, one)];
    }),
  );
}

/** Keys of durations, clocks, names and disk sizes of a machine. */
const measured = /duration$|Bytes$|^(?:bootid|database|deskName|free|monotonic|uptimeSeconds)$/;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the value as text without random ids, times, and the name of this machine. */
const withoutChance = (value: unknown): string =>
  (JSON.stringify(value) ?? '')
    .replaceAll(
      /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|\b[0-9a-f]{32}\b|\bfield_[0-9a-f]{16}\b/g,
      '<id>',
    )
    .replaceAll(/\b(stamp\W+)[\w-]{16}(?![\w-])/g, '$1<id>')
    .replaceAll(/\b1[789]\d{8}(?:\d{3}|\.\d+)?\b/g, '<time>')
    .replaceAll(hostname(), '<machine>');

/** Shortens lists to two items. */
function shortened(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 2).map(shortened);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, shortened(one)]));
}
