import { z } from 'zod';

import { version } from '../../version.ts';
import { defineEndpoint, JsonText } from '../endpoint.ts';
import { endpoints } from '../index.ts';

let made: Promise<JsonText> | undefined;

export const getOpenApi = defineEndpoint({
  route: 'GET /openapi.json',
  summary: 'This API as an OpenAPI 3.1 document',
  auth: 'open',
  response: z.looseObject({ openapi: z.string(), paths: z.record(z.string(), z.looseObject({})) }),
  example: {},
  handler: () => (made ??= make()),
});

/** Makes the document. Loads its texts and recorded answers only now, so that they delay no start. */
async function make(): Promise<JsonText> {
  const { openApi } = await import('./openapi.ts');
  const { operations } = await import('./operations.ts');
  const { recordedAnswers } = await import('./answers.ts');
  return new JsonText(JSON.stringify(openApi(endpoints, operations, recordedAnswers, version)));
}
