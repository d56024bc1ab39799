import { icu, messages } from '../../../../shared/language.ts';

export const glossaryTexts = messages('admin.glossary', {
  lead: 'How terms are translated. Machine translation uses these.',
  count: icu('{n, plural, one {# term} other {# terms}}', 'n'),
  one: 'This site has one language',
  oneWhy: 'Add languages first: benchside settings langids.',
  none: 'No terms yet',
  term: 'Term',
  state: 'Saved, and deleting',
  add: 'Add',
  addLabel: icu('New term in {language}', 'language'),
  cell: icu('{language} for {term}', 'language', 'term'),
  deleteOf: icu('Delete {term}', 'term'),
  deleted: icu('‘{term}’ is deleted.', 'term'),
  missing: 'A term cannot be empty.',
  saving: 'Saving …',
  saved: 'Saved',
  unsaved: 'Not saved',
});
