/** Keys closer together than this come from a scanner; two keys of a person hardly ever do. */
const burstMs = 40;
/** No person types a whole code this fast, and no scanner types slower. */
const fastestTypistMs = 60;
/** The longest gap within a code where only a scanner types: it may be slow, or the machine busy. */
const forgottenMs = 3_000;
/** A second line end within this time belongs to the last code: some scanners send two, and the screen may have changed. */
const lineEndsMs = 400;
const shortest = 4;
/** Keys without text that a scanner may send; all others, such as arrows, come from a person. */
const quiet = new Set(['Shift', 'CapsLock', 'Alt', 'AltGraph', 'Control', 'Dead', 'Unidentified']);

export interface Heard {
  /** True if the key continues or ends a code, so that no shortcut must handle it. */
  isPart: boolean;
  /** The whole code if this key ends one, else null. */
  code: string | null;
}

/** Recognizes the keys of a scanner: they follow each other at once and end with Enter. */
export class Scanner {
  #text = '';
  #typedMs = Number.NEGATIVE_INFINITY;
  #endedMs = Number.NEGATIVE_INFINITY;

  /** True if the last key may begin a code. */
  get isFirst(): boolean {
    return this.#text.length === 1;
  }

  /**
   * Call it once for every pressed key.
   *
   * @param slow allows long gaps between keys, because nothing else handles them
   */
  hear(key: string, atMs: number, slow = false): Heard {
    const sinceMs = atMs - this.#typedMs;
    if (sinceMs > (slow ? forgottenMs : fastestTypistMs)) this.#text = '';
    if (key === 'Enter' || key === 'Tab') return this.#end(key, atMs, sinceMs < burstMs);
    if ([...key].length !== 1) {
      if (!quiet.has(key)) this.#text = '';
      return { isPart: false, code: null };
    }
    this.#typedMs = atMs;
    this.#text += key;
    return { isPart: sinceMs < burstMs, code: null };
  }

  #end(key: string, atMs: number, isNext: boolean): Heard {
    const text = this.#text.trim();
    this.#text = '';
    const isPart = key === 'Enter' && (isNext || atMs - this.#endedMs < lineEndsMs);
    if (key === 'Enter') this.#endedMs = atMs;
    return { isPart, code: text.length >= shortest ? text : null };
  }
}

const keys = new Scanner();
let waiting: ReturnType<typeof setTimeout> | undefined;

/** Returns whether a key types a character, and is not a repeat. */
const isTyped = ({ key, ctrlKey, metaKey, altKey, repeat }: KeyboardEvent): boolean =>
  key.length === 1 && !ctrlKey && !metaKey && !altKey && !repeat;

/** Returns whether a key is part of a scanned code. Call it once for every key. */
export function isScanned(event: KeyboardEvent): boolean {
  if (event.key !== 'Enter' && !isTyped(event)) return false;
  const { isPart } = keys.hear(event.key, event.timeStamp);
  if (isPart) clearTimeout(waiting);
  return isPart;
}

/** Runs a shortcut of a letter or digit only if no other key follows at once, as a scanner's would. */
export function unlessScanned(event: KeyboardEvent, run: () => void): void {
  if (!isTyped(event) || !/[\p{L}\p{N}]/u.test(event.key)) return run();
  clearTimeout(waiting);
  waiting = setTimeout(run, burstMs);
}
