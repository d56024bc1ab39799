import { z } from 'zod';

import { guide } from '../../../shared/model/guide.ts';
import { defineEndpoint, JsonText } from '../endpoint.ts';
import { idParam } from '../fields.ts';
import { tagBody } from './tag-fields.ts';

export const addGuideTag = defineEndpoint({
  route: 'PUT /guides/{guideid}/tag',
  summary: 'Tag a guide; a new tag is made if needed',
  auth: 'user',
  params: z.object({ guideid: idParam }),
  body: tagBody,
  response: guide,
  errors: ['not-found', 'forbidden'],
  may: ['author', 'owner', 'collaborator', 'admin'],
  example: { params: { guideid: '1' }, body: { tag: 'seal' } },
  handler: ({ params, body, write }) =>
    write((s) => {
      const row = s.guides.requireEditable(params.guideid);
      s.tags.add({ kind: 'guide', id: row.guideid }, body.tag);
      return new JsonText(s.guides.written(row.guideid, { prerequisiteSteps: true }));
    }),
});
