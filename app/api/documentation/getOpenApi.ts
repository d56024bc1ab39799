import { z } from 'zod';

import { version } from '../../version.ts';
import { defineEndpoint, JsonText } from '../endpoint.ts';
import { endpoints } from '../index.ts';
import { openApi } from './openapi.ts';
import { recordedAnswers } from './answers.ts';
import { operations } from './operations.ts';

let made: JsonText | undefined;

export const getOpenApi = defineEndpoint({
  route: 'GET /openapi.json',
  summary: 'This API as an OpenAPI 3.1 document',
  auth: 'open',
  response: z.looseObject({ openapi: z.string(), paths: z.record(z.string(), z.looseObject({})) }),
  example: {},
  handler: () =>
    (made ??= new JsonText(JSON.stringify(openApi(endpoints, operations, recordedAnswers, version)))),
});
