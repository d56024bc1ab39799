import { z } from 'zod';

import { stepForm } from '../../../shared/model/step-form.ts';
import { defineEndpoint } from '../endpoint.ts';
import { idParam } from '../fields.ts';

export const getFormOfStep = defineEndpoint({
  route: 'GET /step_forms/stepid/{stepid}',
  summary: 'The form of a step; 404 for a step without one',
  auth: 'public',
  params: z.object({ stepid: idParam }),
  response: stepForm,
  errors: ['not-found', 'forbidden'],
  example: { params: { stepid: '1' } },
  handler: ({ params, read }) => read((s) => s.forms.requireOfStep(params.stepid)),
});
