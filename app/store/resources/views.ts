import type { View } from '../../../shared/model/view.ts';
import type { SimpleResource } from './resource.ts';

/** A person's reading history, newest first. */
export const viewsResource: SimpleResource<readonly View[]> = {
  text: (s, userid) => s.views.answer(userid),
  tellsAnonymousGone: false,
  numberedBy: { user: 1 },
  put: (s, userid, read) => s.views.putRemote(userid, read),
  // The history only grows.
  forget: () => undefined,
};
