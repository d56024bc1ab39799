import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { limits } from '../../../shared/limits.ts';
import { HtmlBudget } from '../../../shared/wiki/budget.ts';
import { renderHtml, renderInline } from '../../../shared/wiki/html.ts';
import { boundedLinks, noLinks } from '../../../shared/wiki/links.ts';
import { parseInline, parseWiki } from '../../../shared/wiki/parse.ts';
import { faultsOf, knownLinks, soup } from './markup.ts';

/** Allowance for end tags and the note at the end. */
const slack = 4096;

describe('the bytes of a text', () => {
  it('[security 5] stay within any budget, and the HTML stays well formed', () => {
    fc.assert(
      fc.property(soup, fc.nat(2000), (raw, bytes) => {
        const budget = new HtmlBudget(bytes);
        const html = renderHtml(parseWiki(raw), knownLinks, budget);
        expect(faultsOf(html)).toEqual([]);
        expect(Buffer.byteLength(html)).toBeLessThanOrEqual(bytes + slack);
        expect(html.includes('class="cut"')).toBe(budget.isSpent);
        const line = renderInline(parseInline(raw), knownLinks, new HtmlBudget(bytes));
        expect(faultsOf(line)).toEqual([]);
        expect(Buffer.byteLength(line)).toBeLessThanOrEqual(bytes + slack);
      }),
      { numRuns: 3000 },
    );
  });

  it('[security 5] are all kept if the budget is large enough', () => {
    fc.assert(
      fc.property(soup, (raw) => {
        const doc = parseWiki(raw);
        const budget = new HtmlBudget(Infinity);
        expect(renderHtml(doc, knownLinks, budget)).toBe(renderHtml(doc, knownLinks));
        expect(budget.isSpent).toBe(false);
      }),
    );
  });

  it.each(['"', '{|\n||', "''a", '* a\n', '== ä ==\n', '|| ', '[https://a.b|x]', '漢'])(
    '[security 5] a megabyte of %j is cut where it would be more than 4 MiB',
    (unit) => {
      const raw = `{|\n|${unit.repeat(1_000_000 / unit.length)}`;
      for (const text of [raw, raw.slice(4)]) {
        const html = renderHtml(parseWiki(text), knownLinks);
        expect(Buffer.byteLength(html)).toBeLessThanOrEqual(limits.text.html.max + slack);
      }
    },
  );
});

describe('the targets that a text names', () => {
  const counted = () => {
    const asked: string[] = [];
    const links = boundedLinks({
      ...noLinks,
      wikiUrl: (namespace, title) => {
        asked.push(`${namespace}:${title}`);
        return { url: `/${title}`, title };
      },
      guidesByTag: (tags) => {
        asked.push(tags.join());
        return Array.from({ length: 100 }, (_, i) => ({ url: `/Guide/${i}`, title: `Guide ${i}` }));
      },
    });
    return { asked, links };
  };

  it('[security 9] are looked up once', () => {
    const { asked, links } = counted();
    const html = renderHtml(parseWiki('[[a]] [[Topic:a]] '.repeat(5000)), links);
    expect(asked).toEqual(['WIKI:a', 'CATEGORY:a']);
    expect(html.split('<a href="/a">')).toHaveLength(10_001);
  });

  it('[security 9] are looked up a limited number of times; later ones are text', () => {
    const { asked, links } = counted();
    const raw = Array.from({ length: 20_000 }, (_, i) => `[[p${i}]]`).join(' ');
    const html = renderHtml(parseWiki(raw), links);
    expect(asked).toHaveLength(limits.text.targets.max);
    expect(html).toContain('<span class="unresolved">p19999</span>');
  });

  it('[security 5] are listed once for the same tags, in any order', () => {
    const { asked, links } = counted();
    const html = renderHtml(parseWiki('[guidelist|tags=a,b]\n[guidelist|tags=b,a,a]\n'.repeat(500)), links);
    expect(asked).toEqual(['a,b']);
    expect(html.split('<a ')).toHaveLength(101);
    expect(html).toContain('Guides tagged b, a, a');
  });

  it('[security 5] are few lists in a text, with some hundred links', () => {
    const { asked, links } = counted();
    const raw = Array.from({ length: 500 }, (_, i) => `[guidelist|tags=t${i}]`).join('\n');
    const html = renderHtml(parseWiki(raw), links);
    expect(asked).toHaveLength(limits.text.guideLists.max);
    expect(html.split('<a ')).toHaveLength(limits.text.listLinks.max + 1);
  });
});
