import type { DeskSettings } from '../shared/model/benchside.ts';
import { bestLanguage, directionOf, isLanguage, speak, spokenLanguage } from '../shared/language.ts';
import type { Catalogue, Language } from '../shared/language.ts';

const catalogues = import.meta.glob<Catalogue>('../resources/languages/*.json', { import: 'default' });

/** Before the first screen is loaded: its texts are made in the language that is chosen here. */
export async function chooseLanguage(): Promise<void> {
  const language = languageOf(await chosenLanguage());
  const words = await catalogues[`../resources/languages/${language}.json`]?.();
  speak(
    language,
    words ?? {},
    navigator.languages.find((tag) => tag.startsWith(language)),
  );
  document.documentElement.lang = language;
  document.documentElement.dir = directionOf(language);
}

/** A window that speaks another language than the settings say loads itself anew. */
export function isSpoken(setting: DeskSettings['language']): boolean {
  return languageOf(setting) === spokenLanguage();
}

const languageOf = (setting: string): Language =>
  isLanguage(setting) ? setting : bestLanguage(navigator.languages);

/** Not by `api.ts`, which has texts itself. */
async function chosenLanguage(): Promise<string> {
  try {
    const response = await fetch('api/2.0/benchside/settings');
    // A private hub tells its settings to who signed in.
    return response.ok ? ((await response.json()) as DeskSettings).language : 'auto';
  } catch (error) {
    // Without its server the window still opens, and says so in the system's language.
    console.warn('The settings could not be read', error);
    return 'auto';
  }
}
