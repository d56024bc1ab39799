import { spokenLocale } from '../../../shared/language.ts';

const names = new Intl.DisplayNames(spokenLocale(), { type: 'language' });

/** `de` → `German`, in the language of the interface. */
export const languageName = (langid: string): string => names.of(langid) ?? langid;
