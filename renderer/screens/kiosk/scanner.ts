/** Nobody types this fast for long. */
const fastestTypistMs = 60;
/** Where only a reader types, one may also be slow, or the machine busy. */
const forgottenMs = 3_000;
const shortest = 4;
/** Keys of a reader that type nothing; all others, such as arrows, are a person's. */
const quiet = new Set(['Shift', 'CapsLock', 'Alt', 'AltGraph', 'Control', 'Dead', 'Unidentified']);

/** Tells what a reader types from what a person does: its keys follow each other at once and end with Enter. */
export class Scanner {
  #text = '';
  #lastMs = Number.NEGATIVE_INFINITY;

  /** Whether the last key may begin a code. */
  get isFirst(): boolean {
    return this.#text.length === 1;
  }

  /** @returns the whole text when this key ends one that was read */
  key(key: string, atMs: number, slow = false): string | null {
    if (atMs - this.#lastMs > (slow ? forgottenMs : fastestTypistMs)) this.#text = '';
    if (key === 'Enter' || key === 'Tab') {
      const text = this.#text.trim();
      this.#text = '';
      return text.length >= shortest ? text : null;
    }
    if ([...key].length !== 1) {
      if (!quiet.has(key)) this.#text = '';
      return null;
    }
    this.#lastMs = atMs;
    this.#text += key;
    return null;
  }
}
