import type { ReplicaReader, ReplicaWriter } from '../replica/replica.ts';
import { fetchAsAnyone } from './fetch-as-anyone.ts';
import { leaveOut, storeEach } from './left-out.ts';
import { isOnlyOneAnswer } from './only-one-answer.ts';
import { NoList, nothingListed, noteIn, pagesOf, together, withRetry } from './pages.ts';
import type { Listed } from './pages.ts';
import { RemoteError } from './remote.ts';
import type { PersonToken, Round } from './round.ts';
import { listItems } from './sound.ts';
import type { ListedComment, ListedKind } from './sound.ts';

/** Ends the reading of a list that grows meanwhile. */
const mostPages = 500;

/** Pulls everything of a third-party site that is not part of a guide or wiki. Skips what the site does not offer (SPEC P9). */
export async function pullOthers(round: Round): Promise<void> {
  const reader = round.people[0];
  await ignoreUnsupported(round, '/teams', () => pullTeams(round, reader?.token));
  await ignoreUnsupported(round, '/guides/releases', () => pullReleases(round, reader?.token));
  await ignoreUnsupported(round, '/translation_glossary/entries', () => pullGlossary(round, reader?.token));
  for (const person of round.people) {
    await ignoreUnsupported(round, '/work_log', () => pullWorkLog(round, person));
    await ignoreUnsupported(round, '/user/media', () => pullMediaManager(round, person));
  }
}

type ListedForm = NonNullable<ReturnType<typeof listItems.form.read>>;

/** The forms of a guide's steps. */
interface Forms {
  items: ListedForm[];
  listed: Listed;
}

/** Returns the forms of a guide's steps. */
export async function formsOf(round: Round, guideid: number): Promise<Forms | 'not-offered'> {
  const path = `/step_forms/guideid/${guideid}`;
  try {
    const { answer } = await fetchAsAnyone<unknown>(round, path);
    const list: unknown = answer === null ? [] : answer;
    return Array.isArray(list) ? readItems<ListedForm>(round, path, list, listItems.form) : 'not-offered';
  } catch (error) {
    if (error instanceof RemoteError && (absent.has(error.kind) || error.kind === 'unauthorized'))
      return 'not-offered';
    throw error;
  }
}

/** Stores the forms of a guide's own steps, and removes those that the site no longer has. */
export function putForms(
  round: Round,
  s: ReplicaWriter,
  guideid: number,
  found: Forms | 'not-offered',
): void {
  if (found === 'not-offered') return;
  const { items, listed } = found;
  for (const form of items) round.apply.put(s, 'form', form.stepid, form);
  if (!listed.isWhole) return;
  for (const stepid of s.forms.stepsOf(guideid))
    if (!listed.ids.has(stepid)) round.apply.gone(s, 'form', stepid);
}

/** Stores comments of a list. */
export const storeComments = (round: Round, comments: readonly ListedComment[]): boolean =>
  storeEach(round, comments, {
    pathOf: ({ commentid }) => `/comments/${commentid}`,
    put: (s, comment) => round.apply.put(s, 'comment', comment.commentid, comment),
  });

/** Reads the items of a list that comes whole. */
function readItems<Item>(
  round: Round,
  path: string,
  answer: readonly unknown[],
  { read, idOf }: ListedKind<Item>,
): { items: Item[]; listed: Listed } {
  const listed = nothingListed();
  const note = noteIn(round, path, listed);
  const items = answer.flatMap((one) => {
    const item = read(one);
    note(item === undefined ? undefined : idOf(item));
    return item === undefined ? [] : [item];
  });
  return { items, listed };
}

async function pullTeams(round: Round, token: string | undefined): Promise<void> {
  const listed = nothingListed();
  for await (const page of fetchPages(round, '/teams', token, listItems.team, { listed })) {
    for (const team of page) {
      const path = `/teams/${team.teamid}`;
      await ignoreUnsupported(round, path, async () => {
        const answer = await round.remote.get<unknown>(path, token);
        if (!Array.isArray(answer)) throw new NoList(path);
        const members = readItems(round, path, answer, listItems.member);
        storeEach(round, [team], {
          pathOf: () => path,
          put: (s) => {
            for (const member of members.items) round.apply.person(s, member);
            const here = members.listed.isWhole ? [] : s.teams.memberIds(team.teamid);
            const memberships = [...new Set([...here, ...members.listed.ids])].map((userid) => ({ userid }));
            round.apply.put(s, 'team', team.teamid, { ...team, members: memberships });
          },
        });
      });
    }
  }
  if (!listed.isWhole) return;
  round.store.transact(null, (s) => {
    for (const teamid of s.teams.ids())
      if (teamid > 0 && !listed.ids.has(teamid)) round.apply.gone(s, 'team', teamid);
  });
}

