import type { ParsedQuery } from './query.ts';
import { fold, stem, wordsAsWritten } from './words.ts';

/** Enclose each hit; the rest of an answer has no markup (`shared/model/benchside.ts`). */
const HIT = '\uE000';
const HIT_END = '\uE001';
const marks = /[\uE000\uE001]/g;

const snippetLength = 180;
/** Characters shown before the first hit. */
const leadLength = 50;

/** Marks matches of a query in text as written, including inflections and completions of the last word. */
export class Highlighter {
  /** Places of parts by index term. */
  private readonly parts = new Map<string, number>();
  private readonly growing: string | undefined;
  private readonly all: number;
  private readonly known = new Map<string, number | undefined>();

  constructor({ parts }: Pick<ParsedQuery, 'parts'>) {
    for (const [index, { own, others }] of parts.entries())
      for (const term of [...own, ...others].flat()) this.parts.set(term, index);
    const last = parts.at(-1);
    this.growing = last?.growing ? last.words.at(-1) : undefined;
    this.all = parts.length;
  }

  mark(text: string): string {
    return text
      .replace(marks, '')
      .replace(wordsAsWritten(text), (word) =>
        this.termOf(word) === undefined ? word : HIT + word + HIT_END,
      );
  }

  /** Returns how many parts of the query the text contains. */
  covers(text: string): number {
    const found = new Set<number>();
    for (const word of text.match(wordsAsWritten(text)) ?? []) {
      const term = this.termOf(word);
      if (term !== undefined) found.add(term);
    }
    return found.size;
  }

  coversAll(text: string): boolean {
    return this.covers(text) >= this.all;
  }

  /** Returns the text with most of the query's words (else the first text), shortened to a line or two around them, with hits marked. */
  snippet(texts: Iterable<string>): string {
    let chosen: string | undefined;
    let most = 0;
    for (const text of texts) {
      if (text === '') continue;
      chosen ??= text;
      const count = this.covers(text);
      if (count > most) {
        most = count;
        chosen = text;
      }
      if (most >= this.all) break;
    }
    return this.mark(this.cut(chosen ?? ''));
  }

  private cut(text: string): string {
    const line = text.replace(/\s+/g, ' ').trim();
    if (line.length <= snippetLength) return line;
    const first =
      [...line.matchAll(wordsAsWritten(line))].find(([word]) => this.termOf(word) !== undefined)?.index ?? 0;
    const start = first <= leadLength ? 0 : line.indexOf(' ', first - leadLength) + 1;
    const from = start > first ? first : start;
    const end = line.lastIndexOf(' ', from + snippetLength);
    const to = line.length - from <= snippetLength ? line.length : end > first ? end : from + snippetLength;
    return `${from > 0 ? '…' : ''}${line.slice(from, to).toWellFormed()}${to < line.length ? '…' : ''}`;
  }

  private termOf(written: string): number | undefined {
    if (this.known.has(written)) return this.known.get(written);
    const word = fold(written);
    let term = this.parts.get(stem(word));
    if (this.growing !== undefined && word.startsWith(this.growing)) term ??= this.all - 1;
    this.known.set(written, term);
    return term;
  }
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' };

export function textOfHtml(html: string): string {
  if (!/[<&]/.test(html)) return html;
  return html
    .replace(/<(?:br|\/?(?:p|li|h\d|div|td|th|tr|pre|blockquote))\b[^<>]*>/gi, ' ')
    .replace(/<[^<>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (whole, name: string) => entities[name] ?? whole);
}
