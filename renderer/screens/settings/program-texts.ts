import { icu, messages } from '../../../shared/language.ts';

export const programTexts = messages('settings.program', {
  title: 'Program',
  off: 'Off',
  on: 'On',
  notifications: 'Desktop notifications',
  notificationsHint: 'When something needs you that is not on screen; one a minute at most.',
  keepRunning: 'Keep running in the background',
  keepRunningHint:
    'Closing the last window leaves Benchside in the tray, where there is one, and it goes on syncing.',
  startWithSystem: 'Start with the system',
  startWithSystemHint: 'Benchside opens when you sign in to this computer.',
  updates: 'Updates',
  updatesHint: 'A copy of your data is made before each, and a version that does not work is rolled back.',
  sources: { none: 'Off', hub: 'From the hub', folder: 'From an address' },
  address: 'Address of the folder',
  addressHint: 'A web address that begins with http:// or https://',
  looking: 'Checking for a new version …',
  current: 'There is no newer version.',
  notYet: 'Not checked yet.',
  downloading: icu('Downloading version {version}: {percent} %', 'version', 'percent'),
  ready: icu('Version {version} is ready.', 'version'),
  look: 'Check now',
  apply: 'Restart to update',
  applyFailed: 'The update did not start:',
});
