import { isDeepStrictEqual } from 'node:util';

import type { JournalItem } from '../../shared/model/journal.ts';
import { passing, provisionalIdIn, readsOf, thingsOf } from '../helpers/reads.ts';
import { difference } from '../simulate/compare.ts';
import { journalOf } from './decide.ts';
import { ask, read } from './http.ts';
import { admin } from './people.ts';
import type { ChaosPerson } from './people.ts';
import type { ChaosDesk, Rig } from './rig.ts';

/** Compares every read of the public API at each offline desk with the hub's, for each person. @returns the number of reads */
export async function compareReads(rig: Rig): Promise<number> {
  const { api, token } = rig.siteSeat(admin);
  const routes = readsOf(await thingsOf((path) => read(api, token, path)));
  let reads = 0;
  for (const desk of rig.desks) {
    desk.proxy.connected = false;
    for (const person of desk.people) reads += await compareAs(rig, desk, person, routes);
  }
  return reads;
}

async function compareAs(
  rig: Rig,
  desk: ChaosDesk,
  person: ChaosPerson,
  routes: readonly string[],
): Promise<number> {
  const [here, there] = [rig.seat(desk, person), rig.siteSeat(person)];
  if (!here) return 0;
  // One example of each kind of difference is enough.
  const reported = new Set<string>();
  for (const route of routes) {
    const [mine, theirs] = await Promise.all([
      shown(here.api, here.token, route),
      shown(there.api, there.token, route),
    ]);
    const negative = provisionalIdIn(JSON.stringify(mine) ?? '');
    const kind = route.replaceAll(/\d+|(?<=\/wikis\/[A-Z]+\/)[^/?]+/g, '…');
    if (negative !== undefined && !reported.has(`negative ${kind}`)) {
      reported.add(`negative ${kind}`);
      rig.world.reportViolation(
        `${here.name} shows ${person.username} the provisional id ${negative} in ${route}`,
      );
    }
    if (isDeepStrictEqual(mine, theirs) || reported.has(kind)) continue;
    reported.add(kind);
    rig.world.reportViolation(
      `${here.name} differs for ${person.username} from the hub in ${route}: ${difference(mine, theirs)}`,
    );
  }
  return routes.length;
}

/** Returns the shown content, without the server's address. Hidden and missing things are equal for a reader. */
async function shown(api: string, token: string, route: string): Promise<unknown> {
  const { status, text } = await ask(api, token, `GET ${route}`);
  if (status === 404 || status === 403) return null;
  if (status !== 200) return `${status} ${text.slice(0, 200)}`;
  const origin = new URL(api).origin;
  return JSON.parse(
    text.replaceAll(origin, 'http://here').replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, 'http://here'),
    (key, value: unknown) => (passing.has(key) ? undefined : value),
  ) as unknown;
}

/** Checks that every accepted edit is in a journal with its text and has ended, and that the hub has no edit twice. */
export async function checkEdits(rig: Rig): Promise<void> {
  const { world, desks } = rig;
  const entries: (JournalItem & { desk: string })[] = [];
  for (const desk of desks)
    for (const person of desk.people)
      for (const item of await journalOf(rig, desk, person))
        entries.push({ ...item, desk: desk.machine.name });
  for (const { state, operation, desk, cause } of entries)
    if (state !== 'done' && state !== 'discarded' && operation !== 'POST /benchside/views')
      world.reportViolation(`${operation} at ${desk} is still ${state} (${cause?.kind}: ${cause?.message})`);
  const words = entries.map((entry) =>
    JSON.stringify([entry.params, entry.body, entry.touched, entry.subject]),
  );
  for (const { mark, place, route, person } of world.accepted) {
    // The bytes of a file are not in the journal; the address has its name.
    if (mark === undefined || place === 'site' || route.includes('/media/')) continue;
    if (!words.some((text) => text.includes(mark)))
      world.reportViolation(`${place} accepted ${route} of ${person} with ${mark}, and no journal has it`);
  }
  await checkDuplicates(rig);
}

/** Checks that nothing was created twice: each new thing has a mark of its own in its text. */
async function checkDuplicates(rig: Rig): Promise<void> {
  const { api, token } = rig.siteSeat(admin);
  const texts: string[] = [];
  const comments = (await read<{ text_raw: string }[]>(api, token, '/comments?limit=200')) ?? [];
  texts.push(...comments.map(({ text_raw }) => `comment ${text_raw}`));
  const guides = (await read<{ title: string }[]>(api, token, '/guides?limit=200&includePrivate=true')) ?? [];
  texts.push(...guides.map(({ title }) => `guide ${title}`));
  const runs = await read<{ results: { workorderid: string | null }[] }>(api, token, '/work_log?limit=200');
  texts.push(...(runs?.results ?? []).map(({ workorderid }) => `run ${workorderid}`));
  const seen = new Map<string, number>();
  for (const text of texts)
    for (const mark of text.match(/zq\d+x/g) ?? [])
      seen.set(`${text.split(' ')[0]} ${mark}`, (seen.get(`${text.split(' ')[0]} ${mark}`) ?? 0) + 1);
  // Each desk that resends lost edits of a guide recreates the guide on a restored hub (SPEC F4.3).
  const most = (what: string): number =>
    rig.site.restored > 0 && what.startsWith('guide ') ? rig.desks.length : 1;
  for (const [what, count] of seen)
    if (count > most(what)) rig.world.reportViolation(`the hub has ${what} ${count} times`);
}
