import { z } from 'zod';

import { defineEndpoint } from '../endpoint.ts';
import { idParam } from '../fields.ts';

export const deleteGlossaryEntry = defineEndpoint({
  route: 'DELETE /translation_glossary/entries/{entryid}',
  summary: 'Delete an entry of the translation glossary',
  auth: 'user',
  params: z.object({ entryid: idParam }),
  response: z.void(),
  errors: ['not-found', 'forbidden', 'invalid'],
  may: ['author', 'admin'],
  example: { params: { entryid: '1' } },
  handler: ({ params, write }) => write((s) => s.glossary.delete(params.entryid)),
});
