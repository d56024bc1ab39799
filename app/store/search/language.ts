import type { ReadAccess } from '../access.ts';
import { parseSynonyms, storedSynonyms } from './site-synonyms.ts';
import { stopWordsOf } from './stop-words.ts';
import { Synonyms } from './synonyms.ts';

/** The stop words and synonyms that a search uses, by the languages and the synonym list of the site. */
export interface SearchLanguage {
  stopWords: ReadonlySet<string>;
  synonyms: Synonyms;
}

/** Cached for the last site, because every search of a site needs the same. */
let last: { of: string; language: SearchLanguage } | undefined;

export function searchLanguage(s: ReadAccess): SearchLanguage {
  const stored = storedSynonyms(s);
  const of = `${s.meta.text('site')}\n${stored}`;
  if (last?.of === of) return last.language;
  const { langids } = s.meta.site;
  const language = { stopWords: stopWordsOf(langids), synonyms: new Synonyms(parseSynonyms(stored).sets) };
  last = { of, language };
  return language;
}
