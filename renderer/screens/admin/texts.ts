import { icu, messages } from '../../../shared/language.ts';

/** Words of the frame and of what all its parts say. */
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
  },
  signInTitle: 'Sign in to look after the site',
  signIn: 'This part is for authors and admins of the site.',
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

export const overviewTexts = messages('admin.overview', {
  exposed: 'This hub is reached without encryption',
  exposedWhy:
    'Passwords, sign-ins and everything on this site cross the network in plain text. Anyone on that network can read and change them. Start the hub with a certificate, or put a proxy with HTTPS before it.',
  needs: 'Needs attention',
  calm: 'Nothing needs you',
  calmWhy: 'Desks are up to date with the hub, nothing is left to release, and no guide needs work.',
  parked: icu('{n, plural, one {edit needs attention at a desk} other {edits need attention at desks}}', 'n'),
  parkedWhy: 'Someone has to decide at that desk.',
  unseen: icu('{n, plural, one {desk not seen for days} other {desks not seen for days}}', 'n'),
  unseenWhy: 'What was done there may not have reached the hub.',
  failing: icu('{n, plural, one {desk that cannot sync} other {desks that cannot sync}}', 'n'),
  failingWhy: 'Its last sync ended with a problem that a person has to fix.',
  unlocked: icu('{n, plural, one {kiosk that is not locked} other {kiosks that are not locked}}', 'n'),
  unlockedWhy: 'People can leave Benchside there.',
  waiting: icu('{n, plural, one {edit on its way} other {edits on their way}}', 'n'),
  waitingWhy: 'They are sent with the next sync of their desks.',
  unreleased: icu(
    '{n, plural, one {guide with changes to release} other {guides with changes to release}}',
    'n',
  ),
  unreleasedWhy: 'Readers still see the release before.',
  flagged: icu('{n, plural, one {guide flagged for work} other {guides flagged for work}}', 'n'),
  flaggedWhy: 'Someone flagged a problem.',
  site: 'The site',
  people: icu('{n, plural, one {account} other {accounts}}', 'n'),
  teams: icu('{n, plural, one {team} other {teams}}', 'n'),
  devices: icu('{n, plural, one {desk} other {desks}}', 'n'),
});

export const deviceTexts = messages('admin.devices', {
  lead: 'Every desk reports to its hub after a sync what is pending there. Only counts are reported, never what people wrote.',
  none: 'No desk has connected yet',
  noneWhy: 'A desk appears after its first sync with someone signed in.',
  states: {
    parked: 'Needs a decision',
    failing: 'Cannot sync',
    unseen: 'Not seen for days',
    unlocked: 'Not locked',
    waiting: 'Sending',
    fine: 'Up to date',
  },
  seen: icu('Last seen {ago}', 'ago'),
  program: icu('Benchside {version} on {system}', 'version', 'system'),
  ready: icu(
    '{ready, number} of {guides, plural, one {# guide} other {# guides}} complete there',
    'ready',
    'guides',
  ),
  allReady: icu('{guides, plural, one {Its guide is} other {All # guides are}} complete there', 'guides'),
  pending: icu('{n, plural, one {# edit to send} other {# edits to send}}', 'n'),
  sending: icu('{n, plural, one {# edit on its way} other {# edits on their way}}', 'n'),
  parked: icu('{n, plural, one {# edit needs attention} other {# edits need attention}}', 'n'),
  conflicts: icu('{n, plural, one {one of them a conflict} other {# of them conflicts}}', 'n'),
  oneConflict: 'which is a conflict',
  oldest: icu('oldest: {ago}', 'ago'),
  nothing: 'Nothing pending',
  nobody: 'Nobody has signed in there.',
  kioskLocked: 'Kiosk, locked',
  kioskOpen: 'Kiosk, not locked:',
  kioskUnknown: 'Kiosk; whether it is locked was not looked at yet.',
  kioskPart: icu('{part}: {found}', 'part', 'found'),
  forget: 'Forget',
  forgetName: icu('Forget {name}', 'name'),
  forgotten: icu('“{name}” was removed from the list. It comes back if it syncs again.', 'name'),
});

export const flagTexts = messages('admin.flags', {
  open: 'Needs work',
  openWhy: 'Someone reported a problem. Remove the flag once it is fixed.',
  kinds: 'Labels',
  none: 'No guide asks for work',
  noneWhy: 'Flags are set where a guide is edited, under its details.',
  guides: icu('{n, plural, =0 {no guide} one {# guide} other {# guides}}', 'n'),
  back: 'All flags',
  empty: 'No guide has this flag',
  takeOff: 'Remove flag',
  takeOffOf: icu('Remove the flag {title}', 'title'),
  taken: icu('Flag removed from ‘{title}’.', 'title'),
  edit: 'Edit',
  editTitle: icu('Edit {title}', 'title'),
});

export const badgeTexts = messages('admin.badges', {
  lead: 'Badges are awarded automatically.',
  types: { bronze: 'Bronze', silver: 'Silver', gold: 'Gold' },
  holders: icu('{n, plural, =0 {nobody yet} one {# person} other {# people}}', 'n'),
  back: 'All badges',
  empty: 'No one has earned it yet',
  times: icu('{n, plural, one {once} other {# times}}', 'n'),
});

export const deskOnlyTexts = messages('admin.desk-only', {
  title: 'This belongs to a desk',
  words:
    'You are using the hub in a browser. Sync, storage and appearance settings exist only in the desktop app.',
});
