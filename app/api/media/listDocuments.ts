import { z } from 'zod';

import { document } from '../../../shared/model/document.ts';
import { defineEndpoint, JsonText } from '../endpoint.ts';
import { mediaListQuery } from './media-fields.ts';

export const listDocuments = defineEndpoint({
  route: 'GET /user/media/documents',
  summary: "Documents in the current user's media manager, the newest first",
  auth: 'user',
  query: mediaListQuery,
  response: z.array(document),
  pure: true,
  example: {},
  handler: ({ query, actor, read }) =>
    new JsonText(`[${read((s) => s.documents.list({ ...query, userid: actor.userid })).join(',')}]`),
});
