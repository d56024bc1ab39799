import type { Boot } from '../replica/desk-state.ts';
import type { ReplicaReader, ReplicaWriter } from '../replica/replica.ts';

const kept = 50;

/**
 * Records the site's clock and this computer's, to correct the times of offline work even if the computer's clock was changed.
 *
 * @param site the site's time, UNIX seconds; `undefined` when it did not answer
 */
export function noteClocks(s: ReplicaWriter, site: number | undefined): void {
  const boots = s.deskState.get('clocks') ?? [];
  const { bootid, seconds } = s.clock;
  const sight = { wall: s.now, seconds };
  const known = boots.at(-1)?.bootid === bootid ? boots.pop() : undefined;
  const met = site === undefined ? known?.met : { seconds, site };
  boots.push({ bootid, first: known?.first ?? sight, last: sight, ...(met ? { met } : {}) });
  s.deskState.set('clocks', boots.slice(-kept));
}

/** Returns every known run of this machine in order, from recorded readings and from edits that are not sent yet. */
export function bootsOf(s: ReplicaReader): Boot[] {
  const boots = new Map((s.deskState.get('clocks') ?? []).map((boot) => [boot.bootid, boot]));
  for (const { bootid, ...sight } of s.journal.clocksOfUnsent()) {
    const boot = boots.get(bootid) ?? { bootid, first: sight, last: sight };
    if (sight.seconds < boot.first.seconds) boot.first = sight;
    if (sight.seconds > boot.last.seconds) boot.last = sight;
    boots.set(bootid, boot);
  }
  return [...boots.values()];
}

/**
 * Returns the site's time at a moment of an earlier run of this machine, UNIX seconds; `undefined` if it cannot be derived.
 * Assumes that nobody sets the clock while the machine is off: it is as wrong at the start as at the shutdown before.
 *
 * @param now a moment of the present run, with the site's time
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
