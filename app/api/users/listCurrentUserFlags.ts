import { userFlags } from '../../../shared/model/user.ts';
import { flagsFor } from '../../store/policy/flags.ts';
import { defineEndpoint } from '../endpoint.ts';

export const listCurrentUserFlags = defineEndpoint({
  route: 'GET /user/flags',
  summary: 'Flags the current user may add to guides and remove from them',
  auth: 'user',
  response: userFlags,
  example: {},
  handler: ({ actor }) => ({
    guide: Object.fromEntries(flagsFor(actor.role).map((flag) => [flag.flagid, flag])),
  }),
});
