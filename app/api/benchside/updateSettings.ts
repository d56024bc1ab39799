import { deskSettings, settingsForAll } from '../../../shared/model/benchside.ts';
import { defineEndpoint } from '../endpoint.ts';
import { settingsOf } from '../../store/desk-settings.ts';
import { requireDeskLead } from './desk-lead.ts';

export const updateSettings = defineEndpoint({
  route: 'PATCH /benchside/settings',
  summary: 'Change preferences; only leads change those that apply to everyone at this desk',
  auth: 'window',
  profile: 'desk',
  body: deskSettings.omit({ kiosk: true, givenName: true }).partial(),
  response: deskSettings,
  errors: ['forbidden'],
  example: { body: { colorScheme: 'dark' } },
  handler: ({ body, actor, ctx }) => {
    if (Object.keys(body).some((name) => !settingsForAll.has(name))) requireDeskLead(actor, ctx);
    const settings = ctx.store.transact(null, (s) => {
      s.meta.set('settings', { ...settingsOf(s), ...body });
      if (body.pinnedCategories) s.media.copies.wantBelow(body.pinnedCategories);
      return settingsOf(s);
    });
    ctx.sync.request({});
    return settings;
  },
});
