import { z } from 'zod';

import { glossaryEntry } from '../../../shared/model/glossary.ts';
import { defineEndpoint } from '../endpoint.ts';

export const listGlossaryEntries = defineEndpoint({
  route: 'GET /translation_glossary/entries',
  summary: 'All entries of the translation glossary, by term; none on a site with one language',
  auth: 'public',
  response: z.array(glossaryEntry),
  pure: true,
  example: {},
  handler: ({ read }) => read((s) => s.glossary.list()),
});
