import { icu, messages } from '../../../shared/language.ts';
export const languageTexts = messages('languages', {
  ofPage: 'Languages of this page',
  changed: 'The original has changed since this was translated.',
  seeChanges: 'See what changed',
  stillFits: 'The translation still fits',
  translate: icu('Translate into {languages}', 'languages'),
});
