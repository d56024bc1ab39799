import type { ConfigInput } from '../../../app/config.ts';
import { sql } from '../../../app/store/sql.ts';
import type { Guide, GuideRevision, Step } from '../../../shared/model/guide.ts';
import type { Release } from '../../../shared/model/release.ts';
import { testCore } from '../../helpers/core.ts';
import type { CallOptions, TestCore } from '../../helpers/core.ts';
import { addPerson } from '../../helpers/people.ts';
import type { TestPerson } from '../../helpers/people.ts';

/** A hub, or a desk without a site, with people in every possible relation to a guide. */
export interface Bench extends AsyncDisposable {
  core: TestCore;
  admin: TestPerson;
  author: TestPerson;
  owner: TestPerson;
  collaborator: TestPerson;
  /** Member of the team that is attached to guides of `withHelpers`. */
  member: TestPerson;
  stranger: TestPerson;
  /** Seconds; the clock of the core. */
  time: { now: number };
  json<T>(token: string | undefined, route: string, options?: CallOptions & { expect?: number }): Promise<T>;
}

export async function bench(config: Partial<ConfigInput> = {}): Promise<Bench> {
  const time = { now: 1_700_000_000 };
  const core = testCore(config, { now: () => time.now });
  const add = (name: string, role?: 'admin' | 'author'): Promise<TestPerson> =>
    addPerson(core, name, role ? { role } : {});
  const people = {
    admin: await add('ada', 'admin'),
    author: await add('ines', 'author'),
    owner: await add('tomas'),
    collaborator: await add('kofi'),
    member: await add('lena'),
    stranger: await add('omar'),
  };
  return {
    core,
    time,
    ...people,
    json: (token, route, options = {}) => core.json(route, { ...options, ...(token ? { token } : {}) }),
    [Symbol.asyncDispose]: () => core[Symbol.asyncDispose](),
  };
}

export const line = (text: string, level = 0): object => ({ text, bullet: 'black', level });

/** Creates a guide of the owner with one step for each text. */
export async function ownGuide(
  { json, owner }: Bench,
  fields: Record<string, unknown> = {},
  texts: readonly string[] = ['Open the lid.', 'Take out the seal.'],
): Promise<Guide> {
  let guide = await json<Guide>(owner.token, 'POST /guides', {
    json: { category: 'Pump', type: 'repair', title: 'Mend the pump', public: true, ...fields },
  });
  for (const [index, text] of texts.entries()) {
    guide = await json<Guide>(owner.token, `POST /guides/${guide.guideid}/steps`, {
      json: { orderby: index + 1, lines: [line(text)] },
    });
  }
  return guide;
}

/** Attaches the collaborator and the member's team. */
export function withHelpers({ core, collaborator, member, owner }: Bench, guideid: number): void {
  core.ctx.store.transact(null, (s) => {
    const teamid = 700;
    s.db.run(sql`INSERT OR IGNORE INTO team (teamid, name, owner, created_date)
       VALUES (${teamid}, ${'Hydraulics'}, ${owner.userid}, 0)`);
    s.db.run(sql`INSERT OR IGNORE INTO team_member (teamid, userid, joined_date)
       VALUES (${teamid}, ${member.userid}, 0)`);
    for (const [kind, id] of [
      ['user', collaborator.userid],
      ['team', teamid],
    ]) {
      s.db.run(sql`INSERT OR IGNORE INTO collaborator (guideid, kind, id)
         VALUES (${guideid}, ${kind}, ${id})`);
    }
  });
}

/** Returns the version that edits are made against. */
export const draftOf = ({ json, owner }: Bench, guideid: number): Promise<Guide> =>
  json<Guide>(owner.token, `GET /guides/${guideid}?unpatrolled&excludePrerequisiteSteps`);

export const shownTo = (b: Bench, guideid: number, token?: string): Promise<Guide> =>
  b.json<Guide>(token, `GET /guides/${guideid}`);

/** Edits the newest version as the owner. */
export async function patch(b: Bench, guideid: number, fields: Record<string, unknown>): Promise<Guide> {
  const { revisionid } = await draftOf(b, guideid);
  return b.json<Guide>(b.owner.token, `PATCH /guides/${guideid}?revisionid=${revisionid}`, { json: fields });
}

export const release = (b: Bench, guideid: number, fields: Record<string, unknown> = {}): Promise<Release> =>
  b.json<Release>(b.owner.token, 'POST /guides/releases', {
    json: { guideid, title: 'A release', status: 'released', ...fields },
    expect: 201,
  });

export const releasesOf = async (b: Bench, guideid: number, token?: string): Promise<Release[]> =>
  (await b.json<{ releases: Release[] }>(token, `GET /guides/${guideid}/releases`)).releases;

export const revisionsOf = (b: Bench, guideid: number, token?: string): Promise<GuideRevision[]> =>
  b.json<GuideRevision[]>(token, `GET /benchside/guides/${guideid}/revisions`);

export const textsOf = ({ steps }: { steps: Step[] }): string[] =>
  steps.flatMap((step) => step.lines.map(({ text_raw }) => text_raw));
