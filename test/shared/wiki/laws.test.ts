import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderHtml, renderInline } from '../../../shared/wiki/html.ts';
import { noLinks } from '../../../shared/wiki/links.ts';
import { parseInline, parseWiki } from '../../../shared/wiki/parse.ts';
import { plainText } from '../../../shared/wiki/plain.ts';
import { readDoc } from '../../../shared/wiki/read.ts';
import { serializeInline, serializeWiki } from '../../../shared/wiki/serialize.ts';
import { tableOfContents } from '../../../shared/wiki/toc.ts';
import { writeBlocks, writeInline } from '../../../shared/wiki/write.ts';
import { faultsOf, knownLinks, soup, soupWithoutComments } from './markup.ts';

const runs = { numRuns: 3000 };
const count = (text: string, letter: string): number => text.split(letter).length - 1;

describe('laws of wiki text, for any text', () => {
  it('a written tree reads back as itself', () => {
    fc.assert(
      fc.property(soup, (raw) => {
        const doc = parseWiki(raw);
        expect(parseWiki(serializeWiki(doc))).toEqual(doc);
        const nodes = parseInline(raw);
        expect(parseInline(serializeInline(nodes))).toEqual(nodes);
      }),
      runs,
    );
  });

  it('a tree written with guards reads back as itself', () => {
    fc.assert(
      fc.property(soup, (raw) => {
        const doc = parseWiki(raw);
        expect(parseWiki(writeBlocks(doc.content, () => true))).toEqual(doc);
        const nodes = parseInline(raw);
        expect(parseInline(writeInline(nodes, true, '[br]'))).toEqual(nodes);
      }),
      runs,
    );
  });

  it('writing is stable after one round', () => {
    fc.assert(
      fc.property(soup, (raw) => {
        const written = serializeWiki(parseWiki(raw));
        expect(serializeWiki(parseWiki(written))).toBe(written);
      }),
      runs,
    );
  });

  it('a tree survives JSON and the reader of foreign trees', () => {
    fc.assert(
      fc.property(soup, (raw) => {
        const doc = parseWiki(raw);
        expect(readDoc(JSON.parse(JSON.stringify(doc)))).toEqual(doc);
      }),
      runs,
    );
  });

  it('HTML is balanced, allow-listed and safe for any answers of the site', () => {
    fc.assert(
      fc.property(soup, fc.constantFrom(knownLinks, noLinks), (raw, links) => {
        const html = renderHtml(parseWiki(raw), links);
        expect(faultsOf(html)).toEqual([]);
        expect(html).not.toMatch(/<script|<iframe|<[^>]* on\w+=/i);
        expect(faultsOf(renderInline(parseInline(raw), links))).toEqual([]);
      }),
      runs,
    );
  });

  it('no letter is lost outside comments', () => {
    fc.assert(
      fc.property(soupWithoutComments, (raw) => {
        const tree = JSON.stringify(parseWiki(raw));
        const line = JSON.stringify(parseInline(raw));
        for (const letter of 'αβγδ') {
          expect(count(tree, letter)).toBeGreaterThanOrEqual(count(raw, letter));
          expect(count(line, letter)).toBeGreaterThanOrEqual(count(raw, letter));
        }
      }),
      runs,
    );
  });

  it('a text without markup is one paragraph of itself', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-zß0-9.;:?()<>&"/]([a-zß0-9.;:?()<>&"/ ]{0,40}[a-z])?$/), (raw) => {
        expect(parseWiki(raw).content).toEqual([
          { type: 'paragraph', content: [{ type: 'text', text: raw }] },
        ]);
        expect(parseInline(raw)).toEqual([{ type: 'text', text: raw }]);
        expect(plainText(parseWiki(raw))).toBe(raw);
        expect(serializeWiki(parseWiki(raw))).toBe(raw);
      }),
      runs,
    );
  });

  it('every heading has a unique anchor, the same as in the HTML', () => {
    const title = fc.constantFrom('A', 'A_2', 'A 2', "''A''", '<i>', '[image|1]', 'Step "1"');
    fc.assert(
      fc.property(fc.array(title), (titles) => {
        const doc = parseWiki(titles.map((text) => `== ${text} ==`).join('\n'));
        const ids = tableOfContents(doc).map((entry) => entry.id);
        expect(new Set(ids).size).toBe(titles.length);
        const anchors = [...renderHtml(doc).matchAll(/<a class="selfLink" id="([^"]*)" href="#\1"/g)];
        expect(anchors).toHaveLength(titles.length);
      }),
    );
  });
});
