/** Chance that can be repeated: the same seed gives the same numbers (sfc32). */
export class Random {
  private state: [number, number, number, number];

  constructor(seed: number) {
    this.state = [seed | 0, (seed / 0x1_0000_0000) | 0, 0x9e3779b9, 1];
    for (let i = 0; i < 15; i += 1) this.next();
  }

  /** 0 … 1, without 1. */
  next(): number {
    const [a, b, c, d] = this.state;
    const sum = (a + b + d) | 0;
    this.state = [b ^ (b >>> 9), (c + (c << 3)) | 0, (((c << 21) | (c >>> 11)) + sum) | 0, (d + 1) | 0];
    return (sum >>> 0) / 0x1_0000_0000;
  }

  /** 0 … n − 1. */
  int(n: number): number {
    return Math.floor(this.next() * n);
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<Item>(items: readonly Item[]): Item | undefined {
    return items[this.int(items.length)];
  }

  /** One of `[weight, item]`. */
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

  /** For a chance of its own. */
  seed(): number {
    return this.int(0x1_0000_0000);
  }
}
