import { z } from 'zod';

import { notFound } from '../../../shared/errors.ts';
import { document } from '../../../shared/model/document.ts';
import { defineEndpoint, JsonText } from '../endpoint.ts';
import { idParam } from '../fields.ts';

export const getDocument = defineEndpoint({
  route: 'GET /media/documents/{documentid}',
  summary: "One document: the current user's own, or one that a visible guide or wiki shows",
  auth: 'public',
  params: z.object({ documentid: idParam }),
  response: document,
  errors: ['not-found'],
  pure: true,
  example: { params: { documentid: '1' } },
  handler: ({ params, read }) => {
    const text = read((s) => s.documents.find(params.documentid));
    if (text === undefined) throw notFound('Document');
    return new JsonText(text);
  },
});
