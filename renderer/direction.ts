import { directionOf, spokenLanguage } from '../shared/language.ts';

/** 1 where people read to the right, -1 where they read to the left. */
export const way = directionOf(spokenLanguage()) === 'rtl' ? -1 : 1;

const mirrored: Readonly<Record<string, string>> = { ArrowLeft: 'ArrowRight', ArrowRight: 'ArrowLeft' };

/** An arrow key as it is meant where people read to the right: `ArrowRight` goes on. */
export const readingKey = (key: string): string => (way === 1 ? key : (mirrored[key] ?? key));
