import { randomBytes } from 'node:crypto';

import { limits } from '../../../shared/limits.ts';
import type { FeedPosition } from '../../../shared/model/feed-position.ts';
import { listOf, sql } from '../sql.ts';
import type { StoredRow } from '../sql.ts';
import type { ReadAccess, WriteAccess } from '../access.ts';

/** The highest id of each kind. */
export type HighestIds = Record<string, number>;

/** Returns the highest id of a kind that a hub had given; 0 if it had given none. */
export const highestId = (ids: HighestIds, kind: string): number => ids[kind] ?? 0;

/** Returns whether an id is above the highest ones that a hub had given: what it names has been lost, or is something else there. */
export const isLostId = (ids: HighestIds, kind: string, id: number): boolean => id > highestId(ids, kind);

/** The place where another history branched off this one: the last line of the feed that both have. */
export interface Fork extends FeedPosition {
  /** The highest ids given before the fork. */
  ids: HighestIds;
}

/**
 * Begins an epoch: later commits get a new random stamp. Called at each start of a hub, and when its data was set back while it ran. If the
 * epoch before has no line, it is replaced and its ids are kept: since it began, ids may only have been skipped.
 */
export function beginEpoch(s: WriteAccess): void {
  const isFirst = s.db.one(sql`SELECT 1 FROM epoch LIMIT 1`) === undefined;
  s.db.run(sql`INSERT INTO epoch (first, stamp, ids)
     VALUES (${isFirst ? 0 : s.feed.sequence + 1}, ${randomBytes(12).toString('base64url')},
       ${JSON.stringify(highestIds(s))})
     ON CONFLICT (first) DO UPDATE SET stamp = excluded.stamp`);
}

/** The newest line of the feed. */
export const newestPoint = (s: ReadAccess): FeedPosition => pointAt(s, s.feed.sequence);

export const pointAt = (s: ReadAccess, sequence: number): FeedPosition => ({
  sequence,
  stamp: stampOf(s, sequence) ?? '',
});

/** Returns the end of each epoch that ended at `sequence` or later, oldest first; at most the newest `limits.sync.points.max`. */
export const pointsSince = (s: ReadAccess, sequence: number): FeedPosition[] =>
  s.db
    .all(sql<FeedPosition>`SELECT *
       FROM (SELECT lead(first) OVER (ORDER BY first) - 1 AS sequence, stamp FROM epoch)
       WHERE sequence >= ${sequence} ORDER BY sequence DESC LIMIT ${limits.sync.points.max}`)
    .toReversed();

const stampOf = (s: ReadAccess, sequence: number): string | undefined =>
  s.db.one(sql<StoredRow<'epoch', 'stamp'>>`SELECT stamp FROM epoch WHERE first <= ${sequence}
     ORDER BY first DESC LIMIT 1`)?.stamp;

/** Returns whether this history contains the point. */
export const hasPoint = (s: ReadAccess, { sequence, stamp }: FeedPosition): boolean =>
  sequence <= s.feed.sequence && stampOf(s, sequence) === stamp;

/**
 * Begins an epoch if a client knows a later point of the present epoch than the hub has: the machine was set back while the hub ran.
 * Without a new epoch, the client's point would seem to belong to this history once the feed is that long again. Anyone can claim such a
 * point, so this happens at most once after each start.
 */
export function beginEpochAfter(s: WriteAccess, seen: readonly FeedPosition[]): void {
  const { stamp } = newestEpoch(s);
  const isAhead = seen.some((point) => point.stamp === stamp && point.sequence > s.feed.sequence);
  if (!isAhead || s.meta.get(epochByClaim) === stamp) return;
  beginEpoch(s);
  s.meta.set(epochByClaim, newestEpoch(s).stamp);
}

const epochByClaim = 'epoch-begun-by-claim';

/**
 * Returns where a history with these points branched off this one. A desk knows a point of each recent epoch, so histories without a common
 * point diverged long ago: the fork is then at 0, without ids.
 */
export function forkFrom(s: ReadAccess, seen: readonly FeedPosition[]): Fork {
  const common = s.db.one(sql<{ first: number }>`SELECT max(first) AS first FROM epoch
     WHERE stamp IN ${listOf(seen.map(({ stamp }) => stamp))}`)?.first;
  if (typeof common !== 'number') return { ...pointAt(s, 0), ids: {} };
  const next = s.db.one(sql<StoredRow<'epoch', 'first' | 'ids'>>`SELECT first, ids FROM epoch
     WHERE first > ${common} ORDER BY first LIMIT 1`);
  if (!next) return { ...newestPoint(s), ids: highestIds(s) };
  return { ...pointAt(s, next.first - 1), ids: JSON.parse(next.ids) as HighestIds };
}

function highestIds(s: ReadAccess): HighestIds {
  const rows = s.db.all(sql<StoredRow<'meta', 'key' | 'value'>>`SELECT key, value FROM meta
     WHERE key GLOB 'id:*'`);
  return Object.fromEntries(rows.map(({ key, value }) => [key.slice('id:'.length), Number(value)]));
}

/** Skips a block of ids of each kind, once per epoch, because another history may already have given them. */
export function skipIds(s: WriteAccess): void {
  const { stamp } = newestEpoch(s);
  if (s.meta.get('skipped-ids-in') === stamp) return;
  s.meta.set('skipped-ids-in', stamp);
  for (const [kind, id] of Object.entries(highestIds(s)))
    s.meta.set(`id:${kind}`, id + limits.sync.skippedIds.max);
}

const newestEpoch = (s: ReadAccess): Pick<FeedPosition, 'stamp'> =>
  s.db.one(sql<StoredRow<'epoch', 'stamp'>>`SELECT stamp FROM epoch ORDER BY first DESC LIMIT 1`) ?? {
    stamp: '',
  };

/** Request header: the last point of the feed that a desk knows. Answer header to an edit: the hub's newest point after it. */
export const historyHeader = 'benchside-history';

/** Formats a point for the header: `sequence:stamp`. */
export const pointText = ({ sequence, stamp }: FeedPosition): string => `${sequence}:${stamp}`;

export function parsePoint(text: string): FeedPosition | undefined {
  const [, sequence, stamp] = /^(\d{1,15}):([\w-]{0,40})$/.exec(text) ?? [];
  return sequence === undefined || stamp === undefined ? undefined : { sequence: Number(sequence), stamp };
}
