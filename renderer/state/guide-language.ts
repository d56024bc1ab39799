import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

import { spokenLanguage } from '../../shared/language.ts';

/** The languages that were chosen for guides in this window, by guideid. */
const guideLanguages = createStore<Readonly<Record<number, string>>>(() => ({}));

export const readGuideIn = (guideid: number, langid: string): void =>
  guideLanguages.setState({ [guideid]: langid });

type Chosen = ReturnType<typeof guideLanguages.getState>;

const languageIn = (chosen: Chosen, guideid: number): string => chosen[guideid] ?? spokenLanguage();

/** Returns the language in which a guide is wanted: the chosen one, else the person's. A guide without it is read in its own. */
export const guideLanguage = (guideid: number): string => languageIn(guideLanguages.getState(), guideid);

export const useGuideLanguage = (guideid: number): string =>
  useStore(guideLanguages, (chosen) => languageIn(chosen, guideid));
