import type { MediaImage } from '../../shared/model/image.ts';
import type { GlossaryEntry } from '../../shared/model/glossary.ts';
import type { Release } from '../../shared/model/release.ts';
import type { StepForm } from '../../shared/model/step-form.ts';
import type { Team } from '../../shared/model/team.ts';
import type { UserSummary } from '../../shared/model/user.ts';
import type { WorkLogEntry } from '../../shared/model/work-log.ts';
import type { ReplicaReader, ReplicaWriter } from '../replica/replica.ts';
import { fetchAsAnyone } from './fetch-as-anyone.ts';
import { NoList, pagesOf, together } from './pages.ts';
import { RemoteError } from './remote.ts';
import type { PersonToken, Round } from './round.ts';

/** Ends the reading of a list that grows meanwhile. */
const mostPages = 500;

/** Pulls everything of a third-party site that is not part of a guide or wiki. Skips what the site does not offer (SPEC P9). */
export async function pullOthers(round: Round): Promise<void> {
  const reader = round.people[0];
  await ignoreUnsupported(() => pullTeams(round, reader?.token));
  await ignoreUnsupported(() => pullReleases(round, reader?.token));
  await ignoreUnsupported(() => pullGlossary(round, reader?.token));
  for (const person of round.people) {
    await ignoreUnsupported(() => pullWorkLog(round, person));
    await ignoreUnsupported(() => pullMediaManager(round, person));
  }
}

/** Returns the forms of a guide's steps; `undefined` if the site does not offer forms. */
export async function formsOf(round: Round, guideid: number): Promise<StepForm[] | undefined> {
  let forms: StepForm[] | undefined;
  await ignoreUnsupported(async () => {
    const { answer } = await fetchAsAnyone<StepForm[] | null>(round, `/step_forms/guideid/${guideid}`);
    forms = Array.isArray(answer) ? answer : answer === null ? [] : undefined;
  });
  return forms;
}

/** Stores the forms of a guide's own steps, and removes those that the site no longer has. */
export function putForms(
  round: Round,
  s: ReplicaWriter,
  guideid: number,
  forms: readonly StepForm[] | undefined,
): void {
  if (!forms) return;
  for (const form of forms) round.apply.put(s, 'form', form.stepid, form);
  for (const stepid of s.forms.stepsOf(guideid))
    if (!forms.some((form) => form.stepid === stepid)) round.apply.gone(s, 'form', stepid);
}

async function pullTeams(round: Round, token: string | undefined): Promise<void> {
  const listed = new Set<number>();
  for await (const page of fetchPages<Team>(round, '/teams', token, (team) => team.teamid)) {
    for (const team of page) {
      const members = await round.remote.get<UserSummary[]>(`/teams/${team.teamid}`, token);
      listed.add(team.teamid);
      round.store.transact(null, (s) => {
        for (const member of members) round.apply.person(s, member);
        const memberships = members.map(({ userid }) => ({ userid }));
        round.apply.put(s, 'team', team.teamid, { ...team, members: memberships });
      });
    }
  }
  round.store.transact(null, (s) => {
    for (const teamid of s.teams.ids())
      if (teamid > 0 && !listed.has(teamid)) round.apply.gone(s, 'team', teamid);
  });
}

async function pullReleases(round: Round, token: string | undefined): Promise<void> {
  const { store } = round;
  const listed = new Set<number>();
  for await (const page of fetchPages<Release>(
    round,
    '/guides/releases',
    token,
    (release) => release.releaseid,
    'releases',
  )) {
    for (const { releaseid } of page) listed.add(releaseid);
    store.transact(null, (s) => {
      for (const release of page)
        if (s.guides.row(release.guideid))
          round.apply.put(s, 'release', release.releaseid, { ...release, document: null });
    });
  }
  if (!round.sweep) return;
  const absent = store.read(null, (s) => s.releases.ids().filter((id) => id > 0 && !listed.has(id)));
  for (const id of absent) {
    const { reason } = await fetchAsAnyone(round, `/guides/releases/${id}`);
    if (reason !== undefined) store.transact(null, (s) => round.apply.gone(s, 'release', id));
  }
}

