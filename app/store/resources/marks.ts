import type { FeedNotification } from '../notifications/notifications.ts';
import { sql } from '../sql.ts';
import type { StoreReader, StoreWriter } from '../aggregates.ts';
import type { SimpleResource } from './resource.ts';

/** A guide in a person's list of favorites or completions, with the date it was added. */
export interface ListedGuide {
  guideid: number;
  /** UNIX seconds. */
  date: number;
}

/** Returns the resource of a person's own list, which the feed has as a whole and for that person only; its id is the person's. */
const ownList = <One>(
  table: 'favorite' | 'completion' | 'notification',
  text: (s: StoreReader, userid: number) => string | undefined,
  put: (s: StoreWriter, userid: number, list: readonly One[]) => void,
): SimpleResource<readonly One[]> => ({
  text: (s, userid) => (s.viewer?.userid === userid ? text(s, userid) : undefined),
  tellsAnonymousGone: false,
  numberedBy: { user: 1 },
  put,
  forget: (s, userid) => put(s, userid, []),
  empty: [],
  here: sql`SELECT userid AS id FROM ${sql.table(table)}`,
});

export const favoritesResource = ownList<ListedGuide>(
  'favorite',
  (s, userid) => JSON.stringify(s.favorites.favoriteIds(userid)),
  (s, userid, marks) => s.favorites.setFavorites(userid, marks),
);

/** Guides that a person has completed. */
export const completionsResource = ownList<ListedGuide>(
  'completion',
  (s, userid) => JSON.stringify(s.favorites.completionIds(userid)),
  (s, userid, marks) => s.favorites.setCompletions(userid, marks),
);

export const notificationsResource = ownList<FeedNotification>(
  'notification',
  (s, userid) => s.notifications.feedText(userid),
  (s, userid, told) => s.notifications.putRemote(userid, told),
);
