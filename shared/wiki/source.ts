/** Wiki text with matched brackets. Positions are offsets into `raw`. */
export interface WikiSource {
  readonly raw: string;
  /** Returns the position of the `]` for the `[` at `at`, or -1. Between the two all brackets match. */
  readonly closing: (at: number) => number;
  /** Returns the verbatim region that starts at `at`. */
  readonly regionAt: (at: number) => Region | undefined;
  readonly regions: readonly Region[];
}

/** `[code]…[/code]` or `[comment]…[/comment]`: nothing inside is markup. */
export interface Region {
  readonly kind: 'code' | 'comment';
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

export interface Range {
  readonly from: number;
  readonly to: number;
}

/** Reads the text. `verbatim`: the kinds of regions it may have; short texts have no `[code]`. */
export function readSource(text: string, verbatim: readonly Region['kind'][]): WikiSource {
  const raw = text.replace(/\r\n?/g, '\n');
  const closing = new Map<number, number>();
  const regions: Region[] = [];
  const open: number[] = [];
  const ends = verbatim.map((kind) => ({ kind, next: finder(raw, `[/${kind}]`) }));
  const brackets = /[[\]]/g;
  for (let match = brackets.exec(raw); match !== null; match = brackets.exec(raw)) {
    const at = match.index;
    const region = match[0] === '[' ? readRegion(raw, at, ends) : undefined;
    if (region) {
      regions.push(region);
      brackets.lastIndex = region.to;
    } else if (match[0] === '[') {
      open.push(at);
    } else {
      const start = open.pop();
      if (start !== undefined) closing.set(start, at);
    }
  }
  const starts = new Map(regions.map((region) => [region.from, region]));
  return {
    raw,
    closing: (at) => closing.get(at) ?? -1,
    regionAt: (at) => starts.get(at),
    regions,
  };
}

type Ends = readonly { kind: Region['kind']; next: (from: number) => number }[];

function readRegion(raw: string, from: number, ends: Ends): Region | undefined {
  for (const { kind, next } of ends) {
    const start = from + kind.length + 2;
    if (!raw.startsWith(`[${kind}]`, from)) continue;
    const end = next(start);
    if (end >= 0) return { kind, from, to: end + kind.length + 3, text: raw.slice(start, end) };
  }
  return undefined;
}

/** Returns a function that finds the needle at or after `from`. For growing positions all calls cost one pass over the text. */
export function finder(raw: string, needle: string): (from: number) => number {
  let found = -2;
  return (from) => {
    if (found !== -1 && found < from) found = raw.indexOf(needle, from);
    return found;
  };
}

export function trimRange(raw: string, { from, to }: Range): Range {
  let start = from;
  let end = to;
  while (start < end && isBlank(raw.charCodeAt(start))) start += 1;
  while (end > start && isBlank(raw.charCodeAt(end - 1))) end -= 1;
  return { from: start, to: end };
}

function isBlank(code: number): boolean {
  return code === 32 || code === 9 || code === 10;
}
