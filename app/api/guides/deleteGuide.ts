import { z } from 'zod';

import { defineEndpoint } from '../endpoint.ts';
import { idParam, langidQuery, revisionidQuery } from '../fields.ts';

export const deleteGuide = defineEndpoint({
  route: 'DELETE /guides/{guideid}',
  summary: 'Delete a guide, or with `langid` its texts in another language; an admin can restore it',
  auth: 'user',
  params: z.object({ guideid: idParam }),
  query: revisionidQuery.extend(langidQuery.shape),
  response: z.void(),
  errors: ['not-found', 'forbidden', 'conflict'],
  may: ['author', 'owner', 'collaborator', 'admin'],
  example: { params: { guideid: '1' }, query: { revisionid: '3' } },
  handler: ({ params: { guideid }, query: { revisionid, langid }, write }) =>
    write((s) =>
      s.translations.isOther(guideid, langid)
        ? s.translations.delete(guideid, langid, revisionid)
        : s.guides.delete(guideid, revisionid),
    ),
});
