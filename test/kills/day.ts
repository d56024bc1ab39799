import { sql } from '../../app/store/sql.ts';
import type { Query, SqlPart } from '../../app/store/sql.ts';
import type { Guide, Step } from '../../shared/model/guide.ts';
import type { TestCore } from '../helpers/core.ts';
import { photo } from '../media/pictures.ts';

/** Input of an action: the two people of the desk and the existing things. */
export interface Bench {
  desk: TestCore;
  ann: Person;
  ben: Person;
  guideid: number;
}

interface Person {
  userid: number;
  token: string;
}

interface Doing extends Bench {
  /** Sends a request as Ann, an admin; `b` as Ben, an author. */
  a<T>(route: string, json?: unknown): Promise<T>;
  b<T>(route: string, json?: unknown): Promise<T>;
  guide(id?: number): Promise<Guide>;
  made(): number;
  id(query: Query<{ id: number }>): number;
  revision(title: string): Promise<number>;
  stepWith(text: string): Promise<Step>;
}

type Act = (doing: Doing) => Promise<unknown>;

const line = (text: string): object => ({ text, bullet: 'black', level: 0 });
const step = ({ guideid }: Doing, { stepid, revisionid }: Step): string =>
  `/guides/${guideid}/steps/${stepid}?revisionid=${revisionid}`;
const run = (at: Doing): number =>
  at.id(sql`SELECT entryid AS id FROM work_log WHERE workorderid = 'day order'`);
const comment = (at: Doing, text: string): number =>
  at.id(sql`SELECT commentid AS id FROM comment WHERE text_raw LIKE ${`${text}%`}`);
const team = (at: Doing): number => at.id(sql`SELECT teamid AS id FROM team WHERE name LIKE 'day team%'`);
const other = (at: Doing): number => at.id(sql`SELECT teamid AS id FROM team WHERE name = 'day short team'`);
const term = (at: Doing): number => at.id(sql`SELECT min(entryid) AS id FROM glossary_entry`);

/**
 * A day's work at an offline desk: every kind of write that a technician makes, with one journal entry each. Texts that begin with `day`
 * occur once.
 */
