import { escapeHtml } from '../../shared/wiki/element.ts';
import type { Inline } from '../../shared/wiki/tree.ts';
import type { TermPiece } from './terms.ts';

/** The content of one node of a phrase; `index` is the node's. */
export type PhrasePart =
  | { kind: 'text'; index: number; pieces: readonly TermPiece[]; marked: boolean }
  /** Not text, or not to be translated. */
  | { kind: 'kept'; index: number };

/**
 * Writes a phrase as HTML for the service: marked text in numbered `span`s, terms and kept nodes as numbered `code`,
 * which LibreTranslate does not change.
 */
export function writePhraseMarkup(parts: readonly PhrasePart[]): string {
  return parts
    .map((part) => {
      if (part.kind === 'kept') return placeholder(String(part.index));
      const html = part.pieces
        .map((piece, at) =>
          piece.kind === 'term' ? placeholder(`${part.index}-${at}`) : escapeHtml(piece.text),
        )
        .join('');
      return part.marked ? `<span id="${part.index}">${html}</span>` : html;
    })
    .join('');
}

const placeholder = (id: string): string => `<code id="${id}">${id}</code>`;

const token =
  /<code id="(?<code>[\d-]+)">[^<]*<\/code>|<span id="(?<span>\d+)">|(?<end><\/span>)|(?<text>[^<]+)|</g;

/** Reads a translated phrase. Undefined if a mark or placeholder is missing or repeated. */
export function readPhraseMarkup(
  html: string,
  parts: readonly PhrasePart[],
  nodes: readonly Inline[],
): Inline[] | undefined {
  if (html.trim() === '') return undefined;
  const expected = new Map<string, string>();
  for (const part of parts) {
    if (part.kind === 'kept') expected.set(String(part.index), '');
    else {
      if (part.marked) expected.set(`span ${part.index}`, '');
      for (const [at, piece] of part.pieces.entries()) {
        if (piece.kind === 'term') expected.set(`${part.index}-${at}`, piece.translation);
      }
    }
  }
  const found: Inline[] = [];
  let inside: Inline | undefined;
  const write = (text: string): void => {
    const marks = inside?.marks;
    found.push({ type: 'text', text, ...(marks ? { marks } : {}) });
  };
  for (const { groups = {} } of html.matchAll(token)) {
    const { code, span, end, text } = groups;
    if (text !== undefined) write(oneLine(unescapeHtml(text)));
    else if (end !== undefined) {
      if (!inside) return undefined;
      inside = undefined;
    } else if (span !== undefined) {
      if (inside || !expected.delete(`span ${span}`)) return undefined;
      inside = nodes[Number(span)];
    } else if (code !== undefined) {
      const term = expected.get(code);
      if (term === undefined || !expected.delete(code)) return undefined;
      const node = nodes[Number(code)];
      if (code.includes('-')) write(term);
      else if (node && !inside) found.push(node);
      else return undefined;
    } else return undefined;
  }
  return expected.size === 0 && !inside ? found : undefined;
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00A0',
};

const unescapeHtml = (text: string): string =>
  text.replace(
    /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));/gi,
    (whole, hex?: string, decimal?: string, name?: string) => {
      if (name !== undefined) return entities[name] ?? whole;
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      return code > 0x10ffff ? whole : String.fromCodePoint(code);
    },
  );

/** Replaces control characters: line ends and others have a meaning in wiki text or stored JSON. */
export const oneLine = (text: string): string => text.replace(/\p{Cc}+/gu, ' ').toWellFormed();
