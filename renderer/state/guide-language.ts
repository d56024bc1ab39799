import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

/** The languages that were chosen for guides in this window, by guideid; a guide opens in its own language. */
const guideLanguages = createStore<Readonly<Record<number, string>>>(() => ({}));

export const readGuideIn = (guideid: number, langid: string): void =>
  guideLanguages.setState({ [guideid]: langid });

export const useGuideLanguage = (guideid: number): string | undefined =>
  useStore(guideLanguages, (chosen) => chosen[guideid]);
