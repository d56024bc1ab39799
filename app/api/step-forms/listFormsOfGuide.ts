import { z } from 'zod';

import { stepForm } from '../../../shared/model/step-form.ts';
import { defineEndpoint } from '../endpoint.ts';
import { idParam } from '../fields.ts';

export const listFormsOfGuide = defineEndpoint({
  route: 'GET /step_forms/guideid/{guideid}',
  summary: 'Forms of the steps of a guide and of its prerequisites; not every step has one',
  auth: 'public',
  params: z.object({ guideid: idParam }),
  response: z.array(stepForm),
  errors: ['not-found', 'forbidden'],
  example: { params: { guideid: '1' } },
  handler: ({ params, read }) => read((s) => s.forms.ofGuide(params.guideid)),
});
