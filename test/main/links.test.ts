import fc from 'fast-check';
import { expect, test } from 'vitest';

import { linkIn, placeOfLink, shownLink } from '../../main/deep-link.ts';
import { desktopEntry } from '../../main/desktop-entry.ts';
import { readOptions } from '../../main/paths.ts';

test.each([
  ['benchside://guide/123', '/guide/123'],
  ['benchside://guide/123/', '/guide/123'],
  ['benchside://guide/123/step/45', '/guide/123/step/45'],
  ['BENCHSIDE://Guide/7', '/guide/7'],
  ['benchside://run/-1700000000001', '/run/-1700000000001'],
  ['benchside://search?q=drill%20brush', '/search?q=drill+brush'],
  ['benchside://search/?q=100%25%20%3Cb%3E%26q%3D2', '/search?q=100%25+%3Cb%3E%26q%3D2'],
])('%s leads to %s', (link, place) => {
  expect(placeOfLink(link)).toBe(place);
});

test.each([
  'benchside://desk/',
  'benchside://desk/#/guide/1',
  'benchside://desk/api/2.0/guides/1',
  'benchside://guide',
  'benchside://guide/',
  'benchside://guide/0',
  'benchside://guide/1.5',
  'benchside://guide/1e3',
  'benchside://guide/١٢',
  'benchside://guide/1/2',
  'benchside://guide/1/step/',
  'benchside://guide/1/../../settings',
  'benchside://guide/1%2F..%2F..',
  'benchside://guide/1?edit=1',
  'benchside://guide/1#/settings',
  'benchside://guide/12345678901234567',
  'benchside://somebody@guide/1',
  'benchside://somebody:secret@guide/1',
  'benchside://guide:80/1',
  'benchside://run/5/finish',
  'benchside://run/5/../6/x',
  'benchside://search',
  'benchside://search?q=',
  'benchside://search?q=%20',
  'benchside://search?q=a%00b',
  'benchside://search?q=a%0Ab',
  'benchside://search?q=a&q=b',
  'benchside://search?q=a&type=guide',
  'benchside://search/guide?q=a',
  `benchside://search?q=${'a'.repeat(201)}`,
  `benchside://guide/1${' '.repeat(3_000)}`,
  'benchside:guide/1',
  'benchside:///guide/1',
  'benchside://settings',
  'javascript:alert(1)',
  'https://guide/1',
  '--no-sandbox',
  '',
])('the link %j leads nowhere', (link) => {
  expect(placeOfLink(link)).toBeUndefined();
});

test('any link leads to a guide, a run, a search, or nowhere', () => {
  const parts = fc.constantFrom(
    'guide',
    'run',
    'search',
    'desk',
    'step',
    '?q=',
    '..',
    '%2e',
    '\\',
    '#',
    '@',
    ':',
  );
  const link = fc
    .array(fc.oneof(parts, fc.string({ unit: 'grapheme', maxLength: 8 }), fc.integer().map(String)), {
      maxLength: 8,
    })
    .map((pieces) => `benchside://${pieces.join('/')}`);
  fc.assert(
    fc.property(link, (text) => {
      expect(placeOfLink(text) ?? '/run/1').toMatch(
        /^\/(?:guide\/-?[1-9]\d*(?:\/step\/-?[1-9]\d*)?|run\/-?[1-9]\d*|search\?q=[\w%.+*-]+)$/,
      );
    }),
  );
});

test('a link is found among switches, and shown on one short line', () => {
  const link = 'benchside://guide/1';
  expect(linkIn(['benchside', '--data', 'here', link])).toBe(link);
  expect(linkIn(['benchside', '--data', 'here'])).toBeUndefined();
  expect(linkIn([link])).toBeUndefined();
  expect(shownLink('benchside://a\n\u202Eb\u0000')).toBe('benchside://a b');
  expect(shownLink(`benchside://${'a'.repeat(500)}`)).toHaveLength(80);
});

test('a desktop entry starts the program by its whole path, with any characters in it', () => {
  const command = ['/opt/My "$HOME" 100%/bench`side\\x.AppImage', '--data', '/srv/desk one'];
  const entry = desktopEntry({ command, opensLinks: true, starts: true });
  const exec = /^Exec=(.*)$/m.exec(entry)?.[1] ?? '';
  expect(exec).toBe(
    String.raw`"/opt/My \\"\\$HOME\\" 100%%/bench\\` +
      '`' +
      String.raw`side\\\\x.AppImage" "--data" "/srv/desk one" %u`,
  );
  expect(entry).toContain('MimeType=x-scheme-handler/benchside;');
  expect(
    desktopEntry({ command: ['/a\nName=evil'] })
      .split('\n')
      .filter((line) => line.startsWith('Name')),
  ).toEqual(['Name=Benchside']);
});

test('[security links] a link behind -- is never read as a switch', () => {
  const link = 'benchside://guide/1';
  expect(linkIn(['benchside.exe', '--', link])).toBe(link);
  for (const text of ['--data=elsewhere', '--site', '--kiosk', '--guard=1'])
    expect(readOptions(['benchside.exe', '--', text, 'x'])).toEqual(readOptions(['benchside.exe']));
});
