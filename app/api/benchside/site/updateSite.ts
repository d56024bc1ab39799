import { siteFields, siteState } from '../../../../shared/model/site.ts';
import { writeSettings } from '../../../store/site-settings.ts';
import { defineEndpoint } from '../../endpoint.ts';
import { siteStateOf } from './site-state.ts';

const { smtpUrl, mailFrom } = siteFields.shape;

export const updateSite = defineEndpoint({
  route: 'PATCH /benchside/site',
  summary: "Change the site's settings; `null` takes the mail server or its sender away",
  auth: 'admin',
  profile: 'hub',
  body: siteFields.partial().extend({
    smtpUrl: smtpUrl
      .refine((url) => !url.includes('•'), 'must be given with its password')
      .nullable()
      .optional(),
    mailFrom: mailFrom.nullable().optional(),
  }),
  response: siteState,
  example: { body: { offlineDays: 14 } },
  handler: ({ body, actor, ctx }) => {
    ctx.store.transact(actor, (s) => writeSettings(s, body));
    ctx.log.info(
      { admin: actor.userid, settings: Object.keys(body) },
      'an admin changed settings of the site',
    );
    return siteStateOf(ctx);
  },
});
