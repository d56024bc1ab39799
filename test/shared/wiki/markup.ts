import fc from 'fast-check';
import type { Attributes } from '../../../shared/wiki/element.ts';
import { attributes, allowedTags } from '../../../shared/wiki/element.ts';
import type { WikiLinks } from '../../../shared/wiki/links.ts';

/** Every piece of markup and its near misses: joined at random they make texts that people do not write. */
const pieces = [
  "'",
  "''",
  "'''",
  "'''''",
  '+',
  '++',
  '~~',
  ',',
  ',,',
  '^^',
  '`',
  '``',
  '[',
  ']',
  '[[',
  ']]',
  '|',
  '||',
  '!!',
  '=',
  '{',
  '}',
  '*',
  '#',
  '-',
  '[br]',
  '[br]\n',
  '\n',
  '\n\n',
  '\r\n',
  '\n* ',
  '\n** ',
  '\n*# ',
  '\n# ',
  '\n### ',
  '\n== ',
  ' ==',
  '\n{|\n',
  '\n|}\n',
  '\n|-\n',
  '\n| ',
  '\n! ',
  '[code]',
  '[/code]',
  '[quote]',
  '[quote|',
  '[/quote]',
  'format=featured',
  '[https://u.v|',
  '[HTTP://u.v',
  '[link|https://u.v|',
  '[/x|',
  '[//x|',
  '[guide|5|',
  '[guide|-5]',
  '[document|6|',
  '[product|q|',
  '[mailto|a@b|',
  '[image|3|',
  '[video|https://v.w/x.mp4|',
  'align=left',
  'size=large',
  'caption=',
  'new_window=true',
  '[def_flag|flagid=X|',
  'title=',
  '[flag|A]',
  '[guidelist|tags=a,b|type=how-to]',
  '[[Topic:x#y|',
  '[javascript:alert(1)|',
  'javascript:',
  '<script>',
  '<img onerror=x>',
  '" onclick="x',
  '&#106;',
  'a',
  ' b ',
  '\t',
  'é',
];

const comments = ['[comment]', '[/comment]', '[comment]\n\nx[/comment]', '[comment][/comment]'];

export const soup: fc.Arbitrary<string> = mix([...pieces, ...comments]);
export const soupWithoutComments: fc.Arbitrary<string> = mix([...pieces, 'α', 'β', 'γ δ']);

function mix(known: readonly string[]): fc.Arbitrary<string> {
  const piece = fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(...known) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 4 }) },
  );
  return fc.array(piece, { maxLength: 30 }).map((parts) => parts.join(''));
}

/** A site that knows every target, and tries to inject markup. */
export const knownLinks: WikiLinks = {
  guideUrl: (guideid) => ({ url: `/Guide/Fan+&+"Filter"/${guideid}`, title: 'Fan & "Filter"' }),
  documentUrl: (documentid) => ({ url: `https://docs.example/${documentid}`, title: 'Data <sheet>' }),
  productUrl: (code) => ({ url: `javascript:buy("${code}")`, title: code }),
  wikiUrl: (namespace, title) => ({ url: `/${namespace}/${encodeURIComponent(title)}`, title }),
  imageUrl: (imageid, size) => ({ url: `/igi/${imageid}.${size}`, alt: `a "${size}" picture` }),
  flag: (flagid) => ({ title: `Flag ${flagid}`, text: '<b>Mind</b> this' }),
  guidesByTag: (tagged) => tagged.map((tag) => ({ url: `/Guide/${tag}/1`, title: `About ${tag}` })),
};

const voidTags = new Set(['br', 'img']);
const blockTags = new Set([
  'blockquote',
  'div',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'li',
  'ol',
  'p',
  'pre',
  'table',
  'ul',
]);
const phraseOnly = new Set([
  'a',
  'cite',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'p',
  'span',
  'strong',
  'em',
  'u',
  'tt',
]);
const urlAttributes = new Set(['href', 'src']);
const namedEntities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** Returns the faults of the HTML: unbalanced, misplaced or unlisted tags, unlisted attributes, unsafe URLs. */
export function faultsOf(html: string): string[] {
  const faults: string[] = [];
  const open: string[] = [];
  const tag = /<(\/?)([a-z0-9]+)((?: [a-z-]+="[^"<>]*")*)>/g;
  for (const [, slash, name = '', written = ''] of html.matchAll(tag)) {
    if (!allowedTags.some((known) => known === name)) faults.push(`tag ${name}`);
    if (slash === '/') {
      if (open.pop() !== name) faults.push(`closed ${name}`);
      continue;
    }
    if (blockTags.has(name) && open.some((outer) => phraseOnly.has(outer)))
      faults.push(`${name} in ${open.join()}`);
    if (name === 'a' && open.includes('a')) faults.push('anchor in anchor');
    if (!voidTags.has(name)) open.push(name);
    faults.push(...attributeFaults(written));
  }
  if (open.length > 0) faults.push(`open ${open.join()}`);
  const text = html.replace(tag, '');
  if (/[<>"']/.test(text)) faults.push(`unescaped ${text}`);
  if (/&(?!(?:amp|lt|gt|quot|#39);)/.test(text)) faults.push(`bare & in ${text}`);
  return faults;
}

function attributeFaults(written: string): string[] {
  return [...written.matchAll(/ ([a-z-]+)="([^"]*)"/g)].flatMap(([, name = '', value = '']) => {
    if (!attributes.some((known: keyof Attributes) => known === name)) return [`attribute ${name}`];
    const url = value.replace(/&([a-z0-9#]+);/g, (_, entity: string) => namedEntities[entity] ?? '?');
    const isSafe = /^(?:https?:\/\/[^/\s]|\/(?!\/)|#|mailto:\S+@)/i.test(url) && !/[\p{Cc}\\]/u.test(url);
    const isAnchor = name === 'href' && url.startsWith('#');
    return urlAttributes.has(name) && !isSafe && !isAnchor ? [`url ${url}`] : [];
  });
}
