import fc from 'fast-check';
import { expect, test } from 'vitest';

import { Highlighter, textOfHtml } from '../../../app/store/search/highlight.ts';
import { fold, stem, words } from '../../../app/store/search/words.ts';

test.each([
  ['replace', 'replaces replaced replacing replacement replacements'],
  ['remove', 'removes removed removing removal'],
  ['battery', 'batteries'],
  ['tape', 'tapes taped taping'],
  ['tap', 'taps tapped tapping'],
  ['case', 'cases cased casing'],
  ['brake', 'brakes braking'],
  ['switch', 'switches switched switching'],
  ['calibrate', 'calibrated calibrating calibration'],
  ['install', 'installs installed installing installation'],
  ['lens', 'lenses'],
  ['glass', 'glasses'],
])('forms of "%s" have one stem', (word, forms) => {
  for (const form of forms.split(' ')) expect([form, stem(form)]).toEqual([form, stem(word)]);
});

test('words that only look similar stay distinct, and other languages and numbers stay unchanged', () => {
  const apart = [
    'tap',
    'tape',
    'tub',
    'tube',
    'metal',
    'signal',
    'sign',
    'speed',
    'spring',
    'bus',
    'gas',
    'string',
    'die',
  ];
  expect(new Set(apart.map(stem)).size).toBe(apart.length);
  for (const word of ['a1278', 'батарея', 'gerat', '電', '6s']) expect(stem(word)).toBe(word);
});

test('folding takes away case, accents and typography', () => {
  expect(words('Gerät & GRÖSSE, “Straße” smørre ŁÓDŹ İstanbul')).toEqual([
    'gerat',
    'grosse',
    'strasse',
    'smorre',
    'lodz',
    'istanbul',
  ]);
  expect(words('Ａ１２ ﬁne iPhone 6s Wi‑Fi don’t 電池交換 Батарея')).toEqual(
    'a12 fine iphone 6s wi fi don t 電 池 交 換 батарея'.split(' '),
  );
  expect(words(' \u0000"*()^:-+{}~😀 …')).toEqual([]);
});

test('folding and stemming have their final result after one pass, for any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
      const found = words(text);
      expect(words(found.join(' '))).toEqual(found);
      expect(fold(fold(text))).toBe(fold(text));
      for (const word of found) expect(words(stem(word))).toHaveLength(1);
    }),
    { numRuns: 300 },
  );
});

const highlighter = (query: string, growing = true): Highlighter =>
  new Highlighter({
    parts: words(query).map((word, index, { length }) => ({
      words: [word],
      growing: growing && index === length - 1,
      own: [[stem(word)]],
      others: [],
    })),
  });

test.each([
  ['battery', 'Both batteries, the Battery.', 'Both [batteries], the [Battery].'],
  ['removi bat', 'Removal of a BATTERY or a bat', 'Removal of a [BATTERY] or a [bat]'],
  ['removing bat', 'Removal of a BATTERY or a bat', '[Removal] of a [BATTERY] or a [bat]'],
  ['gerat', 'Das Gerät und die Geräte', 'Das [Gerät] und die [Geräte]'],
  ['cafe', 'cafe\u0301 or Café', '[cafe\u0301] or [Café]'],
  ['池', '電池交換', '電[池]交換'],
  ['x', 'y \uE000x\uE001 y', 'y [x] y'],
])('"%s" marks "%s"', (query, text, marked) => {
  expect(highlighter(query).mark(text).replaceAll('\uE000', '[').replaceAll('\uE001', ']')).toBe(marked);
});

test('a complete word marks no longer ones', () => {
  expect(highlighter('bat', false).mark('a bat, a battery')).toBe('a \uE000bat\uE001, a battery');
});

test('a snippet is the text with most of the words, cut around them', () => {
  const long = `${'Some words go before it. '.repeat(20)}Lift the heat sink now. ${'More words follow. '.repeat(20)}`;
  const snippet = highlighter('heat sink').snippet(['A heat gun.', long, 'Nothing.']);
  expect(snippet).toMatch(/^….*\uE000heat\uE001 \uE000sink\uE001 now.*…$/);
  expect(snippet.length).toBeLessThan(200);
  expect(highlighter('absent').snippet(['', 'The first one.', 'Another.'])).toBe('The first one.');
});

test('a snippet of any text keeps its characters whole and has marks in pairs', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 500 }), fc.string({ maxLength: 5 }), (text, query) => {
      const snippet = highlighter(query).snippet([text]);
      expect(snippet.isWellFormed()).toBe(true);
      expect(snippet.replaceAll(/\uE000[^\uE000\uE001]+\uE001/g, '')).not.toMatch(/[\uE000\uE001]/);
    }),
    { numRuns: 300 },
  );
});

test('text of rendered HTML has no tags and no entities', () => {
  expect(textOfHtml('<p>Heat &lt;80&nbsp;°C&gt; &amp;amp; <strong>wa</strong>it</p><p>Go</p>').trim()).toBe(
    'Heat <80 °C> &amp; wait  Go',
  );
});
