import { readBracket } from './brackets.ts';
import type { Allowed } from './brackets.ts';
import { addMarks, joinTexts, sortMarks } from './marks.ts';
import { trimRange } from './source.ts';
import type { Range, WikiSource } from './source.ts';
import { styleMarks } from './tree.ts';
import type { Inline, Mark, StyleMark } from './tree.ts';

type Token =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'toggle'; readonly mark: StyleMark; readonly text: string }
  | { readonly kind: 'nodes'; readonly nodes: readonly Inline[] };

const doubled: Readonly<Record<string, StyleMark>> = {
  '+': 'underline',
  '~': 'strikethrough',
  ',': 'subscript',
  '^': 'superscript',
  '`': 'code',
};

/**
 * Reads one scope of running text. A marker switches its mark on or off, so marks may overlap; a marker without a
 * partner in the scope is text.
 */
export function readInline(source: WikiSource, range: Range, allowed: Allowed): Inline[] {
  const tokens = pair(tokenize(source, trimRange(source.raw, range), allowed));
  const on = new Set<StyleMark>();
  let marks: readonly Mark[] = [];
  const nodes: Inline[] = [];
  for (const token of tokens) {
    if (token.kind === 'toggle') {
      if (!on.delete(token.mark)) on.add(token.mark);
      marks = sortMarks([...on].map((type) => ({ type })));
    } else if (token.kind === 'text') {
      nodes.push(addMarks({ type: 'text', text: token.text }, marks));
    } else {
      for (const node of token.nodes) nodes.push(addMarks(node, marks));
    }
  }
  return joinTexts(nodes);
}

function tokenize(source: WikiSource, { from, to }: Range, allowed: Allowed): Token[] {
  const text = source.raw.slice(from, to);
  const tokens: Token[] = [];
  const on = new Set<StyleMark>();
  const markup = /\[|'+|\++|~+|,+|\^+|`+/g;
  let done = 0;
  for (let match = markup.exec(text); match !== null; match = markup.exec(text)) {
    const at = match.index;
    const found: { tokens: readonly Token[]; to: number } | undefined =
      match[0] === '['
        ? readBracketAt(source, { from: from + at, to }, allowed)
        : { tokens: readRun(match[0], on), to: from + at + match[0].length };
    if (!found) continue;
    if (at > done) tokens.push({ kind: 'text', text: text.slice(done, at) });
    tokens.push(...found.tokens);
    done = found.to - from;
    markup.lastIndex = done;
  }
  if (done < text.length) tokens.push({ kind: 'text', text: text.slice(done) });
  return tokens;
}

function readBracketAt(source: WikiSource, range: Range, allowed: Allowed) {
  const label = (at: Range, inner: Allowed): Inline[] => readInline(source, at, inner);
  const found = readBracket(source, range, allowed, label);
  return found && { tokens: [{ kind: 'nodes', nodes: found.nodes } as const], to: found.to };
}

/** Splits a run of one markup character into its markers and the characters that are text. */
function readRun(run: string, on: Set<StyleMark>): readonly Token[] {
  const toggle = (mark: StyleMark, text: string): Token => {
    if (!on.delete(mark)) on.add(mark);
    return { kind: 'toggle', mark, text };
  };
  const mark = doubled[run.charAt(0)];
  if (mark === undefined) {
    if (run.length === 2) return [toggle('em', run)];
    if (run.length >= 5) return [...spare(run.slice(5)), toggle('strong', "'''"), toggle('em', "''")];
    return run.length === 1 ? spare(run) : [...spare(run.slice(3)), toggle('strong', "'''")];
  }
  if (run.length < 2 || run.length > 3) return spare(run);
  const rest = spare(run.slice(2));
  const closes = on.has(mark);
  const marker = toggle(mark, run.slice(0, 2));
  return closes ? [marker, ...rest] : [...rest, marker];
}

function spare(text: string): readonly Token[] {
  return text === '' ? [] : [{ kind: 'text', text }];
}

/** Pairs the markers: the last of an odd number of equal markers becomes text. */
function pair(tokens: readonly Token[]): Token[] {
  const paired = shareApostrophe(tokens);
  for (const mark of styleMarks) {
    const places = togglesOf(paired, mark);
    const last = places.length % 2 === 0 ? undefined : places.at(-1);
    const token = last === undefined ? undefined : paired[last];
    if (last !== undefined && token?.kind === 'toggle') paired[last] = { kind: 'text', text: token.text };
  }
  return paired;
}

/** `''the dogs'''`: where em and strong both lack a partner, the last `'''` is read as an apostrophe and `''`. */
function shareApostrophe(tokens: readonly Token[]): Token[] {
  const strong = togglesOf(tokens, 'strong');
  const unpaired = strong.length % 2 === 1 && togglesOf(tokens, 'em').length % 2 === 1;
  const last = unpaired ? strong.findLast((i) => !isToggle(tokens[i + 1], 'em')) : undefined;
  if (last === undefined) return [...tokens];
  const shared: Token[] = [
    { kind: 'text', text: "'" },
    { kind: 'toggle', mark: 'em', text: "''" },
  ];
  return tokens.toSpliced(last, 1, ...shared);
}

function togglesOf(tokens: readonly Token[], mark: StyleMark): number[] {
  return tokens.flatMap((token, i) => (isToggle(token, mark) ? [i] : []));
}

function isToggle(token: Token | undefined, mark: StyleMark): boolean {
  return token?.kind === 'toggle' && token.mark === mark;
}
