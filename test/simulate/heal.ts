import { decideOne, parkedAt } from './decide.ts';
import type { Desk } from './desk.ts';
import { Random } from './random.ts';
import type { World } from './world.ts';

/** Seconds after which only edits that need a decision may still wait. */
const patience = 60;

/** Repairs network, disks and sign-ins. The schedules do everything else. */
export async function heal(world: World): Promise<void> {
  world.note('--- everything works again');
  const random = new Random(world.edits.length);
  await arrive(world, random);
  world.site.heal();
  for (const desk of world.desks) {
    desk.online = true;
    if (desk.diskFull) desk.fillDisk(false);
    if (random.chance(0.5)) desk.offset = 0;
    await signInAgain(desk);
    desk.networkReturned();
  }
  let until = world.time + patience;
  for (let rounds = 0; ; rounds += 1) {
    const [desk] = world.desks
      .filter(({ schedule }) => schedule.nextAt !== null && schedule.nextAt <= until * 1000)
      .sort((a, b) => (a.schedule.nextAt ?? 0) - (b.schedule.nextAt ?? 0));
    if (!desk) break;
    if (rounds > 20 * world.desks.length) return world.violation('the desks never come to rest');
    world.time = Math.max(world.time, (desk.schedule.nextAt ?? 0) / 1000);
    await calmRound(desk);
    // Their edits wait until they have signed in.
    if (await signInAgain(desk)) until = Math.max(until, world.time + patience);
  }
  world.time = Math.max(world.time, until);
}

/** Lets delayed requests arrive, in any order. */
export async function arrive(world: World, random: Random): Promise<void> {
  const late = random.shuffled(world.late);
  world.late = [];
  for (const request of late) {
    world.note(`late: ${request.method} ${request.path}`);
    await world.site.answer(request);
  }
}

/** Signs in people who are asked to; others do not know that they need to. @returns whether anyone was asked */
async function signInAgain(desk: Desk): Promise<boolean> {
  const known = desk.signedIn();
  let asked = false;
  for (const person of desk.people) {
    if (known.includes(person.userid) || !desk.tokens.has(person.userid)) continue;
    desk.world.note(`${desk.name}: ${person.username} signs in again`);
    await desk.signIn(person);
    asked = true;
  }
  return asked;
}

/** If a restored hub lacks many documents, a person confirms their removal here. */
export const calmRound = (desk: Desk): Promise<void> => {
  const isStopped = desk.core.sync.status().problem?.kind === 'mass-disappearance';
  return desk.round({ seed: 1, faults: 0, ...(isStopped ? { options: { acceptRemovals: true } } : {}) });
};

/** Decides all parked edits, until there are none. */
export async function decideAll(world: World): Promise<void> {
  const random = new Random(world.edits.length + 1);
  const passes = 24;
  // A desk learns in a sweep what was deleted on a third-party site.
  const byHand = world.site.hub === undefined;
  const last = async (desk: Desk): Promise<unknown> => {
    await desk.round({ seed: 1, faults: 0, options: { byHand } });
    return signInAgain(desk);
  };
  // A few idle syncs show what any idle sync does.
  const isAsked = (desk: Desk): boolean =>
    byHand || !world.sample || !desk.isUpToDate() || world.sample.chance(0.1);
  // At the end all desks sync, and then those that are not up to date: they may learn that the hub was restored, and ask people.
  const lastOnes = [isAsked, (desk: Desk): boolean => !desk.isUpToDate()];
  for (let pass = 0; pass < passes; pass += 1) {
    if (world.desks.every(isAtRest)) {
      const asks = lastOnes.shift();
      if (!asks) break;
      for (const desk of world.desks) if (asks(desk)) await last(desk);
      continue;
    }
    for (const desk of world.desks)
      for (const entry of parkedAt(desk)) {
        if (!parkedAt(desk).some(({ entryid }) => entryid === entry.entryid)) continue;
        await decideOne(desk, entry, random, pass >= 3 || random.chance(0.2));
      }
    for (const desk of world.desks) {
      if (desk.isUpToDate()) continue;
      await calmRound(desk);
      await signInAgain(desk);
    }
  }
}

/** A retried edit may be parked again if an ended sign-in held it back. */
function isAtRest({ core }: Desk): boolean {
  const { accepted, done, discarded } = core.sync.status().journal;
  return accepted === done + discarded;
}

/** The site ends a sign-in. @returns whose */
export function revoke(desk: Desk, random: Random): number | undefined {
  const [userid, token] = random.pick([...desk.tokens]) ?? [];
  if (userid === undefined || token === undefined) return undefined;
  desk.world.note(`the site ends the sign-in of ${userid} at ${desk.name}`);
  desk.world.site.signOut(token);
  return userid;
}
