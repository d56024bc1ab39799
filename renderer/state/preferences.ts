import { createStore } from 'zustand/vanilla';

/** Preferences of the desk that apply before and outside the components that read the settings. */
export const preferences = createStore(() => ({
  /** Keys of a single character can be switched off, for those who speak to their machine or press keys by accident. */
  singleKeys: true,
}));
