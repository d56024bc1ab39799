/** The languages of the manual, and the words around its pages. */
export const manualLanguages = {
  en: {
    name: 'English',
    title: 'Benchside manual',
    pages: 'Pages of the manual',
    contents: 'All pages',
    skip: 'Skip to the text',
    next: 'Next page',
    licences: 'Licenses of other software in Benchside',
  },
  de: {
    name: 'Deutsch',
    title: 'Benchside-Handbuch',
    pages: 'Seiten des Handbuchs',
    contents: 'Alle Seiten',
    skip: 'Zum Text',
    next: 'Nächste Seite',
    licences: 'Lizenzen anderer Software in Benchside (englisch)',
  },
} as const;

export type ManualLanguage = keyof typeof manualLanguages;

interface Group {
  title: Record<ManualLanguage, string>;
  /** Names of the files in `en` and `de`, in reading order. */
  pages: readonly string[];
}

export const groups: readonly Group[] = [
  { title: { en: 'Start here', de: 'Zum Anfang' }, pages: ['index'] },
  { title: { en: 'For technicians', de: 'Am Arbeitsplatz' }, pages: ['reading', 'working', 'offline'] },
  { title: { en: 'For leads', de: 'Für die Leitung' }, pages: ['writing', 'leading'] },
  { title: { en: 'For a shared bench', de: 'Für gemeinsame Arbeitsplätze' }, pages: ['kiosk'] },
  { title: { en: 'For administrators', de: 'Für die Administration' }, pages: ['hub', 'people', 'upkeep', 'large'] },
  { title: { en: 'For authors of clients', de: 'Für eigene Programme' }, pages: ['clients'] },
];

export const pageNames = groups.flatMap(({ pages }) => pages);
