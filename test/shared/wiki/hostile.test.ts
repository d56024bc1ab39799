import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';

import { renderHtml, renderInline } from '../../../shared/wiki/html.ts';
import { noLinks } from '../../../shared/wiki/links.ts';
import type { WikiLinks } from '../../../shared/wiki/links.ts';
import { parseInline, parseWiki } from '../../../shared/wiki/parse.ts';
import { readDoc } from '../../../shared/wiki/read.ts';
import { knownLinks, soup } from './markup.ts';

const runs = { numRuns: 4000 };

const entities: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  colon: ':',
  Tab: '\t',
  NewLine: '\n',
};

/** Decodes an attribute as a browser does. */
const decoded = (value: string): string =>
  value
    .replace(/&#x([0-9a-f]+);?/gi, (_, hex: string) =>
      String.fromCodePoint(Number.parseInt(hex, 16) % 0x110000),
    )
    .replace(/&#(\d+);?/g, (_, decimal: string) => String.fromCodePoint(Number(decimal) % 0x110000))
    .replace(/&(\w+);/g, (whole, name: string) => entities[name] ?? whole);

/** Finds what a lenient HTML parser could run: it takes anything after `<` for a tag and any word before `=` for an attribute. */
function dangersOf(html: string): string[] {
  const dangers: string[] = [];
  for (const [tag, name = ''] of html.matchAll(/<[\s/!?]*([a-z][^\s/>]*)?[^>]*>?/gi)) {
    if (
      /^(?:script|style|iframe|object|embed|svg|math|form|base|meta|link|template|foreignobject)$/i.test(name)
    ) {
      dangers.push(tag);
    }
    const attribute = /([^\s"'<>/=]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]*))/g;
    for (const [, key = '', double, single, bare] of tag.matchAll(attribute)) {
      const value = decoded(double ?? single ?? bare ?? '');
      if (/^(?:on|style$|srcdoc$|formaction$|xlink)/i.test(key)) dangers.push(`${key} in ${tag}`);
      // Browsers skip control characters and blanks before a scheme and within it.
      const scheme = /^([a-z][\w+.-]*):/i.exec(
        value.replace(/[\u0000-\u0020\u007f-\u00a0\u2028\u2029]/g, ''),
      )?.[1];
      const isUrl = !['alt', 'title', 'class', 'id', 'data-flagid'].includes(key);
      if (isUrl && scheme !== undefined && !/^(?:https?|mailto)$/i.test(scheme)) {
        dangers.push(`${scheme}: in ${tag}`);
      }
    }
  }
  return dangers;
}

test.each([
  '<script>alert(1)</script>',
  '<p onclick=alert(1)>',
  '<a href="jav&#x09;ascript:alert(1)">',
  "<a href='data:text/html,x'>",
  '<img src=vbscript:x>',
  '<svg/onload=alert(1)>',
])('the check itself sees %s', (html) => {
  expect(dangersOf(html)).not.toEqual([]);
});

const payload = fc.constantFrom(
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\tscript:alert(1)',
  'java\u0000script:alert(1)',
  '\u0001javascript:alert(1)',
  '\u0085javascript:alert(1)',
  '\u2028javascript:alert(1)',
  '\uFEFFjavascript:alert(1)',
  ' javascript:alert(1)',
  'java&#115;cript:alert(1)',
  'javascript&colon;alert(1)',
  'java&Tab;script:alert(1)',
  'javascript\uFF1Aalert(1)',
  'data:text/html,<script>alert(1)</script>',
  'data:image/svg+xml;base64,PHN2Zz4=',
  'vbscript:msgbox(1)',
  'VBSCRIPT\n:x',
  'file:///etc/passwd',
  'blob:https://a.b/1',
  '//evil.example/x',
  '\\\\evil.example\\x',
  '/\\evil.example',
  'https:javascript:alert(1)',
  'mailto:a@b?x=javascript:alert(1)',
  'https://a.b/" onmouseover="alert(1)',
  "https://a.b/' onmouseover='alert(1)",
  'https://a.b/`onerror=alert(1)',
  '"><script>alert(1)</script>',
  "'><img src=x onerror=alert(1)>",
  '</a><svg onload=alert(1)>',
  '</p></div><script src=//evil.example></script>',
  '<!--><script>alert(1)</script>-->',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '&#60;script&#62;alert(1)',
  '\u0081" onload="alert(1)',
  '\uE081javascript:alert(1)',
  'onclick=alert(1)',
  'style=background:url(javascript:alert(1))',
);

/** Places for a foreign text, each with its surroundings. */
const frames: readonly ((inner: string, again: string) => string)[] = [
  (inner) => `[${inner}]`,
  (inner, again) => `[${inner}|${again}]`,
  (inner, again) => `[link|${inner}|${again}]`,
  (inner, again) => `[link|https://u.v|${inner}|title=${again}]`,
  (inner, again) => `[mailto|${inner}|${again}]`,
  (inner) => `[mailto|a@b.c${inner}]`,
  (inner, again) => `[guide|5|${inner}|new_window=${again}]`,
  (inner, again) => `[document|${inner}|${again}]`,
  (inner, again) => `[product|${inner}|${again}]`,
  (inner, again) => `[[${inner}|${again}]]`,
  (inner, again) => `[[CATEGORY:${inner}#${again}]]`,
  (inner, again) => `[image|3|align=${inner}|size=${again}|caption=${inner}]`,
  (inner, again) => `[video|${inner}|align=left|caption=${again}]`,
  (inner) => `[video|https://v.w/x.mp4${inner}]`,
  (inner, again) => `[def_flag|flagid=${inner}|title=${again}|text=${inner}|image=${again}]`,
  (inner) => `[flag|${inner}]`,
  (inner, again) => `[guidelist|tags=${inner}|type=${again}]`,
  (inner, again) => `\n[quote|${inner}|format=${again}]\n${inner}\n[/quote]\n`,
  (inner) => `\n[code]\n${inner}\n[/code]\n`,
  (inner) => `[comment]${inner}[/comment]`,
  (inner, again) => `\n== ${inner} ==\n=== ${again} ===\n`,
  (inner, again) => `\n{|\n! ${inner}\n|-\n| ${again} || ${inner}\n|}\n`,
  (inner, again) => `\n* ${inner}\n** ${again}\n# ${inner}\n`,
  (inner, again) => `'''${inner}''${again}'''${inner}''`,
  (inner, again) => `\`\`${inner}\`\`++${again}++~~${inner}~~,,${again},,^^${inner}^^`,
  (inner, again) => `${inner}[br]\n${again}`,
  (inner, again) => `${inner}${again}`,
];

const { hostile } = fc.letrec<{ hostile: string }>((tie) => ({
  hostile: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    payload,
    soup,
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc
      .tuple(fc.constantFrom(...frames), tie('hostile'), tie('hostile'))
      .map(([frame, inner, again]) => frame(inner, again)),
  ),
}));

/** Returns a site all of whose answers are attacks. */
const hostileLinks = (attack: string): WikiLinks => {
  const target = { url: attack, title: attack };
  return {
    guideUrl: () => target,
    documentUrl: () => target,
    productUrl: () => target,
    wikiUrl: () => target,
    imageUrl: () => ({ url: attack, alt: attack }),
    flag: () => ({ title: attack, text: attack }),
    guidesByTag: () => [target],
  };
};

const links = fc.oneof(fc.constantFrom(noLinks, knownLinks), payload.map(hostileLinks));

describe('rendered wiki text runs nothing: no script, no handler, no URL except http, https, mailto and paths', () => {
  it('of any text, long or short', () => {
    fc.assert(
      fc.property(hostile, links, (raw, site) => {
        expect(dangersOf(renderHtml(parseWiki(raw), site))).toEqual([]);
        expect(dangersOf(renderInline(parseInline(raw), site))).toEqual([]);
      }),
      runs,
    );
  });

  it('of any foreign tree, whatever its attributes say', () => {
    const value = fc.oneof(payload, fc.integer(), fc.boolean(), fc.constant(null));
    const attrs = fc.dictionary(
      fc.constantFrom(
        'href',
        'title',
        'target',
        'url',
        'src',
        'align',
        'size',
        'caption',
        'flagid',
        'text',
        'image',
        'onclick',
        'level',
        'guideid',
        'imageid',
        'fragment',
        'namespace',
        'format',
        'tags',
        'type',
        'service',
        'poster',
      ),
      value,
    );
    const type = fc.constantFrom(
      'paragraph',
      'heading',
      'codeBlock',
      'blockquote',
      'bulletList',
      'list_item',
      'table',
      'tableRow',
      'tableCell',
      'text',
      'image',
      'video',
      'guideLink',
      'wikiLink',
      'documentLink',
      'productLink',
      'flag',
      'flagDefinition',
      'guideList',
      'comment',
      'script',
      'html',
    );
    const mark = fc.record({ type: fc.constantFrom('link', 'em', 'strong', 'code', 'script'), attrs });
    const { node } = fc.letrec<{ node: object }>((tie) => ({
      node: fc.record(
        {
          type,
          attrs,
          text: payload,
          marks: fc.array(mark, { maxLength: 2 }),
          content: fc.array(tie('node'), { maxLength: 3 }),
        },
        { requiredKeys: ['type'] },
      ),
    }));
    fc.assert(
      fc.property(fc.array(node, { maxLength: 4 }), links, (content, site) => {
        const doc = readDoc({ type: 'doc', content });
        expect(dangersOf(renderHtml(doc, site))).toEqual([]);
      }),
      { numRuns: 2000 },
    );
  });
});
