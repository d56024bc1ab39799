import { icu, messages } from '../../../../shared/language.ts';

export const backupTexts = messages('admin.backup', {
  adminsOnly: 'Only admins back up the hub.',
  what: 'A backup is one file with everything: guides, pictures, accounts, jobs and keys. Keep it on another computer, where only you can read it.',
  last: icu(
    'The last backup was made {when}: {size}, {files, plural, one {# file} other {# files}}.',
    'when',
    'size',
    'files',
  ),
  never: 'No backup of this hub was made yet.',
  shared:
    'This hub shares its data with other hubs, in PostgreSQL. Back up that database and the place of its pictures with their own tools.',
  password: 'Your password',
  passwordHint: 'It keeps the backup from others at a browser where you are signed in.',
  forgotten:
    'Forgotten, or none yet? Sign out and choose “Forgot password?”. On the computer of the hub this command makes a backup without a password:',
  passwordEmpty: 'Enter your password.',
  show: 'Show the password',
  make: 'Make a backup now',
  making: 'Making the backup …',
  verifying: 'Verifying the backup …',
  stop: 'Stop',
  goOn: 'The hub can be used meanwhile. You may leave this page.',
  ready: 'The backup is ready',
  readyWords: icu(
    '{name}, {size}. It was read through. This hub deletes it at {time}.',
    'name',
    'size',
    'time',
  ),
  others: 'Another admin has made a backup. Only they can download it.',
  download: 'Download the backup',
  delete: 'Delete it from the hub',
  picturesIn: icu(
    'The pictures are in {place} and not in this file. Keep older versions of them there.',
    'place',
  ),
  failed: 'The backup was not made:',
  restore: 'Restore a backup',
  restoreHow: 'Stop the hub, run this command on its computer, and start the hub again:',
  restoreKept:
    'What was in the data folder is kept beside it. Desks notice at their next sync, and offer to send again what the hub has lost.',
  restoreWhy:
    'This page cannot restore: the hub has to stop while its folder is replaced, and a backup brings other accounts and passwords. Only someone with access to the computer may do that. A new hub takes a backup on its set-up page.',
});
