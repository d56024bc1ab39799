import { describe, expect, it } from 'vitest';
import { renderHtml, renderInline } from '../../../shared/wiki/html.ts';
import { parseInline, parseWiki } from '../../../shared/wiki/parse.ts';
import { plainText } from '../../../shared/wiki/plain.ts';
import { serializeWiki } from '../../../shared/wiki/serialize.ts';

const length = 1_000_000;

/** Openers without closers, closers without openers, near misses: each makes some naive parser scan forwards or backwards. */
const units = [
  "''a",
  '++~~,,^^',
  '[',
  '[[a|',
  '[link|',
  '[https://a|',
  '[image|1|caption=',
  '[def_flag|flagid=[',
  '[guidelist|tags=',
  '* [br]\n',
  '[code]',
  '[code]x[/code]',
  '[comment]',
  '[comment]\n[/comment]',
  '[quote]',
  '[/quote]',
  '[quote|[quote|\n',
  '[quote]\n[/quote]',
  '{|\n',
  '{|\n|-\n|}\n',
  '{|\n||',
  '* ** *** ',
  '*** a\n** b\n* c\n',
  '=',
  '== ',
  '== A ==\n== A_2 ==\n',
  '\n',
  ' \n\t',
  'a\n',
];

/** The same, closed at the end: nesting as deep as the text is long. */
const nested: readonly (readonly [string, string])[] = [
  ['[', ']'],
  ['[[a|', ']]'],
  ['[link|', ']'],
  ['[https://a|', ']'],
  ['[https://a\n', ']'],
  ['[image|1|caption=', ']'],
  ['[def_flag|flagid=', ']'],
  ['[quote]', '[/quote]'],
  ['[quote|', ']'],
  ['[quote|\n', ']'],
  ['{|\n|', '\n|}'],
];

const texts = [
  ...units.map((unit) => ({ name: unit, raw: unit.repeat(length / unit.length) })),
  ...nested.map(([open, close]) => {
    const times = length / (open.length + close.length);
    return { name: open + close, raw: open.repeat(times) + close.repeat(times) };
  }),
];

describe('a megabyte of the worst is read in linear time (a quadratic parser would need minutes)', () => {
  it.each(texts.map(({ name, raw }) => [JSON.stringify(name), raw] as const))('of %s', (_, raw) => {
    const doc = parseWiki(raw);
    expect(renderHtml(doc).length).toBeLessThan(raw.length * 30);
    expect(plainText(doc).length).toBeLessThanOrEqual(raw.length);
    expect(renderInline(parseInline(raw)).length).toBeLessThan(raw.length * 30);
  });

  it('and written in linear time', () => {
    for (const unit of ["''a", '[', '* a\n', "'[comment][/comment]'", '== a ==\n']) {
      const doc = parseWiki(unit.repeat(length / 2 / unit.length));
      expect(parseWiki(serializeWiki(doc)).content).toHaveLength(doc.content.length);
    }
  });
});
