import { writeFileSync } from 'node:fs';
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

test('every operation shows an answer, and each is as its schema says', async () => {
  const answers = process.env['RECORD_ANSWERS'] ? await record() : recordedAnswers;
  expect(Object.keys(answers).toSorted()).toEqual(answering.map(({ route }) => route).toSorted());
  const wrong = answering
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
  for (const endpoint of answering) {
    const core = await (endpoint.profile === 'desk' ? desk : hub).untouched();
    const ask = (await prepared[endpoint.route]?.(core)) ?? {};
    const response = await send(core, endpoint, { as: asker(endpoint), ...ask });
    const text = (await response.text()).replaceAll(
      /https?:\/\/(?:localhost|127\.0\.0\.1)(?::\d+)?/g,
      'https://bench.example',
    );
    if (response.status !== endpoint.status) throw new Error(`${endpoint.route}: ${response.status} ${text}`);
    answers[endpoint.route] = shown(endpoint, text);
  }
  writeFileSync(file, `${JSON.stringify(answers, null, 2)}\n`);
  return answers;
}

function shown({ route, response }: Endpoint, text: string): unknown {
  // This document would hold itself.
  if (route === 'GET /openapi.json') return { openapi: '3.1.1', paths: {} };
  const type = response.meta()?.['contentMediaType'];
  if (type === undefined) return shortened(JSON.parse(text));
  if (type !== 'application/x-ndjson') return text;
  const lines = text.trim().split('\n');
  return [...lines.slice(0, 2), lines.at(-1)].map((line) => `${line}\n`).join('');
}

/** Lists show two of what they hold. */
function shortened(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 2).map(shortened);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, shortened(one)]));
}
