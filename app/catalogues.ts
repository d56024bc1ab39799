import type { Catalogue, Language, SpokenLanguage } from '../shared/language.ts';

type Load = () => Promise<{ default: Catalogue }>;

const catalogues: Readonly<Record<Exclude<Language, 'en'>, Load>> = {
  ar: () => import('../resources/languages/ar.json', { with: { type: 'json' } }),
  de: () => import('../resources/languages/de.json', { with: { type: 'json' } }),
  es: () => import('../resources/languages/es.json', { with: { type: 'json' } }),
  fr: () => import('../resources/languages/fr.json', { with: { type: 'json' } }),
  ja: () => import('../resources/languages/ja.json', { with: { type: 'json' } }),
};

/** Returns a language with its texts, which are loaded when they are first needed. */
export async function spokenIn(language: Language): Promise<SpokenLanguage> {
  const { default: words } = language === 'en' ? { default: {} } : await catalogues[language]();
  return { language, words, locale: language };
}
