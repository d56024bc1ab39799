import fc from 'fast-check';
import { expect, it } from 'vitest';

import { escapeMarkdown, inlineMarkdown, linkTarget, wikiMarkdown } from '../../../shared/wiki/markdown.ts';
import { parseInline, parseWiki } from '../../../shared/wiki/parse.ts';
import { soup } from './markup.ts';

const markdown = (raw: string): string => wikiMarkdown(parseWiki(raw));

it.each([
  ["Two '''causes'''", 'Two **causes**'],
  ["''a '''b'''''", '*a **b***'],
  ["a''b'''c'''''", 'a*b**c***'],
  ["'''bold '''text", '**bold** text'],
  ['H,,2,,O and ~~old~~', 'H<sub>2</sub>O and ~~old~~'],
  ['== Tools ==\nA knife', '## Tools\n\nA knife'],
  ['* a\n** b\n* c', '- a\n  - b\n- c'],
  ['# a\n## b\n# c', '1. a\n   1. b\n2. c'],
  ['a[br]\nb', 'a  \nb'],
  ['[https://example.org/x_y(1)|bent *shaft*]', String.raw`[bent \*shaft\*](<https://example.org/x_y(1)>)`],
  ['[guide|12|Open the pump] or [guide|13]', 'Open the pump or Guide 13'],
  ['[[Topic:Pump]]', 'Pump'],
  ['[code]a ``` b[/code]', '````\na ``` b\n````'],
  ['[quote|Ann]Slowly.[/quote]', '> Slowly.\n>\n> — Ann'],
  ['{|\n! Part !! Torque\n|-\n| Lid || 2|3 Nm\n|}', '| Part | Torque |\n| --- | --- |\n| Lid | 2\\|3 Nm |'],
  ['{|\n| a || b\n|}', '|  |  |\n| --- | --- |\n| a | b |'],
  ['- no list\n\n1. neither', String.raw`\- no list` + '\n\n' + String.raw`1\. neither`],
  ['1 < 2 [comment]not this[/comment]', String.raw`1 \< 2`],
])('%j is %j in Markdown', (raw, expected) => {
  expect(markdown(raw)).toBe(expected);
});

it.each([
  'https://example.org/a\\',
  'https://example.org/a>b c',
  'https://example.org/a.jpg)<img src=x onerror=alert(1)>',
])('[security exports] no address ends its link, so that what follows is HTML: %j', (address) => {
  expect(linkTarget(address)).toMatch(/^<https:[^\s<>\\]+>$/);
});

it('a line of a step stays one line', () => {
  expect(inlineMarkdown(parseInline("Turn [br]\n'''left'''"))).toBe('Turn **left**');
});

it('no letter of any text is lost, and no text becomes an element', () => {
  fc.assert(
    fc.property(soup, (raw) => {
      const nodes = parseInline(raw);
      const text = inlineMarkdown(nodes);
      expect(text).not.toMatch(/(?<!\\)<(?!\/?(?:sub|sup|code)>|https?:)/);
      for (const node of nodes)
        if (node.type === 'text')
          for (const word of node.text.split(/\s+/)) expect(text).toContain(escapeMarkdown(word));
    }),
    { numRuns: 1000 },
  );
});
