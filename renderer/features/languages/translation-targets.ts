import { useQuery } from '@tanstack/react-query';

import { languages, spokenLanguage } from '../../../shared/language.ts';
import type { Guide } from '../../../shared/model/guide.ts';
import { infoQuery } from '../../api/queries/site.ts';

/** The languages that a guide is translated into, or can be. */
export interface TranslationTargets {
  /** Languages to offer: the site's, or the program's if the site names none, and those of the guide's translations. */
  all: string[];
  /** Languages that the site names and the guide lacks. */
  missing: string[];
  /** Where a translation begins: the person's language, or one that is missing. */
  first: string;
}

export function useTranslationTargets({
  langid,
  available_langids: has,
}: Pick<Guide, 'langid' | 'available_langids'>): TranslationTargets {
  const { data: info } = useQuery(infoQuery);
  const ofSite = info?.langids ?? [];
  const named = ofSite.length > 1 ? ofSite : Object.keys(languages);
  const all = [...new Set([...named, ...has])].filter((one) => one !== langid);
  const missing = ofSite.filter((one) => one !== langid && !has.includes(one));
  const spoken = spokenLanguage();
  return { all, missing, first: all.includes(spoken) ? spoken : (missing[0] ?? all[0] ?? spoken) };
}
