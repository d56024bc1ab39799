import { isDeepStrictEqual } from 'node:util';

import type { Core } from '../../app/core.ts';
import { passing, provisionalIdIn, readsOf, thingsOf } from '../helpers/reads.ts';
import { ask } from './ask.ts';
import type { Answered } from './ask.ts';
import { comparePlain } from './compare-plain.ts';
import type { Desk } from './desk.ts';
import type { World } from './world.ts';

/** Every desk shows each of its people what the site shows them, in every read of the API, and no id of its own. */
export async function compareAll(world: World): Promise<void> {
  const { hub } = world.site;
  if (!hub) {
    for (const desk of world.desks) await comparePlain(desk, world.site);
    return;
  }
  const { token } = world.people.find(({ role }) => role === 'admin') ?? { token: '' };
  const routes = readsOf(
    await thingsOf(async (path) => {
      const { status, text } = await ask(hub, token, `GET ${path}`);
      return status === 200 ? (JSON.parse(text) as unknown) : undefined;
    }),
  );
  const theirs = new Map<number, Answered[]>();
  for (const desk of world.desks)
    for (const userid of desk.signedIn()) {
      const known = theirs.get(userid) ?? (await answers(hub, tokenOf(world, userid), routes));
      theirs.set(userid, known);
      await compareAs(desk, userid, routes, known);
    }
}

const tokenOf = ({ people }: World, userid: number): string =>
  people.find((person) => person.userid === userid)?.token ?? '';

async function answers(core: Core, token: string, routes: readonly string[]): Promise<Answered[]> {
  const all: Answered[] = [];
  for (const route of routes) all.push(await ask(core, token, `GET ${route}`));
  return all;
}

async function compareAs(
  desk: Desk,
  userid: number,
  routes: readonly string[],
  theirs: readonly Answered[],
): Promise<void> {
  const { world, core, name } = desk;
  const hides = world.site.hidesPrerequisites();
  const guides = new Set(
    routes.flatMap((route, index) => {
      const [, id] = /^\/guides\/(\d+)$/.exec(route) ?? [];
      return id !== undefined && theirs[index]?.status === 200 ? [Number(id)] : [];
    }),
  );
  const token = desk.tokens.get(userid) ?? '';
  for (const [index, route] of routes.entries()) {
    const there = theirs[index];
    const here = await ask(core, token, `GET ${route}`);
    const own = provisionalIdIn(here.text);
    if (own !== undefined && here.status === 200)
      world.violation(`${name} shows ${userid} ${own}, an id of its own, in ${route}`);
    // Who had a run reads its forms at the hub, whoever is shown the guide; a desk has them with the guide.
    if (
      !there ||
      isOfHidden(route, there, guides) ||
      (here.status === there.status && here.text === there.text)
    )
      continue;
    const [a, b] = [here, there].map((one) => shown(one, { hides, guides }));
    if (!isDeepStrictEqual(a, b))
      world.violation(`${name} differs from the site for ${userid} in ${route}: ${difference(a, b)}`);
  }
}

function isOfHidden(route: string, { status, text }: Answered, guides: ReadonlySet<number>): boolean {
  if (!route.startsWith('/step_forms/') || status !== 200) return false;
  const [form] = [JSON.parse(text) as { guideid: number } | { guideid: number }[]].flat();
  return form !== undefined && !guides.has(form.guideid);
}

/** What is shown; what is hidden and what is not there are the same to who reads. */
function shown(
  { status, text }: Answered,
  { hides, guides }: { hides: boolean; guides: ReadonlySet<number> },
): unknown {
  if (status === 404 || status === 403) return null;
  if (status !== 200) return `${status} ${text.slice(0, 200)}`;
  return JSON.parse(text, (key, value: unknown) => {
    if (passing.has(key) || (hides && key === 'prereq_modified_date')) return undefined;
    return isRun(value) && !guides.has(value.guideid) ? { ...value, ...unknownOfRun } : value;
  }) as unknown;
}

const isRun = (value: unknown): value is { guideid: number } =>
  typeof value === 'object' && value !== null && 'entryid' in value && 'guideid' in value;

/** Of a guide that the reader is not shown, a desk knows what it was when somebody there was shown it last. */
const unknownOfRun = { guide_revisionid: null, max_form_revisionid: null, title: null, benchside: null };

/** Where two values differ first. */
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
