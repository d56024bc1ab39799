import { z } from 'zod';

import { forbidden, notFound } from '../../../../shared/errors.ts';
import { isLead } from '../../../store/actor.ts';
import { defineEndpoint } from '../../endpoint.ts';
import { idParam } from '../../fields.ts';
import { kioskOf } from './kiosk-of.ts';

export const forgetKioskPerson = defineEndpoint({
  route: 'DELETE /benchside/kiosk/people/{userid}',
  summary:
    'Remove a person’s PIN and badge at this desk, as after losing a badge; only leads remove those of others',
  auth: 'user',
  profile: 'desk',
  params: z.object({ userid: idParam }),
  response: z.void(),
  errors: ['not-found', 'forbidden', 'invalid'],
  may: ['owner', 'author', 'admin'],
  example: { params: { userid: '2' } },
  handler: ({ params: { userid }, actor, ctx }) => {
    if (userid !== actor.userid && !isLead(actor))
      throw forbidden('Only a lead may do this.', ['Author', 'Admin']);
    if (!kioskOf(ctx).forget(userid)) throw notFound('Person');
  },
});
