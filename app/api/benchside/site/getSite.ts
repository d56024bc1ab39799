import { siteState } from '../../../../shared/model/site.ts';
import { defineEndpoint } from '../../endpoint.ts';
import { siteStateOf } from './site-state.ts';

export const getSite = defineEndpoint({
  route: 'GET /benchside/site',
  summary: "The site's settings, and the state of its mails",
  auth: 'admin',
  profile: 'hub',
  response: siteState,
  example: {},
  handler: ({ ctx }) => siteStateOf(ctx),
});
