/** A seeded random generator (sfc32): the same seed gives the same numbers. */
export class Random {
  private state: [number, number, number, number];

  constructor(seed: number) {
    this.state = [seed | 0, (seed / 0x1_0000_0000) | 0, 0x9e3779b9, 1];
    for (let i = 0; i < 15; i += 1) this.next();
  }

  /** Returns a number from 0 up to, but not including, 1. */
  next(): number {
    const [a, b, c, d] = this.state;
    const sum = (a + b + d) | 0;
    this.state = [b ^ (b >>> 9), (c + (c << 3)) | 0, (((c << 21) | (c >>> 11)) + sum) | 0, (d + 1) | 0];
    return (sum >>> 0) / 0x1_0000_0000;
  }

  /** Returns an integer from 0 to n − 1. */
  int(n: number): number {
    return Math.floor(this.next() * n);
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<Item>(items: readonly Item[]): Item | undefined {
    return items[this.int(items.length)];
  }

  /** Returns one item of `[weight, item]` pairs. */
  weighted<Item>(items: readonly (readonly [weight: number, item: Item])[]): Item {
    let at = this.next() * items.reduce((sum, [weight]) => sum + weight, 0);
    for (const [weight, item] of items) {
      at -= weight;
      if (at < 0) return item;
    }
    const last = items.at(-1);
    if (!last) throw new Error('nothing to choose from');
    return last[1];
  }

  shuffled<Item>(items: readonly Item[]): Item[] {
    return items
      .map((item) => ({ item, at: this.next() }))
      .sort((a, b) => a.at - b.at)
      .map(({ item }) => item);
  }

  /** Returns a seed for another generator. */
  seed(): number {
    return this.int(0x1_0000_0000);
  }
}
