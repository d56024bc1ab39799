import { z } from 'zod';

import { stepForm } from '../../../shared/model/step-form.ts';
import { defineEndpoint } from '../endpoint.ts';
import { idParam } from '../fields.ts';

export const getFormOfField = defineEndpoint({
  route: 'GET /step_forms/field_revisionid/{field_revisionid}',
  summary: 'The form with that revision of a field, also when it is no longer the step’s',
  auth: 'public',
  params: z.object({ field_revisionid: idParam }),
  response: stepForm,
  errors: ['not-found', 'forbidden'],
  example: { params: { field_revisionid: '1' } },
  handler: ({ params, read }) => read((s) => s.forms.requireOfField(params.field_revisionid)),
});
