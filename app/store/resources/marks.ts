import type { FeedNotification } from '../notifications/notifications.ts';
import { sql } from '../sql.ts';
import type { SimpleResource } from './resource.ts';

/** A guide in a person's list of favorites or completions, with the date it was added. */
export interface ListedGuide {
  guideid: number;
  /** UNIX seconds. */
  date: number;
}

/** The whole list of a person's favorites. */
export const favoritesResource: SimpleResource<readonly ListedGuide[]> = {
  text: (s, id) => (s.viewer?.userid === id ? JSON.stringify(s.favorites.favoriteIds(id)) : undefined),
  tellsAnonymousGone: false,
  numberedBy: { user: 1 },
  put: (s, userid, marks) => s.favorites.setFavorites(userid, marks),
  forget: (s, userid) => s.favorites.setFavorites(userid, []),
  empty: [],
  here: sql`SELECT userid AS id FROM favorite`,
};

/** The whole list of the guides that a person has completed. */
export const completionsResource: SimpleResource<readonly ListedGuide[]> = {
  text: (s, id) => (s.viewer?.userid === id ? JSON.stringify(s.favorites.completionIds(id)) : undefined),
  tellsAnonymousGone: false,
  numberedBy: { user: 1 },
  put: (s, userid, marks) => s.favorites.setCompletions(userid, marks),
  forget: (s, userid) => s.favorites.setCompletions(userid, []),
  empty: [],
  here: sql`SELECT userid AS id FROM completion`,
};

/** The whole list of a person's notifications. */
export const notificationsResource: SimpleResource<readonly FeedNotification[]> = {
  text: (s, userid) => s.notifications.feedText(userid),
  tellsAnonymousGone: false,
  numberedBy: { user: 1 },
  put: (s, userid, told) => s.notifications.putRemote(userid, told),
  forget: (s, userid) => s.notifications.putRemote(userid, []),
  empty: [],
  here: sql`SELECT userid AS id FROM notification`,
};
