import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { recordedAnswers } from '../../../app/api/documentation/answers.ts';
import type { Endpoint } from '../../../app/api/endpoint.ts';
import { endpoints } from '../../../app/api/index.ts';
import { asker, send } from '../contract/asks.ts';
import { Copies } from '../contract/copies.ts';
import { operations } from '../contract/operations.ts';
import { atDesk } from '../contract/provocations.ts';
import { templates } from '../contract/templates.ts';

const file = join(import.meta.dirname, '../../../app/api/documentation/answers.json');

/** This document would hold itself. */
const isItself = ({ route }: Endpoint): boolean => route === 'GET /openapi.json';

/** Where nothing is answered, or not JSON, there is nothing to show. */
const answering = endpoints.filter(
  (endpoint) =>
    endpoint.status !== 204 &&
    endpoint.response.meta()?.['contentMediaType'] === undefined &&
    !isItself(endpoint),
);

test('every operation of the contract shows an answer, and each is as its schema says', async () => {
  const answers = process.env['RECORD_ANSWERS'] ? await record() : recordedAnswers;
  const shown = Object.keys(answers);
  const wanted = answering.map(({ route }) => route);
  expect(wanted.filter((route) => !shown.includes(route) && operations.some((one) => one === route))).toEqual(
    [],
  );
  expect(shown.filter((route) => !wanted.some((one) => one === route))).toEqual([]);
  const wrong = answering
    .filter(({ route }) => shown.includes(route))
    .map(({ route, response }) => ({ route, error: response.safeParse(answers[route]).error?.message }))
    .filter(({ error }) => error !== undefined);
  expect(wrong).toEqual([]);
});

/** What the example of each endpoint is answered now, in the example world. */
async function record(): Promise<Record<string, unknown>> {
  using worlds = await templates();
  await using hub = new Copies(worlds.hub);
  await using desk = new Copies(worlds.desk);
  const answers: Record<string, unknown> = {};
  for (const endpoint of answering.filter(({ example }) => example !== undefined)) {
    const core = await (endpoint.profile === 'desk' ? desk : hub).untouched();
    const ask = endpoint.profile === 'desk' ? (atDesk[endpoint.route] ?? {}) : {};
    await ask.prepare?.(core);
    const response = await send(core, endpoint, { as: asker(endpoint), ...ask });
    const text = (await response.text()).replaceAll(
      /https?:\/\/(?:localhost|127\.0\.0\.1)(?::\d+)?/g,
      'https://bench.example',
    );
    if (response.status !== endpoint.status) throw new Error(`${endpoint.route}: ${response.status} ${text}`);
    answers[endpoint.route] = shortened(JSON.parse(text));
  }
  writeFileSync(file, `${JSON.stringify(answers, null, 2)}\n`);
  return answers;
}

/** Lists show two of what they hold. */
function shortened(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 2).map(shortened);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, shortened(one)]));
}
