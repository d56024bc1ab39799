const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Returns wiki text as HTML, as far as tests need it: paragraphs. */
export const rendered = (text: string): string =>
  text === ''
    ? ''
    : text
        .split(/\n{2,}/)
        .map((paragraph) => `<p>${escaped(paragraph)}</p>`)
        .join('\n');

/** Renders a line as HTML, without a paragraph around it. */
export const renderedLine = escaped;

export const tree = (text: string): unknown => ({
  type: 'doc',
  content: text
    .split(/\n{2,}/)
    .map((paragraph) => ({ type: 'paragraph', content: [{ type: 'text', text: paragraph }] })),
});
