import { icu, messages } from '../../../shared/language.ts';

/** Texts of the frame, and those shared by its parts. */
export const adminTexts = messages('admin', {
  title: 'Administration',
  parts: {
    overview: 'Overview',
    people: 'People',
    teams: 'Teams',
    devices: 'Desks',
    releases: 'Releases',
    flags: 'Flags',
    glossary: 'Glossary',
    badges: 'Badges',
    backup: 'Backup',
    site: 'Settings',
  },
  signInTitle: 'Sign in to manage the hub',
  signIn: 'This part is for authors and admins.',
  othersTitle: 'This part is for authors and admins',
  others:
    'Your account can read guides, work with them and write. People, teams and releases are managed by authors and admins.',
  hubTitle: 'Manage this on the hub',
  hub: icu('Accounts and desks belong to the hub. Open {address} in a browser and sign in there.', 'address'),
  adminsOnly: 'Only admins change this.',
  failed: 'That did not work:',
  search: 'Search',
  nothingFound: 'Nothing matches',
  nothingFoundWhy: 'Change what you search for.',
  all: 'All',
  remove: 'Remove',
  save: 'Save',
  cancel: 'Cancel',
  roles: { technician: 'Technician', author: 'Author', admin: 'Admin' },
});

export const deskOnlyTexts = messages('admin.desk-only', {
  title: 'This belongs to a desk',
  words:
    'You are using the hub in a browser. Sync, storage and appearance settings exist only in the desktop app.',
});
