/** Pause in typing before it is sent. */
const typingPauseMs = 1200;
const retryMs = [1000, 2000, 5000, 15_000];

/** When each changed unit is sent: choices at once, typing after a pause, some units when their field is left. */
export class Pace {
  private readonly dueAt = new Map<string, number>();
  private failures = 0;

  note(name: string, when: 'now' | 'paused' | 'left'): void {
    this.dueAt.set(name, when === 'now' ? 0 : when === 'left' ? Infinity : Date.now() + typingPauseMs);
  }

  forget(name: string): void {
    this.dueAt.delete(name);
  }

  /** Makes every unit due now. */
  hurry(): void {
    for (const name of this.dueAt.keys()) this.dueAt.set(name, 0);
  }

  isDue(name: string): boolean {
    return (this.dueAt.get(name) ?? 0) <= Date.now();
  }

  failed(): void {
    this.failures += 1;
  }

  succeeded(): void {
    this.failures = 0;
  }

  /** Returns the milliseconds until one of these is due; null for never. Grows with each failure. */
  delay(names: readonly string[]): number | null {
    const due = Math.min(...names.map((name) => this.dueAt.get(name) ?? 0));
    if (due === Infinity) return null;
    if (this.failures > 0) return retryMs[Math.min(this.failures, retryMs.length) - 1] ?? null;
    return Math.max(0, due - Date.now());
  }
}
