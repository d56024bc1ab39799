import { setImmediate } from 'node:timers/promises';

let last = Promise.resolve();

/**
 * Waits until it is this caller's turn to do a part of its work, some milliseconds of it. All callers take turns, and other requests are served
 * between two of them: with 200 desks that read the feed at once, a part for each in one pass of the event loop would keep everyone else waiting.
 */
export function nextTurn(): Promise<void> {
  last = last.then(() => setImmediate());
  return last;
}
