import type { EarnedBadge } from '../../../shared/model/badge.ts';
import type { User } from '../../../shared/model/user.ts';
import type { SimpleResource } from './resource.ts';

/** A user in a hub's feed; third-party sites send only a summary. */
export interface FeedUser extends User {
  badges?: EarnedBadge[];
  sso_userid?: string | null;
}

export const userResource: SimpleResource<FeedUser> = {
  text: (s, id) => (s.users.row(id)?.deleted === 0 ? s.users.feedText(id) : undefined),
  tellsAnonymousGone: true,
  pictures: 'avatar',
  put(s, userid, told) {
    const { badges, location, summary, about_raw, about_rendered, langid, sso_userid } = told;
    s.users.putRemote(told, {
      ...(location === undefined ? {} : { location }),
      ...(summary === undefined ? {} : { summary }),
      ...(about_raw === undefined ? {} : { about_raw: about_raw || '' }),
      ...(about_rendered === undefined ? {} : { about_rendered: about_rendered || '' }),
      ...(langid === undefined ? {} : { langid }),
      ...(sso_userid === undefined ? {} : { sso_userid }),
    });
    if (badges) s.badges.putRemote(userid, badges);
  },
  // Their texts stay and name them as author. `deactivation.ts` handles their sign-in.
  forget: () => undefined,
};
