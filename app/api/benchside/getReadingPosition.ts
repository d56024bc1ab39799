import { z } from 'zod';

import { readingPosition } from '../../../shared/model/benchside.ts';
import { defineEndpoint } from '../endpoint.ts';
import { idParam } from '../fields.ts';

export const getReadingPosition = defineEndpoint({
  route: 'GET /benchside/reading/{guideid}',
  summary: 'Where the reader stopped in a guide; no step if they have not begun, or have read it to its end',
  auth: 'public',
  params: z.object({ guideid: idParam }),
  response: readingPosition,
  errors: ['not-found', 'forbidden'],
  example: { params: { guideid: '1' } },
  handler: ({ params, read }) =>
    read((s) => s.readingPositions.of(s.guides.requireVisible(params.guideid).guideid)),
});
