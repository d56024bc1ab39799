import { join } from 'node:path';

import type { Random } from '../simulate/random.ts';
import { doSomething } from '../simulate/operations/index.ts';
import { HttpActor } from './actor.ts';
import { decideSomething } from './decide.ts';
import { ask } from './http.ts';
import { hasClocks, pause } from './machine.ts';
import { admin, everybody } from './people.ts';
import { OneHub } from './one-hub.ts';
import type { ChaosDesk, Rig } from './rig.ts';
import type { SharedHubs } from './shared-hubs.ts';

type Event = (rig: Rig, random: Random) => Promise<unknown>;

const deskOf = ({ desks }: Rig, random: Random): ChaosDesk => {
  const desk = random.pick(desks);
  if (!desk) throw new Error('the rig has no desks');
  return desk;
};

/** Lets a person work for a while at a desk. */
async function work(rig: Rig, random: Random): Promise<void> {
  const desk = deskOf(rig, random);
  const person = random.pick(desk.people);
  const seat = person && rig.seat(desk, person);
  if (!person || !seat) return;
  for (let times = 1 + random.int(6); times > 0; times -= 1)
    await doSomething(await HttpActor.at(rig.world, seat, person, random));
}

/** Lets a person work at the site itself, in a browser. */
async function workAtSite(rig: Rig, random: Random): Promise<void> {
  const person = random.pick(everybody);
  if (person) await doSomething(await HttpActor.at(rig.world, rig.siteSeat(person), person, random));
}

async function killDesk(rig: Rig, random: Random): Promise<void> {
  const { machine } = deskOf(rig, random);
  const signal = random.chance(0.75) ? 'SIGKILL' : 'SIGTERM';
  rig.world.note(`${machine.name} gets ${signal} and starts again`);
  // A person works, or a sync runs, when the process is killed.
  const [busy] = await Promise.all([
    random.chance(0.6) ? work(rig, random) : undefined,
    pause(random.int(300)).then(() => machine.kill(signal)),
  ]);
  await machine.start();
  return busy;
}

async function plugOrUnplug(rig: Rig, random: Random): Promise<void> {
  const { machine, proxy } = deskOf(rig, random);
  proxy.connected = !proxy.connected;
  rig.world.note(`${machine.name} is ${proxy.connected ? 'online' : 'offline'}`);
}

async function changeFaults(rig: Rig, random: Random): Promise<void> {
  const { machine, proxy } = deskOf(rig, random);
  proxy.share = random.chance(0.3) ? 0 : random.next() * 0.7;
  rig.world.note(`${machine.name}: ${Math.round(proxy.share * 100)} % of its requests go wrong`);
}

/** Runs `benchside sync`: while the desk runs, the command must refuse with a message; otherwise it syncs. */
async function syncCommand(rig: Rig, random: Random): Promise<void> {
  const desk = deskOf(rig, random);
  const { machine } = desk;
  const beside = random.chance(0.4);
  if (!beside) await machine.kill('SIGTERM');
  const { code, stderr } = await rig.command(desk, ['sync']);
  rig.world.note(
    `benchside sync ${beside ? 'beside' : 'without'} ${machine.name} → ${code} ${stderr.slice(0, 200)}`,
  );
  if (beside && (code !== 1 || !/in use/.test(stderr)))
    rig.world.reportViolation(
      `benchside sync beside ${machine.name} ends with ${code}: ${stderr.slice(0, 300)}`,
    );
  if (!beside && ![0, 1, 2, 3].includes(code ?? -1))
    rig.world.reportViolation(`benchside sync at ${machine.name} ends with ${code}: ${stderr.slice(0, 300)}`);
  if (!beside) await machine.start();
}

const day = 24 * 3600;

async function setClock(rig: Rig, random: Random): Promise<void> {
  if (!hasClocks) return;
  const { machine } = deskOf(rig, random);
  const seconds = random.pick([0, 0, -3600, 3600, 3 * day, -30 * day, 2 * 365 * day, -2 * 365 * day]) ?? 0;
  machine.setClock(seconds);
  rig.world.note(`the clock of ${machine.name} is wrong by ${seconds} s`);
}

/** Exports the pending edits of one desk; they stay there, too, and people continue. */
async function exportStick(rig: Rig, random: Random): Promise<void> {
  const from = deskOf(rig, random);
  const file = join(rig.world.folder, `stick-${rig.world.trace.length}.ndjson`);
  await from.machine.kill('SIGTERM');
  const { code, stderr } = await rig.command(from, ['export-journal', file]);
  await from.machine.start();
  rig.world.note(`the journal of ${from.machine.name} goes to a stick → ${code}`);
  if (code === 0) rig.sticks.push({ file, from });
  else rig.world.reportViolation(`${from.machine.name} exports nothing: ${stderr.slice(0, 300)}`);
}

