import { limits } from '../../shared/limits.ts';
import { same } from '../../shared/merge/value.ts';
import type { FeedPosition } from '../../shared/model/feed-position.ts';
import { pointText } from '../store/feed/epochs.ts';
import type { Fork } from '../store/feed/epochs.ts';
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

/** The newest line of its feed that a hub named with an answer. */
export interface ToldLine {
  point: FeedPosition;
  /** The line that the request named as the newest known here. */
  named: string | undefined;
}

/**
 * Records the point that came with an answer. Edits are sent in parallel: if a newer point is known by now, an unknown stamp may be that
 * of a restored hub that never had the newer point. It is doubted until the feed tells.
 */
export function noteAnswered(s: ReplicaWriter, { point, named }: ToldLine): void {
  const isNewStamp = seenPoints(s).every(({ stamp }) => stamp !== point.stamp);
  if (!isNewStamp || historyOf(s) === named) noteSeen(s, point);
  else s.deskState.set('doubted', [...doubted(s), point].slice(-limits.sync.points.max));
}

const doubted = (s: ReplicaReader): readonly FeedPosition[] => s.deskState.get('doubted') ?? [];

/** Returns whether answers came whose points are doubted: the hub may have been restored since (SPEC F4.28). */
export const hasDoubts = (s: ReplicaReader): boolean => doubted(s).length > 0;

/** Returns whether a history has a point. @param ends the last point of each of its epochs */
export const includesPoint = (ends: readonly FeedPosition[], { sequence, stamp }: FeedPosition): boolean =>
  ends.some((end) => end.stamp === stamp && end.sequence >= sequence);

/** Returns whether the hub has lost a doubted point. @param told the last point of each epoch that the feed names */
export const lacksDoubted = (s: ReplicaReader, told: readonly FeedPosition[]): boolean =>
  doubted(s).some((point) => !includesPoint(told, point));

export function endDoubts(s: ReplicaWriter): void {
  if (hasDoubts(s)) s.deskState.set('doubted', []);
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

/**
 * Forgets the points that a restored hub has lost.
 *
 * @param fork the last one that it still has; all are forgotten if an older hub names it without its stamp
 */
export function forgetSeenAfter(s: ReplicaWriter, fork: FeedPosition): void {
  const before = seenPoints(s).filter(({ sequence }) => sequence <= fork.sequence);
  s.watermarks.set(name, fork.stamp === '' ? [] : withPoint(before, fork));
  endDoubts(s);
}

/** Records the line that another desk's history and the hub's have in common, unless this desk has read a later one. */
export function noteCommon(s: ReplicaWriter, { sequence, stamp }: FeedPosition): void {
  const newest = seenPoints(s).at(-1)?.sequence ?? 0;
  if (stamp !== '' && sequence > newest) noteSeen(s, { sequence, stamp });
}

/**
 * Returns where this desk's history and a hub's parted. A hub knows only ends of epochs: if this desk left the epoch at an earlier line when it
 * started over before, they parted there.
 *
 * @param fork as the hub answered
 */
export function partingAt(s: ReplicaReader, fork: Fork): Fork {
  const left = s.deskState.get('left');
  const isLeft =
    left !== undefined &&
    left.stamp === fork.stamp &&
    left.sequence < fork.sequence &&
    seenPoints(s).some(({ sequence, stamp }) => stamp === left.stamp && sequence === left.sequence);
  return isLeft ? left : fork;
}

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
  if (!includesPoint(seenPoints(s), newest))
    s.deskState.set('foreign', [...foreignEdits(s), { seen, entryids }]);
}

export const foreignEdits = (s: ReplicaReader): readonly ForeignEdits[] => s.deskState.get('foreign') ?? [];

export const isForeign = (s: ReplicaReader, entryid: string): boolean =>
  foreignEdits(s).some(({ entryids }) => entryids.includes(entryid));

/** Forgets the first `count` notes: more may have come meanwhile. */
export const forgetForeign = (s: ReplicaWriter, count: number): void =>
  s.deskState.set('foreign', foreignEdits(s).slice(count));
