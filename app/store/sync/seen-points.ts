import { limits } from '../../../shared/limits.ts';
import { pointText } from '../feed/epochs.ts';
import type { Point } from '../feed/epochs.ts';
import type { StoreReader, StoreWriter } from '../store.ts';

const name = 'history';

/** Lines that the hub's feed had, as far as is known here: the newest of each stamp, newest last. */
export const seenPoints = (s: StoreReader): Point[] => s.sync.cursor<Point[]>(name) ?? [];

/** What a desk says with each request of what it has read. */
export function historyOf(s: StoreReader): string | undefined {
  const point = seenPoints(s).at(-1);
  return point && pointText(point);
}

export function noteSeen(s: StoreWriter, point: Point): void {
  const known = seenPoints(s);
  const others = known.filter(({ stamp }) => stamp !== point.stamp);
  // Answers to edits that were sent at once may come in another order.
  const sequence = Math.max(
    ...known.filter((one) => !others.includes(one)).map((one) => one.sequence),
    point.sequence,
  );
  s.sync.setCursor(name, [...others, { ...point, sequence }].slice(-limits.sync.points.max));
}

export const forgetSeen = (s: StoreWriter): void => s.sync.setCursor(name, []);
