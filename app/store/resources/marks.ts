import type { SimpleResource } from './resource.ts';

/** One entry of a person's list. */
export interface ListedGuide {
  guideid: number;
  /** UNIX seconds. */
  date: number;
}

/** The whole list of a person's favorites. */
export const favoritesResource: SimpleResource<readonly ListedGuide[]> = {
  text: (s, id) => (s.viewer?.userid === id ? JSON.stringify(s.personal.favoriteIds(id)) : undefined),
  tellsAnonymousGone: false,
  numberedBy: { user: 1 },
  put: (s, userid, marks) => s.personal.setFavorites(userid, marks),
  forget: (s, userid) => s.personal.setFavorites(userid, []),
  empty: [],
  here: 'SELECT userid AS id FROM favorite',
};

/** The whole list of the guides that a person has completed. */
export const completionsResource: SimpleResource<readonly ListedGuide[]> = {
  text: (s, id) => (s.viewer?.userid === id ? JSON.stringify(s.personal.completionIds(id)) : undefined),
  tellsAnonymousGone: false,
  numberedBy: { user: 1 },
  put: (s, userid, marks) => s.personal.setCompletions(userid, marks),
  forget: (s, userid) => s.personal.setCompletions(userid, []),
  empty: [],
  here: 'SELECT userid AS id FROM completion',
};
