import { z } from 'zod';

import { limits } from '../../../shared/limits.ts';
import { namespaces } from '../../../shared/model/wiki.ts';
import { defineEndpoint, JsonText } from '../endpoint.ts';
import { langidQuery } from '../fields.ts';
import { wikiInput } from '../../../shared/model/wiki-input.ts';
import { langid } from '../../../shared/model/langid.ts';
import { anyWiki } from './wiki-fields.ts';

export const createWiki = defineEndpoint({
  route: 'POST /wikis',
  summary:
    'Create a wiki, or one that exists in another language; a category stands at the top unless `parent` names another',
  auth: 'user',
  query: langidQuery,
  body: wikiInput.required({ contents: true }).extend({
    namespace: z.enum(namespaces),
    title: z.string().trim().min(1).max(limits.wiki.title.max),
    langid: langid.optional(),
    parent: z.string().nullable().optional(),
  }),
  response: anyWiki,
  status: 201,
  errors: ['forbidden'],
  example: { body: { namespace: 'ITEM', title: 'Hex key', contents: 'Six sides.' } },
  handler: ({ query, body, write }) =>
    write((s) => new JsonText(s.wikis.answer(s.wikis.create({ ...query, ...body })))),
});
