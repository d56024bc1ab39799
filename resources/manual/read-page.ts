import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import { Marked } from 'marked';
import type { Token, Tokens } from 'marked';

import type { ManualLanguage } from './contents.ts';
import { escapeHtml } from './escape-html.ts';
import { pictureHtml } from './pictures.ts';

interface Heading {
  depth: number;
  title: string;
  /** The anchor: `{#id}` behind the words of the heading; empty for the title. */
  id: string;
}

export interface ManualPage {
  title: string;
  headings: Heading[];
  html: string;
  /** Labels of buttons, menus and fields: what is **bold**. */
  labels: string[];
  /** What stands as code: commands, routes, names of files. */
  codes: string[];
  /** Targets as written, such as `working.md#finish`. */
  links: string[];
  /** Names of files in `resources/screens`. */
  pictures: string[];
}

/** Reads a page of the manual from its Markdown. */
export function readPage(language: ManualLanguage, name: string): ManualPage {
  const text = readFileSync(join(import.meta.dirname, language, `${name}.md`), 'utf8');
  const page: ManualPage = {
    title: '',
    headings: [],
    html: '',
    labels: [],
    codes: [],
    links: [],
    pictures: [],
  };
  const anchors = new Map<Token, string>();
  const marked = new Marked({
    walkTokens: (token) => note(token as Tokens.Generic & Token, page, anchors),
    renderer: {
      heading(token) {
        const id = anchors.get(token) ?? '';
        const words = this.parser.parseInline(token.tokens);
        return `<h${token.depth}${id ? ` id="${id}"` : ''}>${words}</h${token.depth}>\n`;
      },
      // Keyboards scroll what is wider than the page.
      code: ({ text: code }) => `<pre tabindex="0"><code>${escapeHtml(code)}</code></pre>\n`,
      image: ({ href, text: alt }) => pictureHtml(basename(href), alt),
      link({ href, tokens }) {
        const target = href.replace(/\.md(?=#|$)/, '.html');
        return `<a href="${escapeHtml(target)}">${this.parser.parseInline(tokens)}</a>`;
      },
    },
  });
  page.html = marked.parse(text, { async: false });
  page.title = page.headings[0]?.title ?? '';
  return page;
}

function note(token: Token, page: ManualPage, anchors: Map<Token, string>): void {
  switch (token.type) {
    case 'heading': {
      const id = takeAnchor(token as Tokens.Heading);
      anchors.set(token, id);
      page.headings.push({ depth: token.depth, title: plain(token.tokens ?? []), id });
      break;
    }
    case 'strong':
      page.labels.push(plain(token.tokens ?? []));
      break;
    case 'code':
    case 'codespan':
      page.codes.push(token.text);
      break;
    case 'link':
      page.links.push(token.href);
      break;
    case 'image':
      page.pictures.push(basename(token.href));
      break;
    default:
  }
}

/** Takes `{#id}` off the words of a heading. */
function takeAnchor(heading: Tokens.Heading): string {
  const last = heading.tokens.at(-1);
  const [mark, id] = /\s*\{#([a-z-]+)\}$/.exec(heading.text) ?? [];
  if (last?.type !== 'text' || mark === undefined || id === undefined) return '';
  last.text = last.text.slice(0, -mark.length);
  return id;
}

const plain = (tokens: readonly Token[]): string =>
  tokens.map((token) => ('text' in token ? String(token.text) : token.raw)).join('');
