/** Folder of the built manual, relative to the page of the program. */
const folder = 'manual';

/** Returns the manual's first page in a language, or in English where it has no other. */
export const manualStart = (language: string): string =>
  `${folder}/${language === 'de' ? 'de' : 'en'}/index.html`;

/** The licences of other software in Benchside. */
export const licences = `${folder}/licences.html`;

export const isManual = (pathname: string): boolean => pathname.startsWith(`/${folder}/`);
