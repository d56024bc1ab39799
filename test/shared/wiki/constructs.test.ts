import { describe, expect, it } from 'vitest';
import { renderHtml, renderInline } from '../../../shared/wiki/html.ts';
import { parseInline, parseWiki } from '../../../shared/wiki/parse.ts';
import { plainText } from '../../../shared/wiki/plain.ts';
import { serializeWiki } from '../../../shared/wiki/serialize.ts';
import { tableOfContents } from '../../../shared/wiki/toc.ts';
import type {
  Block,
  Inline,
  LinkMark,
  ListItem,
  Paragraph,
  StyleMark,
  TableCell,
} from '../../../shared/wiki/tree.ts';
import { faultsOf, knownLinks } from './markup.ts';

const t = (text: string, ...marks: StyleMark[]): Inline =>
  marks.length === 0
    ? { type: 'text', text }
    : { type: 'text', text, marks: marks.map((type) => ({ type })) };
const p = (...content: Inline[]): Paragraph => ({ type: 'paragraph', content });
const li = (...content: Block[]): ListItem => ({ type: 'listItem', content });
const ul = (...content: ListItem[]): Block => ({ type: 'bulletList', content });
const ol = (...content: ListItem[]): Block => ({ type: 'orderedList', content });
const h = (level: number, ...content: Inline[]): Block => ({ type: 'heading', attrs: { level }, content });
const br: Inline = { type: 'hardBreak' };
const code = (text: string): Block => ({ type: 'codeBlock', content: [{ type: 'text', text }] });
const link = (href: string, target: '_blank' | null = null): LinkMark => ({
  type: 'link',
  attrs: { href, title: null, target },
});
const linked = (text: string, mark: LinkMark): Inline => ({ type: 'text', text, marks: [mark] });
const quote = (format: 'long' | 'featured', attribute: Paragraph | null, ...content: Block[]): Block => ({
  type: 'blockquote',
  attrs: { format, attribute },
  content,
});
const cell = (type: TableCell['type'], ...content: Inline[]): TableCell => ({
  type,
  content: [p(...content)],
});
const headed = (level: number, id: string, text: string): string =>
  `<div class="headerContainer"><a class="selfLink" id="${id}" href="#${id}" aria-hidden="true" tabindex="-1"></a>` +
  `<h${level}>${text}</h${level}></div>`;
const itemLine = (depth: number): string => `${'*'.repeat(depth)} x`;
const clearer = '<div class="clearer"></div>';

type Case = readonly [title: string, raw: string, tree: readonly Block[], html: string];

const marks: readonly Case[] = [
  ['em', "''x''", [p(t('x', 'em'))], '<p><em>x</em></p>'],
  ['strong', "'''x'''", [p(t('x', 'strong'))], '<p><strong>x</strong></p>'],
  ['strong em', "'''''x'''''", [p(t('x', 'em', 'strong'))], '<p><strong><em>x</em></strong></p>'],
  ['underline', '++x++', [p(t('x', 'underline'))], '<p><u>x</u></p>'],
  ['strikethrough', '~~x~~', [p(t('x', 'strikethrough'))], '<p><strike>x</strike></p>'],
  ['subscript', 'H,,2,,O', [p(t('H'), t('2', 'subscript'), t('O'))], '<p>H<sub>2</sub>O</p>'],
  ['superscript', 'm^^2^^', [p(t('m'), t('2', 'superscript'))], '<p>m<sup>2</sup></p>'],
  ['code', '``x``', [p(t('x', 'code'))], '<p><tt>x</tt></p>'],
  [
    'blanks inside markers',
    "'''good '''x",
    [p(t('good ', 'strong'), t('x'))],
    '<p><strong>good </strong>x</p>',
  ],
  [
    'nested marks',
    "''a '''b''' c''",
    [p(t('a ', 'em'), t('b', 'em', 'strong'), t(' c', 'em'))],
    '<p><em>a <strong>b</strong> c</em></p>',
  ],
  [
    'overlapping marks',
    '++a ~~b++ c~~',
    [p(t('a ', 'underline'), t('b', 'underline', 'strikethrough'), t(' c', 'strikethrough'))],
    '<p><u>a <strike>b</strike></u><strike> c</strike></p>',
  ],
  ['a marker without partner', "a ''b", [p(t("a ''b"))], '<p>a &#39;&#39;b</p>'],
  [
    'an apostrophe before a marker',
    "l''''eau'''",
    [p(t("l'"), t('eau', 'strong'))],
    '<p>l&#39;<strong>eau</strong></p>',
  ],
  ['an apostrophe that ends em', "''the dogs'''", [p(t("the dogs'", 'em'))], '<p><em>the dogs&#39;</em></p>'],
  [
    'a comma after a subscript',
    'CO,,2,,, x',
    [p(t('CO'), t('2', 'subscript'), t(', x'))],
    '<p>CO<sub>2</sub>, x</p>',
  ],
  ['long runs', '~~~~ ++++', [p(t('~~~~ ++++'))], '<p>~~~~ ++++</p>'],
];

