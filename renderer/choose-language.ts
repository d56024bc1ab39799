import type { DeskSettings } from '../shared/model/benchside.ts';
import { bestLanguage, directionOf, isLanguage, speak, spokenLanguage } from '../shared/language.ts';
import type { Catalogue, Language } from '../shared/language.ts';

const catalogues = import.meta.glob<Catalogue>('../resources/languages/*.json', { import: 'default' });

/** Sets the language. Call it before loading the first screen, whose texts are translated while it loads. */
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

/** Returns whether the window shows the language of the settings; if not, it has to reload. */
export function isSpoken(setting: DeskSettings['language']): boolean {
  return languageOf(setting) === spokenLanguage();
}

const languageOf = (setting: string): Language =>
  isLanguage(setting) ? setting : bestLanguage(navigator.languages);

/** Does not use `api/client.ts`, which already declares texts. */
async function chosenLanguage(): Promise<string> {
  try {
    const response = await fetch('api/2.0/benchside/settings');
    // A private hub shows its settings only to people who are signed in.
    return response.ok ? ((await response.json()) as DeskSettings).language : 'auto';
  } catch (error) {
    // Without its server the window still opens, and reports that in the system's language.
    console.warn('The settings could not be read', error);
    return 'auto';
  }
}
