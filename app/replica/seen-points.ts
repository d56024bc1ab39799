import { limits } from '../../shared/limits.ts';
import { same } from '../../shared/merge/value.ts';
import type { FeedPosition } from '../../shared/model/feed-position.ts';
import { pointText } from '../store/feed/epochs.ts';
import type { ForeignEdits } from './desk-state.ts';
import type { ReplicaReader, ReplicaWriter } from './replica.ts';

const name = 'history';

/** Returns the known points of the hub's feed: the newest one of each stamp, newest last. */
export const seenPoints = (s: ReplicaReader): FeedPosition[] => s.watermarks.get<FeedPosition[]>(name) ?? [];

/** Returns the position in the feed that a desk reports with each request; undefined before the first one is known. */
export function historyOf(s: ReplicaReader): string | undefined {
  const point = seenPoints(s).at(-1);
  return point && pointText(point);
}

export const noteSeen = (s: ReplicaWriter, point: FeedPosition): void =>
  s.watermarks.set(name, withPoint(seenPoints(s), point));

/**
 * Records the point that came with an answer to an edit.
 *
 * @param named the point that the request named. Edits are sent in parallel: if a newer point is known by now, an
 * unknown stamp may be that of a restored hub that never had the newer point, and is ignored
 */
export function noteAnswered(s: ReplicaWriter, point: FeedPosition, named: string | undefined): void {
  const isNewStamp = seenPoints(s).every(({ stamp }) => stamp !== point.stamp);
  if (!isNewStamp || historyOf(s) === named) noteSeen(s, point);
}

/** Returns whether any of these points would change what is recorded. */
export function isAnyNew(s: ReplicaReader, points: readonly FeedPosition[]): boolean {
  const known = seenPoints(s);
  return !same(points.reduce(withPoint, known), known);
}

function withPoint(known: readonly FeedPosition[], point: FeedPosition): FeedPosition[] {
  const others = known.filter(({ stamp }) => stamp !== point.stamp);
  // Answers to edits sent in parallel may arrive in any order.
  const sequence = Math.max(
    ...known.filter((one) => !others.includes(one)).map((one) => one.sequence),
    point.sequence,
  );
  return [...others, { ...point, sequence }].slice(-limits.sync.points.max);
}

export const forgetSeen = (s: ReplicaWriter): void => s.watermarks.set(name, []);

/**
 * Notes edits from another desk, unless this desk has read everything that the other one had: the hub may have lost the rest.
 *
 * @param seen the points of the hub's feed that the other desk knew, newest last
 */
export function noteForeign(
  s: ReplicaWriter,
  seen: readonly FeedPosition[],
  entryids: readonly string[],
): void {
  const newest = seen.at(-1);
  if (newest === undefined || entryids.length === 0) return;
  const isRead = seenPoints(s).some(
    ({ sequence, stamp }) => stamp === newest.stamp && sequence >= newest.sequence,
  );
  if (!isRead) s.deskState.set('foreign', [...foreignEdits(s), { seen, entryids }]);
}

export const foreignEdits = (s: ReplicaReader): readonly ForeignEdits[] => s.deskState.get('foreign') ?? [];

export const isForeign = (s: ReplicaReader, entryid: string): boolean =>
  foreignEdits(s).some(({ entryids }) => entryids.includes(entryid));

/** Forgets the first `count` notes: more may have come meanwhile. */
export const forgetForeign = (s: ReplicaWriter, count: number): void =>
  s.deskState.set('foreign', foreignEdits(s).slice(count));
