import { limits } from '../../../shared/limits.ts';
import { pointText } from '../feed/epochs.ts';
import type { Point } from '../feed/epochs.ts';
import type { StoreReader, StoreWriter } from '../store.ts';

const name = 'history';

/** Lines of the hub's feed that were read here, the newest of each stamp, newest last. */
export const seenPoints = (s: StoreReader): Point[] => s.sync.cursor<Point[]>(name) ?? [];

/** What a desk says with each request of what it has read. */
export function historyOf(s: StoreReader): string | undefined {
  const point = seenPoints(s).at(-1);
  return point && pointText(point);
}

export function noteSeen(s: StoreWriter, point: Point): void {
  const others = seenPoints(s).filter(({ stamp }) => stamp !== point.stamp);
  s.sync.setCursor(name, [...others, point].slice(-limits.sync.points.max));
}

export const forgetSeen = (s: StoreWriter): void => s.sync.setCursor(name, []);
