import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { configSchema } from '../../app/config.ts';
import { createCore } from '../../app/core.ts';
import type { Core } from '../../app/core.ts';
import { hashToken, newToken } from '../../app/identity/token.ts';
import type { Role } from '../../app/store/actor.ts';
import { Replica } from '../../app/replica/replica.ts';
import { ask } from './ask.ts';
import { Desk } from './desk.ts';
import { HubSite } from './hub.ts';
import type { Place } from './place.ts';
import { PlainSite } from './plain.ts';
import type { Plan } from './plan.ts';
import { roles } from './roles.ts';
import { World } from './world.ts';
import type { Person } from './world.ts';

/** A prepared world, copied for each episode. */
export interface Template {
  /** The world of an episode with its site and desks, in a folder of its own. */
  copy(plan: Plan): World;
  close(): void;
}

/** A file system in memory if there is one: an episode writes a lot and keeps nothing. */
const memory = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

export async function makeTemplate(): Promise<Template> {
  const root = mkdtempSync(join(memory, 'benchside-simulation-'));
  const folder = (name: string): string => join(root, name);
  const people = await makeHub(folder('hub'));
  const world = new World(root, people);
  world.site = new HubSite(world, folder('hub'));
  await syncOnce(world, folder('synced'));
  const plain = await makePlain(root);
  await syncOnce(plain.world, folder('synced-plain'));
  // The content of a new desk's folder before it knows its site, which takes a hundred milliseconds to make.
  new Replica({ dataDir: folder('empty') }).close();
  let copies = 0;
  return {
    copy: (plan) => {
      copies += 1;
      const own = folder(`episode-${copies}`);
      mkdirSync(own);
      const copied = new World(own, plan.plain ? plain.world.people : people);
      copied.edition = plan.edition ?? 1;
      copied.time = (plan.plain ? plain.world : world).time;
      if (plan.plain) copied.site = new PlainSite(copied, plain.site.data, plan.plain, plan.seed);
      else {
        cpSync(folder('hub'), join(own, 'hub'), { recursive: true });
        copied.site = new HubSite(copied, join(own, 'hub'), folder('hub'));
      }
      const synced = folder(plan.plain ? 'synced-plain' : 'synced');
      for (const [index, { people: names, empty }] of plan.desks.entries()) {
        const dataDir = join(own, `desk${index}`);
        cpSync(empty ? folder('empty') : synced, dataDir, { recursive: true });
        const here = names.flatMap((name) => copied.people[name] ?? []);
        copied.desks.push(new Desk(copied, `desk${index}`, dataDir, here));
      }
      return copied;
    },
    close: () => rmSync(root, { recursive: true, force: true }),
  };
}

async function makeHub(dataDir: string): Promise<Person[]> {
  const hub = createCore(configSchema.parse({ profile: 'hub', dataDir, logLevel: 'silent' }), {
    now: () => 1_749_000_000,
  });
  const people = roles.map((role, index) => addPerson(hub, `${role}${index}`, role));
  hub.ctx.store.transact(null, (s) => {
    s.meta.set('site', { ...s.meta.site, langids: ['en', 'de'] });
    s.feed.record('site', 0);
  });
  const place = { ask: (token: string, route: string, json: unknown) => ask(hub, token, route, json) };
  await fill(place, people);
  const { token = '' } = people.at(-1) ?? {};
  await place.ask(token, 'POST /benchside/teams', { name: 'Bench', join_code: 'open-sesame!' });
  await hub.close();
  return people;
}

const privileges: Readonly<Record<Role, string[]>> = {
  technician: ['User'],
  author: ['User', 'Author'],
  admin: ['User', 'Author', 'Admin'],
};

async function makePlain(root: string): Promise<{ world: World; site: PlainSite }> {
  const people: Person[] = [];
  const world = new World(root, people);
  const site = new PlainSite(world, undefined);
  for (const [index, role] of roles.entries())
    people.push({ ...site.addPerson(`${role}${index}`, privileges[role]), role });
  world.site = site;
  await fill(site, people);
  site.commits.length = 0;
  const first = people[0]?.userid ?? 0;
  site.data.teams.set(1, { teamid: 1, name: 'Bench', members: [first] });
  return { world, site };
}

async function syncOnce(world: World, dataDir: string): Promise<void> {
  const desk = new Desk(world, 'template', dataDir, []);
  await desk.round({ seed: 1, faults: 0 });
  await desk.close();
  await world.site.close();
  if (world.wrong.length > 0) throw new Error(world.wrong.join('\n'));
}

function addPerson(core: Core, username: string, role: Role): Person {
  const token = newToken();
  const userid = core.ctx.store.transact(null, (s) => {
    const created = s.users.create({ email: `${username}@example.org`, username, role, passwordHash: null });
    s.users.addSession(created, hashToken(token));
    return created;
  });
  return { userid, username, role, token };
}

/** Number of guides, whose ids begin at 1. */
export const guidesOfFirstDay = 3;

/** Some of everything. */
async function fill(place: Pick<Place, 'ask'>, people: readonly Person[]): Promise<void> {
  const author = people[0]?.token ?? '';
  const admin = people.at(-1)?.token ?? '';
  const make = async <T>(token: string, route: string, json: unknown): Promise<T> => {
    const { status, text } = await place.ask(token, route, json);
    if (status >= 300) throw new Error(`${route} answered ${status}: ${text}`);
    return JSON.parse(text === '' ? 'null' : text) as T;
  };
  for (const title of ['Pump', 'Lathe'])
    await make(author, 'POST /wikis', {
      namespace: 'CATEGORY',
      title,
      contents: 'What it is.\n\nHow it works.',
    });
  await make(author, 'POST /wikis', {
    namespace: 'WIKI',
    title: 'Manual',
    contents: 'One.\n\nTwo.\n\nThree.',
  });
  for (let number = 1; number <= guidesOfFirstDay; number += 1) {
    const { guideid } = await make<{ guideid: number }>(author, 'POST /guides', {
      category: 'Pump',
      type: 'repair',
      title: `Guide ${number}`,
      public: true,
      introduction: 'One.\n\nTwo.\n\nThree.',
    });
    for (let orderby = 1; orderby <= 3; orderby += 1) {
      const lines = ['First', 'Second'].map((text) => ({
        text: `${text} ${orderby}`,
        bullet: 'black',
        level: 0,
      }));
      await make(author, `POST /guides/${guideid}/steps`, { orderby, lines });
    }
    await make(admin, `POST /comments/guide/${guideid}`, { text: 'Good.' });
    await make(author, `PUT /guides/${guideid}/tag`, { tag: 'old' });
  }
  await make(author, 'POST /step_forms/1', {
    fields: [{ field_type: 'Text Input', label: 'Serial number' }],
  });
  await make(admin, 'PUT /translation_glossary/entries', {
    entries: [{ term: 'seal', translations: { de: 'Dichtung' } }],
  });
}
