import { z } from 'zod';

import { stepForm } from '../../../shared/model/step-form.ts';
import { defineEndpoint } from '../endpoint.ts';
import { idParam } from '../fields.ts';

export const getFormRevision = defineEndpoint({
  route: 'GET /step_forms/form_revisionid/{form_revisionid}',
  summary: 'The form with that revision, also when it is no longer the step’s',
  auth: 'public',
  params: z.object({ form_revisionid: idParam }),
  response: stepForm,
  errors: ['not-found', 'forbidden'],
  example: { params: { form_revisionid: '1' } },
  handler: ({ params, read }) => read((s) => s.forms.requireRevision(params.form_revisionid)),
});
