import { z } from 'zod';

import { defineEndpoint } from '../endpoint.ts';
import { idParam } from '../fields.ts';

export const listGuideTags = defineEndpoint({
  route: 'GET /guides/{guideid}/tags',
  summary: 'Tags of a guide, alphabetically',
  auth: 'public',
  params: z.object({ guideid: idParam }),
  response: z.array(z.string()),
  errors: ['not-found', 'forbidden'],
  example: { params: { guideid: '1' } },
  handler: ({ params, read }) =>
    read((s) => s.tags.of({ kind: 'guide', id: s.guides.requireVisible(params.guideid).guideid })),
});