const blocks: readonly Case[] = [
  ['paragraphs', 'a\nb\n \n\nc', [p(t('a\nb')), p(t('c'))], '<p>a\nb</p><p>c</p>'],
  ['line ends of Windows', 'a\r\n\r\nb', [p(t('a')), p(t('b'))], '<p>a</p><p>b</p>'],
  ['a break', 'a[br]\nb[br]c', [p(t('a'), br, t('b'), br, t('c'))], '<p>a<br>b<br>c</p>'],
  ['a heading', '== A B ==', [h(2, t('A B'))], headed(2, 'A_B', 'A B')],
  ['the deepest heading', '====== E ======', [h(6, t('E'))], headed(6, 'E', 'E')],
  ['a heading of uneven ends', '=== A ==', [h(2, t('= A'))], headed(2, '=_A', '= A')],
  ['no heading of level one', '= A =', [p(t('= A ='))], '<p>= A =</p>'],
  ['marks in a heading', "==''A'' B==", [h(2, t('A', 'em'), t(' B'))], headed(2, 'A_B', '<em>A</em> B')],
  [
    'equal headings',
    '== A ==\n== A ==',
    [h(2, t('A')), h(2, t('A'))],
    headed(2, 'A', 'A') + headed(2, 'A_2', 'A'),
  ],
  [
    'a bullet list',
    '* a\n** b\n* c',
    [ul(li(p(t('a')), ul(li(p(t('b'))))), li(p(t('c'))))],
    '<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>',
  ],
  [
    'an ordered list',
    '# a\n## b\n\n# c',
    [ol(li(p(t('a')), ol(li(p(t('b'))))), li(p(t('c'))))],
    '<ol><li>a<ol><li>b</li></ol></li><li>c</li></ol>',
  ],
  [
    'mixed lists: the innermost marker, repeated depth times',
    '* a\n## b\n*** c\n## d\n** e\n# f',
    [
      ul(li(p(t('a')), ol(li(p(t('b')), ul(li(p(t('c'))))), li(p(t('d')))), ul(li(p(t('e')))))),
      ol(li(p(t('f')))),
    ],
    '<ul><li>a<ol><li>b<ul><li>c</li></ul></li><li>d</li></ol><ul><li>e</li></ul></li></ul><ol><li>f</li></ol>',
  ],
  [
    'mixed markers in a line',
    '* a\n*# b',
    [ul(li(p(t('a')), ol(li(p(t('b'))))))],
    '<ul><li>a<ol><li>b</li></ol></li></ul>',
  ],
  [
    'a list from the inside out',
    '*** a\n* b',
    [ul(li(p(t('a'))), li(p(t('b'))))],
    '<ul><li>a</li><li>b</li></ul>',
  ],
  [
    'an item over two lines',
    '* a[br]\nb\nc',
    [ul(li(p(t('a'), br, t('b')))), p(t('c'))],
    '<ul><li>a<br>b</li></ul><p>c</p>',
  ],
  ['markers without a blank', '#1 screw\n*note', [p(t('#1 screw\n*note'))], '<p>#1 screw\n*note</p>'],
  [
    'a code block',
    "[code]\n''a'' <b>\n\n[/code]",
    [code("''a'' <b>\n")],
    '<pre><code>&#39;&#39;a&#39;&#39; &lt;b&gt;\n</code></pre>',
  ],
  [
    'a code block in a line',
    'run [code]ls[/code] now',
    [p(t('run')), code('ls'), p(t('now'))],
    '<p>run</p><pre><code>ls</code></pre><p>now</p>',
  ],
  ['a code block without end', '[code] a', [p(t('[code] a'))], '<p>[code] a</p>'],
  [
    'a quote',
    '[quote]\na\n\nb\n[/quote]',
    [quote('long', null, p(t('a')), p(t('b')))],
    '<blockquote><p>a</p><p>b</p></blockquote>',
  ],
  [
    'a quote with name and format, in either order',
    "[quote|format=featured|''Bob'' [https://b.c|B]]\n* a\n[/quote]",
    [quote('featured', p(t('Bob', 'em'), t(' '), linked('B', link('https://b.c'))), ul(li(p(t('a')))))],
    '<blockquote class="featured"><ul><li>a</li></ul>' +
      '<cite class="attribution"><em>Bob</em> <a href="https://b.c">B</a></cite></blockquote>',
  ],
  [
    'quotes in a quote',
    'a[quote]b[quote|X]c[/quote]d[/quote]',
    [p(t('a')), quote('long', null, p(t('b')), quote('long', p(t('X')), p(t('c'))), p(t('d')))],
    '<p>a</p><blockquote><p>b</p><blockquote><p>c</p><cite class="attribution">X</cite></blockquote><p>d</p></blockquote>',
  ],
  ['a quote without end', '[quote] a', [p(t('[quote] a'))], '<p>[quote] a</p>'],
  ['an end without quote', 'a [/quote]', [p(t('a [/quote]'))], '<p>a [/quote]</p>'],
  [
    'a table',
    "{|\n! A !! ''B''\n|-\n| c || [https://u.v|d]\n| e\nf\n|}",
    [
      {
        type: 'table',
        content: [
          { type: 'tableRow', content: [cell('tableHeader', t('A')), cell('tableHeader', t('B', 'em'))] },
          {
            type: 'tableRow',
            content: [
              cell('tableCell', t('c')),
              cell('tableCell', linked('d', link('https://u.v'))),
              cell('tableCell', t('e\nf')),
            ],
          },
        ],
      },
    ],
    '<div class="table-container"><div class="table-overflow"><table><tbody>' +
      '<tr><th scope="col">A</th><th scope="col"><em>B</em></th></tr>' +
      '<tr><td>c</td><td><a href="https://u.v">d</a></td><td>e\nf</td></tr></tbody></table></div></div>',
  ],
  ['a table without end', '{|\n| a', [p(t('{|\n| a'))], '<p>{|\n| a</p>'],
  ['a table without cells', '{|\n|-\n|}', [p(t('{|\n|-\n|}'))], '<p>{|\n|-\n|}</p>'],
  [
    'comments, over blank lines too',
    "a [comment]''x\n\n[code][/comment]b",
    [p(t('a '), { type: 'comment', attrs: { text: "''x\n\n[code]" } }, t('b'))],
    '<p>a b</p>',
  ],
  ['a comment alone', '[comment]x[/comment]', [p({ type: 'comment', attrs: { text: 'x' } })], ''],
  [
    'an empty comment keeps markers apart',
    "'[comment][/comment]'x''",
    [p(t("''x''"))],
    '<p>&#39;&#39;x&#39;&#39;</p>',
  ],
  [
    'HTML',
    '<b onclick="x">&amp;</b>',
    [p(t('<b onclick="x">&amp;</b>'))],
    '<p>&lt;b onclick=&quot;x&quot;&gt;&amp;amp;&lt;/b&gt;</p>',
  ],
];

