import { wasShownRelease } from '../policy/feed.ts';
import type { ReleaseChange } from '../releases/reader.ts';
import { sql } from '../sql.ts';
import { isMissing, jsonOf } from './resource.ts';
import type { SimpleResource } from './resource.ts';

export const releaseResource: SimpleResource<ReleaseChange> = {
  text: (s, releaseid) => jsonOf(s.releases.change(releaseid)),
  tellsAnonymousGone: true,
  withdrawn: {
    isTold: wasShownRelease,
    hide: (s, releaseid) => s.releases.withdrawRemote(releaseid),
  },
  put: (s, _releaseid, told) => s.releases.putRemote(told),
  forget: (s, releaseid) => s.releases.removeRemote(releaseid),
  refreshed: (s, told) => ({ ...told, user: s.users.summary(told.user.userid) }),
  // The text of a withdrawn release is hidden only after the guide has another version.
  waitsForGuide: (s, _releaseid, { guideid, status }) => status === 'withdrawn' || isMissing(s, guideid),
  here: sql`SELECT releaseid AS id FROM release`,
};
