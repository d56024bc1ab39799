import { z } from 'zod';

import { invalid, unauthorized } from '../../../shared/errors.ts';
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
  errors: ['not-found', 'forbidden', 'invalid'],
  example: { params: { guideid: '1' }, body: { stepid: 1 } },
  handler: ({ params, body: { stepid, finished }, actor, ctx }) => {
    // A desk keeps a position for people who did not sign in; a hub does not.
    if (!actor && ctx.config.profile === 'hub') throw unauthorized();
    ctx.store.transact(actor, (s) => {
      const { guideid } = s.guides.requireVisible(params.guideid);
      if (stepid !== null && !s.readingPositions.stepsShown(guideid).includes(stepid)) {
        throw invalid('stepid', `Step ${stepid} is not shown in this guide.`);
      }
      s.readingPositions.put(guideid, stepid, finished);
    });
  },
});
