import { deskSettings } from '../../../shared/model/benchside.ts';
import { defineEndpoint } from '../endpoint.ts';
import { settingsOf } from '../../store/desk-settings.ts';

export const getSettings = defineEndpoint({
  route: 'GET /benchside/settings',
  summary: 'Preferences of this desk',
  auth: 'public',
  response: deskSettings,
  example: {},
  handler: ({ ctx }) => ctx.store.read(null, settingsOf),
});
