import type { SynonymList, SynonymSet } from '../../../shared/model/synonyms.ts';
import type { ReadAccess, WriteAccess } from '../access.ts';
import { starterSynonyms } from './synonyms.ts';

const key = 'synonyms';

/** Returns a site's own synonyms as stored: JSON, `null` or undefined for the list that every site starts with. */
export const storedSynonyms = (s: ReadAccess): string | undefined => s.meta.text(key);

/** Parses what `storedSynonyms` returns. */
export const parseSynonyms = (stored: string | undefined): SynonymList => {
  const own = stored === undefined ? null : (JSON.parse(stored) as SynonymSet[] | null);
  return { own: own !== null, sets: own ?? starterSynonyms.map((set) => [...set]) };
};

export const siteSynonyms = (s: ReadAccess): SynonymList => parseSynonyms(storedSynonyms(s));

/** Stores the site's own synonyms; null returns to the list that every site starts with. */
export const keepSynonyms = (s: WriteAccess, sets: readonly SynonymSet[] | null): void =>
  s.meta.set(key, sets);
