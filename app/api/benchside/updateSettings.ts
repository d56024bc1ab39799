import { deskSettings } from '../../../shared/model/benchside.ts';
import { defineEndpoint } from '../endpoint.ts';
import { settingsOf } from '../../store/desk-settings.ts';

export const updateSettings = defineEndpoint({
  route: 'PATCH /benchside/settings',
  summary: 'Change the given preferences of this desk',
  auth: 'open',
  profile: 'desk',
  body: deskSettings.omit({ kiosk: true }).partial(),
  response: deskSettings,
  example: { body: { colorScheme: 'dark' } },
  handler: ({ body, ctx }) => {
    const settings = ctx.store.transact(null, (s) => {
      s.meta.set('settings', { ...settingsOf(s), ...body });
      if (body.pinnedCategories) s.media.copies.wantBelow(body.pinnedCategories);
      return settingsOf(s);
    });
    ctx.sync.request({});
    return settings;
  },
});
