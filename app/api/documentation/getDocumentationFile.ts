import { z } from 'zod';

import { defineEndpoint } from '../endpoint.ts';
import { viewerFile } from './viewer.ts';

export const getDocumentationFile = defineEndpoint({
  route: 'GET /docs/{file}',
  summary: 'What that page is made of',
  auth: 'open',
  params: z.object({ file: z.string() }),
  response: z.string().meta({ contentMediaType: 'text/javascript' }),
  errors: ['not-found'],
  example: { params: { file: 'start.js' } },
  handler: ({ params }) => viewerFile(params.file),
});
