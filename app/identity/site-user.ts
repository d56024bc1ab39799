import { z } from 'zod';

import { image } from '../../shared/model/image.ts';
import { user } from '../../shared/model/user.ts';
import type { User, UserSummary } from '../../shared/model/user.ts';
import type { RemoteProfile } from '../store/users/remote.ts';
import { templateAddresses } from '../store/template-addresses.ts';

/** The site's answer to a sign-in. */
export interface SiteUser {
  /** The site's user, as answered to the caller. */
  answer: User;
  token: string;
  /** The user as stored, with placeholders for the site's addresses. */
  summary: UserSummary;
  profile: RemoteProfile;
}

/** Only the fields needed to sign in are required; sites differ in the rest. */
const siteUser = z.looseObject({
  userid: z.int(),
  username: z.string(),
  authToken: z.string().min(1),
  unique_username: z.string().nullable().catch(null),
  join_date: z.number().catch(0),
  image: image.nullable().catch(null),
  reputation: z.int().catch(0),
  url: z.string().catch(''),
  teams: z.array(z.int()).catch([]),
  privileges: z.array(z.string()).catch([]),
  location: z.string().nullable().catch(null),
  latitude: z.number().nullable().catch(null),
  longitude: z.number().nullable().catch(null),
  certification_count: z.int().catch(0),
  badge_counts: user.shape.badge_counts.catch({ bronze: 0, silver: 0, gold: 0, total: 0 }),
  summary: z.string().nullable().catch(null),
  about_raw: user.shape.about_raw.catch(false),
  about_rendered: user.shape.about_rendered.catch(false),
  greatest_privilege: z.string().catch('User'),
  langid: z.string().catch('en'),
});

/** Returns the user in the site's answer to a sign-in; `undefined` if `body` is no user with a token. */
export function readSiteUser(body: unknown, site: string): SiteUser | undefined {
  const parsed = siteUser.safeParse(body);
  if (!parsed.success) return undefined;
  const answer = parsed.data;
  const local = structuredClone(answer);
  templateAddresses(local, { origin: new URL(site).origin, benchside: false }, 'avatar', []);
  return {
    answer,
    token: answer.authToken,
    summary: {
      userid: local.userid,
      username: local.username,
      unique_username: local.unique_username,
      join_date: local.join_date,
      image: local.image,
      reputation: local.reputation,
      url: local.url,
      teams: local.teams,
      privileges: local.privileges,
    },
    profile: {
      location: local.location,
      summary: local.summary,
      about_raw: local.about_raw || '',
      about_rendered: local.about_rendered || '',
      langid: local.langid,
    },
  };
}
