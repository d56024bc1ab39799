import { icu, messages } from '../../../../shared/language.ts';

export const overviewTexts = messages('admin.overview', {
  exposed: 'This hub is reached without encryption',
  exposedWhy:
    'Passwords, sign-ins and everything on this hub cross the network in plain text. Anyone on that network can read and change them. Start the hub with a certificate, or put a proxy with HTTPS before it.',
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
  waiting: icu('{n, plural, one {edit not sent yet} other {edits not sent yet}}', 'n'),
  waitingWhy: 'They are sent with the next sync of their desks.',
  unreleased: icu(
    '{n, plural, one {guide with changes to release} other {guides with changes to release}}',
    'n',
  ),
  unreleasedWhy: 'Readers still see the release before.',
  flagged: icu('{n, plural, one {guide flagged for work} other {guides flagged for work}}', 'n'),
  flaggedWhy: 'Someone flagged a problem.',
  site: 'This hub',
  people: icu('{n, plural, one {account} other {accounts}}', 'n'),
  teams: icu('{n, plural, one {team} other {teams}}', 'n'),
  devices: icu('{n, plural, one {desk} other {desks}}', 'n'),
});
