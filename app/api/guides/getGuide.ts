import { z } from 'zod';

import { guide } from '../../../shared/model/guide.ts';
import { defineEndpoint, JsonText } from '../endpoint.ts';
import { flagQuery, idParam } from '../fields.ts';
import { guideXml } from './guide-xml.ts';

export const getGuide = defineEndpoint({
  route: 'GET /guides/{guideid}',
  summary: 'One guide with its steps; those of its prerequisites come first',
  auth: 'public',
  params: z.object({ guideid: idParam }),
  query: z.object({
    excludePrerequisiteSteps: flagQuery,
    unpatrolled: flagQuery,
    type: z.string().default('JSON'),
    langid: z.string().optional(),
  }),
  response: guide,
  errors: ['not-found', 'forbidden'],
  handler: ({ params, query, actor, ctx, addresses }) => {
    const text = ctx.store.read(actor, (s) =>
      s.guides.answer(s.guides.requireVisible(params.guideid), {
        prerequisiteSteps: !query.excludePrerequisiteSteps,
      }),
    );
    return query.type.toUpperCase() === 'XML' ? guideXml(text, addresses) : new JsonText(text);
  },
});
