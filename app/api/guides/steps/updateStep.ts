import { z } from 'zod';

import { step } from '../../../../shared/model/guide.ts';
import { defineEndpoint } from '../../endpoint.ts';
import { idParam, langidQuery, revisionidQuery } from '../../fields.ts';
import { stepInput } from '../../../../shared/model/guide-input.ts';

export const updateStep = defineEndpoint({
  route: 'PATCH /guides/{guideid}/steps/{stepid}',
  summary:
    'Change the given attributes of a step, or with `langid` its texts in another language; `revisionid` is the step’s own',
  auth: 'user',
  params: z.object({ guideid: idParam, stepid: idParam }),
  query: revisionidQuery.extend(langidQuery.shape),
  body: stepInput,
  response: step,
  errors: ['not-found', 'forbidden', 'conflict'],
  may: ['author', 'owner', 'collaborator', 'admin'],
  example: {
    params: { guideid: '1', stepid: '1' },
    query: { revisionid: '2' },
    body: { title: 'Open the pump' },
  },
  handler: ({ params: { guideid, stepid }, query: { revisionid, langid }, body, write }) =>
    write((s) => {
      if (s.translations.isOther(guideid, langid)) {
        s.translations.updateStep(guideid, stepid, langid, revisionid, body);
        return s.translations.requireStepOf(guideid, stepid, langid);
      }
      s.guides.updateStep(guideid, stepid, revisionid, body);
      return s.guides.requireStepOf(guideid, stepid);
    }),
});
