import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect, test } from 'vitest';

import { parameterDescriptions } from '../../../app/api/documentation/parameters.ts';
import { testCore } from '../../helpers/core.ts';

interface Document {
  paths: Record<string, Record<string, { parameters?: { name: string; description?: string }[] }>>;
}

/** Two that the contract cannot be without: its paths, and operations that refuse nobody. */
const rules = { 'no-ambiguous-paths': 'off', 'operation-4xx-response': 'off' } as const;

test('the document is without fault for a linter', async () => {
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
  expect(missing).toEqual([]);
  const unused = Object.entries(parameterDescriptions).filter(
    ([, description]) => !described.has(description),
  );
  expect(unused.map(([name]) => name)).toEqual([]);
});
