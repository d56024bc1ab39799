/** Letters and digits closer together than this come from a scanner, whose code nobody meant as keys. */
const burstMs = 40;
/** Within this a second line end belongs to the code before: some scanners send two, and the screen may be another by then. */
const lineEndsMs = 400;

let typedAt = Number.NEGATIVE_INFINITY;
let endedAt = Number.NEGATIVE_INFINITY;
let waiting: ReturnType<typeof setTimeout> | undefined;

const isTyped = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  /^[\p{L}\p{N}]$/u.test(key) && !ctrlKey && !metaKey && !altKey;

/** Whether a key is part of a code that a scanner types. To be asked of every key, once. */
export function isScanned(event: KeyboardEvent): boolean {
  const now = event.timeStamp;
  if (event.key === 'Enter') {
    const isEnd = now - typedAt < burstMs || now - endedAt < lineEndsMs;
    endedAt = now;
    return isEnd;
  }
  if (!isTyped(event) || event.repeat) return false;
  const isNext = now - typedAt < burstMs;
  typedAt = now;
  if (isNext) clearTimeout(waiting);
  return isNext;
}

/** A letter or digit does something once no other follows at once. */
export function unlessScanned(event: KeyboardEvent, run: () => void): void {
  if (!isTyped(event) || event.repeat) return run();
  clearTimeout(waiting);
  waiting = setTimeout(run, burstMs);
}
