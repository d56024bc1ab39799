import { describe, expect, it } from 'vitest';
import { renderHtml } from '../../../shared/wiki/html.ts';
import { parseInline, parseWiki } from '../../../shared/wiki/parse.ts';
import { readDoc } from '../../../shared/wiki/read.ts';
import { serializeInline, serializeWiki } from '../../../shared/wiki/serialize.ts';
import { faultsOf, knownLinks } from './markup.ts';

const guard = '[comment][/comment]';
const text = (value: string, ...marks: string[]) => ({
  type: 'text',
  text: value,
  ...(marks.length > 0 && { marks: marks.map((type) => ({ type })) }),
});
const paragraph = (...content: unknown[]) => ({ type: 'paragraph', content });
const doc = (...content: unknown[]) => ({ type: 'doc', content });
const mark = (href: string) => [{ type: 'link', attrs: { href, target: '_self' } }];

describe('the layout of written text', () => {
  it.each([
    ['paragraphs and headings', 'a\n\n\n\nb\n==C==\nd', 'a\n\nb\n\n== C ==\nd'],
    ['lists', '* a\n\n** b\n### c\n*# d\ne', '* a\n** b\n### c\n## d\ne'],
    ['a break', 'a[br]b', 'a[br]\nb'],
    ['a quote', '[quote|format=featured|B]a[/quote]', '[quote|B|format=featured]\na\n\n[/quote]'],
    ['a code block', '[code]a[/code]', '[code]\na\n[/code]'],
    ['a table', '{|\n!A!!B\n|-----\n|c||d\n|}', '{|\n! A\n! B\n|-\n| c\n| d\n|}'],
    ['an image', '[image|3|Caption|size=large]', '[image|3|align=left|size=large|caption=Caption]'],
    [
      'links',
      '[link|https://u.v|a] [https://u.v] [mailto:a@b.c|c]',
      '[https://u.v|a] [https://u.v] [mailto|a@b.c|c]',
    ],
    ['wiki links', '[[Device:A]] [[B]] [[WIKI:info:C]]', '[[CATEGORY:A]] [[B]] [[WIKI:info:C]]'],
    ['overlapping marks', "''a '''b'' c'''", "''a '''b'' c'''"],
    ['text that looks like markup', "a '' b, C++ [Off] 1 * 2 | x = y", "a '' b, C++ [Off] 1 * 2 | x = y"],
  ])('%s', (_, raw, written) => {
    expect(serializeWiki(parseWiki(raw))).toBe(written);
  });

  it('guards only blocks that would read back differently', () => {
    const raw = `a '' b\n\nc '${guard}' d '' e\n\n* f`;
    expect(serializeWiki(parseWiki(raw))).toBe(
      `a '' b\n\n${guard}c '${guard}' d '${guard}' e${guard}\n\n* f`,
    );
    expect(serializeInline(parseInline(`x'${guard}'a''y`))).toBe(`${guard}x'${guard}'a'${guard}'y${guard}`);
  });

  it('keeps separate lists separate', () => {
    expect(serializeWiki(parseWiki(`* a\n${guard}\n* b`))).toBe(`* a\n\n${guard}\n\n* b`);
  });
});

describe('trees from elsewhere', () => {
  it.each([
    [
      'snake_case lists',
      doc({
        type: 'ordered_list',
        attrs: { order: 1 },
        content: [
          {
            type: 'list_item',
            content: [
              paragraph(text('first')),
              { type: 'bullet_list', content: [{ type: 'list_item', content: [paragraph(text('second'))] }] },
            ],
          },
        ],
      }),
      '# first\n** second',
    ],
    [
      'a second paragraph in an item',
      doc({
        type: 'bulletList',
        content: [{ type: 'listItem', content: [paragraph(text('a')), paragraph(text('b'))] }],
      }),
      '* a\n* b',
    ],
    [
      'a quote with a name in plain text',
      doc({
        type: 'blockquote',
        attrs: { format: 'featured', attribute: 'Abraham' },
        content: [paragraph(text('words'))],
      }),
      '[quote|Abraham|format=featured]\nwords\n\n[/quote]',
    ],
    [
      'a quote without name',
      doc({
        type: 'blockquote',
        attrs: { format: 'long', attribute: 'null' },
        content: [paragraph(text('words'))],
      }),
      '[quote]\nwords\n\n[/quote]',
    ],
    [
      'breaks, code and headings',
      doc(
        paragraph(text('a'), { type: 'hard_break' }, text('b')),
        {
          type: 'heading',
          attrs: { level: 1 },
          content: [text('Bold', 'strong'), text(' '), text('C', 'em')],
        },
        { type: 'code_block', content: [text('x')] },
      ),
      "a[br]\nb\n\n== '''Bold''' ''C'' ==\n[code]\nx\n[/code]",
    ],
    [
      'an image as the vendor writes it',
      doc(
        paragraph({
          type: 'image',
          attrs: { imageid: '12', src: 'https://x', size: 'medium', align: 'right' },
        }),
      ),
      '[image|12|align=right|size=medium]',
    ],
    [
      'nodes nobody knows',
      doc({ type: 'widget', content: [{ type: 'inner', content: [text('kept')] }] }),
      'kept',
    ],
    ['no tree at all', 'nothing', ''],
  ])('are read and written: %s', (_, json, written) => {
    const tree = readDoc(json);
    expect(serializeWiki(tree)).toBe(written);
    expect(faultsOf(renderHtml(tree, knownLinks))).toEqual([]);
  });

  it('contain no unsafe URL, no nested anchor and no endless nesting', () => {
    let deep: unknown = paragraph(text('deep'));
    for (let i = 0; i < 50_000; i += 1) deep = { type: 'blockquote', content: [deep] };
    const label = [{ type: 'guideLink', attrs: { guideid: 2 }, content: [text('inner')] }];
    const linkedLabel = [{ ...text('label'), marks: mark('https://w.x') }];
    const html = renderHtml(
      readDoc(
        doc(
          paragraph(
            { ...text('a'), marks: mark('javascript:x') },
            { ...text('b'), marks: mark('https://u.v') },
          ),
          paragraph({ type: 'guideLink', attrs: { guideid: 1 }, content: label, marks: mark('https://u.v') }),
          paragraph({ type: 'guideLink', attrs: { guideid: 3 }, content: linkedLabel }),
          paragraph({ type: 'video', attrs: { url: 'data:video/mp4,x', caption: 'c' } }, text('d')),
          deep,
        ),
      ),
      knownLinks,
    );
    expect(faultsOf(html)).toEqual([]);
    expect(html).toContain('<p>a<a href="https://u.v">b</a></p>');
    expect(html).toContain('>inner</a>');
    expect(html).toContain('<p>deep</p>');
  });
});
