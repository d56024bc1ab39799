import { icu, messages } from '../../../shared/language.ts';

export const translateTexts = messages('translate-guide', {
  kind: 'Translating',
  mayNot: 'You may read this guide, not translate it',
  isOriginal: 'The guide is written in this language',
  back: 'Read the guide',
  into: 'Into',
  missingOf: icu('{language}: not translated', 'language'),
  outdatedOf: icu('{language}: the original has changed', 'language'),
  done: icu('{n, number} of {all, number} texts are translated', 'n', 'all'),
  empty: 'Not translated: readers see the original',
  changed: 'The original has changed since',
  changedAll: icu(
    '{n, plural, one {The original of # text has changed since its translation} other {The originals of # texts have changed since their translation}}',
    'n',
  ),
  confirmOf: icu('The translation still fits: {names}', 'names'),
  stepTitle: icu('Step {position, number}, title', 'position'),
  line: icu('Step {position, number}, line {line, number}', 'position', 'line'),
});
