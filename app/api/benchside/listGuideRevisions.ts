import { z } from 'zod';

import { guideRevision } from '../../../shared/model/guide.ts';
import { defineEndpoint } from '../endpoint.ts';
import { idParam, paging } from '../fields.ts';

export const listGuideRevisions = defineEndpoint({
  route: 'GET /benchside/guides/{guideid}/revisions',
  summary: 'The history of a guide, newest first; drafts only for people who may edit it',
  auth: 'public',
  params: z.object({ guideid: idParam }),
  query: z.object(paging),
  response: z.array(guideRevision),
  errors: ['not-found', 'forbidden'],
  pure: true,
  example: { params: { guideid: '1' } },
  handler: ({ params, query, read }) =>
    read((s) => s.guides.revisions(s.guides.requireVisible(params.guideid), query)),
});
