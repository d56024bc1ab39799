import { bestLanguage, isLanguage, speak, spokenLanguage } from '../shared/language.ts';
import type { Catalogue } from '../shared/language.ts';
import { republish } from './texts.ts';

const catalogues = import.meta.glob<Catalogue>('../resources/languages/*.json', { import: 'default' });

/**
 * Chooses the language of the shell.
 *
 * @param setting a language, or `auto`
 * @param system BCP 47 tags, most preferred first
 * @returns whether the language changed
 */
export async function chooseShellLanguage(setting: string, system: readonly string[]): Promise<boolean> {
  const language = isLanguage(setting) ? setting : bestLanguage(system);
  if (language === spokenLanguage()) return false;
  const words = await catalogues[`../resources/languages/${language}.json`]?.();
  speak(
    language,
    words ?? {},
    system.find((tag) => tag.startsWith(language)),
  );
  republish();
  return true;
}
