import { trimRange } from './source.ts';
import type { Range, WikiSource } from './source.ts';

/** One `|`-separated part. `nested` parts hold bracket pairs of their own, so only labels and captions read them whole. */
export interface Part extends Range {
  readonly nested: boolean;
}

/** Splits a range at each `|` outside inner brackets. */
export function splitParts(source: WikiSource, { from, to }: Range): Part[] {
  const parts: Part[] = [];
  let start = from;
  let nested = false;
  for (let at = from; at < to; at += 1) {
    const char = source.raw[at];
    if (char === '|') {
      parts.push({ from: start, to: at, nested });
      start = at + 1;
      nested = false;
    } else if (char === '[') {
      nested = true;
      at = skipBracket(source, at, to) - 1;
    }
  }
  return [...parts, { from: start, to, nested }];
}

/** Returns the position after the bracket pair or region at `at`, or after the `[` alone if it has no partner before `to`. */
export function skipBracket(source: WikiSource, at: number, to: number): number {
  const end = source.regionAt(at)?.to ?? source.closing(at) + 1;
  return end > at && end <= to ? end : at + 1;
}

/** Returns the trimmed text of a part; undefined for none and for one with brackets. */
export function plainPart(source: WikiSource, part: Part | undefined): string | undefined {
  return part && !part.nested ? source.raw.slice(part.from, part.to).trim() : undefined;
}

/**
 * Takes `key=value` parts off both ends, in any order. A part with an unknown key, an invalid value or a repeated key is no
 * option. The parts between the options are the rest.
 */
export function takeOptions(
  source: WikiSource,
  parts: readonly Part[],
  keys: Readonly<Record<string, 'any' | ((value: string) => boolean)>>,
): { options: ReadonlyMap<string, () => string>; rest: readonly Part[] } {
  const options = new Map<string, () => string>();
  const take = (part: Part | undefined): boolean => {
    if (!part) return false;
    const { from, to } = trimRange(source.raw, part);
    const key = /^([a-z_]+)=/.exec(source.raw.slice(from, Math.min(to, from + 16)))?.[1];
    const accepts = key === undefined || !Object.hasOwn(keys, key) ? undefined : keys[key];
    if (key === undefined || accepts === undefined || options.has(key)) return false;
    const value = (): string => textOf(source, { from: from + key.length + 1, to });
    if (accepts !== 'any' && (part.nested || !accepts(value()))) return false;
    options.set(key, value);
    return true;
  };
  let first = 0;
  let end = parts.length;
  while (first < end && take(parts[first])) first += 1;
  while (end > first && take(parts[end - 1])) end -= 1;
  return { options, rest: parts.slice(first, end) };
}

/** Returns the text of an option: one line, without comments. */
export function textOf(source: WikiSource, { from, to }: Range): string {
  const text = source.raw.slice(from, to);
  let kept = '';
  let done = 0;
  for (let at = text.indexOf('['); at >= 0; at = text.indexOf('[', Math.max(done, at + 1))) {
    const region = source.regionAt(from + at);
    if (!region) continue;
    kept += text.slice(done, at);
    done = region.to - from;
  }
  return (kept + text.slice(done)).trim().replaceAll('\n', ' ');
}
