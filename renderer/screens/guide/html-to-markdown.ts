/** Returns a text without characters that Markdown reads as its own. */
export const escaped = (text: string): string => text.replace(/[\\`*_[\]<>#|]/g, String.raw`\$&`);

/** Elements that begin a paragraph of their own. */
const blocks = new Set('p h1 h2 h3 h4 h5 h6 div pre blockquote ul ol table tr dl dt dd figure hr'.split(' '));
const dropped = new Set('script style template noscript img'.split(' '));

/** Returns HTML from the API as Markdown: paragraphs, headings, lists, bold, italic, code and links to the web. */
export function htmlToMarkdown(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  return blocksOf(body, '').join('\n\n');
}

/** Returns the paragraphs of an element. `indent` is before each further line of a list. */
function blocksOf(parent: Element, indent: string): string[] {
  const paragraphs: string[] = [];
  let line = '';
  const end = (): void => {
    if (line.trim() !== '') paragraphs.push(line.trim());
    line = '';
  };
  for (const node of parent.childNodes) {
    if (!(node instanceof Element) || !blocks.has(node.localName)) {
      line += inline(node);
      continue;
    }
    end();
    const level = /^h([1-6])$/.exec(node.localName)?.[1];
    if (node.localName === 'ul' || node.localName === 'ol') paragraphs.push(list(node, indent));
    else if (level !== undefined)
      paragraphs.push(`${'#'.repeat(Math.max(2, Number(level)))} ${inlineOf(node).trim()}`);
    else if (node.localName === 'blockquote')
      paragraphs.push(...blocksOf(node, indent).map((text) => `> ${text}`));
    else paragraphs.push(...blocksOf(node, indent));
  }
  end();
  return paragraphs;
}

function list(parent: Element, indent: string): string {
  return [...parent.children]
    .map((item, index) => {
      const mark = parent.localName === 'ol' ? `${index + 1}. ` : '- ';
      const inner = indent + ' '.repeat(mark.length);
      const [first = '', ...others] = blocksOf(item, inner);
      return [
        `${indent}${mark}${first}`,
        ...others.map((text) => (text.startsWith(inner) ? text : inner + text)),
      ].join('\n');
    })
    .join('\n');
}

const inlineOf = (parent: Node): string => [...parent.childNodes].map(inline).join('');

function inline(node: Node): string {
  if (!(node instanceof Element)) return escaped((node.nodeValue ?? '').replace(/\s+/g, ' '));
  const name = node.localName;
  if (dropped.has(name)) return '';
  if (name === 'br') return '  \n';
  const text = inlineOf(node);
  if (text.trim() === '') return text;
  if (name === 'strong' || name === 'b') return `**${text.trim()}**`;
  if (name === 'em' || name === 'i') return `*${text.trim()}*`;
  const href = node.getAttribute('href') ?? '';
  if (name === 'a' && /^https?:\/\//.test(href))
    return `[${text}](<${href.replace(/[<>\s]/g, encodeURIComponent)}>)`;
  return text;
}
