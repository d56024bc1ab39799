import { spokenLanguage } from '../../shared/language.ts';

/** Returns the part of a query that asks for guides in the language of the interface, where they are translated into it. */
export const inOwnLanguage = () => ({ langid: spokenLanguage() });

/** Returns the part of a query that asks for a page in a language, else in that of the interface. */
export const readIn = (langid: string | undefined) => (langid === undefined ? inOwnLanguage() : { langid });

/** Returns the language that the address of a found page must name: pages open in that of the interface anyway. */
export const otherLanguage = (langid: string): string | undefined =>
  langid === spokenLanguage() ? undefined : langid;
