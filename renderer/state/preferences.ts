import { createStore } from 'zustand/vanilla';

/** Preferences of the desk that apply before and outside the components that read the settings. */
export const preferences = createStore(() => ({
  /** Single-character shortcuts; people with voice control, or who press keys by accident, turn them off. */
  singleKeys: true,
}));
