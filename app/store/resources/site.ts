import type { SynonymSet } from '../../../shared/model/synonyms.ts';
import type { SiteSettings } from '../meta.ts';
import { keepSynonyms, siteSynonyms } from '../search/site-synonyms.ts';
import type { SimpleResource } from './resource.ts';

/** The public settings of the site, and its own synonyms. */
export const siteResource: SimpleResource<SiteSettings & { synonyms?: SynonymSet[] }> = {
  text(s) {
    const { name, langid, langids, private: isPrivate, offlineDays } = s.meta.site;
    const synonyms = siteSynonyms(s);
    return JSON.stringify({
      name,
      langid,
      langids,
      private: isPrivate,
      offlineDays,
      ...(synonyms.own && { synonyms: synonyms.sets }),
    });
  },
  tellsAnonymousGone: true,
  put: (s, _id, { synonyms, ...settings }) => {
    s.meta.set('site', settings);
    keepSynonyms(s, synonyms ?? null);
  },
  forget: () => undefined,
};
