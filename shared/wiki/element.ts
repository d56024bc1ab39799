/** The only tags and attributes in rendered wiki text. */
export const allowedTags = [
  'a',
  'blockquote',
  'br',
  'cite',
  'code',
  'div',
  'em',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'img',
  'li',
  'ol',
  'p',
  'pre',
  'span',
  'strike',
  'strong',
  'sub',
  'sup',
  'table',
  'tbody',
  'td',
  'th',
  'tr',
  'tt',
  'u',
  'ul',
  'video',
] as const;

export const attributes = [
  'class',
  'id',
  'href',
  'src',
  'alt',
  'title',
  'target',
  'rel',
  'scope',
  'controls',
  'preload',
  'loading',
  'data-flagid',
  'aria-hidden',
  'tabindex',
] as const;

export type Tag = (typeof allowedTags)[number];
export type Attributes = { readonly [name in (typeof attributes)[number]]?: string | undefined };

/** Renders an element. `content` is HTML and not escaped; undefined attributes are left out. */
export function element(tag: Tag, attrs: Attributes, content: string): string {
  return `${startTag(tag, attrs)}${content}${endTag(tag)}`;
}

export function startTag(tag: Tag, attrs: Attributes = {}): string {
  const written = attributes.map((name) => {
    const value = attrs[name];
    return value === undefined ? '' : ` ${name}="${escapeHtml(value)}"`;
  });
  return `<${tag}${written.join('')}>`;
}

export function endTag(tag: Tag): string {
  return `</${tag}>`;
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => entities[char] ?? char);
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
