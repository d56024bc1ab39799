import { spokenLocale } from '../../shared/language.ts';

/**
 * Attributes of a field for a day. A window writes it as its `lang` does (`main/windows.ts`), a browser in its own language. A year of
 * four digits lets typing go on to the month in languages that begin with the year.
 */
export const dateField = { type: 'date', lang: spokenLocale(), max: '9999-12-31' } as const;
