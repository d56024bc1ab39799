import { icu, messages } from '../../../../shared/language.ts';

export const carryTexts = messages('carry', {
  take: {
    title: 'Take a bundle from a stick',
    words:
      'A bundle of the hub brings guides, pages and pictures to this desk without a network, and confirms edits that have arrived.',
    choose: 'Choose a bundle',
    reading: icu('Reading {file} …', 'file'),
    waiting: icu('{file} is imported when the running sync has ended.', 'file'),
    taking: icu('Importing {file} …', 'file'),
    guides: icu('{n, plural, one {# guide} other {# guides}} so far', 'n'),
    pictures: icu('{done, number} of {total, number} pictures', 'done', 'total'),
    stop: 'Stop the import',
    failed: 'The bundle was not imported:',
    stopped: 'Import stopped. What has arrived stays; import the bundle again for the rest.',
    done: icu('Imported: {name}, as of {moment}', 'name', 'moment'),
    content: icu(
      '{guides, plural, one {# guide} other {# guides}} and {pages, plural, one {# page} other {# pages}} new or changed',
      'guides',
      'pages',
    ),
    older: 'This desk already has newer guides and pages, so only pictures were taken.',
    newPictures: icu('{n, plural, one {# picture} other {# pictures}} new', 'n'),
    removed: icu('{n, plural, one {# guide or page} other {# guides and pages}} removed', 'n'),
    arrived: icu(
      '{n, plural, =0 {No edits newly confirmed} one {# edit has arrived at the hub} other {# edits have arrived at the hub}}',
      'n',
    ),
    confirmRemovals: 'Choose the bundle again, and remove them here too',
    leadConfirms: 'If the hub is complete, a lead can confirm this here.',
    passOn: 'You can take the same file to the next desk.',
  },
  save: {
    title: 'Save edits to a stick',
    words:
      'The file has the edits that the hub does not have yet. An admin takes it at the hub, or a lead at a desk that reaches the hub. The edits stay here until a bundle confirms them.',
    button: 'Save edits',
    saved: icu('{n, plural, one {# edit saved} other {# edits saved}}', 'n'),
    none: 'There are no edits to save.',
    failed: 'The edits were not saved:',
    signIn: 'Sign in to save your edits.',
  },
  edits: {
    title: 'Take edits from a stick',
    words:
      'For leads: take edits of another desk here. The next sync sends each one for the person who made it, once that person is signed in at this desk.',
    choose: 'Choose a file with edits',
    taken: icu(
      '{n, plural, =0 {All edits of the file were here already} one {# edit taken} other {# edits taken}}',
      'n',
    ),
    failed: 'The edits were not taken:',
  },
});
