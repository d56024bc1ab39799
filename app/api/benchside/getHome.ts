import { home } from '../../../shared/model/benchside.ts';
import { homeText } from '../../store/home/home.ts';
import { defineEndpoint, JsonText } from '../endpoint.ts';

export const getHome = defineEndpoint({
  route: 'GET /benchside/home',
  summary: 'Everything the first screen shows',
  auth: 'public',
  response: home,
  example: {},
  handler: ({ actor, ctx }) => new JsonText(ctx.store.read(actor, homeText)),
});
