import { join } from 'node:path';

import { checkEdits, checkNotices, checkQueues, checkTimes, checkViews } from './check.ts';
import { compareAll } from './compare.ts';
import { decideOne, parkedAt, undo } from './decide.ts';
import type { Desk } from './desk.ts';
import { Doing } from './doing.ts';
import { arrive, decideAll, heal, revoke } from './heal.ts';
import { HubSite } from './hub.ts';
import { doSomething } from './operations/index.ts';
import type { NamedAct } from './operations/index.ts';
import { portalStatuses } from './network.ts';
import type { Portal } from './network.ts';
import type { Plan, Step } from './plan.ts';
import { Random } from './random.ts';
import type { Template } from './template.ts';
import type { World } from './world.ts';

export interface Outcome {
  seed: number;
  wrong: string[];
  trace: string[];
  /** Seconds of processor time. */
  ms: number;
  edits: number;
}

/** Options of an episode. */
export interface Playing {
  plan: Plan;
  /** True to compare every read at its end instead of a sample. */
  everyRead: boolean;
}

/** Plays an episode and checks its result. */
export async function play({ plan, everyRead }: Playing, template: Template): Promise<Outcome> {
  const started = process.threadCpuUsage();
  const world = template.copy(plan);
  if (!everyRead) world.sample = new Random(plan.seed);
  try {
    for (const desk of world.desks) for (const person of desk.people) await desk.signIn(person);
    for (const step of plan.steps) {
      await take(world, step);
      world.pass(1 + new Random(world.trace.length).next() * 60);
    }
    await heal(world);
    checkQueues(world);
    await decideAll(world);
    checkQueues(world);
    checkViews(world);
    checkNotices(world);
    checkEdits(world);
    checkTimes(world);
    await compareAll(world);
  } catch (error) {
    world.violation(`the episode breaks off: ${error instanceof Error ? error.stack : String(error)}`);
  }
  await world.close();
  const { wrong, trace, edits } = world;
  const { user, system } = process.threadCpuUsage(started);
  return { seed: plan.seed, wrong, trace, ms: (user + system) / 1000, edits: edits.length };
}

async function take(world: World, step: Step): Promise<void> {
  const { site } = world;
  const desk = 'at' in step ? deskOf(world, step.at) : undefined;
  if (step.do === 'edit') return edit(world, desk, new Random(step.seed), step);
  if (step.do === 'wait') return world.pass(step.by);
  if (step.do === 'late') return arrive(world, new Random(world.trace.length));
  if (step.do === 'restart site') {
    world.note('the site starts again');
    return world.site.restart();
  }
  if (step.do === 'bundle') return world.site instanceof HubSite ? world.site.writeBundle() : undefined;
  if (step.do === 'take edits') return takeEdits(world, step);
  if (step.do === 'back up' || step.do === 'restore' || step.do === 'site clock') return atHub(world, step);
  if (!desk) return undefined;
  switch (step.do) {
    case 'round':
      return round(desk, step);
    case 'crash':
      world.note(`${desk.name} crashes${step.reboot ? ' and its machine starts again' : ''}`);
      return desk.restart(step.reboot);
    case 'clock':
      return setClock(desk, step.by);
    case 'network':
      world.note(`${desk.name} is ${step.up ? 'online' : 'offline'}`);
      desk.online = step.up;
      if (step.up) desk.networkReturned();
      return undefined;
    case 'disk':
      world.note(`${desk.name}: its disk is ${step.full ? 'full' : 'free again'}`);
      return desk.fillDisk(step.full);
    case 'revoke':
      revoke(desk, new Random(step.seed));
      return undefined;
    case 'sign in': {
      const { who, seed } = step;
      const person = who === undefined ? new Random(seed).pick(desk.people) : desk.people[who];
      if (!person || !desk.online || desk.diskFull) return undefined;
      world.note(`${desk.name}: ${person.username} signs in`);
      return desk.signIn(person);
    }
    case 'decide': {
      const random = new Random(step.seed);
      const earlier = world.edition > 12 && random.chance(0.25) ? random.pick(desk.decisions) : undefined;
      if (earlier) return undo(desk, earlier, undefined);
      const entry = random.pick(parkedAt(desk));
      return entry && decideOne(desk, entry, random, step.givesUp ?? random.chance(0.2));
    }
    case 'export':
      // A desk that has never reached its site does not know whose edits these are.
      if (site.hub && desk.knowsSite()) await desk.export();
      return undefined;
    case 'carry edits': {
      const stick = await desk.export();
      return stick && site instanceof HubSite
        ? site.takeEdits(stick, { crash: step.crash, from: desk })
        : undefined;
    }
    case 'import':
      return takeOver(desk, new Random(step.seed));
    case 'take bundle': {
      const file = step.newest ? world.bundles.at(-1) : new Random(step.seed).pick(world.bundles);
      return file === undefined || desk.diskFull ? undefined : desk.importBundle(file, step.crash);
    }
    case 'copy':
      return copy(world, desk);
  }
}

