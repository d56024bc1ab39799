import { z } from 'zod';

import { forbidden } from '../../../shared/errors.ts';
import { user } from '../../../shared/model/user.ts';
import { isAdmin } from '../../store/actor.ts';
import { defineEndpoint } from '../endpoint.ts';
import { idParam } from '../fields.ts';
import { userFields } from './user-fields.ts';

export const updateUser = defineEndpoint({
  route: 'PATCH /users/{userid}',
  summary: 'Change the given fields of oneself; admins those of anybody',
  auth: 'user',
  profile: 'hub',
  params: z.object({ userid: idParam }),
  body: userFields,
  response: user,
  errors: ['not-found', 'forbidden'],
  handler: ({ params: { userid }, body, actor, ctx }) => {
    if (userid !== actor.userid && !isAdmin(actor))
      throw forbidden('You may not change other users.', ['Admin']);
    return ctx.store.transact(actor, (s) => {
      s.users.update(userid, body);
      return s.users.user(userid);
    });
  },
});
