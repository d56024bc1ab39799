import { stopWordsOf } from './stop-words.ts';
import { parseSynonyms } from './site-synonyms.ts';
import { Synonyms } from './synonyms.ts';

/** The stop words and synonyms that a search uses, by the languages and the synonym list of the site. */
export interface SearchLanguage {
  stopWords: ReadonlySet<string>;
  synonyms: Synonyms;
}

/** Cached for the last site, because every search of a site needs the same. */
let last: { of: string; language: SearchLanguage } | undefined;

/** @param stored what `storedSynonyms` returns */
export function searchLanguage(langids: readonly string[], stored: string | undefined): SearchLanguage {
  const of = `${langids.join(' ')}\n${stored ?? ''}`;
  if (last?.of === of) return last.language;
  const language = { stopWords: stopWordsOf(langids), synonyms: new Synonyms(parseSynonyms(stored).sets) };
  last = { of, language };
  return language;
}