const site = link('https://u.v/x?a=1&b=2');
const brackets: readonly Case[] = [
  [
    'a link',
    '[https://u.v/x?a=1&b=2|text]',
    [p(linked('text', site))],
    '<p><a href="https://u.v/x?a=1&amp;b=2">text</a></p>',
  ],
  [
    'a bare link',
    '[https://u.v]',
    [p(linked('https://u.v', link('https://u.v')))],
    '<p><a href="https://u.v">https://u.v</a></p>',
  ],
  [
    'a link to a new window',
    '[https://u.v|text|new_window=true]',
    [p(linked('text', link('https://u.v', '_blank')))],
    '<p><a href="https://u.v" target="_blank" rel="noopener noreferrer">text</a></p>',
  ],
  [
    'options before the text',
    '[link|https://u.v|new_window=true|a|b]',
    [p(linked('a|b', link('https://u.v', '_blank')))],
    '<p><a href="https://u.v" target="_blank" rel="noopener noreferrer">a|b</a></p>',
  ],
  [
    'marks and brackets in a label',
    "'''see [https://u.v|the ''book'' [1]] now'''",
    [
      p(
        t('see ', 'strong'),
        { type: 'text', text: 'the ', marks: [{ type: 'strong' }, link('https://u.v')] },
        { type: 'text', text: 'book', marks: [{ type: 'em' }, { type: 'strong' }, link('https://u.v')] },
        { type: 'text', text: ' [1]', marks: [{ type: 'strong' }, link('https://u.v')] },
        t(' now', 'strong'),
      ),
    ],
    '<p><strong>see <a href="https://u.v">the <em>book</em> [1]</a> now</strong></p>',
  ],
  [
    'no link in a link',
    '[https://u.v|a [https://w.x|b]]',
    [p(linked('a [https://w.x|b]', link('https://u.v')))],
    '<p><a href="https://u.v">a [https://w.x|b]</a></p>',
  ],
  [
    'a link on the site',
    '[/Info/About|us]',
    [p(linked('us', link('/Info/About')))],
    '<p><a href="/Info/About">us</a></p>',
  ],
  [
    'a link in brackets',
    '[[https://u.v|1]]',
    [p(t('['), linked('1', link('https://u.v')), t(']'))],
    '<p>[<a href="https://u.v">1</a>]</p>',
  ],
  [
    'mail',
    '[mailto|a@b.c|me]',
    [p(linked('me', link('mailto:a@b.c')))],
    '<p><a href="mailto:a@b.c">me</a></p>',
  ],
  [
    'a guide',
    "[guide|750|the ''guide'']",
    [p({ type: 'guideLink', attrs: { guideid: 750, target: null }, content: [t('the '), t('guide', 'em')] })],
    '<p><a href="/Guide/Fan+&amp;+&quot;Filter&quot;/750">the <em>guide</em></a></p>',
  ],
  [
    'a guide by its title',
    '[guide|-7|new_window=true]',
    [p({ type: 'guideLink', attrs: { guideid: -7, target: '_blank' }, content: [] })],
    '<p><a href="/Guide/Fan+&amp;+&quot;Filter&quot;/-7" target="_blank" rel="noopener noreferrer">Fan &amp; &quot;Filter&quot;</a></p>',
  ],
  [
    'a document',
    '[document|6]',
    [p({ type: 'documentLink', attrs: { documentid: 6, target: null }, content: [] })],
    '<p><a href="https://docs.example/6">Data &lt;sheet&gt;</a></p>',
  ],
  [
    'a product, whose site answers an unsafe URL',
    '[product|IF145-018|Station]',
    [p({ type: 'productLink', attrs: { code: 'IF145-018', target: null }, content: [t('Station')] })],
    '<p><span class="unresolved">Station</span></p>',
  ],
  [
    'wiki links',
    '[[Topic:Soldering|how]] [[Sewing Glossary#Seam]]',
    [
      p(
        {
          type: 'wikiLink',
          attrs: { namespace: 'CATEGORY', title: 'Soldering', fragment: null, target: null },
          content: [t('how')],
        },
        t(' '),
        {
          type: 'wikiLink',
          attrs: { namespace: 'WIKI', title: 'Sewing Glossary', fragment: 'Seam', target: null },
          content: [],
        },
      ),
    ],
    '<p><a href="/CATEGORY/Soldering">how</a> <a href="/WIKI/Sewing%20Glossary#Seam">Sewing Glossary</a></p>',
  ],
  [
    'an image beside text',
    '[image|3|align=right|caption=A [b]|size=large]Text',
    [p({ type: 'image', attrs: { imageid: 3, size: 'large', align: 'right', caption: 'A [b]' } }, t('Text'))],
    '<div class="imageBox imageBox_right"><img src="/igi/3.large" alt="a &quot;large&quot; picture" loading="lazy">' +
      `<p class="caption">A [b]</p></div><p>Text</p>${clearer}`,
  ],
  [
    'an image in a link',
    '[https://u.v|[image|3|align=center]]',
    [
      p({
        type: 'image',
        attrs: { imageid: 3, size: 'standard', align: 'center', caption: null },
        marks: [link('https://u.v')],
      }),
    ],
    '<div class="imageBox imageBox_center"><a href="https://u.v">' +
      '<img src="/igi/3.standard" alt="a &quot;standard&quot; picture" loading="lazy"></a></div>',
  ],
  [
    'a video file',
    '[video|https://u.v/a.mp4?x|caption=C]',
    [
      p({
        type: 'video',
        attrs: { url: 'https://u.v/a.mp4?x', size: 'standard', align: 'center', caption: 'C' },
      }),
    ],
    '<div class="videoBox videoBox_center"><video src="https://u.v/a.mp4?x" controls="" preload="none"></video>' +
      '<p class="caption">C</p></div>',
  ],
  [
    'a video of a service',
    '[video|https://youtu.be/a|align=left]',
    [
      p({
        type: 'video',
        attrs: { url: 'https://youtu.be/a', size: 'standard', align: 'left', caption: null },
      }),
    ],
    '<div class="videoBox videoBox_left"><a class="videoLink" href="https://youtu.be/a">https://youtu.be/a</a></div>' +
      clearer,
  ],
  [
    'a guide list',
    '[guidelist|type=how-to|tags=A, B]',
    [p({ type: 'guideList', attrs: { tags: ['A', 'B'], type: 'how-to' } })],
    '<ul class="guideList"><li><a href="/Guide/A/1">About A</a></li><li><a href="/Guide/B/1">About B</a></li></ul>',
  ],
  [
    'a flag',
    '[flag|WIKI_STUB]',
    [p({ type: 'flag', attrs: { flagid: 'WIKI_STUB' } })],
    '<div class="flag" data-flagid="WIKI_STUB"><strong>Flag WIKI_STUB</strong> &lt;b&gt;Mind&lt;/b&gt; this</div>',
  ],
  [
    'a flag definition over lines',
    '[def_flag\n|flagid=X\n|title=T\n|text=Long\ntext\n]',
    [p({ type: 'flagDefinition', attrs: { flagid: 'X', title: 'T', text: 'Long text', image: null } })],
    '<div class="flag" data-flagid="X"><strong>T</strong> Long text</div>',
  ],
  ['a box in a heading is text', '== [flag|X] ==', [h(2, t('[flag|X]'))], headed(2, '[flag|X]', '[flag|X]')],
  [
    'other brackets',
    '[Off] [1] [guide|x] [image|3|a|b] [a',
    [p(t('[Off] [1] [guide|x] [image|3|a|b] [a'))],
    '<p>[Off] [1] [guide|x] [image|3|a|b] [a</p>',
  ],
];