const acts: readonly Act[] = [
  async (at) =>
    at.a(`PATCH /guides/${at.guideid}?revisionid=${(await at.guide()).revisionid}`, { title: 'day title' }),
  async (at) =>
    at.b(`PATCH /guides/${at.guideid}?revisionid=${(await at.guide()).revisionid}`, {
      summary: 'day summary',
    }),
  async (at) => at.a(`POST /guides/${at.guideid}/steps`, { orderby: 2, lines: [line('day new step')] }),
  async (at) =>
    at.b(`PATCH ${step(at, await at.stepWith('Do thing 1'))}`, {
      lines: [line('day line'), line('day second line')],
    }),
  async (at) => {
    const { steps, revisionid } = await at.guide();
    const [first, second, ...others] = steps.map(({ stepid }) => stepid);
    return at.a(`PUT /guides/${at.guideid}/steporder?revisionid=${revisionid}`, {
      stepids: [second, first, ...others],
    });
  },
  async (at) => at.b(`DELETE ${step(at, await at.stepWith('Do thing 3'))}`),
  (at) => at.a('POST /guides', { category: 'Pump', type: 'repair', title: 'day guide' }),
  (at) => at.a(`POST /guides/${at.made()}/steps`, { orderby: 1, lines: [line('day step of a new guide')] }),
  async (at) =>
    at.a(`PUT /guides/${at.made()}/public?revisionid=${(await at.guide(at.made())).revisionid}`, {}),
  (at) => at.a('POST /guides', { category: 'Pump', type: 'repair', title: 'day private', public: true }),
  async (at) => {
    const id = at.id(sql`SELECT guideid AS id FROM guide WHERE title = 'day private'`);
    return at.a(`DELETE /guides/${id}/public?revisionid=${(await at.guide(id)).revisionid}`);
  },
  async (at) => {
    const id = at.id(sql`SELECT guideid AS id FROM guide WHERE title = 'Old guide'`);
    return at.a(`DELETE /guides/${id}?revisionid=${(await at.guide(id)).revisionid}`);
  },
  (at) => at.a(`PUT /guides/${at.made()}/tag`, { tag: 'day-tag' }),
  (at) => at.a(`DELETE /guides/${at.guideid}/tag`, { tag: 'old-tag' }),
  (at) => at.a(`PUT /guides/${at.made()}/users/${at.ben.userid}`, {}),
  (at) => at.a(`DELETE /guides/${at.guideid}/users/${at.ben.userid}`),
  (at) => at.b(`PUT /user/favorites/guides/${at.made()}`, {}),
  (at) => at.b(`DELETE /user/favorites/guides/${at.guideid}`),
  (at) => at.b(`PUT /guides/${at.guideid}/completed`, {}),
  (at) => at.a(`PUT /guides/${at.made()}/completed`, {}),
  (at) => at.a(`DELETE /guides/${at.guideid}/completed`),
  (at) => at.b(`POST /comments/guide/${at.made()}`, { text: 'day comment' }),
  (at) =>
    at.a(`POST /comments/guide/${at.made()}`, { text: 'day reply', parentid: comment(at, 'day comment') }),
  (at) => at.b(`PATCH /comments/${comment(at, 'day comment')}`, { text: 'day comment, better' }),
  (at) => at.b(`DELETE /comments/${comment(at, 'old comment')}`),
  (at) => at.a('POST /wikis', { namespace: 'WIKI', title: 'day page', contents: 'day contents' }),
  (at) => at.a('POST /wikis', { namespace: 'CATEGORY', title: 'day category', contents: 'x' }),
  async (at) =>
    at.a(`PATCH /wikis/WIKI/Old?revisionid=${await at.revision('Old')}`, { contents: 'day new contents' }),
  async (at) => at.a(`DELETE /wikis/WIKI/Older?revisionid=${await at.revision('Older')}`),
  (at) => at.a('PUT /wikis/WIKI/Old/tag', { tag: 'day-page-tag' }),
  (at) => at.a('DELETE /wikis/WIKI/Old/tag', { tag: 'old-tag' }),
  async (at) =>
    at.a(`PUT /wikis/CATEGORY/Pump/parent?revisionid=${await at.revision('Pump')}`, { parent: 'Machines' }),
  async (at) =>
    at.a(`POST /step_forms/${(await at.stepWith('day line')).stepid}`, {
      fields: [{ field_type: 'Text Input', label: 'day field' }],
    }),
  (at) => at.b('POST /work_log', { guideid: at.guideid, workorderid: 'day order' }),
  (at) =>
    at.b(`PUT /work_log/${run(at)}/stepData`, {
      fields: {
        [at.id(sql`SELECT max(abs(field_revisionid)) * -1 AS id FROM step_form_field`)]: 'day value',
      },
    }),
  async (at) =>
    at.b(`PUT /benchside/work_log/${run(at)}/step`, { stepid: (await at.stepWith('Do thing 2')).stepid }),
  ...['pause', 'resume', 'suspend'].map(
    (verb): Act =>
      (at) =>
        at.b(`POST /work_log/${run(at)}/${verb}`, {}),
  ),
  (at) => at.a(`POST /work_log/${run(at)}/assume`, {}),
  (at) => at.a(`POST /work_log/${run(at)}/finish`, {}),
  (at) => at.b('POST /work_log', { guideid: at.guideid, workorderid: 'day dropped' }),
  (at) =>
    at.b(
      `POST /work_log/${at.id(sql`SELECT entryid AS id FROM work_log WHERE workorderid = 'day dropped'`)}/cancel`,
      {},
    ),
  async (at) =>
    at.desk.json('POST /user/media/images?file=day.png', {
      token: at.ann.token,
      body: new Uint8Array(await (await photo(600, 400)).png().toBuffer()),
    }),
  (at) =>
    at.desk.json('POST /user/media/documents?file=day.txt', { token: at.ann.token, body: 'day document' }),
  async (at) =>
    at.a(`PATCH /guides/${at.guideid}?revisionid=${(await at.guide()).revisionid}`, {
      image: at.id(sql`SELECT max(imageid) AS id FROM image WHERE imageid < 0`),
    }),
  (at) =>
    at.a('POST /benchside/teams', { name: 'day team', owner: at.ann.userid, join_code: 'open-sesame!' }),
  (at) => at.a(`PATCH /benchside/teams/${team(at)}`, { name: 'day team, better' }),
  (at) => at.b(`PUT /teams/${team(at)}/users/${at.ben.userid}`, { join_code: 'open-sesame!' }),
  (at) => at.a(`PUT /guides/${at.made()}/teams/${team(at)}`, {}),
  (at) => at.b(`DELETE /teams/${team(at)}/users/${at.ben.userid}`),
  (at) =>
    at.a('POST /benchside/teams', {
      name: 'day short team',
      owner: at.ann.userid,
      join_code: 'open-sesame-too',
    }),
  (at) => at.a(`DELETE /benchside/teams/${other(at)}`),
  (at) =>
    at.a('PUT /translation_glossary/entries', {
      entries: [{ term: 'day term', translations: { de: 'Tag' } }],
    }),
  (at) =>
    at.a('PUT /translation_glossary/entries', {
      entries: [{ term: 'day short term', translations: { de: 'x' } }],
    }),
  (at) => at.a(`DELETE /translation_glossary/entries/${term(at)}`),
  (at) => at.b(`PATCH /users/${at.ben.userid}`, { location: 'day place' }),
  (at) =>
    at.a('POST /guides/releases', { guideid: at.made(), title: 'day release', notes: 'n', type: 'major' }),
  (at) =>
    at.a(`PATCH /guides/releases/${at.id(sql`SELECT min(releaseid) AS id FROM release`)}`, {
      notes: 'day notes',
    }),
];

