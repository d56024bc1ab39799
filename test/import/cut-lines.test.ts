import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { cutLines } from '../../app/import/cut-lines.ts';

describe('cutting a text into its lines', () => {
  const cases: [string, string, string[], string[] | undefined][] = [
    [
      'marks that open a line stay with it',
      'Lift it. (Mind "the" cable.) Done',
      ['lift it .', '( mind the cable . )', 'done'],
      ['Lift it.', '(Mind "the" cable.)', 'Done'],
    ],
    [
      'a line that begins like the one before',
      'Heat Sink Fan Heat Sink',
      ['heat sink fan', 'heat sink'],
      ['Heat Sink Fan', 'Heat Sink'],
    ],
    [
      'a link that tokenising left out',
      'See [http://example.org/a-long-address|the guide]. Then lift it.',
      ['see .', 'then lift it .'],
      ['See [http://example.org/a-long-address|the guide].', 'Then lift it.'],
    ],
    [
      'words that tokenising corrected',
      'Use a Philips #2 screwdriver. Do it slowly',
      ['use a phillips 2 screwdriver .', 'do it slowly'],
      ['Use a Philips #2 screwdriver.', 'Do it slowly'],
    ],
    [
      'letters of other scripts',
      'Снимите крышку. İyi çalışır 𝒜. Fertig',
      ['снимите крышку .', 'i̇yi çalışır 𝒜 .', 'fertig'],
      ['Снимите крышку.', 'İyi çalışır 𝒜.', 'Fertig'],
    ],
    ['a text of something else', 'Turn it', ['lift', 'open'], undefined],
  ];
  it.each(cases)('%s', (_, text, parts, lines) => {
    expect(cutLines(text, parts)).toEqual(lines);
  });

  it('keeps every character except spaces, for any text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 80 }),
        fc.array(fc.string({ maxLength: 12 }), { minLength: 1, maxLength: 5 }),
        (text, parts) => {
          const lines = cutLines(text, parts);
          if (lines) expect(lines.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
        },
      ),
    );
  });
});
