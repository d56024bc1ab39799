import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { Phrasebook } from '../../app/translate/phrasebook.ts';
import type { Asked } from '../../app/translate/phrasebook.ts';
import type { Term } from '../../app/translate/terms.ts';
import { termSplitter } from '../../app/translate/terms.ts';
import { translateLine, translateWiki } from '../../app/translate/wiki.ts';
import { parseWiki } from '../../shared/wiki/parse.ts';
import { soup } from '../shared/wiki/markup.ts';
import { shout } from './service-double.ts';

/** Translates a text as `app/translate/guide.ts` does, with a function as the service. */
function rewrite(
  write: (book: Phrasebook) => string,
  translate: (text: string, format: Asked['format']) => string,
  terms: readonly Term[] = [],
): { text: string; asked: Asked[] } {
  const book = new Phrasebook(terms);
  const asked: Asked[] = [];
  for (let round = 0; round < 5; round += 1) {
    const text = write(book);
    if (book.missing.size === 0) return { text, asked };
    for (const one of book.missing.values()) {
      asked.push(one);
      book.answer(one, translate(one.text, one.format));
    }
  }
  throw new Error('still asking after five rounds');
}

const wiki = (
  raw: string,
  translate: (text: string, format: Asked['format']) => string = shout,
  terms?: Term[],
) => rewrite((book) => translateWiki(raw, book), translate, terms);

describe('wiki text is translated by its words', () => {
  test.each([
    ['plain words', 'Open it.', 'OPEN IT.'],
    ['marks', "Use '''two''' ''long'' screws.", "USE '''TWO''' ''LONG'' SCREWS."],
    [
      'links',
      '[https://u.v/x|this page] and [guide|5|that one]',
      '[https://u.v/x|THIS PAGE] AND [guide|5|THAT ONE]',
    ],
    [
      'an address stays itself',
      'See [https://u.v/x] or [mailto|a@b.c] now',
      'SEE [https://u.v/x] OR [mailto|a@b.c] NOW',
    ],
    ['boxes', '[image|3|caption=the lid] below', '[image|3|caption=THE LID] BELOW'],
    ['headings and lists', '== Care ==\n* one\n** two\n# three', '== CARE ==\n* ONE\n** TWO\n# THREE'],
    ['tables', '{|\n! Part\n|-\n| Lid || 2 Nm\n|}', '{|\n! PART\n|-\n| LID\n| 2 NM\n|}'],
    ['quotes, but not who said it', '[quote|Ann]\nfine\n[/quote]', '[quote|Ann]\nFINE\n[/quote]'],
    [
      'no code and no comments',
      'run ``ls`` [comment]why[/comment] now',
      'RUN ``ls`` [comment]why[/comment] NOW',
    ],
    ['no blocks of code', '[code]\nls -l\n[/code]', '[code]\nls -l\n[/code]'],
    ['characters of HTML', "a < b & ''c'' > \"d\"", "A < B & ''C'' > \"D\""],
  ])('%s', (_, raw, expected) => {
    expect(parseWiki(wiki(raw).text)).toEqual(parseWiki(expected));
  });

  test('a sentence is sent as a whole, and a text without words not at all', () => {
    expect(wiki("Use '''two''' screws [br]\nand ``ls``.").asked).toEqual([
      {
        format: 'html',
        text: 'Use <span id="1">two</span> screws <code id="3">3</code>and <code id="5">5</code>.',
      },
    ]);
    expect(wiki('Open it.').asked).toEqual([{ format: 'text', text: 'Open it.' }]);
    expect(wiki("12 × ''34'' — [image|3]\n\n[guide|5]").asked).toEqual([]);
  });

  test.each([
    ['loses its tags', (html: string) => html.replace(/<[^>]*>/g, '')],
    ['loses a placeholder', (html: string) => html.replace(/<code.*?<\/code>/, '')],
    ['says a mark twice', (html: string) => html + html],
    ['shouts at the tags, too', (html: string) => html.toUpperCase()],
    ['is empty', () => ' '],
    ['closes what was not open', (html: string) => `</span>${html}`],
    ['adds tags of its own', (html: string) => `<script>${html}`],
  ])('when the HTML that comes back %s, it is asked for piece by piece', (_, broken) => {
    const { text, asked } = wiki("Use '''two''' screws [br]\nnow", (given, format) =>
      format === 'html' ? broken(given) : given.toUpperCase(),
    );
    expect(text).toBe("USE '''TWO''' SCREWS [br]\nNOW");
    expect(asked.slice(1)).toEqual([
      { format: 'text', text: 'Use' },
      { format: 'text', text: 'two' },
      { format: 'text', text: 'screws' },
      { format: 'text', text: 'now' },
    ]);
  });

  test('no markup is lost or added, whatever the text and the answer', () => {
    /** Returns the markup alone, because plain text may be cut in any pieces. */
    const isPlain = (part: unknown): boolean =>
      typeof part === 'object' && part !== null && 'text' in part && !('marks' in part);
    const shape = (value: unknown): unknown =>
      JSON.parse(
        JSON.stringify(value, (key, part: unknown) => {
          if (Array.isArray(part)) return part.filter((item) => !isPlain(item));
          return ['text', 'caption', 'title'].includes(key) && typeof part === 'string' ? '' : part;
        }),
      );
    const evil = fc.constantFrom(
      (text: string) => `'''${text}''`,
      (text: string) => `[link|javascript:x|${text}]`,
      (text: string) => `== ${text} ==\n\n* ${text}`,
      (text: string) => `<b>${text}</b>&#91;guide|1&#93;\u0081\u0000`,
      shout,
    );
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z '*=[\]|#]{1,40}$/), evil, (raw, translate) => {
        const before = parseWiki(raw);
        const { text } = wiki(raw, translate);
        expect(shape(parseWiki(text))).toEqual(shape(before));
        expect(text).not.toMatch(/[\u0081\u0000]/);
      }),
      { numRuns: 500 },
    );
    fc.assert(
      fc.property(soup, evil, (raw, translate) => {
        expect(wiki(raw, translate).text).toBeTypeOf('string');
        expect(rewrite((book) => translateLine(raw, book), translate).text).toBeTypeOf('string');
      }),
      { numRuns: 300 },
    );
  });
});