describe.each([
  ['marks', marks],
  ['blocks', blocks],
  ['brackets', brackets],
] as const)('%s', (_, cases) => {
  it.each(cases)('%s', (_title, raw, tree, html) => {
    const doc = parseWiki(raw);
    expect(doc).toEqual({ type: 'doc', content: tree });
    expect(renderHtml(doc, knownLinks)).toBe(html);
    expect(faultsOf(html)).toEqual([]);
    expect(parseWiki(serializeWiki(doc))).toEqual(doc);
  });
});

describe('depth', () => {
  it('is limited for quotes: deeper tags are text', () => {
    const raw = '[quote]'.repeat(30) + 'x' + '[/quote]'.repeat(30);
    const html = renderHtml(parseWiki(raw));
    expect(html.split('<blockquote>')).toHaveLength(21);
    expect(html).toContain(`<p>${'[quote]'.repeat(10)}x${'[/quote]'.repeat(10)}</p>`);
  });

  it('is limited for lists: deeper markers are text', () => {
    const raw = Array.from({ length: 25 }, (_, i) => itemLine(i + 1)).join('\n');
    const html = renderHtml(parseWiki(raw));
    expect(html.split('<ul>')).toHaveLength(21);
    expect(html).toContain(`<p>${[21, 22, 23, 24, 25].map(itemLine).join('\n')}</p>`);
  });
});

