import { bestLanguage, isLanguage, speak, spokenLanguage } from '../shared/language.ts';
import type { Catalogue } from '../shared/language.ts';
import { retell } from './texts.ts';

const catalogues = import.meta.glob<Catalogue>('../resources/languages/*.json', { import: 'default' });

/**
 * Chooses the language of the shell.
 *
 * @param setting a language, or `auto`
 * @param system BCP 47 tags, the best first
 * @returns whether it is another one than before
 */
export async function chooseLanguage(setting: string, system: readonly string[]): Promise<boolean> {
  const language = isLanguage(setting) ? setting : bestLanguage(system);
  if (language === spokenLanguage()) return false;
  const words = await catalogues[`../resources/languages/${language}.json`]?.();
  speak(
    language,
    words ?? {},
    system.find((tag) => tag.startsWith(language)),
  );
  retell();
  return true;
}
