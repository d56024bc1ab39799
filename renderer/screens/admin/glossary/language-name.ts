import { spokenLocale } from '../../../../shared/language.ts';

const names = new Intl.DisplayNames(spokenLocale(), { type: 'language' });

/** Returns a language's name in the language of the interface: `de` → `German`. */
export const languageName = (langid: string): string => names.of(langid) ?? langid;
