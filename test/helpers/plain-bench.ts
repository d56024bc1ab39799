import { expect } from 'vitest';

import type { Guide } from '../../shared/model/guide.ts';
import type { JournalItem } from '../../shared/model/journal.ts';
import { photo } from '../media/pictures.ts';
import type { PlainSiteOptions } from '../plain-site/site.ts';
import type { Fault } from './network.ts';
import { plainPair } from './plain-pair.ts';
import type { PlainPair, PlainPerson } from './plain-pair.ts';
import { bothViews } from './plain-views.ts';

export interface Bench extends PlainPair {
  guideid: number;
  stepid: number;
}

export const line = (text: string, lineid?: number | null): object => ({
  text,
  bullet: 'black',
  level: 0,
  ...(lineid === undefined ? {} : { lineid }),
});

/** Opens a third-party site with a guide of two steps, pages, a team and a term, and a desk that has all of it. */
export async function bench(options: PlainSiteOptions & { deskNow?: () => number } = {}): Promise<Bench> {
  const at = await plainPair(options);
  const { there, ann } = at;
  await there('POST /wikis', ann.token, {
    namespace: 'CATEGORY',
    title: 'Pump',
    contents: 'Wet.\n\nAnd cold.',
  });
  await there('POST /wikis', ann.token, { namespace: 'CATEGORY', title: 'Machine', contents: 'Turns.' });
  await there('POST /wikis', ann.token, { namespace: 'INFO', title: 'Rules', contents: 'Be kind.' });
  const { guideid } = await there<Guide>('POST /guides', ann.token, {
    category: 'Pump',
    type: 'repair',
    title: 'Mend the pump',
    introduction: 'First.\n\nSecond.',
    public: true,
  });
  for (const [index, text] of ['Open it', 'Close it'].entries())
    await there(`POST /guides/${guideid}/steps`, ann.token, { orderby: index + 1, lines: [line(text)] });
  at.site.data.teams.set(1, { teamid: 1, name: 'Pumps', members: [at.ann.userid] });
  await there('PUT /translation_glossary/entries', ann.token, [
    { term: 'pump', translations: { de: 'Pumpe' } },
  ]);
  expect(await at.round({ byHand: true })).toMatchObject({ problem: null, round: { outcome: 'clean' } });
  const { steps } = await there<Guide>(`GET /guides/${guideid}`);
  return Object.assign(at, { guideid, stepid: steps[0]?.stepid ?? 0 });
}

/** Returns the present guide at the desk. */
export const guideHere = ({ here }: PlainPair, guideid: number, { token }: PlainPerson): Promise<Guide> =>
  here(`GET /guides/${guideid}?excludePrerequisiteSteps`, token);

/** Edits a versioned document at the desk. */
export async function edit(
  at: PlainPair,
  route: string,
  { token }: PlainPerson,
  json?: unknown,
): Promise<void> {
  const [method, path = ''] = route.split(' ');
  const stepid = /\/steps\/(-?\d+)$/.exec(path)?.[1];
  const read = stepid ? path.replace(/\/steps\/.*/, '') : path.replace(/\/(public|steporder|parent)$/, '');
  const document = await at.here<{ revisionid: number; steps?: Guide['steps'] }>(`GET ${read}`, token);
  const step = document.steps?.find((one) => String(one.stepid) === stepid);
  const { revisionid } = stepid ? (step ?? { revisionid: 0 }) : document;
  await at.here(`${method} ${path}?revisionid=${revisionid}`, token, json);
}

export const newGuide = (at: PlainPair, title: string, fields: object = {}): Promise<{ guideid: number }> =>
  at.here('POST /guides', at.ann.token, { category: 'Pump', type: 'repair', title, public: true, ...fields });

/** Creates a guide on the site and the desk, for edits that can be made only once. */
export async function freshGuide(at: PlainPair, title: string): Promise<Guide> {
  const made = await at.there<Guide>('POST /guides', at.ann.token, {
    category: 'Pump',
    type: 'repair',
    title,
    public: true,
  });
  for (const text of ['One', 'Two', 'Three'])
    await at.there(`POST /guides/${made.guideid}/steps`, at.ann.token, { orderby: 1, lines: [line(text)] });
  await at.round();
  return guideHere(at, made.guideid, at.ann);
}

export const upload = async (
  at: PlainPair,
  width: number,
  query = '',
): Promise<{ image: { id: number } }> => {
  const body = new Uint8Array(await (await photo(width, 600)).png().toBuffer());
  return at.desk.json(`POST /user/media/images?file=ring.png${query}`, { token: at.ann.token, body });
};

export const values = <T>(map: Map<number, T>): T[] => [...map.values()];

/** Makes every write fail once. */
export function once(at: PlainPair, fault: Fault | undefined): void {
  const met = new Set<string>();
  at.net.intercept = (request) => {
    const route = request.split('?')[0] ?? '';
    if (fault === undefined || route.startsWith('GET ') || met.has(route)) return undefined;
    met.add(route);
    return fault;
  };
}

/** Drops the next `times` answers to requests that start with this. */
export function loseAnswers(at: PlainPair, start: string, times = 1): void {
  let left = times;
  at.net.intercept = (request) => {
    if (!request.startsWith(start) || left === 0) return undefined;
    left -= 1;
    return { kind: 'lose-answer' };
  };
}

/** Returns the changes by people; views are recorded some time later. */
export const counts = ({ desk }: PlainPair): Record<string, number> =>
  desk.ctx.store.read(null, (s) => s.journal.editCounts());

export const isSent = (at: PlainPair): boolean => {
  const { pending, sending } = at.desk.ctx.store.read(null, (s) => s.journal.counts());
  return pending + sending === 0;
};

export const parkedOf = async (at: PlainPair): Promise<JournalItem[]> =>
  (await at.here<{ entries: JournalItem[] }>('GET /benchside/journal?state=parked', at.ann.token)).entries;

export async function expectSame(at: PlainPair): Promise<void> {
  at.net.intercept = undefined;
  expect(await at.round({ byHand: true })).toMatchObject({ problem: null });
  for (const person of [at.ann, at.ben]) {
    const [there, here] = await bothViews(at, person);
    expect(here).toEqual(there);
  }
  expect(at.desk.ctx.store.read(null, (s) => s.journal.verify())).toEqual([]);
}
