import { icu, messages } from '../../../shared/language.ts';

export const importTexts = messages('import', {
  title: 'Import guides',
  words: 'MyFixit files (.jsonl, .jsonl.gz) add guides. A fixture (.json) goes into a hub without guides.',
  fetch: 'Fetch the pictures',
  fetchHint:
    'The hub stores the pictures of a MyFixit file, so that they are there without the internet. Otherwise they stay at the addresses in the file.',
  choose: 'Choose a file',
  sample: 'Load the sample workshop',
  sampleWords: 'Guides with pictures, and a few jobs, to try everything. Its people cannot sign in here.',
  uploading: icu('Sending {file} …', 'file'),
  running: icu('Importing {file} …', 'file'),
  runningSample: 'Loading the sample workshop …',
  guides: icu('{n, plural, one {# guide} other {# guides}} so far', 'n'),
  picturesDone: icu('{done, number} of {total, number} pictures', 'done', 'total'),
  picturesHere: icu(
    '{done, number} of {total, plural, one {# picture is} other {# pictures are}} here now; others stay at their addresses.',
    'done',
    'total',
  ),
  stop: 'Stop the import',
  done: icu('{n, plural, one {# guide imported} other {# guides imported}}', 'n'),
  stopped: icu('Import stopped; {n, plural, one {# guide is} other {# guides are}} here.', 'n'),
  failed: 'The import did not work:',
  lines: icu('{n, plural, one {One line held no guide.} other {# lines held no guide.}}', 'n'),
  notes: icu('{n, plural, one {One note} other {# notes}}', 'n'),
  line: icu('Line {line, number}', 'line'),
  more: icu('and {n, number} more', 'n'),
});

export const bundleTexts = messages('hub-bundle', {
  title: 'Carry by USB',
  words:
    'A bundle brings all public guides, pages and pictures to desks without a network, signed by this hub, and tells each desk which of its edits have arrived. Anyone who has the file can read it.',
  pictures: 'Which pictures',
  choice: { all: 'All pictures', opened: 'Opened guides', none: 'No pictures' },
  has: {
    all: 'With all pictures.',
    opened: 'With the pictures of opened guides, and all covers.',
    none: 'Without pictures.',
  },
  make: 'Make a bundle',
  making: 'Making a bundle …',
  stop: 'Stop making the bundle',
  download: icu('Download the bundle ({size})', 'size'),
  made: icu(
    'Made {moment}: {guides, plural, one {# guide} other {# guides}}, {pages, plural, one {# page} other {# pages}}.',
    'moment',
    'guides',
    'pages',
  ),
  failed: 'The bundle was not made:',
});

export const carriedEditsTexts = messages('carried-edits', {
  title: 'Edits from a stick',
  words:
    'A desk without a network saves the edits of its people to a file, under “Carry by USB”. Here the hub takes them in their names, once, even if the file comes again.',
  choose: 'Choose a file with edits',
  taking: icu('Taking {file} …', 'file'),
  done: icu('Taken: {file}', 'file'),
  arrived: icu('{n, plural, =0 {No new edits} one {# edit is new here} other {# edits are new here}}', 'n'),
  known: icu('{n, plural, one {# edit was here already} other {# edits were here already}}', 'n'),
  waiting: icu(
    '{n, plural, one {# edit by {author} stays at the desk:} other {# edits by {author} stay at the desk:}}',
    'author',
    'n',
  ),
  reasons: {
    unsigned:
      'They are no longer signed in to the hub there. They have to sign in once while the desk reaches the hub.',
    conflict:
      'Someone changed the same in another way meanwhile. The next bundle brings both versions to their desk. They decide there, and the next file brings back the decision.',
    refused: 'The hub refused.',
    blocked: 'Waits for other edits, which are not here yet.',
  },
  confirm: 'A bundle that is made now confirms to the desk what has arrived.',
  failed: 'The edits were not taken:',
});

export const connectTexts = messages('connect-desk', {
  title: 'Connect a desk',
  words:
    'Start Benchside on another computer and enter this address. Anyone who opens it in a browser reads and signs in, too.',
  address: 'Address of this hub',
  copy: 'Copy the address',
  copied: 'Copied',
  onlyHere:
    'This hub answers on this computer only. Start it with --host 0.0.0.0, or behind a server with HTTPS, so that others reach it.',
  exposed:
    'Anyone on the network can read and change what crosses it. Use HTTPS where others are on the network.',
});
