import { joinTexts } from '../../shared/wiki/marks.ts';
import type { Inline } from '../../shared/wiki/tree.ts';
import { oneLine, readPhraseMarkup, writePhraseMarkup } from './markup.ts';
import type { PhrasePart } from './markup.ts';
import { termSplitter } from './terms.ts';
import type { Term } from './terms.ts';

/** One text for the service; HTML if parts of it must keep their place. */
export interface Asked {
  format: 'text' | 'html';
  text: string;
}

/**
 * Translates phrases by the answers so far, and collects in `missing` what the service must be asked. The caller repeats
 * its pass over the document after each request until nothing is missing: a phrase whose HTML came back broken is
 * requested piece by piece in the second pass.
 */
export class Phrasebook {
  readonly missing = new Map<string, Asked>();
  private readonly answers = new Map<string, string>();
  private readonly split: ReturnType<typeof termSplitter>;

  constructor(terms: readonly Term[]) {
    this.split = termSplitter(terms);
  }

  answer(asked: Asked, text: string): void {
    this.answers.set(keyOf(asked), text);
    this.missing.delete(keyOf(asked));
  }

  /** Translates a text without markup. */
  plain(text: string): string {
    const nodes = this.phrase([{ type: 'text', text }]);
    return nodes.map((node) => (node.type === 'text' ? node.text : '')).join('');
  }

  /** Translates a sentence: marks, links and nodes without text keep their place in it. */
  phrase(nodes: readonly Inline[]): Inline[] {
    const parts = nodes.map((node, index): PhrasePart => {
      if (node.type !== 'text' || isCode(node)) return { kind: 'kept', index };
      const pieces = this.split(node.text);
      return { kind: 'text', index, pieces, marked: (node.marks?.length ?? 0) > 0 };
    });
    if (!parts.some(hasWords)) return joinTexts(parts.flatMap((part) => this.pieceByPiece(part, nodes)));
    const [only] = parts;
    if (parts.length === 1 && only?.kind === 'text' && only.pieces.length === 1) {
      return this.pieceByPiece(only, nodes);
    }
    const answered = this.ask({ format: 'html', text: writePhraseMarkup(parts) });
    if (answered === undefined) return [...nodes];
    return joinTexts(
      readPhraseMarkup(answered, parts, nodes) ?? parts.flatMap((part) => this.pieceByPiece(part, nodes)),
    );
  }

  private pieceByPiece(part: PhrasePart, nodes: readonly Inline[]): Inline[] {
    const node = nodes[part.index];
    if (node === undefined) return [];
    if (part.kind === 'kept' || node.type !== 'text') return [node];
    return part.pieces.map((piece) => ({
      ...node,
      text: piece.kind === 'term' ? piece.translation : this.piece(piece.text),
    }));
  }

  /** Keeps surrounding spaces, because services trim their input. */
  private piece(text: string): string {
    if (!isWord(text)) return text;
    const core = text.trim();
    const start = text.indexOf(core);
    const answered = this.ask({ format: 'text', text: core });
    return text.slice(0, start) + (answered ? oneLine(answered) : core) + text.slice(start + core.length);
  }

  private ask(asked: Asked): string | undefined {
    const key = keyOf(asked);
    const answer = this.answers.get(key);
    if (answer === undefined) this.missing.set(key, asked);
    return answer;
  }
}

/** Returns whether a node is code, or a link shown as its address. */
const isCode = ({ text, marks = [] }: Extract<Inline, { type: 'text' }>): boolean =>
  marks.some((mark) =>
    mark.type === 'link' ? mark.attrs.href.replace(/^mailto:/, '') === text : mark.type === 'code',
  );

const keyOf = ({ format, text }: Asked): string => `${format} ${text}`;

/** Numbers and symbols are the same in every language. */
const isWord = (text: string): boolean => /\p{L}/u.test(text);

const hasWords = (part: PhrasePart): boolean =>
  part.kind === 'text' && part.pieces.some((piece) => piece.kind === 'text' && isWord(piece.text));
