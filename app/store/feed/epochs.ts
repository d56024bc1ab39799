import { randomBytes } from 'node:crypto';

import { limits } from '../../../shared/limits.ts';
import type { StoreReader, StoreWriter } from '../store.ts';

/** A line of a hub's feed, named so that no other history has it: two hubs that came of one give other stamps. */
export interface Point {
  sequence: number;
  stamp: string;
}

/** The highest id of each kind. */
export type HighestIds = Record<string, number>;

/** Where another history parted from this one. */
export interface Fork {
  /** The last line of the feed that both have. */
  sequence: number;
  /** The highest ids that were given before. */
  ids: HighestIds;
}

/**
 * Called at each start of a hub, and when one was set back without a start: what is committed from now on is known by a stamp of
 * its own.
 */
export function beginEpoch(s: StoreWriter): void {
  const isFirst = s.db.oneSql('SELECT 1 FROM epoch LIMIT 1') === undefined;
  s.db.runSql(
    `INSERT INTO epoch (first, stamp, ids) VALUES (:first, :stamp, :ids)
     ON CONFLICT (first) DO UPDATE SET stamp = excluded.stamp, ids = excluded.ids`,
    [
      {
        first: isFirst ? 0 : s.feed.sequence + 1,
        stamp: randomBytes(12).toString('base64url'),
        ids: JSON.stringify(highestIds(s)),
      },
    ],
  );
}

/** The newest line of the feed. */
export const newestPoint = (s: StoreReader): Point => pointAt(s, s.feed.sequence);

export const pointAt = (s: StoreReader, sequence: number): Point => ({
  sequence,
  stamp: stampOf(s, sequence) ?? '',
});

const stampOf = (s: StoreReader, sequence: number): string | undefined =>
  s.db.oneSql<{ stamp: string }>('SELECT stamp FROM epoch WHERE first <= ? ORDER BY first DESC LIMIT 1', [
    sequence,
  ])?.stamp;

/** Whether this history has that line. */
export const hasPoint = (s: StoreReader, { sequence, stamp }: Point): boolean =>
  sequence <= s.feed.sequence && stampOf(s, sequence) === stamp;

/**
 * Begins an epoch when someone has read more of the present one than there is: the machine was set back while the hub ran. As soon
 * as the feed were as long again, that line would be taken for one of this history. Anyone can claim this, so that it counts once
 * between two starts.
 */
export function beginEpochAfter(s: StoreWriter, seen: readonly Point[]): void {
  const { stamp } = newestEpoch(s);
  const isAhead = seen.some((point) => point.stamp === stamp && point.sequence > s.feed.sequence);
  if (!isAhead || s.meta.get(epochByClaim) === stamp) return;
  beginEpoch(s);
  s.meta.set(epochByClaim, newestEpoch(s).stamp);
}

const epochByClaim = 'epoch-begun-by-claim';

/** @param seen lines of another history */
export function forkFrom(s: StoreReader, seen: readonly Point[]): Fork {
  const stamps = JSON.stringify(seen.map(({ stamp }) => stamp));
  const common = s.db.oneSql<{ first: number }>(
    'SELECT max(first) AS first FROM epoch WHERE stamp IN (SELECT value FROM json_each(?))',
    [stamps],
  )?.first;
  if (typeof common !== 'number') return { sequence: 0, ids: {} };
  const next = s.db.oneSql<{ first: number; ids: string }>(
    'SELECT first, ids FROM epoch WHERE first > ? ORDER BY first LIMIT 1',
    [common],
  );
  if (!next) return { sequence: s.feed.sequence, ids: highestIds(s) };
  return { sequence: next.first - 1, ids: JSON.parse(next.ids) as HighestIds };
}

function highestIds(s: StoreReader): HighestIds {
  const rows = s.db.allSql<{ key: string; value: string }>(
    "SELECT key, value FROM meta WHERE key GLOB 'id:*'",
  );
  return Object.fromEntries(rows.map(({ key, value }) => [key.slice('id:'.length), Number(value)]));
}

/**
 * Another history has given ids that this one would give again: leaves out many of each kind, once in an epoch.
 */
export function skipIds(s: StoreWriter): void {
  const { stamp } = newestEpoch(s);
  if (s.meta.get('skipped-ids-in') === stamp) return;
  s.meta.set('skipped-ids-in', stamp);
  for (const [kind, id] of Object.entries(highestIds(s)))
    s.meta.set(`id:${kind}`, id + limits.sync.skippedIds.max);
}

const newestEpoch = (s: StoreReader): Pick<Point, 'stamp'> =>
  s.db.oneSql<{ stamp: string }>('SELECT stamp FROM epoch ORDER BY first DESC LIMIT 1') ?? { stamp: '' };

/**
 * By this a desk says with each request which line of the feed it knows last, and a hub with each edit that it took which line is
 * its newest since.
 */
export const historyHeader = 'benchside-history';

/** As it stands in the header: `sequence:stamp`. */
export const pointText = ({ sequence, stamp }: Point): string => `${sequence}:${stamp}`;

export function parsePoint(text: string): Point | undefined {
  const [, sequence, stamp] = /^(\d{1,15}):([\w-]{0,40})$/.exec(text) ?? [];
  return sequence === undefined || stamp === undefined ? undefined : { sequence: Number(sequence), stamp };
}
