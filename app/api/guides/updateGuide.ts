import { z } from 'zod';

import { guide } from '../../../shared/model/guide.ts';
import { defineEndpoint, JsonText } from '../endpoint.ts';
import { idParam, revisionidQuery } from '../fields.ts';
import { checkType, guideFields } from './guide-fields.ts';

export const updateGuide = defineEndpoint({
  route: 'PATCH /guides/{guideid}',
  summary: 'Change the given attributes of a guide',
  auth: 'user',
  profile: 'hub',
  params: z.object({ guideid: idParam }),
  query: revisionidQuery,
  body: guideFields,
  response: guide,
  errors: ['not-found', 'forbidden', 'conflict'],
  handler: ({ params, query, body, actor, ctx }) => {
    checkType(body.type, ctx);
    return ctx.store.transact(actor, (s) => {
      s.guides.update(params.guideid, query.revisionid, body);
      return new JsonText(s.guides.written(params.guideid));
    });
  },
});
