import { icu, messages } from '../../../../shared/language.ts';

export const flagAdminTexts = messages('admin.flags', {
  open: 'Needs work',
  openWhy: 'Someone reported a problem. Remove the flag once it is fixed.',
  kinds: 'Labels',
  none: 'No guide needs work',
  noneWhy:
    'Readers report problems at the end of a guide; authors set flags where it is edited, under its details.',
  guides: icu('{n, plural, =0 {no guide} one {# guide} other {# guides}}', 'n'),
  back: 'All flags',
  empty: 'No guide has this flag',
  takeOff: 'Remove flag',
  takeOffOf: icu('Remove the flag {title}', 'title'),
  taken: icu('Flag removed from ‘{title}’.', 'title'),
  edit: 'Edit',
  editTitle: icu('Edit {title}', 'title'),
});
