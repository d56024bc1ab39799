import { z } from 'zod';

import { step } from '../../../../shared/model/guide.ts';
import { defineEndpoint } from '../../endpoint.ts';
import { idParam, revisionidQuery } from '../../fields.ts';
import { stepFields } from '../guide-fields.ts';

export const updateStep = defineEndpoint({
  route: 'PATCH /guides/{guideid}/steps/{stepid}',
  summary: 'Change the given attributes of a step; `revisionid` is the step’s own',
  auth: 'user',
  profile: 'hub',
  params: z.object({ guideid: idParam, stepid: idParam }),
  query: revisionidQuery,
  body: stepFields,
  response: step,
  errors: ['not-found', 'forbidden', 'conflict'],
  handler: ({ params, query, body, actor, ctx }) =>
    ctx.store.transact(actor, (s) => {
      s.guides.updateStep(params.guideid, params.stepid, query.revisionid, body);
      return s.guides.requireStepOf(params.guideid, params.stepid);
    }),
});
