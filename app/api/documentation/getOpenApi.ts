import { z } from 'zod';

import { defineEndpoint, JsonText } from '../endpoint.ts';

export const getOpenApi = defineEndpoint({
  route: 'GET /openapi.json',
  summary: 'This API as an OpenAPI 3.1 document',
  auth: 'open',
  response: z.looseObject({ openapi: z.string(), paths: z.record(z.string(), z.looseObject({})) }),
  example: {},
  handler: async ({ ctx }) => new JsonText(await ctx.openApi()),
});
