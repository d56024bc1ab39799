import { expect } from 'vitest';

import type { Endpoint } from '../../app/api/endpoint.ts';
import { endpoints } from '../../app/api/index.ts';
import type { CallOptions, TestCore } from './core.ts';
import { asked, ids, pages, secrets } from './hidden-world.ts';
import type { Role } from './hidden-world.ts';

/** Returns the addresses of an endpoint, with the ids of the world. */
export function addressesOf({ route }: Endpoint): string[] {
  const names = [...route.matchAll(/\{(\w+)[^}]*\}/g)].map(([, name = '']) => name);
  const titled = names.some((name) => name === 'title' || name === 'categoryname');
  const choices: Record<string, string>[] = titled
    ? pages.map(({ namespace, title }) => ({ namespace, title, categoryname: title }))
    : [{}];
  const sets = names.reduce(
    (found, name) =>
      found.flatMap((set) =>
        name in set ? [set] : (ids[name] ?? allNamespaces(name)).map((id) => ({ ...set, [name]: id })),
      ),
    choices,
  );
  return sets.map((set) =>
    route.replace(/\{(\w+)[^}]*\}/g, (_, name: string) => encodeURIComponent(set[name] ?? '')),
  );
}

const allNamespaces = (name: string): string[] =>
  name === 'namespace' ? ['CATEGORY', 'WIKI', 'ITEM', 'USER', 'TEAM', 'INFO'] : ['1'];

/** Parameters that show more than an address alone. */
function queriesOf({ route }: Endpoint): string[] {
  const also: [RegExp, string[]][] = [
    [/guides\/\{guideid\}$/, ['type=XML', 'unpatrolled', 'langid=de', ...revisions('revisionid')]],
    [/wikis\/\{namespace\}\/\{title\}$/, ['type=XML', ...revisions('wiki_revisionid', 'revisionid')]],
    [/benchside\/search$/, [`q=${asked}`, `q=${asked}&limit=50`]],
    [/search\/work$/, [`q=${asked}`, 'q=unguessable', 'q=ol']],
    [/benchside\/people$/, [`search=${asked}`, 'search=unguessable']],
    [/benchside\/changes$/, ['after=0', 'beyond=public']],
    [
      /guides$/,
      [`limit=200`, 'includePrivate', `tags=${asked}`, `guideids=${(ids['guideid'] ?? []).join(',')}`],
    ],
    [
      /(?:comments|tags|users|teams|wikis\/\{namespace\}|work_log|releases)$/,
      ['limit=200', 'display=titles'],
    ],
    [/search\/\{query\}$/, ['doctypes=guide,category,item,info,user,team', 'limit=50']],
  ];
  return ['', ...also.filter(([pattern]) => pattern.test(route)).flatMap(([, queries]) => queries)];
}

const revisions = (name: string, as = name): string[] => (ids[name] ?? []).map((id) => `${as}=${id}`);

/** A hub or a desk, and the tokens of its people. */
interface Walked {
  core: TestCore;
  signedIn: Partial<Record<Role, string>>;
}

export interface Found {
  answers: number;
  /** The `what` of the secrets found so far, each with its first place. */
  seen: Map<string, string>;
}

export async function search(
  { core, signedIn }: Walked,
  found: Found,
  role: Role,
  route: string,
  options: CallOptions = {},
): Promise<void> {
  const token = signedIn[role];
  const response = await core.call(route, { ...(token === undefined ? {} : { token }), ...options });
  const text = await response.text();
  found.answers += 1;
  expect([route, response.status < 500 || response.status === 503]).toEqual([route, true]);
  for (const { what, needle } of secrets)
    if (text.includes(needle) && !found.seen.has(what)) found.seen.set(what, `${response.status} ${route}`);
}

/** Reads everything as a role. */
export async function readAll(walked: Walked, role: Role): Promise<Found> {
  const found: Found = { answers: 0, seen: new Map() };
  for (const endpoint of endpoints.filter(({ route }) => route.startsWith('GET ')))
    for (const address of addressesOf(endpoint))
      for (const query of queriesOf(endpoint)) await search(walked, found, role, `${address}?${query}`);
  for (const id of ids['imageid'] ?? []) await search(walked, found, role, `GET /igi/${id}`);
  return found;
}

export const leaksOf = (role: Role, { seen }: Found): string[] =>
  secrets
    .filter(({ what, readers }) => seen.has(what) && !readers.includes(role))
    .map(({ what }) => `${role} reads ${what}: ${seen.get(what)}`);
