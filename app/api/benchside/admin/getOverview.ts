import { overview } from '../../../../shared/model/admin.ts';
import { isAdmin } from '../../../store/actor.ts';
import { countFlagged } from '../../../store/admin/flagged-guides.ts';
import { countUnreleased } from '../../../store/admin/released-guides.ts';
import { defineEndpoint } from '../../endpoint.ts';
import { requireLead } from './lead.ts';

export const getOverview = defineEndpoint({
  route: 'GET /benchside/overview',
  summary: 'What there is to look after, in numbers',
  auth: 'user',
  may: ['author', 'admin'],
  response: overview,
  errors: ['forbidden'],
  example: {},
  handler: ({ actor, ctx, read }) => {
    requireLead(actor);
    return read((s) => ({
      people: s.users.count(),
      teams: s.teams.count(),
      unreleased: countUnreleased(s),
      flagged: countFlagged(s),
      langids: s.meta.site.langids,
      exposed: ctx.config.isExposed && isAdmin(actor),
    }));
  },
});
