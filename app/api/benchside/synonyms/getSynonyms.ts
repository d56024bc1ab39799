import { synonymList } from '../../../../shared/model/synonyms.ts';
import { siteSynonyms } from '../../../store/search/site-synonyms.ts';
import { defineEndpoint } from '../../endpoint.ts';

export const getSynonyms = defineEndpoint({
  route: 'GET /benchside/synonyms',
  summary: 'Words that mean the same when people search: lists of words and short phrases',
  auth: 'public',
  pure: true,
  response: synonymList,
  example: {},
  handler: ({ read }) => read(siteSynonyms),
});