/** Does the rest of the day: every action is either one edit that the desk has accepted, or not done. */
export async function work(bench: Bench, did: (acts: number) => void): Promise<void> {
  const { desk, ann, ben } = bench;
  const { store } = desk.ctx;
  const as =
    ({ token }: Person) =>
    <T>(route: string, json?: unknown): Promise<T> =>
      desk.json<T>(route, { token, ...(json === undefined ? {} : { json }) });
  const id = (query: Query<{ id: number }>): number => store.read(null, (s) => s.db.one(query)?.id ?? 0);
  const guide = (guideid = bench.guideid): Promise<Guide> =>
    desk.json<Guide>(`GET /guides/${guideid}`, { token: ann.token });
  const doing: Doing = {
    ...bench,
    a: as(ann),
    b: as(ben),
    id,
    guide,
    made: () => id(sql`SELECT guideid AS id FROM guide WHERE title = 'day guide'`),
    revision: async (title) => {
      const namespace = title === 'Pump' ? 'CATEGORY' : 'WIKI';
      return (await desk.json<{ revisionid: number }>(`GET /wikis/${namespace}/${title}`)).revisionid;
    },
    stepWith: async (text) => {
      const found = (await guide()).steps.find(({ lines }) => lines.some((one) => one.text_raw === text));
      if (!found) throw new Error(`no step says ${text}`);
      return found;
    },
  };
  for (const [index, act] of acts.entries()) {
    const accepted = store.read(null, (s) => s.journal.editCounts().accepted);
    if (index < accepted) continue;
    await act(doing);
    if (store.read(null, (s) => s.journal.editCounts().accepted) !== index + 1)
      throw new Error(`act ${index + 1} is not one edit`);
    did(index + 1);
  }
}

export const dayLength = acts.length;

/** Counts how often each thing of a day's work exists. */
export function left(core: TestCore): Record<string, number> {
  const count = (from: SqlPart): number =>
    core.ctx.store.read(null, (s) => s.db.one(sql<{ n: number }>`SELECT count(*) AS n FROM ${from}`)?.n ?? 0);
  return {
    guides: count(sql`guide WHERE title = 'day guide' AND public = 1 AND deleted = 0`),
    hidden: count(sql`guide WHERE title = 'day private' AND public = 0 AND deleted = 0`),
    deleted: count(sql`guide WHERE title = 'Old guide' AND deleted = 1`),
    comments: count(sql`comment WHERE text_raw = 'day comment, better'`),
    replies: count(sql`comment WHERE text_raw = 'day reply' AND parentid IS NOT NULL`),
    'old comments': count(sql`comment WHERE text_raw LIKE '%old comment' AND status = 'public'`),
    pages: count(sql`wiki WHERE title = 'day page' AND deleted = 0`),
    categories: count(sql`wiki WHERE title = 'day category' AND deleted = 0`),
    'deleted pages': count(sql`wiki WHERE title = 'Older' AND deleted = 1`),
    forms: count(sql`step_form WHERE current = 1`),
    runs: count(sql`work_log WHERE workorderid = 'day order' AND status = 'complete'`),
    'dropped runs': count(sql`work_log WHERE workorderid = 'day dropped' AND status = 'cancelled'`),
    pauses: count(sql`work_event WHERE type = 'pause'`),
    favorites: count(sql`favorite`),
    completions: count(sql`completion`) - 1,
    tags: count(sql`tag WHERE name = 'day-tag'`),
    'page tags': count(sql`tag WHERE name = 'day-page-tag'`),
    collaborators: count(sql`collaborator WHERE kind = 'user'`),
    'team of a guide': count(sql`collaborator WHERE kind = 'team'`),
    images: count(sql`image WHERE userid IS NOT NULL AND deleted = 0`) - 6,
    documents: count(sql`document`),
    teams: count(sql`team WHERE name = 'day team, better'`),
    'all teams': count(sql`team`),
    terms: count(sql`glossary_entry WHERE term = 'day term'`),
    'all terms': count(sql`glossary_entry`),
    releases: count(sql`release`),
    profile: count(sql`account WHERE location = 'day place'`),
  };
}
