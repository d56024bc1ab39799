import { forbidden } from '../../../../shared/errors.ts';
import { kioskSettings, kioskState } from '../../../../shared/model/kiosk.ts';
import { isLead } from '../../../store/actor.ts';
import { defineEndpoint } from '../../endpoint.ts';
import { kioskOf } from './kiosk-of.ts';

export const configureKiosk = defineEndpoint({
  route: 'PUT /benchside/kiosk',
  summary: 'Turn kiosk mode of this desk on or off, and set what people may do in it; leads only',
  auth: 'user',
  profile: 'desk',
  body: kioskSettings,
  response: kioskState,
  errors: ['unauthorized', 'forbidden', 'invalid'],
  may: ['author', 'admin'],
  example: { body: { on: false, idleSeconds: 90, badgeAlone: true, allowed: 'work' } },
  handler: ({ body, actor, ctx, request }) => {
    if (!isLead(actor)) throw forbidden('Only a lead may do this.', ['Author', 'Admin']);
    kioskOf(ctx).configure(body, actor);
    return kioskOf(ctx).state(request);
  },
});