describe('short texts', () => {
  it.each([
    [
      "''a'' '''b''' ++c++ ``d`` ,,e,, ^^f^^ ~~g~~",
      '<em>a</em> <strong>b</strong> <u>c</u> <tt>d</tt> <sub>e</sub> <sup>f</sup> <strike>g</strike>',
    ],
    [
      'see [guide|5|this] and [https://u.v|that][br]end',
      'see <a href="/Guide/Fan+&amp;+&quot;Filter&quot;/5">this</a> and <a href="https://u.v">that</a><br>end',
    ],
    ['* a\n== b ==\n[quote]c[/quote]', '* a\n== b ==\n[quote]c[/quote]'],
    ['[image|3] [code]x[/code] [flag|X] {|', '[image|3] [code]x[/code] [flag|X] {|'],
    ['a[comment]b[/comment]c', 'ac'],
    ['', ''],
  ])('have marks and links and no blocks: %s', (raw, html) => {
    expect(renderInline(parseInline(raw), knownLinks)).toBe(html);
  });
});

describe('targets that a site does not know', () => {
  it.each([
    [
      '[guide|5] [guide|5|x]',
      '<p><span class="unresolved">Guide 5</span> <span class="unresolved">x</span></p>',
    ],
    ['[[A|b]] [[A]]', '<p><span class="unresolved">b</span> <span class="unresolved">A</span></p>'],
    ['[product|P]', '<p><span class="unresolved">P</span></p>'],
    [
      '[image|3|align=center]',
      '<div class="imageBox imageBox_center"><span class="unresolved">Image 3</span></div>',
    ],
    ['[flag|X]', '<div class="flag" data-flagid="X"><strong>X</strong></div>'],
    [
      '[guidelist|tags=A,B]',
      '<ul class="guideList"><li><span class="unresolved">Guides tagged A, B</span></li></ul>',
    ],
  ])('is labelled text: %s', (raw, html) => {
    expect(renderHtml(parseWiki(raw))).toBe(html);
  });
});

