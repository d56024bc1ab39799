import type { SiteSettings } from '../meta.ts';
import type { SimpleResource } from './resource.ts';

/** The public settings of the site. */
export const site: SimpleResource<SiteSettings> = {
  text(s) {
    const { name, langid, langids, private: isPrivate, offlineDays } = s.meta.site;
    return JSON.stringify({ name, langid, langids, private: isPrivate, offlineDays });
  },
  tellsAnonymousGone: true,
  put: (s, _id, settings) => s.meta.set('site', settings),
  forget: () => undefined,
};