async function pullGlossary(round: Round, token: string | undefined): Promise<void> {
  const entries = await round.remote.get<unknown>('/translation_glossary/entries', token);
  if (!Array.isArray(entries)) return;
  round.store.transact(null, (s) => {
    const whole = (entries as GlossaryEntry[]).filter(
      ({ entryid, term }) => typeof entryid === 'number' && typeof term === 'string',
    );
    for (const entry of whole) round.apply.put(s, 'glossary', entry.entryid, entry);
    for (const { entryid } of s.glossary.list())
      if (entryid > 0 && !whole.some((entry) => entry.entryid === entryid))
        round.apply.gone(s, 'glossary', entryid);
  });
}

/** Pulls a person's own runs, newest first, up to a page of known runs that have all ended. */
async function pullWorkLog(round: Round, { userid, token }: PersonToken): Promise<void> {
  const path = `/work_log?userid=${userid}&order=DESC`;
  for await (const page of fetchPages<WorkLogEntry>(round, path, token, (run) => run.entryid, 'results')) {
    const known = round.store.read(null, (s) => page.every((entry) => s.workLog.isEnded(entry.entryid)));
    round.store.transact(null, (s) => {
      for (const entry of page) round.apply.put(s, 'entry', entry.entryid, entry);
    });
    if (known) return;
  }
}

async function pullMediaManager(round: Round, person: PersonToken): Promise<void> {
  const images = pullMedia<MediaImage>(round, person, {
    kind: 'image',
    path: '/user/media/images',
    idOf: ({ image }) => image.id,
    here: (s) => s.media.ids(person.userid),
  });
  const videos = pullMedia<{ videoid: number }>(round, person, {
    kind: 'video',
    path: '/user/media/videos',
    idOf: ({ videoid }) => videoid,
    here: (s) => s.videos.ids(person.userid),
  });
  await together(images, videos);
}

interface MediaList<Item> {
  kind: 'image' | 'video';
  path: string;
  idOf: (item: Item) => number;
  here: (s: ReplicaReader) => number[];
}

/** Pulls a person's whole list; items that it no longer names are removed. */
async function pullMedia<Item extends object>(
  round: Round,
  { userid, token }: PersonToken,
  { kind, path, idOf, here }: MediaList<Item>,
): Promise<void> {
  const listed = new Set<number>();
  for await (const page of fetchPages<Item>(round, path, token, idOf)) {
    round.store.transact(null, (s) => {
      for (const item of page) round.apply.put(s, kind, idOf(item), { ...item, userid });
    });
    for (const item of page) listed.add(idOf(item));
  }
  const gone = round.store.read(null, here).filter((id) => id > 0 && !listed.has(id));
  if (gone.length === 0) return;
  round.store.transact(null, (s) => {
    for (const id of gone) round.apply.gone(s, kind, id);
  });
}

/** Yields the pages of a list of any order. */
export const fetchPages = <Item>(
  round: Round,
  path: string,
  token: string | undefined,
  idOf: (item: Item) => number,
  wrapper?: string,
): AsyncGenerator<Item[]> =>
  pagesOf((at) => round.remote.get<unknown>(at, token), path, { idOf, wrapper, mostPages });

const absent: ReadonlySet<RemoteError['kind']> = new Set(['not-found', 'forbidden', 'refused', 'not-a-site']);

/** Pulls, and ignores that the site does not offer it or answers something else. An ended sign-in is ignored as well: requests that need it report it. */
export async function ignoreUnsupported(pull: () => Promise<void>): Promise<void> {
  try {
    await pull();
  } catch (error) {
    if (error instanceof NoList) return;
    if (!(error instanceof RemoteError) || !(absent.has(error.kind) || error.kind === 'unauthorized'))
      throw error;
  }
}
