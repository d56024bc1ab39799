import { z } from 'zod';

import { guide } from '../../../shared/model/guide.ts';
import { defineEndpoint, JsonText } from '../endpoint.ts';
import { idParam, langidQuery, revisionidQuery } from '../fields.ts';
import { guideInput } from '../../../shared/model/guide-input.ts';
import { checkType } from './guide-type.ts';

export const updateGuide = defineEndpoint({
  route: 'PATCH /guides/{guideid}',
  summary: 'Change the given attributes of a guide, or with `langid` its texts in another language',
  auth: 'user',
  params: z.object({ guideid: idParam }),
  query: revisionidQuery.extend(langidQuery.shape),
  body: guideInput,
  response: guide,
  errors: ['not-found', 'forbidden', 'conflict'],
  may: ['author', 'owner', 'collaborator', 'admin'],
  example: {
    params: { guideid: '1' },
    query: { revisionid: '3' },
    body: { conclusion: 'Run the pump for a minute.' },
  },
  handler: ({ params, query: { revisionid, langid }, body, ctx, write }) => {
    checkType(body.type, ctx);
    return write((s) => {
      if (s.translations.isOther(params.guideid, langid)) {
        s.translations.update(params.guideid, langid, revisionid, body);
        return new JsonText(s.translations.written(params.guideid, langid));
      }
      s.guides.update(params.guideid, revisionid, body);
      return new JsonText(s.guides.written(params.guideid));
    });
  },
});
