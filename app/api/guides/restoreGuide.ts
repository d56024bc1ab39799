import { z } from 'zod';

import { guide } from '../../../shared/model/guide.ts';
import { defineEndpoint, JsonText } from '../endpoint.ts';
import { idParam } from '../fields.ts';

export const restoreGuide = defineEndpoint({
  route: 'POST /guides/{guideid}/{langid}/restore',
  summary: 'Bring back a deleted guide, or one of its translations',
  auth: 'admin',
  params: z.object({ guideid: idParam, langid: z.string() }),
  response: guide,
  errors: ['not-found', 'invalid'],
  example: { params: { guideid: '3', langid: 'en' } },
  handler: ({ params: { guideid, langid }, write }) =>
    write((s) => {
      const row = s.guides.row(guideid);
      if (row && row.langid !== langid) {
        s.translations.restore(guideid, langid);
        return new JsonText(s.translations.written(guideid, langid));
      }
      s.guides.restore(guideid);
      return new JsonText(s.guides.written(guideid));
    }),
});
