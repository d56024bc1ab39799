/** The most comparison steps, about 50 ms; after that the rest of both lists counts as rewritten. */
export const mostSteps = 4_000_000;

/** The indexes of two equal items, one of each list. */
interface Match {
  readonly before: number;
  readonly after: number;
}

export interface Matches {
  /** In order, both indexes growing. */
  readonly matches: readonly Match[];
  /** False if the comparison stopped at the step limit: `matches` then has only the matches found so far. */
  readonly isComplete: boolean;
  readonly steps: number;
}

/**
 * Returns a longest common subsequence of two lists of anything that a `Map` takes as a key. Memory grows with the
 * lengths of the lists, time with their lengths and the square of their differences (E. Myers, "An O(ND) difference
 * algorithm", 1986, in its linear-space variation).
 */
export function matchLists(before: readonly unknown[], after: readonly unknown[], most = mostSteps): Matches {
  const { start, end } = commonEnds(before, after);
  const numbers = new Map<unknown, number>();
  const numberOf = (item: unknown): number => {
    const number = numbers.get(item) ?? numbers.size;
    numbers.set(item, number);
    return number;
  };
  const a = before.slice(start, before.length - end).map(numberOf);
  const b = after.slice(start, after.length - end).map(numberOf);
  // Items that only one list has never match. Without them even two wholly different texts are compared quickly.
  const [inA, inB] = [new Set(a), new Set(b)];
  const [atA, atB] = [indexesOf(a, inB), indexesOf(b, inA)];
  const found = new Comparison(
    Int32Array.from(atA, (i) => a[i] ?? -1),
    Int32Array.from(atB, (i) => b[i] ?? -1),
    most,
  );
  const isComplete = found.run({ fromA: 0, toA: atA.length, fromB: 0, toB: atB.length });
  const matches: Match[] = [];
  for (let i = 0; i < start; i += 1) matches.push({ before: i, after: i });
  for (const [i, j] of found.matches)
    matches.push({ before: start + (atA[i] ?? 0), after: start + (atB[j] ?? 0) });
  for (let i = end; i > 0; i -= 1) matches.push({ before: before.length - i, after: after.length - i });
  return { matches, isComplete, steps: found.steps };
}

/** Returns how many items both lists have in common at their start, and how many of the rest at their end. */
export function commonEnds(
  before: readonly unknown[],
  after: readonly unknown[],
): { start: number; end: number } {
  let start = 0;
  while (start < Math.min(before.length, after.length) && before[start] === after[start]) start += 1;
  let end = 0;
  const shorter = Math.min(before.length, after.length) - start;
  while (end < shorter && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  return { start, end };
}

const indexesOf = (items: readonly number[], wanted: ReadonlySet<number>): number[] =>
  items.flatMap((item, i) => (wanted.has(item) ? [i] : []));

interface Area {
  fromA: number;
  toA: number;
  fromB: number;
  toB: number;
}

/** A diagonal that no path has reached, or that lies outside the area. */
const none = -(2 ** 30);

class Comparison {
  readonly matches: [number, number][] = [];
  steps = 0;
  private readonly a: Int32Array;
  private readonly b: Int32Array;
  private readonly most: number;
  /** The furthest points of the paths from the start, and of those from the end, on each diagonal. */
  private readonly forward: Int32Array;
  private readonly backward: Int32Array;
  private readonly zero: number;

  constructor(a: Int32Array, b: Int32Array, most: number) {
    this.a = a;
    this.b = b;
    this.most = most;
    this.zero = Math.ceil((a.length + b.length) / 2) + 2;
    this.forward = new Int32Array(2 * this.zero + 1);
    this.backward = new Int32Array(2 * this.zero + 1);
  }

  /** Adds the matches of an area. @returns false if the step limit was reached first */
  run(area: Area): boolean {
    const { a, b } = this;
    let { fromA, toA, fromB, toB } = area;
    while (fromA < toA && fromB < toB && a[fromA] === b[fromB]) this.matches.push([fromA++, fromB++]);
    let end = 0;
    while (fromA < toA && fromB < toB && a[toA - 1] === b[toB - 1]) {
      toA -= 1;
      toB -= 1;
      end += 1;
    }
    this.steps += area.toA - area.fromA - (toA - fromA);
    let isComplete = true;
    if (fromA < toA && fromB < toB) {
      const middle = this.middle({ fromA, toA, fromB, toB });
      isComplete =
        middle !== undefined &&
        this.run({ fromA, toA: middle.a, fromB, toB: middle.b }) &&
        this.run({ fromA: middle.a, toA, fromB: middle.b, toB });
    }
    for (let i = 0; i < end; i += 1) this.matches.push([toA + i, toB + i]);
    return isComplete;
  }

  /**
   * Returns a point in the middle of a shortest path through the area, or undefined at the step limit. The area must neither
   * start nor end with a match.
   */
  private middle({ fromA, toA, fromB, toB }: Area): { a: number; b: number } | undefined {
    const { a, b, forward, backward, zero } = this;
    const [width, height] = [toA - fromA, toB - fromB];
    const delta = width - height;
    const isOdd = delta % 2 !== 0;
    forward[zero + 1] = 0;
    backward[zero + 1] = 0;
    for (let d = 0; ; d += 1) {
      if (this.steps > this.most) return undefined;
      for (const ends of [forward, backward]) {
        ends[zero - d - 1] = none;
        if (d > 0) ends[zero + d + 1] = none;
      }
      for (let k = -d; k <= d; k += 2) {
        const x = this.furthest(forward, k, width, height, (i, j) => a[fromA + i] === b[fromB + j]);
        const met = backward[zero + delta - k] ?? none;
        if (isOdd && Math.abs(delta - k) < d && x >= 0 && met >= 0 && x + met >= width)
          return { a: fromA + x, b: fromB + x - k };
      }
      for (let k = -d; k <= d; k += 2) {
        const x = this.furthest(backward, k, width, height, (i, j) => a[toA - 1 - i] === b[toB - 1 - j]);
        const met = forward[zero + delta - k] ?? none;
        if (!isOdd && Math.abs(delta - k) <= d && x >= 0 && met >= 0 && x + met >= width)
          return { a: toA - x, b: toB - (x - k) };
      }
    }
  }

  /** Returns how far a path comes on diagonal `k` with one more difference. */
  private furthest(
    ends: Int32Array,
    k: number,
    width: number,
    height: number,
    isSame: (i: number, j: number) => boolean,
  ): number {
    const { zero } = this;
    const down = ends[zero + k + 1] ?? none;
    const right = (ends[zero + k - 1] ?? none) + 1;
    const fromDown = down >= 0 && down - k <= height ? down : none;
    const fromRight = right > 0 && right <= width ? right : none;
    let x = Math.max(fromDown, fromRight);
    this.steps += 1;
    if (x >= 0) {
      const start = x;
      while (x < width && x - k < height && isSame(x, x - k)) x += 1;
      this.steps += x - start;
    }
    ends[zero + k] = x;
    return x;
  }
}
