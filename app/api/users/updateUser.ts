import { z } from 'zod';

import { forbidden } from '../../../shared/errors.ts';
import { user } from '../../../shared/model/user.ts';
import { isAdmin } from '../../store/actor.ts';
import { defineEndpoint } from '../endpoint.ts';
import { idParam } from '../fields.ts';
import { adminFields, userFields } from './user-fields.ts';

export const updateUser = defineEndpoint({
  route: 'PATCH /users/{userid}',
  summary:
    'Change the given fields of the current user; admins change anyone, also privileges and `sso_userid`',
  auth: 'user',
  params: z.object({ userid: idParam }),
  body: userFields.extend(adminFields.shape),
  response: user,
  errors: ['not-found', 'forbidden'],
  may: ['owner', 'admin'],
  example: { params: { userid: '2' }, body: { location: 'Leeds' } },
  handler: ({ params: { userid }, body: { greatest_privilege: role, ...fields }, actor, write }) => {
    if (!isAdmin(actor)) {
      if (userid !== actor.userid) throw forbidden('You may not change other users.', ['Admin']);
      if (role !== undefined || fields.sso_userid !== undefined) {
        throw forbidden('Only admins may change privileges and `sso_userid`.', ['Admin']);
      }
    }
    return write((s) => {
      s.users.update(userid, { ...fields, role });
      return s.users.user(userid);
    });
  },
});
