import fc from 'fast-check';
import { limits } from '../../shared/limits.ts';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import type { StepFormField } from '../../shared/model/step-form.ts';

beforeEach(() => vi.resetModules());

/** Loads the modules for a person of this language. */
async function spoken(locale: string) {
  const { isLanguage, speak } = await import('../../shared/language.ts');
  const language = locale.slice(0, 2);
  speak(isLanguage(language) ? language : 'en', {}, locale);
  return {
    ...(await import('../../renderer/numerals.ts')),
    ...(await import('../../shared/numeral.ts')),
    ...(await import('../../renderer/features/step-form/form-values.ts')),
    ...(await import('../../renderer/screens/form-builder/form-value.ts')),
  };
}

describe('a number that a person types', () => {
  it.each([
    ['en', '12.5', '12.5'],
    ['en', '12,5', '12.5'],
    ['en', '1,234.5', '1234.5'],
    ['en', '0,125', '0.125'],
    ['de', '12,50', '12.50'],
    ['de', '12.5', '12.5'],
    ['de', '1,234', '1.234'],
    ['de', '1.234,5', '1234.5'],
    ['de', '1.234.567', '1234567'],
    ['de', ' -3, ', '-3'],
    ['de-CH', '1’234.567', '1234.567'],
    ['es', ',5', '0.5'],
    ['fr', '1\u202f234,5', '1234.5'],
    ['fr', '1 234 567', '1234567'],
    ['fr', '\u22127,25', '-7.25'],
    ['ja', '12.5', '12.5'],
    ['ar', '\u200e-12.5', '-12.5'],
    ['ar', '١٬٢٣٤٫٥', '1234.5'],
    ['ar', '١٢٫٥', '12.5'],
    ['ar-EG', '١٢،٥', '12.5'],
    ['ar-EG', '+۷', '7'],
  ])('in %s as %s is stored as %s', async (locale, typed, plain) => {
    const { readNumeral } = await spoken(locale);
    expect(readNumeral(typed)).toEqual({ plain });
  });

  it.each([
    ['de', '12a', 'Enter a number, such as 12,5'],
    ['en', '1.2.3', 'Enter a number, such as 12.5'],
    ['de', '12,34,5', 'Enter a number, such as 12,5'],
    ['fr', '1 2', 'Enter a number, such as 12,5'],
    ['en', '-', 'Enter a number, such as 12.5'],
    ['de', '1.234', 'Ambiguous: enter 1234 or 1,234'],
    ['en', '-1,234', 'Ambiguous: enter -1234 or -1.234'],
    ['ar-EG', 'x', 'Enter a number, such as ١٢٫٥'],
  ])('in %s as %s is asked about: %s', async (locale, typed, problem) => {
    const { readNumeral } = await spoken(locale);
    expect(readNumeral(typed)).toEqual({ problem });
  });

  it("is shown in the person's locale, digit for digit, and reads back equal", async () => {
    const { amount, numeral } = await spoken('de');
    expect(['12.50', '-0.001', '1234567.5', 'twelve'].map(numeral)).toEqual([
      '12,50',
      '-0,001',
      '1234567,5',
      'twelve',
    ]);
    expect(amount(1234.00005)).toBe('1.234,00005');
    const plain = fc
      .tuple(fc.boolean(), fc.nat(), fc.stringMatching(/^(\.\d{1,9})?$/))
      .map(([minus, whole, decimals]) => `${minus ? '-' : ''}${whole}${decimals}`);
    for (const locale of ['en', 'de', 'de-CH', 'es', 'fr', 'fr-CH', 'ja', 'ar', 'ar-EG', 'ar-MA']) {
      vi.resetModules();
      const numerals = await spoken(locale);
      fc.assert(
        fc.property(plain, (number) => {
          expect([locale, numerals.readNumeral(numerals.numeral(number))]).toEqual([
            locale,
            { plain: number },
          ]);
        }),
      );
    }
  });
});

describe('in German, a numeric field', () => {
  const volts: StepFormField = {
    field_guid: 'volts',
    field_revisionid: 1,
    field_type: 'Numeric Input',
    label: 'Voltage',
    required: false,
    placeholder: '',
    textarea: '',
    options: '{"limit_max":true,"max":20.5,"limit_decimals":true,"decimals":2}',
  };

  it('of a run stores a plain number, and shows it with a comma', async () => {
    const { enteredValue, inputOf } = await spoken('de');
    expect(enteredValue(volts, '12,5')).toEqual({ value: '12.5' });
    expect(enteredValue(volts, '')).toEqual({ value: '' });
    expect(enteredValue(volts, '20,75')).toEqual({ problem: 'must be 20.5 or less' });
    expect(enteredValue(volts, 'x')).toEqual({ problem: 'Enter a number, such as 12,5' });
    expect(inputOf(volts, undefined, '12.50', 9)).toBe('12,50');
    expect(inputOf(volts, { input: '12,5', state: { kind: 'saved', at: 5 } }, '12.5', 9)).toBe('12,5');
  });

  it('has its unit beside the number in words about its limits', async () => {
    const { rangeWords } = await spoken('de');
    expect([
      rangeWords({ highest: 0.3, unit: 'Ω' }),
      rangeWords({ lowest: 1, unit: 'MΩ' }),
      rangeWords({ lowest: 0, highest: 0.3, unit: 'Ω' }),
      rangeWords({ highest: 3 }),
      rangeWords({ unit: 'V' }),
    ]).toEqual(['0,3 Ω or less', '1 MΩ or more', '0 to 0,3 Ω', '3 or less', '']);
  });

  it('has limits with a comma, and explains an invalid number', async () => {
    const { checkField, newField, readForm, writeField } = await spoken('de');
    const read = readForm({ form_revisionid: 1, stepid: 1, guideid: 1, fields: [volts] }).fields[0];
    expect(read?.limits).toEqual({ limit_min: null, limit_max: '20,5', limit_decimals: '2' });
    const made = (limit_min: string, limit_max: string) => ({
      ...newField('Numeric Input'),
      label: 'Voltage',
      limits: { limit_min, limit_max, limit_decimals: null },
    });
    expect(writeField(made('0,5', '1.234,5'))).toMatchObject({
      options: { limit_min: true, min: 0.5, limit_max: true, max: 1234.5 },
    });
    expect(checkField(made('9,5', '10'))).toBeNull();
    expect(checkField(made('10,5', '10'))).toBe('Minimum is greater than maximum.');
    expect(checkField(made('0', '1.234'))).toBe('At most: Ambiguous: enter 1234 or 1,234');
  });

  it('is refused in the form builder like in the API', async () => {
    const { checkField, newField } = await spoken('en');
    const short = { ...newField('Text Input'), label: 'Name' };
    expect(checkField(short)).toBeNull();
    expect(checkField({ ...short, label: ' ' })).toBe('Every field needs a name.');
    const most = limits.form.label.max;
    expect(checkField({ ...short, label: 'x'.repeat(most) })).toBeNull();
    expect(checkField({ ...short, label: 'x'.repeat(most + 1) })).toBe(
      'A text has at most 10,000 characters.',
    );
    const choice = { ...newField('Radios'), label: 'State' };
    const choices = (...texts: string[]) => texts.map((text) => ({ text, fails: text === 'worn' }));
    expect(checkField({ ...choice, choices: choices('good', ' good') })).toContain(
      'None may be empty or appear twice.',
    );
    expect(checkField({ ...choice, choices: choices('good', 'worn') })).toBeNull();
  });
});
