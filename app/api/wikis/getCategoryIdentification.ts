import { identification } from '../../../shared/model/wiki.ts';
import { identificationOf } from '../../store/wikis/identification.ts';
import { defineEndpoint } from '../endpoint.ts';
import { langidQuery } from '../fields.ts';
import { categoryParams } from './wiki-fields.ts';

export const getCategoryIdentification = defineEndpoint({
  route: 'GET /wikis/CATEGORY/{title}/identification',
  summary:
    'How to recognize a device: picture, properties, the section of its page about it, and its subcategories',
  auth: 'public',
  params: categoryParams,
  query: langidQuery,
  response: identification,
  errors: ['not-found', 'forbidden'],
  pure: true,
  example: { params: { title: 'Pump' } },
  handler: ({ params, query, read }) =>
    read((s) => identificationOf(s, s.wikis.requireVisible('CATEGORY', params.title, query.langid))),
});
