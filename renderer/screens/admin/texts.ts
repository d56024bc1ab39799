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
    'Your account may read, work and write guides. Who looks after people, teams and releases is an author or an admin of the site.',
  hubTitle: 'This is looked after on the hub',
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
  needs: 'What needs somebody',
  calm: 'Nothing needs you',
  calmWhy: 'Desks are in step with the hub, nothing waits to be released, and no guide asks for work.',
  parked: icu('{n, plural, one {edit set aside at a desk} other {edits set aside at desks}}', 'n'),
  parkedWhy: 'Somebody has to decide at that desk.',
  unseen: icu('{n, plural, one {desk not heard of for days} other {desks not heard of for days}}', 'n'),
  unseenWhy: 'What was done there may not have reached the hub.',
  failing: icu('{n, plural, one {desk that cannot sync} other {desks that cannot sync}}', 'n'),
  failingWhy: 'Its last round ended with something a person has to mend.',
  unlocked: icu('{n, plural, one {kiosk that is not locked} other {kiosks that are not locked}}', 'n'),
  unlockedWhy: 'People can leave Benchside there.',
  waiting: icu('{n, plural, one {edit on its way} other {edits on their way}}', 'n'),
  waitingWhy: 'They wait at desks for their next round of sync.',
  unreleased: icu(
    '{n, plural, one {guide with changes to release} other {guides with changes to release}}',
    'n',
  ),
  unreleasedWhy: 'Readers still see the release before.',
  flagged: icu('{n, plural, one {guide that asks for work} other {guides that ask for work}}', 'n'),
  flaggedWhy: 'Somebody has put up a flag.',
  site: 'The site',
  people: icu('{n, plural, one {account} other {accounts}}', 'n'),
  teams: icu('{n, plural, one {team} other {teams}}', 'n'),
  devices: icu('{n, plural, one {desk} other {desks}}', 'n'),
});

export const deviceTexts = messages('admin.devices', {
  lead: 'Every desk tells its hub at the end of a round of sync what waits there. Nothing of what people wrote is told, only how much.',
  none: 'No desk has told of itself yet',
  noneWhy: 'A desk does so after its first round of sync with somebody signed in.',
  states: {
    parked: 'Needs a decision',
    failing: 'Cannot sync',
    unseen: 'Silent',
    unlocked: 'Not locked',
    waiting: 'Edits on their way',
    fine: 'In step',
  },
  seen: icu('Heard of {ago}', 'ago'),
  program: icu('Benchside {version} on {system}', 'version', 'system'),
  ready: icu(
    '{ready, number} of {guides, plural, one {# guide} other {# guides}} complete there',
    'ready',
    'guides',
  ),
  allReady: icu('{guides, plural, one {Its guide is} other {All # guides are}} complete there', 'guides'),
  pending: icu('{n, plural, one {# edit to send} other {# edits to send}}', 'n'),
  sending: icu('{n, plural, one {# edit on its way} other {# edits on their way}}', 'n'),
  parked: icu('{n, plural, one {# edit set aside} other {# edits set aside}}', 'n'),
  conflicts: icu('{n, plural, one {one of them a conflict} other {# of them conflicts}}', 'n'),
  oneConflict: 'which is a conflict',
  oldest: icu('the oldest from {ago}', 'ago'),
  nothing: 'Nothing waits',
  nobody: 'Nobody has signed in there.',
  kioskLocked: 'Kiosk, locked',
  kioskOpen: 'Kiosk, not locked:',
  kioskUnknown: 'Kiosk; whether it is locked was not looked at yet.',
  kioskPart: icu('{part}: {found}', 'part', 'found'),
  forget: 'Forget',
  forgetName: icu('Forget {name}', 'name'),
  forgotten: icu('{name} is forgotten. If it still syncs, it tells of itself again.', 'name'),
});

export const flagTexts = messages('admin.flags', {
  open: 'Asking for work',
  openWhy: 'Somebody found something to mend. Take the flag off when it is done.',
  kinds: 'Saying what kind of guide it is',
  none: 'No guide asks for work',
  noneWhy: 'Flags are set where a guide is edited, under its details.',
  guides: icu('{n, plural, =0 {no guide} one {# guide} other {# guides}}', 'n'),
  back: 'All flags',
  empty: 'No guide has this flag',
  takeOff: 'Take the flag off',
  takeOffOf: icu('Take the flag off {title}', 'title'),
  taken: icu('The flag is off ‘{title}’.', 'title'),
  edit: 'Edit',
  editTitle: icu('Edit {title}', 'title'),
});

export const badgeTexts = messages('admin.badges', {
  lead: 'Badges are earned by what people do; nobody has to hand them out.',
  types: { bronze: 'Bronze', silver: 'Silver', gold: 'Gold' },
  holders: icu('{n, plural, =0 {nobody yet} one {# person} other {# people}}', 'n'),
  back: 'All badges',
  empty: 'Nobody has earned it yet',
  times: icu('{n, plural, one {once} other {# times}}', 'n'),
});

export const deskOnlyTexts = messages('admin.desk-only', {
  title: 'This belongs to a desk',
  words:
    'You look at the hub itself: there is nothing to sync or to store here, and it looks as your browser is set.',
});
