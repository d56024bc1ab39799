import { z } from 'zod';

import { limits } from '../limits.ts';
import { guideTypes } from './guide.ts';
import { langid } from './langid.ts';

const appid = z.string().trim().min(1, 'must not be empty').max(limits.site.appid.max);

/** All settings of a site that its admins may change, with their values after parsing. The mail server's include its password. */
export const siteFields = z.object({
  name: z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(limits.user.name.max, `must have at most ${limits.user.name.max} characters`),
  /** If true, reading requires a sign-in (CONTRACT 1.7). */
  private: z.boolean(),
  publicRegistration: z.boolean(),
  /** Applications that may sign people in, and register them if registration is public; empty allows any. */
  appids: z.array(appid).max(limits.site.appids.max),
  langid,
  /** All languages, the first one included. */
  langids: z.array(langid).max(limits.site.languages.max),
  guideTypes: z
    .array(z.enum(guideTypes, `must be one of: ${guideTypes.join(', ')}`))
    .min(1, 'must not be empty')
    .max(guideTypes.length),
  /** Days without contact to the site during which a desk accepts PINs, badges and passwords of known people. */
  offlineDays: z
    .int('must be a whole number')
    .min(1, 'must be 1 or more')
    .max(limits.session.offlineDays.max, `must be ${limits.session.offlineDays.max} or less`),
  smtpUrl: z
    .url({ protocol: /^smtps?$/, error: 'must be an address like smtps://user:password@mail.example.org' })
    .max(limits.site.mailServer.max),
  mailFrom: z.email('must be an e-mail address').max(limits.user.email.max),
});
export type SiteFields = z.output<typeof siteFields>;

/** `GET /benchside/site`: the settings as admins see them, without the mail server's password. */
export const siteState = siteFields.extend({
  guideTypes: z.array(z.string()),
  smtpUrl: z.string().nullable(),
  mailFrom: z.string(),
  /** True if the hub's command line names the mail server, which no stored setting then changes. */
  mailFromCommandLine: z.boolean(),
  /** Mails that wait for a server to take them, and those that none took for a day. */
  mails: z.object({ waiting: z.int(), failed: z.int() }),
  /** The hub's address for other machines. */
  address: z.string(),
  /** True if others reach the hub without encryption. */
  exposed: z.boolean(),
});
export type SiteState = z.output<typeof siteState>;
