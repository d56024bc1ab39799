import { z } from 'zod';

import { translationState } from '../../../shared/model/translation.ts';
import { defineEndpoint } from '../endpoint.ts';
import { flagQuery, idParam } from '../fields.ts';

export const listTranslations = defineEndpoint({
  route: 'GET /benchside/guides/{guideid}/translations',
  summary: 'The translations of a guide, and which of their texts have an original that has changed since',
  auth: 'public',
  params: z.object({ guideid: idParam }),
  query: z.object({ unpatrolled: flagQuery }),
  response: z.array(translationState),
  errors: ['not-found', 'forbidden'],
  pure: true,
  example: { params: { guideid: '1' } },
  handler: ({ params, query: { unpatrolled }, read }) =>
    read((s) => {
      const row = s.guides.requireVisible(params.guideid);
      return s.translations.states(row, unpatrolled && s.guides.mayEdit(row) ? 'draft' : 'readers');
    }),
});