/** Imports a stick at another desk. That desk and the one that the stick came from may have continued meanwhile. */
async function importStick(rig: Rig, random: Random): Promise<void> {
  const stick = random.pick(rig.sticks);
  const to = random.pick(rig.desks.filter((desk) => desk !== stick?.from));
  if (!stick || !to) return;
  rig.sticks.splice(rig.sticks.indexOf(stick), 1);
  const { file, from } = stick;
  await to.machine.kill('SIGTERM');
  const { code, stderr } = await rig.command(to, ['import-journal', file]);
  await to.machine.start();
  rig.world.note(
    `a stick of ${from.machine.name} arrives at ${to.machine.name} → ${code} ${stderr.slice(0, 200)}`,
  );
  for (const person of from.people) if (!to.people.includes(person)) to.people.push(person);
  // A desk that has not met its hub, or not read it since a person came, says what to do. The edits are also where they were made.
  if (code !== 0 && !/Sync th(is|at) desk/.test(stderr))
    rig.world.reportViolation(`${to.machine.name} refuses a stick: ${stderr.slice(0, 300)}`);
}

/** Copies the data folder of a desk to a second machine, once an episode. */
async function copyDesk(rig: Rig, random: Random): Promise<void> {
  if (rig.desks.some(({ machine }) => machine.name.endsWith('copied'))) return;
  const desk = deskOf(rig, random);
  rig.world.note(`${desk.machine.name} is copied to another machine`);
  await rig.clone(desk);
}

/** Ends all sign-ins of a person as an admin, and renews the one that the test itself uses. */
async function endSignIns(rig: Rig, random: Random): Promise<void> {
  const person = random.pick(everybody.filter(({ role }) => role !== 'admin'));
  if (!person) return;
  const { api, token } = rig.siteSeat(admin);
  const { status } = await ask(api, token, `DELETE /benchside/users/${rig.world.userid(person)}/tokens`);
  rig.world.note(`the sign-ins of ${person.username} are ended → ${status}`);
  await rig.signInAtSite([person]);
}

async function signIn(rig: Rig, random: Random): Promise<void> {
  const desk = deskOf(rig, random);
  const person = random.pick(desk.people);
  if (person && desk.machine.runs) await rig.signIn(desk, person);
}

/** Starts a sync, as “Sync now” or the schedule does. */
async function syncNow(rig: Rig, random: Random): Promise<void> {
  const desk = deskOf(rig, random);
  const person = random.pick(desk.people);
  const seat = person && rig.seat(desk, person);
  if (!seat) return;
  await ask(seat.api, seat.token, 'POST /benchside/sync', {});
  await pause(random.int(1500));
}

/** Kills a hub while someone works at a desk. */
async function killHub(rig: Rig, random: Random): Promise<void> {
  const machine = random.pick(rig.site.machines);
  if (!machine) return;
  rig.world.note(`${machine.name} is killed and starts again`);
  await Promise.all([work(rig, random), pause(random.int(300)).then(() => machine.kill('SIGKILL'))]);
  if (random.chance(0.3)) await pause(1500);
  await machine.start();
}

const events: readonly (readonly [number, Event])[] = [
  [40, work],
  [6, workAtSite],
  [4, killDesk],
  [2, killHub],
  [6, plugOrUnplug],
  [6, changeFaults],
  [2, syncCommand],
  [2, setClock],
  [1, exportStick],
  [1.5, importStick],
  [0.5, copyDesk],
  [1, endSignIns],
  [2, signIn],
  [3, decideSomething],
  [12, syncNow],
  [6, (_rig, random) => pause(random.int(3000))],
];

/** Events of a hub that is one process. */
const eventsOfOneHub = (hub: OneHub): typeof events => [
  [
    0.5,
    async ({ world }, random) => {
      if (!hasClocks) return;
      const seconds = random.pick([0, 0, 600, 40 * day]) ?? 0;
      hub.machine.setClock(seconds);
      world.note(`the clock of the hub is wrong by ${seconds} s`);
    },
  ],
  [
    1.5,
    async ({ world }, random) => {
      const kind = random.pick(['file', 'folder'] as const) ?? 'file';
      world.note(`the hub is backed up as a ${kind}`);
      await hub.backUp(kind);
    },
  ],
  [
    1.5,
    async (rig, random) => {
      const copy = random.pick(hub.copies);
      if (!copy || hub.restored === 2) return;
      rig.world.note(`the hub is restored from a ${copy.kind}`);
      await hub.restore(copy);
      await rig.signInAtSite();
    },
  ],
];

/** Events of hubs that share a site. */
const eventsOfSharedHubs = (hubs: SharedHubs): typeof events => [
  [
    3,
    async ({ world }) => {
      world.note('the connections with the database are cut');
      hubs.cutDatabase();
    },
  ],
  [
    3,
    async ({ world }) => {
      hubs.hasStorage = !hubs.hasStorage;
      world.note(`the object storage is ${hubs.hasStorage ? 'back' : 'away'}`);
    },
  ],
  [
    1.5,
    async (rig, random) => {
      if (!hubs.mayFailOver) return;
      rig.world.note('the primary of the database dies');
      await Promise.all([work(rig, random), pause(random.int(300)).then(() => hubs.failOver())]);
    },
  ],
];

const eventsOf = ({ site }: Rig): typeof events => [
  ...events,
  ...(site instanceof OneHub ? eventsOfOneHub(site) : eventsOfSharedHubs(site)),
];

export const playEvent = (rig: Rig, random: Random): Promise<unknown> =>
  random.weighted(eventsOf(rig))(rig, random);
