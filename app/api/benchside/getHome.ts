import { home } from '../../../shared/model/benchside.ts';
import { homeText } from '../../store/home/home.ts';
import { defineEndpoint, JsonText } from '../endpoint.ts';
import { langidQuery } from '../fields.ts';

export const getHome = defineEndpoint({
  route: 'GET /benchside/home',
  summary: 'Everything the first screen shows',
  auth: 'public',
  query: langidQuery,
  response: home,
  example: {},
  handler: ({ read }) => new JsonText(read(homeText)),
});
