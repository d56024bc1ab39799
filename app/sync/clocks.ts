import type { StoreReader, StoreWriter } from '../store/store.ts';

/** What the clocks of this machine showed at one moment: the one that people set, and the one that nobody can. */
interface Sight {
  /** UNIX seconds. */
  wall: number;
  /** Since the machine started. */
  seconds: number;
}

/** A time between two starts of this machine, as far as it was seen. */
export interface Boot {
  bootid: string;
  first: Sight;
  last: Sight;
  /** When the site was last asked: the time it said. UNIX seconds. */
  met?: { seconds: number; site: number };
}

const kept = 50;

/** Looks at the clocks, so that what was done without network has its right time later, whoever sets them meanwhile. */
export function noteClocks(s: StoreWriter, site: number | undefined): void {
  const boots = s.sync.cursor<Boot[]>('clocks') ?? [];
  const { bootid, seconds } = s.clock;
  const sight = { wall: s.now, seconds };
  const known = boots.at(-1)?.bootid === bootid ? boots.pop() : undefined;
  const met = site === undefined ? known?.met : { seconds, site };
  boots.push({ bootid, first: known?.first ?? sight, last: sight, ...(met ? { met } : {}) });
  s.sync.setCursor('clocks', boots.slice(-kept));
}

/** Every start of this machine that is known of, in order; from what was noted, and from the edits that wait. */
export function bootsOf(s: StoreReader): Boot[] {
  const boots = new Map((s.sync.cursor<Boot[]>('clocks') ?? []).map((boot) => [boot.bootid, boot]));
  const edits = s.db.allSql<{ bootid: string } & Sight>(
    `SELECT boot_id AS bootid, wall_clock AS wall, monotonic_clock AS seconds FROM journal
     WHERE state IN ('pending', 'sending', 'parked') ORDER BY sequence`,
  );
  for (const { bootid, ...sight } of edits) {
    const boot = boots.get(bootid) ?? { bootid, first: sight, last: sight };
    if (sight.seconds < boot.first.seconds) boot.first = sight;
    if (sight.seconds > boot.last.seconds) boot.last = sight;
    boots.set(bootid, boot);
  }
  return [...boots.values()];
}

/**
 * What the site's clock showed at a moment of an earlier start of this machine; `undefined` where nothing tells. While the
 * machine was off nobody can have set its clock: it was as wrong when it started as when it ended.
 *
 * @param now a moment of the present start, and the site's time
 */
export function siteTimeAt(
  boots: readonly Boot[],
  moment: { bootid: string; seconds: number },
  now: { bootid: string; seconds: number; site: number },
): number | undefined {
  const at = boots.findIndex(({ bootid }) => bootid === moment.bootid);
  return siteTimeIn(boots, at, moment.seconds, now, 'either');
}

type Direction = 'either' | 'back' | 'on';

function siteTimeIn(
  boots: readonly Boot[],
  at: number,
  seconds: number,
  now: { bootid: string; seconds: number; site: number },
  direction: Direction,
): number | undefined {
  const boot = boots[at];
  if (!boot) return undefined;
  if (boot.bootid === now.bootid) return now.site - (now.seconds - seconds);
  if (boot.met) return boot.met.site + (seconds - boot.met.seconds);
  const before = boots[at - 1];
  if (before && direction !== 'on') {
    const end = siteTimeIn(boots, at - 1, before.last.seconds, now, 'back');
    if (end !== undefined) return boot.first.wall + (end - before.last.wall) + (seconds - boot.first.seconds);
  }
  const after = boots[at + 1];
  if (!after || direction === 'back') return undefined;
  const start = siteTimeIn(boots, at + 1, after.first.seconds, now, 'on');
  if (start === undefined) return undefined;
  return boot.last.wall + (start - after.first.wall) + (seconds - boot.last.seconds);
}
