import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect, test } from 'vitest';

import { limits } from '../../../shared/limits.ts';
import { parameterDescriptions } from '../../../app/api/documentation/parameters.ts';
import { testCore } from '../../helpers/core.ts';

interface Content {
  schema: unknown;
  example?: unknown;
}

interface Operation {
  parameters?: { name: string; description?: string }[];
  requestBody?: { description?: string; content: Record<string, Content> };
  responses?: Record<string, { content?: Record<string, Content> }>;
}

interface Document {
  paths: Record<string, Record<string, Operation>>;
}

/** Two rules that the contract breaks: paths that it prescribes, and operations that refuse nobody. */
const rules = { 'no-ambiguous-paths': 'off', 'operation-4xx-response': 'off' } as const;

test('a linter finds no fault in the document', async () => {
  await using core = testCore();
  const source = await (await core.call('GET /openapi.json')).text();
  const problems = await lintFromString({
    source,
    config: await createConfig({ extends: ['recommended'], rules }),
  });
  const told = problems.map(({ ruleId, severity, message, location }) =>
    [severity, ruleId, location[0]?.pointer, message].join(' '),
  );
  expect(told).toEqual([]);
});

test('every parameter is described, and every description is used', async () => {
  await using core = testCore();
  const { paths } = await core.json<Document>('GET /openapi.json');
  const described = new Set<string | undefined>();
  const missing: string[] = [];
  for (const [path, { parameters: _, ...methods }] of Object.entries(paths)) {
    for (const [method, { parameters = [] }] of Object.entries(methods)) {
      for (const { name, description } of parameters) {
        described.add(description);
        if (!description) missing.push(`${method.toUpperCase()} ${path} ${name}`);
      }
    }
  }
  expect(missing, 'app/api/documentation/parameters.ts describes each parameter').toEqual([]);
  const unused = Object.entries(parameterDescriptions).filter(
    ([, description]) => !described.has(description),
  );
  expect(unused.map(([name]) => name)).toEqual([]);
});

test('every operation shows an example request and an example answer', async () => {
  await using core = testCore();
  const { paths } = await core.json<Document>('GET /openapi.json');
  const missing: string[] = [];
  for (const [path, { parameters: _, ...methods }] of Object.entries(paths)) {
    for (const [method, { requestBody, responses = {} }] of Object.entries(methods)) {
      const name = `${method.toUpperCase()} ${path}`;
      const { 'application/json': sent } = requestBody?.content ?? {};
      if (sent && sent.example === undefined) missing.push(`${name}: an example of its body`);
      if (requestBody && !requestBody.description) missing.push(`${name}: a description of its body`);
      const successes = Object.entries(responses).filter(([status]) => status.startsWith('2'));
      if (successes.length === 0) missing.push(`${name}: a success`);
      for (const [status, { content }] of successes)
        for (const { example } of Object.values(content ?? {}))
          if (example === undefined) missing.push(`${name}: an example of ${status}`);
    }
  }
  expect(missing).toEqual([]);
});

test("the body with a team's join code is described", async () => {
  await using core = testCore();
  const { paths } = await core.json<Document>('GET /openapi.json');
  expect(paths['/teams/{teamid}/users/{userid}']?.['put']?.requestBody?.content).toEqual({
    'application/json': {
      schema: {
        type: 'object',
        properties: {
          join_code: { type: 'string', maxLength: limits.team.code.max, description: expect.any(String) },
        },
      },
      example: {},
    },
  });
});
