import { z } from 'zod';

import { defineEndpoint } from '../endpoint.ts';
import { viewerPage } from './viewer.ts';

export const getDocumentation = defineEndpoint({
  route: 'GET /docs',
  summary: 'A page for people that shows this API and tries it out',
  auth: 'open',
  response: z.string().meta({ contentMediaType: 'text/html' }),
  example: {},
  handler: viewerPage,
});
