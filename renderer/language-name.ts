import { spokenLocale } from '../shared/language.ts';

/** Other forms are refused by `Intl`; a third-party site may have them. */
const wellFormed = /^[a-z]{2,3}(-[a-z]{4})?(-[a-z]{2})?$/i;
const names = new Intl.DisplayNames(spokenLocale(), { type: 'language' });

/** Returns a language's name in the language of the interface: `de` → `German`. */
export const languageName = (langid: string): string => nameIn(names, langid);

/** Returns a language's name in that language, for those who read it: `de` → `Deutsch`. */
export const ownName = (langid: string): string =>
  wellFormed.test(langid) ? nameIn(new Intl.DisplayNames(langid, { type: 'language' }), langid) : langid;

const nameIn = (language: Intl.DisplayNames, langid: string): string =>
  wellFormed.test(langid) ? (language.of(langid) ?? langid) : langid;
