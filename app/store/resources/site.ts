import { z } from 'zod';

import { siteFields } from '../../../shared/model/site.ts';
import { synonymSets } from '../../../shared/model/synonyms.ts';
import { keepSynonyms, siteSynonyms } from '../search/site-synonyms.ts';
import type { SimpleResource } from './resource.ts';

const { name, langid, langids, private: isPrivate, offlineDays, guideTypes } = siteFields.shape;

/** A setting that this version cannot read stays as it was, so that one of a newer or faulty hub stops no desk. */
const document = z
  .object({
    name: name.optional().catch(undefined),
    langid: langid.optional().catch(undefined),
    langids: langids.optional().catch(undefined),
    private: isPrivate.optional().catch(undefined),
    offlineDays: offlineDays.optional().catch(undefined),
    guideTypes: guideTypes.optional().catch(undefined),
    synonyms: synonymSets.optional().catch(undefined),
  })
  .catch({});

/** Returns the settings that this version can read. */
export function readSite(sent: unknown): z.infer<typeof document> {
  const { synonyms, ...settings } = document.parse(sent);
  const readable = Object.entries(settings).filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(readable), ...(synonyms && { synonyms }) };
}

/** The public settings of the site, and its own synonyms. */
export const siteResource: SimpleResource = {
  text(s) {
    const site = s.meta.site;
    const synonyms = siteSynonyms(s);
    return JSON.stringify({
      name: site.name,
      langid: site.langid,
      langids: site.langids,
      private: site.private,
      offlineDays: site.offlineDays,
      guideTypes: site.guideTypes,
      ...(synonyms.own && { synonyms: synonyms.sets }),
    });
  },
  tellsAnonymousGone: true,
  put: (s, _id, sent) => {
    const { synonyms, ...settings } = readSite(sent);
    s.meta.set('site', { ...s.meta.get<object>('site'), ...settings });
    keepSynonyms(s, synonyms ?? null);
  },
  forget: () => undefined,
};
