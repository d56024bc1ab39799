import { z } from 'zod';

import { limits } from '../../../shared/limits.ts';
import { fieldGuid } from '../../../shared/model/step-form-input.ts';
import { fieldTypes } from '../../../shared/model/field-type.ts';
import { limitedRecord } from '../../../shared/model/limited-record.ts';
import { stepForm } from '../../../shared/model/step-form.ts';
import { defineEndpoint } from '../endpoint.ts';
import { idParam } from '../fields.ts';

/** The store checks each field by its type (CONTRACT 9). */
const field = limitedRecord(z.string(), z.unknown(), limits.form.names.max).meta({
  type: 'object',
  required: ['field_type', 'label'],
  properties: {
    field_type: { enum: [...fieldTypes] },
    field_guid: { type: 'string', pattern: fieldGuid.source, description: 'stays; made when absent' },
    label: { type: 'string', maxLength: limits.form.label.max },
    required: { type: 'boolean', default: false },
    placeholder: { description: 'a text; for a Checkbox 1, 0 or a boolean' },
    textarea: { type: 'string', maxLength: limits.form.label.max, description: 'of a Text Area' },
    options: {
      description:
        'JSON or JSON text: the choices of Radios and Select; of a Numeric Input an object of limit_decimals, decimals, limit_min, min, limit_max and max',
    },
    benchside: {
      type: ['object', 'null'],
      description:
        'beyond the contract: lowest, highest and unit of a Numeric Input, date of a Text Input, signature and several of an Image, and notApplicable; without it the field keeps what it has',
    },
  },
});

export const saveStepForm = defineEndpoint({
  route: 'POST /step_forms/{stepid}',
  summary:
    'Save the form of a step. No fields removes it, and the answer is null. With the form_revisionid it is based on (null or 0 for none), a form that has changed since answers 409',
  auth: 'user',
  params: z.object({ stepid: idParam }),
  query: z.object({ form_revisionid: idParam.optional() }),
  body: z.object({
    /** In display order. */
    fields: z.array(field).max(limits.form.fields.max),
    form_revisionid: z.int().nullable().optional(),
  }),
  manyValues: true,
  response: stepForm.nullable(),
  errors: ['not-found', 'forbidden', 'conflict', 'invalid'],
  may: ['author', 'owner', 'collaborator', 'admin'],
  example: {
    params: { stepid: '1' },
    body: {
      fields: [
        { field_type: 'Text Input', label: 'Serial number', placeholder: 'AB-1234' },
        { field_type: 'Select', label: 'Condition', options: ['good', 'worn'] },
      ],
    },
  },
  handler: ({ params, query, body, write }) => {
    const basedOn = body.form_revisionid === undefined ? query.form_revisionid : body.form_revisionid;
    return write((s) => s.forms.save(params.stepid, body.fields, basedOn === 0 ? null : basedOn));
  },
});