async function pullReleases(round: Round, token: string | undefined): Promise<void> {
  const { store } = round;
  const listed = nothingListed();
  const options = { listed, wrapper: 'releases' };
  for await (const page of fetchPages(round, '/guides/releases', token, listItems.release, options))
    storeEach(round, page, {
      pathOf: ({ releaseid }) => `/guides/releases/${releaseid}`,
      put: (s, release) => {
        if (s.guides.row(release.guideid))
          round.apply.put(s, 'release', release.releaseid, { ...release, document: null });
      },
    });
  if (!round.sweep || !listed.isWhole) return;
  const absent = store.read(null, (s) => s.releases.ids().filter((id) => id > 0 && !listed.ids.has(id)));
  for (const id of absent) {
    const { reason } = await fetchAsAnyone(round, `/guides/releases/${id}`);
    if (reason !== undefined) store.transact(null, (s) => round.apply.gone(s, 'release', id));
  }
}

async function pullGlossary(round: Round, token: string | undefined): Promise<void> {
  const path = '/translation_glossary/entries';
  const answer = await round.remote.get<unknown>(path, token);
  if (!Array.isArray(answer)) return;
  const { items, listed } = readItems(round, path, answer, listItems.term);
  storeEach(round, items, {
    pathOf: ({ entryid }) => `${path}/${entryid}`,
    put: (s, entry) => round.apply.put(s, 'glossary', entry.entryid, entry),
  });
  if (!listed.isWhole) return;
  round.store.transact(null, (s) => {
    for (const { entryid } of s.glossary.list())
      if (entryid > 0 && !listed.ids.has(entryid)) round.apply.gone(s, 'glossary', entryid);
  });
}

/** Pulls a person's own runs, newest first, up to a page of known runs that have all ended. */
async function pullWorkLog(round: Round, { userid, token }: PersonToken): Promise<void> {
  const path = `/work_log?userid=${userid}&order=DESC`;
  for await (const page of fetchPages(round, path, token, listItems.run, { wrapper: 'results' })) {
    const known = round.store.read(null, (s) => page.every((entry) => s.workLog.isEnded(entry.entryid)));
    storeEach(round, page, {
      pathOf: ({ entryid }) => `/work_log/${entryid}`,
      put: (s, entry) => round.apply.put(s, 'entry', entry.entryid, entry),
    });
    if (known) return;
  }
}

async function pullMediaManager(round: Round, person: PersonToken): Promise<void> {
  const images = pullMedia(round, person, {
    kind: 'image',
    path: '/user/media/images',
    item: listItems.image,
    here: (s) => s.media.ids(person.userid),
  });
  const videos = pullMedia(round, person, {
    kind: 'video',
    path: '/user/media/videos',
    item: listItems.video,
    here: (s) => s.videos.ids(person.userid),
  });
  await together(images, videos);
}

interface MediaList<Item> {
  kind: 'image' | 'video';
  path: string;
  item: ListedKind<Item>;
  here: (s: ReplicaReader) => number[];
}

/** Pulls a person's whole list; items that it no longer names are removed. */
async function pullMedia<Item extends object>(
  round: Round,
  { userid, token }: PersonToken,
  { kind, path, item, here }: MediaList<Item>,
): Promise<void> {
  const listed = nothingListed();
  for await (const page of fetchPages(round, path, token, item, { listed }))
    storeEach(round, page, {
      pathOf: (one) => `${path}/${item.idOf(one)}`,
      put: (s, one) => round.apply.put(s, kind, item.idOf(one), { ...one, userid }),
    });
  const gone = round.store.read(null, here).filter((id) => id > 0 && !listed.ids.has(id));
  if (gone.length === 0 || !listed.isWhole) return;
  round.store.transact(null, (s) => {
    for (const id of gone) round.apply.gone(s, kind, id);
  });
}

/** Yields the pages of a list of any order. */
export const fetchPages = <Item>(
  round: Round,
  path: string,
  token: string | undefined,
  item: ListedKind<Item>,
  { listed, wrapper }: { listed?: Listed; wrapper?: string } = {},
): AsyncGenerator<Item[]> =>
  pagesOf((at) => withRetry(round, () => round.remote.get<unknown>(at, token)), path, {
    ...item,
    wrapper,
    mostPages,
    note: noteIn(round, path, listed),
  });

const absent: ReadonlySet<RemoteError['kind']> = new Set(['not-found', 'forbidden', 'refused', 'not-a-site']);

/**
 * Pulls, and ignores that the site does not offer it or answers something else. An ended sign-in is ignored as well: requests that need it
 * report it. A fault of the site here is noted, and the round goes on if the site answers otherwise (SPEC P11.3).
 */
export async function ignoreUnsupported(
  round: Round,
  path: string,
  pull: () => Promise<void>,
): Promise<void> {
  try {
    await pull();
  } catch (error) {
    if (error instanceof NoList) return;
    if (error instanceof RemoteError && (absent.has(error.kind) || error.kind === 'unauthorized')) return;
    if (!(await isOnlyOneAnswer(round, error))) throw error;
    leaveOut(round, path, error);
  }
}