/** A desk, or a copy of it on another machine. */
function deskOf({ desks, trace }: World, at: number): Desk | undefined {
  const name = `desk${at}`;
  const machines = desks.filter((desk) => desk.name === name || desk.name.startsWith(`${name} copied`));
  return machines.length < 2 ? machines[0] : new Random(trace.length).pick(machines);
}

async function atHub(world: World, step: Step & { do: 'back up' | 'restore' | 'site clock' }): Promise<void> {
  const { site } = world;
  if (!(site instanceof HubSite)) return undefined;
  switch (step.do) {
    case 'back up':
      world.note(`the hub is backed up (${step.how})`);
      return site.backUp(step.how);
    case 'restore':
      return site.restore(new Random(step.seed));
    case 'site clock':
      world.note(`the clock of the hub jumps by ${step.by} s and back`);
      return site.whileClockIsWrong(step.by, () =>
        edit(world, undefined, new Random(step.seed), { times: 2 }),
      );
  }
}

async function takeOver(desk: Desk, random: Random): Promise<void> {
  const stick = random.pick(desk.world.sticks);
  // A desk that has never reached the site does not know whose journal it is, and a desk with a full disk imports nothing.
  if (stick && stick.from !== desk && !desk.diskFull && desk.knowsSite()) await desk.import(stick);
}

async function takeEdits(
  { site, sticks }: World,
  { seed, crash, forged }: Step & { do: 'take edits' },
): Promise<void> {
  const stick = new Random(seed).pick(sticks);
  if (stick && site instanceof HubSite) await site.takeEdits(stick.file, { crash, forged: forged ?? false });
}

/** Copies a desk, at most twice; more would only make an episode longer. */
function copy(world: World, desk: Desk): void {
  const copies = world.desks.filter(({ name }) => name.includes(' copied')).length;
  if (!world.site.hub || desk.diskFull || copies > 1) return;
  const name = `${desk.name} copied ${copies + 1}`;
  world.note(`the folder of ${desk.name} goes to another machine`);
  world.desks.push(desk.copied(name, join(world.folder, name)));
}

function setClock(desk: Desk, by: number): void {
  desk.world.note(`${desk.name}: its clock is set by ${by} s`);
  desk.offset += by;
}

/** @param desk the place of the edit; the site itself if absent */
async function edit(
  world: World,
  desk: Desk | undefined,
  random: Random,
  { times = 1, act }: { times?: number; act?: NamedAct | undefined } = {},
): Promise<void> {
  const person = random.pick(desk ? desk.people : world.people);
  if (!person) return;
  for (let done = 0; done < times; done += 1) {
    await doSomething(new Doing(world, desk ?? world.site, person, random), act);
    world.pass(random.next() * 20);
  }
}

async function round(
  desk: Desk,
  { seed, faults, busy, crash, fills, refuses, portal }: Step & { do: 'round' },
): Promise<void> {
  const { world } = desk;
  world.note(`${desk.name} syncs${faults > 0 ? `, ${Math.round(faults * 100)} % faults` : ''}`);
  const random = new Random(seed + 1);
  let occupied = false;
  const meanwhile = async (): Promise<void> => {
    if (occupied || !random.chance(0.15)) return;
    occupied = true;
    const other = random.pick(world.desks);
    await random.weighted<() => Promise<void>>([
      [5, () => edit(world, desk, random)],
      [3, () => edit(world, undefined, random)],
      [1, () => edit(world, other, random)],
      [1, async () => (other === desk ? undefined : other?.round({ seed, faults: 0 }))],
      [world.edition > 1 ? 0.3 : 0, async () => setClock(desk, Math.round((random.next() - 0.5) * 20_000))],
      [world.edition > 8 ? 0.4 : 0, async () => signInMeanwhile(desk, random)],
      [world.edition > 8 ? 0.1 : 0, async () => atHub(world, { do: 'restore', seed: random.seed() })],
    ])();
    occupied = false;
  };
  // The hub's admin has set a rule that some edits break.
  const isStrict = world.edition > 9 && random.chance(0.15);
  const chance = world.edition > 8 ? portalOf(random, world) : undefined;
  await desk.round({
    seed,
    faults,
    crash,
    fills,
    refuses: refuses ?? (isStrict ? 0.5 : 0),
    portal: portal ? { ...portal } : chance,
    ...(busy ? { meanwhile } : {}),
  });
}

/** The site ends a sign-in while the desk syncs under it, and its owner signs in again at once. */
async function signInMeanwhile(desk: Desk, random: Random): Promise<void> {
  if (desk.diskFull || !desk.online) return;
  const userid = revoke(desk, random);
  const person = desk.people.find((one) => one.userid === userid);
  if (!person) return;
  desk.world.note(`${desk.name}: ${person.username} signs in again`);
  await desk.signIn(person);
}

/**
 * In few rounds a portal begins to answer in the site's place, until their end. A third-party site gets few requests, so there it begins
 * sooner.
 */
const portalOf = (random: Random, { site, edition }: World): Portal | undefined =>
  random.chance(edition > 9 && !site.hub ? 0.2 : 0.06)
    ? {
        after: random.int(edition > 9 && !site.hub ? 10 : 20),
        status: random.pick(portalStatuses) ?? 200,
        page: random.chance(0.5),
      }
    : undefined;
