import { isDeepStrictEqual } from 'node:util';

import type { Core } from '../../app/core.ts';
import { sql } from '../../app/store/sql.ts';
import type { StoredRow } from '../../app/store/sql.ts';
import { passing, provisionalIdIn, readsOf, thingsOf } from '../helpers/reads.ts';
import { ask } from './ask.ts';
import type { Answered } from './ask.ts';
import { comparePlain } from './compare-plain.ts';
import type { Desk } from './desk.ts';
import type { World } from './world.ts';

/** Episodes that do not compare all reads compare one in so many, for each person of each desk. */
const sampled = 8;

/** Checks that every desk shows each of its people what the site shows them, in every read of the API, without an id of its own. */
export async function compareAll(world: World): Promise<void> {
  const { hub } = world.site;
  if (!hub) {
    for (const desk of world.desks) await comparePlain(desk, world.site);
    return;
  }
  const { token } = world.people.find(({ role }) => role === 'admin') ?? { token: '' };
  const read = async (path: string): Promise<unknown> => {
    const { status, text } = await ask(hub, token, `GET ${path}`);
    return status === 200 ? (JSON.parse(text) as unknown) : undefined;
  };
  const routes = readsOf(await thingsOf(read));
  const theirs = new Map<number, Theirs>();
  for (const desk of world.desks) {
    const versions = versionsAt(desk);
    for (const userid of desk.signedIn()) {
      const known = theirs.get(userid) ?? theirsOf(hub, userid, tokenOf(world, userid));
      theirs.set(userid, known);
      await compareAs(desk, known, routes);
      await checkVersions(desk, known, versions);
    }
  }
}

const tokenOf = ({ people }: World, userid: number): string =>
  people.find((person) => person.userid === userid)?.token ?? '';

/** The hub's answers to a person. */
interface Theirs {
  userid: number;
  ask(route: string): Promise<Answered>;
}

function theirsOf(hub: Core, userid: number, token: string): Theirs {
  const asked = new Map<string, Promise<Answered>>();
  return {
    userid,
    ask: (route) => {
      const answer = asked.get(route) ?? ask(hub, token, `GET ${route}`);
      asked.set(route, answer);
      return answer;
    },
  };
}

async function compareAs(
  desk: Desk,
  { userid, ask: askHub }: Theirs,
  routes: readonly string[],
): Promise<void> {
  const { world, core, name } = desk;
  const { sample } = world;
  const hides = world.site.hidesPrerequisites();
  const token = desk.tokens.get(userid) ?? '';
  for (const route of routes) {
    if (sample && sample.int(sampled) > 0) continue;
    const there = await askHub(route);
    const here = await ask(core, token, `GET ${route}`);
    const own = provisionalIdIn(here.text);
    if (own !== undefined && here.status === 200)
      world.violation(`${name} shows ${userid} ${own}, an id of its own, in ${route}`);
    if (here.status === there.status && here.text === there.text) continue;
    const [a, b] = [here, there].map((one) => shown(one, hides));
    if (!isDeepStrictEqual(a, b))
      world.violation(`${name} differs from the site for ${userid} in ${route}: ${difference(a, b)}`);
  }
}

/** Returns the addresses of the site's versions of guides that a desk keeps. */
const versionsAt = ({ core }: Desk): string[] =>
  core.ctx.store
    .read(null, (s) =>
      s.db.all(sql<StoredRow<'guide_revision', 'guideid' | 'revisionid'>>`SELECT guideid, revisionid
         FROM guide_revision WHERE revisionid > 0`),
    )
    .map(({ guideid, revisionid }) => `/guides/${guideid}?revisionid=${revisionid}`);

/** Checks that a desk shows nobody a version that the site does not show them, or shows otherwise. */
async function checkVersions(
  { world, core, name, tokens }: Desk,
  { userid, ask: askHub }: Theirs,
  versions: readonly string[],
): Promise<void> {
  const hides = world.site.hidesPrerequisites();
  for (const route of versions) {
    if (world.sample && world.sample.int(sampled) > 0) continue;
    const here = await ask(core, tokens.get(userid) ?? '', `GET ${route}`);
    if (here.status !== 200) continue;
    const there = await askHub(route);
    if (there.status !== 200)
      world.violation(`${name} shows ${userid} ${route}, and the site answers ${there.status}`);
    else {
      // A desk has a version with the date when readers saw it first, and a hub with the date of the edit.
      const [a, b] = [here, there].map((one) => shown(one, hides, 'modified_date'));
      if (!isDeepStrictEqual(a, b))
        world.violation(`${name} differs from the site for ${userid} in ${route}: ${difference(a, b)}`);
    }
  }
}

/** Returns the shown content. Hidden and missing things are equal for a reader. */
function shown({ status, text }: Answered, hides: boolean, ignored?: string): unknown {
  if (status === 404 || status === 403) return null;
  if (status !== 200) return `${status} ${text.slice(0, 200)}`;
  return JSON.parse(text, (key, value: unknown) =>
    passing.has(key) || key === ignored || (hides && key === 'prereq_modified_date') ? undefined : value,
  ) as unknown;
}

/** Returns the first place where two values differ. */
export function difference(here: unknown, there: unknown, path = ''): string {
  if (typeof here !== 'object' || typeof there !== 'object' || here === null || there === null)
    return `${path}: ${brief(here)} here, ${brief(there)} there`;
  const keys = [...new Set([...Object.keys(here), ...Object.keys(there)])];
  for (const key of keys) {
    const [a, b] = [(here as Record<string, unknown>)[key], (there as Record<string, unknown>)[key]];
    if (!isDeepStrictEqual(a, b)) return difference(a, b, `${path}.${key}`);
  }
  return path;
}

const brief = (value: unknown): string => (JSON.stringify(value) ?? 'nothing').slice(0, 300);
