import { z } from 'zod';

import { invalid } from '../../../../shared/errors.ts';
import { defineEndpoint } from '../../endpoint.ts';
import { idParam } from '../../fields.ts';

export const setActive = defineEndpoint({
  route: 'PUT /benchside/people/{userid}/active',
  summary: 'Deactivate or reactivate a person; deactivating ends all their tokens',
  auth: 'admin',
  profile: 'hub',
  params: z.object({ userid: idParam }),
  body: z.object({ active: z.boolean() }),
  response: z.void(),
  errors: ['not-found', 'invalid'],
  example: { params: { userid: '6' }, body: { active: false } },
  handler: ({ params: { userid }, body: { active }, actor, ctx, write }) => {
    if (!active && userid === actor.userid)
      throw invalid('active', 'You cannot deactivate your own account. Ask another admin.');
    write((s) => s.users.setActive(userid, active));
    ctx.log.info({ admin: actor.userid, userid, active }, 'an admin changed who may sign in');
  },
});
