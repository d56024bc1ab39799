import { isDeepStrictEqual } from 'node:util';

import type { Core } from '../../app/core.ts';
import type { Comment } from '../../shared/model/comment.ts';
import { ask } from './ask.ts';
import { comparePlain } from './compare-plain.ts';
import type { Desk } from './desk.ts';

/** Every desk shows its people what the site shows them. */
export async function compare(desk: Desk): Promise<void> {
  const { world, core } = desk;
  const { site } = world;
  if (!site.hub) return comparePlain(desk, site);
  const [reader, ...others] = desk.signedIn();
  const tokenOf = (userid: number | undefined): string =>
    world.people.find((person) => person.userid === userid)?.token ?? '';
  const here = (userid: number | undefined): string => desk.tokens.get(userid ?? 0) ?? '';
  const routes = everything(site.hub);
  for (const route of routes) await same(desk, [core, here(reader)], [site.hub, tokenOf(reader)], route);
  for (const userid of others)
    for (const route of personal(userid))
      await same(desk, [core, here(userid)], [site.hub, tokenOf(userid)], route);
  if (reader !== undefined)
    for (const route of personal(reader))
      await same(desk, [core, here(reader)], [site.hub, tokenOf(reader)], route);
}

async function same(desk: Desk, mine: [Core, string], theirs: [Core, string], route: string): Promise<void> {
  const hides = desk.world.site.hidesPrerequisites();
  let [here, there] = [await shown(mine, route, hides), await shown(theirs, route, hides)];
  if (route.startsWith('GET /comments'))
    [here, there] = [here, there].map((list) => onSteps(list, theirs[0]));
  if (isDeepStrictEqual(here, there)) return;
  desk.world.violation(`${desk.name} differs from the site in ${route}: ${difference(here, there)}`);
}

/** Comments without those on steps that were deleted: nobody is shown them where they stood. */
const onSteps = (list: unknown, { ctx }: Core): unknown =>
  ctx.store.read(null, (s) =>
    (list as Comment[]).filter(
      ({ context, contextid }) => context !== 'step' || s.guides.stepOwner(contextid) !== undefined,
    ),
  );

/** What is shown; what is hidden and what is not there are the same to who reads. */
async function shown(
  [core, token]: [Core, string],
  route: string,
  hidesPrerequisites: boolean,
): Promise<unknown> {
  const { status, text } = await ask(core, token, route);
  if (status === 404 || status === 403) return null;
  if (status !== 200) return status;
  const left = new Set(passing);
  if (route.includes('/work_log')) left.add('title');
  if (hidesPrerequisites) left.add('prereq_modified_date');
  return JSON.parse(text, (key, value: unknown) => (left.has(key) ? undefined : value)) as unknown;
}

/** Goes on while somebody looks, or is taken from a guide of which only the site knows how it is now. */
export const passing: ReadonlySet<string> = new Set([
  'duration',
  'active_duration',
  'pause_duration',
  'suspended_duration',
  'guide_revisionid',
  'max_form_revisionid',
]);

function everything({ ctx: { store } }: Core): string[] {
  const { guideids, wikis, teams } = store.read(null, (s) => ({
    guideids: s.db.allSql<{ id: number }>('SELECT guideid AS id FROM guide ORDER BY guideid'),
    wikis: s.wikis.titles(),
    teams: s.teams.ids(),
  }));
  return [
    'GET /guides?limit=200',
    ...guideids.flatMap(({ id }) => [
      `GET /guides/${id}`,
      `GET /guides/${id}/tags`,
      `GET /guides/${id}/users`,
      `GET /guides/${id}/teams`,
      `GET /step_forms/guideid/${id}`,
    ]),
    ...['CATEGORY', 'WIKI', 'ITEM'].map((namespace) => `GET /wikis/${namespace}?limit=200&includeStubs=true`),
    ...wikis.map(({ namespace, title }) => `GET /wikis/${namespace}/${encodeURIComponent(title)}`),
    'GET /comments?limit=200',
    'GET /teams?limit=200',
    ...teams.map((teamid) => `GET /teams/${teamid}`),
    'GET /translation_glossary/entries',
  ];
}

const personal = (userid: number): string[] => [
  'GET /user/favorites/guides?limit=200',
  'GET /user/completions?limit=200',
  `GET /work_log?limit=200&userid=${userid}`,
];

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
