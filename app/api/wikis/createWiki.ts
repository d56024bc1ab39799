import { z } from 'zod';

import { namespaces } from '../../../shared/model/wiki.ts';
import { defineEndpoint, JsonText } from '../endpoint.ts';
import { anyWiki, langid, maxTitle, wikiFields } from './wiki-fields.ts';

export const createWiki = defineEndpoint({
  route: 'POST /wikis',
  summary: 'Create a wiki; a category stands at the top unless `parent` names another',
  auth: 'user',
  profile: 'hub',
  body: wikiFields.required({ contents: true }).extend({
    namespace: z.enum(namespaces),
    title: z.string().trim().min(1).max(maxTitle),
    langid: langid.optional(),
    parent: z.string().nullable().optional(),
  }),
  response: anyWiki,
  status: 201,
  errors: ['forbidden'],
  handler: ({ body, actor, ctx }) =>
    ctx.store.transact(actor, (s) => new JsonText(s.wikis.answer(s.wikis.create(body)))),
});
