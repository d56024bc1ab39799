/** Runs one save at a time, and continues when the next one is due. */
export class SaveQueue {
  private readonly next: () => Promise<boolean>;
  private readonly delay: () => number | null;
  private readonly onRest: () => void;
  private running: Promise<void> | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isAsked = false;
  private isOpen = true;

  /**
   * @param next does what is due; resolves to whether there may be more
   * @param delay milliseconds until something is due; null for never
   */
  constructor(next: () => Promise<boolean>, delay: () => number | null, onRest: () => void) {
    this.next = next;
    this.delay = delay;
    this.onRest = onRest;
  }

  open(): void {
    this.isOpen = true;
  }

  run(): void {
    this.isAsked = true;
    clearTimeout(this.timer);
    this.running ??= this.drain().finally(() => {
      this.running = null;
      this.onRest();
      const delay = this.isAsked ? 0 : this.delay();
      if (this.isOpen && delay !== null) this.timer = setTimeout(() => this.run(), delay);
    });
  }

  /** Does what is due now, then stops for good. */
  async close(): Promise<void> {
    this.isOpen = false;
    clearTimeout(this.timer);
    await this.running;
    await this.drain();
  }

  private async drain(): Promise<void> {
    do this.isAsked = false;
    while (await this.next());
  }
}
