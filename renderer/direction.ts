import { directionOf, spokenLanguage } from '../shared/language.ts';

/** 1 in left-to-right languages, -1 in right-to-left ones. */
export const way = directionOf(spokenLanguage()) === 'rtl' ? -1 : 1;

const mirrored: Readonly<Record<string, string>> = { ArrowLeft: 'ArrowRight', ArrowRight: 'ArrowLeft' };

/** Maps an arrow key to its meaning in a left-to-right language: `ArrowRight` goes on. */
export const readingKey = (key: string): string => (way === 1 ? key : (mirrored[key] ?? key));