describe('URLs', () => {
  it.each(['data:image/svg+xml,x', 'javascript:x', '//u.v/x', 'blob:x'])(
    'of a picture are checked: %s',
    (url) => {
      const html = renderHtml(parseWiki('[image|3]'), { ...knownLinks, imageUrl: () => ({ url }) });
      expect(html).toContain('<span class="unresolved">Image 3</span>');
    },
  );

  it.each([
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    ' javascript:alert(1)',
    'java\tscript:alert(1)',
    'java\nscript:alert(1)',
    '\u0001javascript:alert(1)',
    'javascript&#58;alert(1)',
    'javascript&colon;alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    'ftp://u.v',
    'blob:https://u.v/1',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '\\\\evil.example',
    'https:evil',
    'https:///evil',
    'https://',
    'mailto:a b@c',
    'mailto:nobody',
    '#x',
    'x',
    '/',
  ])('%j is no link', (url) => {
    const bare = renderHtml(parseWiki(`[${url}]`), knownLinks);
    expect(bare).not.toContain('<a');
    if (url === '/') return;
    for (const raw of [`[${url}|x]`, `[link|${url}|x]`, `[video|${url}]`]) {
      const html = renderHtml(parseWiki(raw), knownLinks);
      expect(html).not.toMatch(/<a|<video/);
      expect(html).toContain('[');
    }
  });

  it('may contain blanks and quotes', () => {
    expect(renderHtml(parseWiki('[https://u.v/a "b" c|x]'))).toBe(
      '<p><a href="https://u.v/a%20&quot;b&quot;%20c">x</a></p>',
    );
  });
});

describe('plain text and table of contents', () => {
  const doc = parseWiki(
    "== A ''b'' ==\ntext [comment]no[/comment][guide|5|label] [[Topic:T]][br]\nend\n* i\n** j\n" +
      '[quote|Bob]\nq\n=== C ===\n[/quote]\n{|\n| x || y\n|}\n[image|3|caption=cap]\n[code]\nc < d\n[/code]\n== A b ==',
  );

  it('has the words, one line for each block', () => {
    expect(plainText(doc)).toBe('A b\ntext label T\nend\ni\nj\nq\nC\nBob\nx\ty\ncap\nc < d\nA b');
    expect(plainText(parseInline("a '''b''' [https://u.v|c]"))).toBe('a b c');
  });

  it('lists every heading with its anchor', () => {
    expect(tableOfContents(doc)).toEqual([
      { level: 2, id: 'A_b', text: 'A b' },
      { level: 3, id: 'C', text: 'C' },
      { level: 2, id: 'A_b_2', text: 'A b' },
    ]);
  });
});
