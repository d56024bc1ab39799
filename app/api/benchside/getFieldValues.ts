import { z } from 'zod';

import { valuesReport } from '../../../shared/model/field-values.ts';
import { fieldValues } from '../../store/work-log/field-values.ts';
import { defineEndpoint } from '../endpoint.ts';
import { idParam } from '../fields.ts';

const seconds = z.coerce.number().nonnegative().optional();
const from = seconds.meta({ description: 'UNIX seconds; jobs that began before are left out' });
const to = seconds.meta({ description: 'UNIX seconds; jobs that began then or later are left out' });

export const getFieldValues = defineEndpoint({
  route: 'GET /benchside/guides/{guideid}/values',
  summary: 'What was recorded in the jobs of a guide that the person may see, by field and oldest first',
  auth: 'user',
  rate: 'values',
  params: z.object({ guideid: idParam }),
  query: z.object({ from, to }),
  response: valuesReport,
  example: { params: { guideid: '1' }, query: {} },
  handler: ({ params, query, read }) => read((s) => fieldValues(s, params.guideid, query)),
});
