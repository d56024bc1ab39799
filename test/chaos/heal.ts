import { isDeepStrictEqual } from 'node:util';

import type { SyncStatus } from '../../shared/sync-status.ts';
import { Random } from '../simulate/random.ts';
import { decide, journalOf, retryLost } from './decide.ts';
import { ask, read } from './http.ts';
import { pause } from './machine.ts';
import type { ChaosDesk, Rig } from './rig.ts';

/** Seconds after which a desk must have sent all edits that need no person, even on a slow machine. */
const secondsToRest = 300;

/** How often people decide about their edits at the most. From the fifth time on they discard them. */
const decisions = 12;

/** Repairs network, clocks and processes, signs everyone in, decides pending edits, and syncs every desk. */
export async function heal(rig: Rig): Promise<void> {
  const { world, desks, site } = rig;
  world.note('--- everything works again');
  await site.heal();
  for (const { machine, proxy } of desks) {
    proxy.connected = true;
    proxy.share = 0;
    machine.setClock(0);
    if (!machine.runs) await machine.start();
  }
  const random = new Random(world.seed + 2);
  for (let pass = 0; pass < decisions; pass += 1) {
    for (const desk of desks) await signInWhereAsked(rig, desk, pass === 0);
    for (const desk of desks) await syncToRest(rig, desk);
    const decided = await decideAll(rig, random, pass > 3);
    if (decided === 0) break;
  }
  // All desks read what the last one sent.
  for (const desk of desks) await syncToRest(rig, desk);
  for (const desk of desks) await syncToRest(rig, desk);
}

/** Signs people in where a desk asks for it. A site keeps a limited number of sign-ins per person; more end the oldest. */
async function signInWhereAsked(rig: Rig, desk: ChaosDesk, isFirst: boolean): Promise<void> {
  if (!isFirst && ((await statusOf(rig, desk))?.unsignedEdits ?? 0) === 0) return;
  for (const person of desk.people) await rig.signIn(desk, person);
}

async function decideAll(rig: Rig, random: Random, discards: boolean): Promise<number> {
  let decided = 0;
  for (const desk of rig.desks)
    for (const person of desk.people) {
      if (random.chance(0.3)) decided += await retryLost(rig, desk, person);
      for (const item of (await journalOf(rig, desk, person, 'parked')).toReversed()) {
        await decide(rig, desk, person, item, random, discards || random.chance(0.1));
        decided += 1;
      }
    }
  return decided;
}

const statusOf = async (rig: Rig, desk: ChaosDesk): Promise<SyncStatus | undefined> => {
  const seat = desk.people.map((person) => rig.seat(desk, person)).find(Boolean);
  return seat && read<SyncStatus>(seat.api, seat.token, '/benchside/sync');
};

/** Syncs a desk until only edits that need a person are left. */
async function syncToRest(rig: Rig, desk: ChaosDesk): Promise<void> {
  const { world } = rig;
  const { name } = desk.machine;
  const seat = desk.people.map((person) => rig.seat(desk, person)).find(Boolean);
  if (!seat) return world.reportViolation(`nobody can sign in at ${name}`);
  // The whole rounds are compared, not their times: a wrong clock may have dated the last round in the future.
  const before = (await statusOf(rig, desk))?.rounds[0];
  await ask(seat.api, seat.token, 'POST /benchside/sync', {});
  const until = performance.now() + secondsToRest * 1000;
  let status: SyncStatus | undefined;
  while (performance.now() < until) {
    await pause(100);
    status = await statusOf(rig, desk);
    if (!status || !['idle', 'blocked', 'waiting'].includes(status.phase)) continue;
    const { pending, sending } = status.journal;
    const isNew = status.rounds[0] !== undefined && !isDeepStrictEqual(status.rounds[0], before);
    if (isNew && pending + sending === 0 && status.problem === null && status.phase === 'idle') return;
    if (status.phase === 'waiting') await ask(seat.api, seat.token, 'POST /benchside/sync', {});
    if (isBlockedByPeople(status)) return;
  }
  const { journal, problem, phase } = status ?? {};
  world.reportViolation(
    `${name} does not come to rest in ${secondsToRest} s: ${phase}, ${JSON.stringify(journal)}, ${problem?.kind}: ${problem?.message}`,
  );
}

/** Returns whether all edits that are left wait for a person's decision. */
const isBlockedByPeople = ({ phase, journal, problem }: SyncStatus): boolean =>
  phase === 'idle' && journal.parked > 0 && problem === null;
