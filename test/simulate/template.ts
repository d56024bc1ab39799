import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { configSchema } from '../../app/config.ts';
import { createCore } from '../../app/core.ts';
import type { Core } from '../../app/core.ts';
import { hashToken, newToken } from '../../app/identity/token.ts';
import type { Role } from '../../app/store/actor.ts';
import { ask } from './ask.ts';
import { Desk } from './desk.ts';
import { Site } from './site.ts';
import { World } from './world.ts';
import type { Person } from './world.ts';

/** A prepared world, copied for each episode. */
export interface Template {
  people: readonly Person[];
  /** A world with its site and these desks, in a folder of its own. */
  copy(desks: readonly { people: number[]; empty: boolean }[]): World;
  close(): void;
}

const roles: readonly Role[] = ['author', 'author', 'author', 'author', 'author', 'technician', 'admin'];

/** How many people there are. */
export const peopleCount = roles.length;

/** Memory where there is a file system on it: an episode writes a lot and keeps nothing. */
const memory = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

export async function makeTemplate(): Promise<Template> {
  const root = mkdtempSync(join(memory, 'benchside-simulation-'));
  const folder = (name: string): string => join(root, name);
  const hub = createCore(configSchema.parse({ profile: 'hub', dataDir: folder('hub'), logLevel: 'silent' }), {
    now: () => 1_749_000_000,
  });
  const people = roles.map((role, index) => addPerson(hub, `${role}${index}`, role));
  await fill(hub, people[0]?.token ?? '', people.at(-1)?.token ?? '');
  await hub.close();
  const world = new World(root, people);
  world.site = new Site(world, folder('hub'));
  const desk = new Desk(world, 'template', folder('synced'), []);
  await desk.round({ seed: 1, faults: 0 });
  await desk.close();
  await world.site.close();
  if (world.wrong.length > 0) throw new Error(world.wrong.join('\n'));
  let copies = 0;
  return {
    people,
    copy: (desks) => {
      copies += 1;
      const own = folder(`episode-${copies}`);
      mkdirSync(own);
      cpSync(folder('hub'), join(own, 'hub'), { recursive: true });
      const copied = new World(own, people);
      copied.site = new Site(copied, join(own, 'hub'));
      for (const [index, { people: names, empty }] of desks.entries()) {
        const dataDir = join(own, `desk${index}`);
        if (!empty) cpSync(folder('synced'), dataDir, { recursive: true });
        const here = names.flatMap((name) => people[name] ?? []);
        copied.desks.push(new Desk(copied, `desk${index}`, dataDir, here));
      }
      return copied;
    },
    close: () => rmSync(root, { recursive: true, force: true }),
  };
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

/** Some of everything. */
async function fill(hub: Core, author: string, admin: string): Promise<void> {
  const make = async <T>(token: string, route: string, json: unknown): Promise<T> => {
    const { status, text } = await ask(hub, token, route, json);
    if (status >= 300) throw new Error(`${route} answered ${status}: ${text}`);
    return JSON.parse(text === '' ? 'null' : text) as T;
  };
  hub.ctx.store.transact(null, (s) => {
    s.meta.set('site', { ...s.meta.site, langids: ['en', 'de'] });
    s.feed.record('site', 0);
  });
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
  for (let number = 1; number <= 3; number += 1) {
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
  await make(admin, 'POST /benchside/teams', { name: 'Bench', join_code: 'open-sesame' });
  await make(admin, 'PUT /translation_glossary/entries', {
    entries: [{ term: 'seal', translations: { de: 'Dichtung' } }],
  });
}
