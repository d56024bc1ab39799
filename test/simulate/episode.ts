import { checkEdits, checkQueues } from './check.ts';
import { compare } from './compare.ts';
import { decideOne, parkedAt } from './decide.ts';
import type { Desk } from './desk.ts';
import { Doing } from './doing.ts';
import { arrive, decideAll, heal, revoke } from './heal.ts';
import { doSomething } from './operations/index.ts';
import type { Plan, Step } from './plan.ts';
import { Random } from './random.ts';
import type { Template } from './template.ts';
import type { World } from './world.ts';

export interface Outcome {
  seed: number;
  wrong: string[];
  trace: string[];
  ms: number;
  edits: number;
}

/** Plays an episode and looks at what came of it. */
export async function play(plan: Plan, template: Template): Promise<Outcome> {
  const started = performance.now();
  const world = template.copy(plan);
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
    checkEdits(world);
    for (const desk of world.desks) await compare(desk);
  } catch (error) {
    world.violation(`the episode breaks off: ${error instanceof Error ? error.stack : String(error)}`);
  }
  await world.close();
  const { wrong, trace } = world;
  return { seed: plan.seed, wrong, trace, ms: performance.now() - started, edits: world.edits.length };
}

async function take(world: World, step: Step): Promise<void> {
  const desk = 'at' in step ? world.desks[step.at] : undefined;
  if (step.do === 'edit') return edit(world, desk, new Random(step.seed), step.times);
  if (step.do === 'wait') return world.pass(step.by);
  if (step.do === 'late') return arrive(world, new Random(world.trace.length));
  if (step.do === 'restart site') {
    world.note('the site starts again');
    return world.site.restart();
  }
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
      return revoke(desk, new Random(step.seed));
    case 'sign in': {
      const person = new Random(step.seed).pick(desk.people);
      if (!person || !desk.online || desk.diskFull) return undefined;
      world.note(`${desk.name}: ${person.username} signs in`);
      return desk.signIn(person);
    }
    case 'decide': {
      const random = new Random(step.seed);
      const entry = random.pick(parkedAt(desk));
      return entry && decideOne(desk, entry, random, random.chance(0.2));
    }
  }
}

function setClock(desk: Desk, by: number): void {
  desk.world.note(`${desk.name}: its clock is set by ${by} s`);
  desk.offset += by;
}

/** @param desk where; the site itself when there is none */
async function edit(world: World, desk: Desk | undefined, random: Random, times = 1): Promise<void> {
  const person = random.pick(desk ? desk.people : world.people);
  if (!person) return;
  for (let done = 0; done < times; done += 1) {
    await doSomething(new Doing(world, desk ?? world.site, person, random));
    world.pass(random.next() * 20);
  }
}

async function round(
  desk: Desk,
  { seed, faults, busy, crash, fills }: Step & { do: 'round' },
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
    ])();
    occupied = false;
  };
  await desk.round({ seed, faults, crash, fills, ...(busy ? { meanwhile } : {}) });
}
