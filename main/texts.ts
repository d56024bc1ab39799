import { icu, messages } from '../shared/language.ts';

const english = {
  product: 'Benchside',
  menu: {
    file: '&File',
    newWindow: 'New Window',
    sync: 'Sync Now',
    settings: 'Settings',
    folder: 'Show Data Folder',
    closeWindow: 'Close Window',
    quit: 'Quit',
    edit: '&Edit',
    undo: 'Undo',
    redo: 'Redo',
    cut: 'Cut',
    copy: 'Copy',
    paste: 'Paste',
    selectAll: 'Select All',
    go: '&Go',
    home: 'Home',
    search: 'Search',
    back: 'Back',
    forward: 'Forward',
    view: '&View',
    zoomIn: 'Zoom In',
    zoomOut: 'Zoom Out',
    actualSize: 'Actual Size',
    fullScreen: 'Full Screen',
    developer: 'Developer Tools',
    window: '&Window',
    openHereToo: 'Open in New Window',
    openLink: 'Open Link in New Window',
    help: '&Help',
    about: 'About Benchside',
    hide: 'Hide Benchside',
  },
  tray: {
    open: 'Open Benchside',
    sync: 'Sync Now',
    quit: 'Quit',
  },
  sync: {
    unbound: 'Not connected to a site yet',
    failed: 'The data could not be opened',
    running: 'Syncing …',
    current: 'Up to date',
    never: 'Not synced yet',
    offline: 'Working offline',
    waiting: 'Waiting to try again',
    signIn: 'Sync needs you to sign in',
    blocked: 'Sync needs you',
    off: 'Sync is off',
    pending: icu('{count, plural, one {# change to send} other {# changes to send}}', 'count'),
    parked: icu(
      '{count, plural, one {# change waits for a decision} other {# changes wait for a decision}}',
      'count',
    ),
  },
  notify: {
    conflict: 'Two versions need your decision',
    conflictBody: icu(
      '{count, plural, one {Somebody else changed the same on the site: {subject}} other {Somebody else changed the same on the site, in # places.}}',
      'count',
      'subject',
    ),
    parked: 'A change was set aside',
    parkedBody: icu(
      '{count, plural, one {The site did not take it: {subject}} other {The site did not take # changes. Nothing is lost.}}',
      'count',
      'subject',
    ),
    unnamed: 'a change made here',
    signIn: 'Sign in again to send your changes',
    signInBody: 'Everything can still be read and written. It is sent when you have signed in.',
    firstSync: 'Everything is on this machine',
    firstSyncBody: icu(
      '{guides, plural, one {# guide can} other {# guides can}} be read without a network now.',
      'guides',
    ),
    paused: icu('{count, plural, one {A run is paused} other {# runs are paused}}', 'count'),
    pausedBody: icu(
      '{count, plural, one {Work order {order} has been paused for {hours, plural, one {# hour} other {# hours}}.} other {The longest has been paused for {hours, plural, one {# hour} other {# hours}}: work order {order}.}}',
      'count',
      'order',
      'hours',
    ),
    update: icu('Version {version} is ready', 'version'),
    updateBody: 'It is put in place when you restart Benchside.',
    several: icu('{count, plural, one {# thing needs you} other {# things need you}}', 'count'),
  },
  notice: {
    badLink: icu('This link leads nowhere in Benchside: {link}', 'link'),
    pageRestarted: 'This window stopped working and was opened again. What you typed is here.',
    recovered: icu(
      'Benchside was closed unexpectedly. Your windows are back. {waiting, plural, =0 {Nothing was lost.} one {Nothing was lost; # change waits to be sent.} other {Nothing was lost; # changes wait to be sent.}}',
      'waiting',
    ),
    restored: icu(
      'The copy of {day} is back, with what was done since. What it replaced is kept in {folder}.',
      'day',
      'folder',
    ),
    restoredPart: icu(
      'The copy of {day} is back. What was done since is kept in {folder} and could not all be carried over: {problem}',
      'day',
      'folder',
      'problem',
    ),
    updated: icu('Benchside was updated to version {version}.', 'version'),
    wentBack: icu(
      'Version {version} did not work on this machine. Benchside went back to the version before, with everything you did since.',
      'version',
    ),
    wentBackPart: icu(
      'Version {version} did not work on this machine. Benchside went back to the version before. What was done since is kept in {file} and could not be carried over: {problem}',
      'version',
      'file',
      'problem',
    ),
  },
  dialog: {
    stopped: 'Benchside has to close',
    stoppedBody: icu(
      'What you saved is safe. Start Benchside again to go on.\n\nThe reason is written down in {file}:\n{reason}',
      'file',
      'reason',
    ),
    unresponsive: 'This window does not answer',
    unresponsiveBody:
      'It may only be busy. To load it again costs at most what was typed in the last moment.',
    wait: 'Wait',
    reload: 'Load It Again',
    trialFailed: icu('Version {version} does not work here', 'version'),
    trialFailedBody: icu(
      'Benchside could not start as it should: {reason}\n\nYour data from before the update is in {folder}. Install version {previous} again: it puts that back by itself, with what was done since.',
      'reason',
      'folder',
      'previous',
    ),
  },
  page: {
    connectTitle: 'Connect to your site',
    connectLead:
      'Benchside fetches its guides from your site once and keeps them here, with or without a network.',
    connectFailed: 'That did not work.',
    site: 'Address of the site',
    siteHint: 'Whoever runs your site knows it: guides.example.org, or http://192.168.1.20:4810',
    email: 'Email address',
    emailHint: 'Leave it empty to read only what the site shows to everybody.',
    password: 'Password',
    connect: 'Connect',
    failedTitle: 'Your data could not be opened',
    failedLead: 'Benchside has not changed anything in it.',
    retry: 'Try again',
    copyHint: icu(
      'A copy from before the update to version {version} is here. Benchside can go back to it, with what was done since.',
      'version',
    ),
    goBack: 'Go back to the copy',
    stoppedTitle: 'This window stopped working',
    stoppedLead: 'What you saved is safe on this machine. What happened is written down in the data folder.',
    reopen: 'Open Benchside again',
  },
  update: {
    noAddress: 'No address is set.',
    noHub: 'This desk belongs to no site yet.',
    notPackaged: 'This is not an installed program.',
    noKey:
      'This program knows no key to check new versions with. Whoever sets up this machine puts it into the data folder as updates-key.pem.',
    keyOnTheWay:
      'The hub is reached without encryption, so its key to check new versions with is not trusted: anyone on the network could have put in another. Whoever sets up this machine puts it into the data folder as updates-key.pem.',
    badKey: icu('The key {file} cannot be read.', 'file'),
    otherKey:
      'The hub signs with another key than before. If that is right, delete updates-key.pem in the data folder.',
    unreachable: icu('New versions cannot be looked for now: {reason}', 'reason'),
    noManifest: 'There is nothing for this machine at that address.',
    badSignature: 'What is offered there is not signed with the known key. It was refused and deleted.',
    badFile: 'The new version was damaged on its way. It was refused and deleted.',
    wentBack: icu('Version {version} did not work here before. It is not tried again.', 'version'),
    noRoom: 'The data could not be copied before the update, so nothing was changed:',
  },
};

/** Words of the shell, in the language that was spoken when they were told last. */
export let mainTexts = messages('main', english);

/** After another language was chosen. */
export function retell(): void {
  mainTexts = messages('main', english);
}
