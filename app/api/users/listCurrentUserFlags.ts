import { templateFlag } from '../../../shared/model/flag.ts';
import { userFlags } from '../../../shared/model/user.ts';
import { flagsFor } from '../../store/policy/flags.ts';
import { defineEndpoint } from '../endpoint.ts';

export const listCurrentUserFlags = defineEndpoint({
  route: 'GET /user/flags',
  summary: 'Flags the current user may add to guides and remove from them',
  auth: 'user',
  response: userFlags,
  example: {},
  handler: ({ actor, read }) => {
    // A third-party site has no templates.
    const isForeign = read((s) => s.meta.hasForeignRules);
    const flags = flagsFor(actor.role).filter(({ flagid }) => !isForeign || flagid !== templateFlag);
    return { guide: Object.fromEntries(flags.map((flag) => [flag.flagid, flag])) };
  },
});
