import fc from 'fast-check';
import { expect, test } from 'vitest';

import { limits } from '../../shared/limits.ts';
import { renderHtml, renderInline } from '../../shared/wiki/html.ts';
import { parseInline, parseWiki } from '../../shared/wiki/parse.ts';
import { plainText } from '../../shared/wiki/plain.ts';
import { serializeWiki } from '../../shared/wiki/serialize.ts';
import { faultsOf } from '../shared/wiki/markup.ts';
import { fuzz, peakBytes } from './fuzz.ts';
import { stepsOf } from './steps.ts';
import { built, links, shape } from './wiki-texts.ts';

/** Allowance for end tags and the note at the end. */
const slack = 4096;

test('[fuzz] any text becomes 4 MiB of safe HTML at most, and its tree can be written back', async () => {
  await fuzz(
    'wiki-html',
    fc.tuple(shape, fc.constantFrom(100, 3000, 40_000)),
    ([parts, length]) => {
      const raw = built(parts, length);
      const doc = parseWiki(raw);
      const html = renderHtml(doc, links());
      expect(Buffer.byteLength(html)).toBeLessThanOrEqual(limits.text.html.max + slack);
      expect(plainText(doc).length).toBeLessThanOrEqual(2 * raw.length);
      const line = renderInline(parseInline(raw), links());
      expect(Buffer.byteLength(line)).toBeLessThanOrEqual(limits.text.html.max + slack);
      if (length > 3000) return;
      expect(faultsOf(html)).toEqual([]);
      expect(faultsOf(line)).toEqual([]);
      expect(parseWiki(serializeWiki(doc))).toEqual(doc);
    },
    { runs: 300 },
  );
  expect(peakBytes()).toBeLessThan(1.2 * 2 ** 30);
});

test('[fuzz] four times the text costs four times the steps', async () => {
  const cost = (raw: string): number =>
    stepsOf('/shared/wiki/', () => {
      const doc = parseWiki(raw);
      renderHtml(doc, links());
      plainText(doc);
      serializeWiki(doc);
      renderInline(parseInline(raw), links());
    });
  await fuzz(
    'wiki-steps',
    shape,
    (parts) => {
      const [short, long] = [built(parts, 2000), built(parts, 8000)];
      const [once, more] = [cost(short), cost(long)];
      expect(once).toBeGreaterThan(0);
      // A constant for short texts, and a factor of two for lengths that are not exactly four times as long.
      expect(more).toBeLessThan(8 * once + 100_000);
    },
    { runs: 40 },
  );
});