describe('the glossary', () => {
  const terms = [
    { term: 'screw', translation: 'Schraube' },
    { term: 'Pentalobe screw', translation: 'Pentalobe-Schraube' },
    { term: 'C++ (lib)', translation: 'Zeh' },
    { term: 'Öse', translation: 'eyelet' },
  ];

  test('inserts whole words, the longest first, in any case', () => {
    const split = termSplitter(terms);
    const shown = (text: string) =>
      split(text)
        .map((piece) => (piece.kind === 'term' ? `{${piece.translation}}` : piece.text))
        .join('');
    expect(shown('The pentalobe  screw, a screw, screws and unscrew; SCREW')).toBe(
      'The {Pentalobe-Schraube}, a {Schraube}, screws and unscrew; {Schraube}',
    );
    expect(shown('In C++ (lib) the Öse, Ösen.')).toBe('In {Zeh} the {Eyelet}, Ösen.');
    expect(termSplitter([])('screw')).toEqual([{ kind: 'text', text: 'screw' }]);
  });

  test('keeps its terms from the service, also marked ones', () => {
    const { text, asked } = wiki("Turn the '''long screw''' of the screw.", shout, terms);
    expect(text).toBe("TURN THE '''LONG Schraube''' OF THE Schraube.");
    expect(asked).toEqual([
      {
        format: 'html',
        text: 'Turn the <span id="1">long <code id="1-1">1-1</code></span> of the <code id="2-1">2-1</code>.',
      },
    ]);
    expect(wiki("'''Screw''' 12", shout, terms)).toEqual({ text: "'''Schraube''' 12", asked: [] });
  });
});
