import { z } from 'zod';

import { readingPosition } from '../../../shared/model/benchside.ts';
import { defineEndpoint } from '../endpoint.ts';
import { idParam } from '../fields.ts';

export const putReadingPosition = defineEndpoint({
  route: 'PUT /benchside/reading/{guideid}',
  summary: 'Where the reader is in a guide',
  auth: 'public',
  params: z.object({ guideid: idParam }),
  body: readingPosition,
  response: z.void(),
  errors: ['not-found', 'forbidden'],
  handler: ({ params, body, actor, ctx }) =>
    ctx.store.transact(actor, (s) => {
      const { guideid } = s.guides.requireVisible(params.guideid);
      s.reading.put(guideid, body.stepid, body.finished);
    }),
});
