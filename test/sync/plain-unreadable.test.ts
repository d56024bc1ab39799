import { expect, it } from 'vitest';

import type { Comment } from '../../shared/model/comment.ts';
import type { Guide } from '../../shared/model/guide.ts';
import type { Wiki } from '../../shared/model/wiki.ts';
import type { Fault } from '../helpers/network.ts';
import { bench, expectSame, freshGuide, guideHere, loseAnswers, parkedOf } from '../helpers/plain-bench.ts';
import type { Bench } from '../helpers/plain-bench.ts';
import { seen } from '../helpers/plain-views.ts';

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const json = (value: unknown): Fault => ({
  kind: 'status',
  status: 200,
  body: JSON.stringify(value),
  headers: { 'content-type': 'application/json' },
});

/** Fields without which a desk cannot say what a thing is. */
const needed =
  /^(\w+id|revisionid|form_revisionid|field_revisionid|namespace|title|context|contextid|term|text_raw|steps|lines|fields|results|releases|members|user|image|guide|guid|original|label|field_type|public|workorderid|locale|langid)$/;

const spoilt: Record<string, (value: unknown) => unknown> = {
  null: () => null,
  nothing: () => undefined,
  'something else': (value) => (typeof value === 'string' ? 7 : typeof value === 'number' ? 'soon' : 'x'),
};

/** Spoils all fields that a desk can do without, at all depths. */
function withSpoilt(value: unknown, spoil: (value: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => withSpoilt(one, spoil));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, needed.test(key) ? withSpoilt(one, spoil) : spoil(one)]),
  );
}

/** Fills a site with one of each kind of thing that a desk reads. */
async function filled(at: Bench): Promise<void> {
  const { there, ann, ben, guideid, stepid } = at;
  const { commentid } = await there<Comment>(`POST /comments/guide/${guideid}`, ben.token, { text: 'Worn' });
  await there(`POST /comments/guide/${guideid}`, ann.token, { text: 'Indeed', parentid: commentid });
  await there(`POST /comments/step/${stepid}`, ann.token, { text: 'Here, too' });
  await there(`POST /step_forms/${stepid}`, ann.token, {
    fields: [{ field_type: 'Text Input', label: 'Number' }],
  });
  await there('POST /work_log', ann.token, { guideid, workorderid: 'WO-1' });
  await there(`PUT /user/favorites/guides/${guideid}`, ann.token);
  await there(`PUT /guides/${guideid}/tag`, ann.token, { tag: 'wet' });
  const { revisionid, author } = await there<Guide>(`GET /guides/${guideid}`);
  await there(`PATCH /guides/${guideid}?revisionid=${revisionid}`, ann.token, {
    parts: [{ name: 'Seal', quantity: 2 }],
    tools: [{ name: 'Spanner' }],
  });
  const release = { releaseid: 5, guideid, langid: 'en', revisionid, user: author, status: 'released' };
  const more = { title: 'One', init_date: 1, release_date: 2, notes: '', type: 'major' };
  const video = {
    videoid: 9,
    filename: 'a.mp4',
    duration: 3,
    width: 4,
    height: 5,
    image: null,
    encodings: [],
  };
  at.net.intercept = (request) => {
    const told: [string, unknown][] = [
      ['GET /guides/releases?', { releases: [{ ...release, ...more }] }],
      ['GET /user/media/videos?', [video]],
    ];
    const found = told.find(([start]) => request.startsWith(start));
    return found && json(at.net.rewrite ? at.net.rewrite(request, found[1]) : found[1]);
  };
}

/** Returns what everything here has in common with the site: that it is there. */
const idsHere = (at: Bench) =>
  at.desk.ctx.store.read(null, (s) => ({
    guides: s.guides.ids(),
    pages: s.wikis.titles().map(({ wikiid }) => wikiid),
    comments: s.comments.ids(),
    teams: s.teams.ids(),
    releases: s.releases.ids(),
    terms: s.glossary.list().map(({ entryid }) => entryid),
    runs: s.workLog.idsOf(at.ann.userid),
    videos: s.videos.ids(at.ann.userid),
    forms: s.forms.stepsOf(at.guideid),
    marks: s.favorites.favoriteIds(at.ann.userid).map(({ guideid }) => guideid),
  }));

/** Lists and answers of the site, by the beginning of their requests. */
const answers = [
  'GET /guides?order',
  'GET /guides/1?',
  'GET /wikis/CATEGORY?',
  'GET /wikis/CATEGORY/',
  'GET /comments?',
  'GET /step_forms/guideid/1',
  'GET /user/favorites/guides?',
  'GET /teams?',
  'GET /teams/1',
  'GET /guides/releases?',
  'GET /translation_glossary/entries',
  'GET /work_log?',
  'GET /user/media/videos?',
];

it.each(Object.entries(spoilt))(
  '[P11.1] what a third-party site leaves out gets a default: %s',
  async (_what, spoil) => {
    await using at = await bench();
    await filled(at);
    await at.round({ byHand: true });
    const here = idsHere(at);
    for (const start of answers) {
      await change(at, start);
      at.net.rewrite = (request, answer) => (request.startsWith(start) ? withSpoilt(answer, spoil) : answer);
      const { problem, round } = await at.round({ byHand: true });
      expect({ start, problem, message: round.message }).toEqual({ start, problem: null, message: null });
      expect({ start, ...idsHere(at) }).toEqual({ start, ...here });
      await seen((route) => at.here(route, at.ann.token), at.site.data.teams.keys(), at.ann.userid);
    }
  },
);

/** Changes a guide and a page, so that a sync reads them again. */
async function change({ there, ann }: Bench, title: string): Promise<void> {
  const { revisionid } = await there<Guide>('GET /guides/1');
  await there(`PATCH /guides/1?revisionid=${revisionid}`, ann.token, { title });
  const page = await there<Wiki>('GET /wikis/CATEGORY/Pump');
  await there(`PATCH /wikis/CATEGORY/Pump?revisionid=${page.revisionid}`, ann.token, { contents: title });
}

it('[P11.1] a category whose tools are no list on a third-party site can be read', async () => {
  await using at = await bench();
  await filled(at);
  at.net.rewrite = (request, answer) =>
    request.startsWith('GET /wikis/CATEGORY/') && isObject(answer) ? { ...answer, tools: {} } : answer;
  expect((await at.round({ byHand: true })).problem).toBeNull();
  expect(await at.here('GET /categories/Pump')).toMatchObject({ wiki_title: 'Pump', tools: [] });
});

const withoutIds = (value: unknown): unknown =>
  isObject(value)
    ? Object.fromEntries(Object.entries(value).filter(([key]) => !/id$|^(guide|image)$/.test(key)))
    : value;

const breaks: Record<string, (item: unknown) => unknown> = {
  null: () => null,
  'a text': () => 'oops',
  'an object without ids': withoutIds,
};

/** Makes the first item of a list, or the answer itself, unreadable. */
function broken(answer: unknown, spoil: (item: unknown) => unknown): unknown {
  if (Array.isArray(answer))
    return answer.map((item, index) => (index === 0 ? spoil(item) : (item as unknown)));
  if (!isObject(answer)) return answer;
  const wrapper = Object.keys(answer).find((key) => /^(results|releases)$/.test(key));
  return wrapper === undefined ? spoil(answer) : { ...answer, [wrapper]: broken(answer[wrapper], spoil) };
}

it.each(Object.entries(breaks))(
  '[P11.2 P11.3] something that cannot be read is left out alone, removes nothing, and comes when it can be read: %s',
  async (_what, spoil) => {
    await using at = await bench();
    await filled(at);
    await at.round({ byHand: true });
    const here = idsHere(at);
    for (const start of answers) {
      await change(at, start);
      let isMet = false;
      at.net.rewrite = (request, answer) => {
        if (!request.startsWith(start)) return answer;
        isMet ||= !Array.isArray(answer) || answer.length > 0;
        return broken(answer, spoil);
      };
      const { problem, round } = await at.round({ byHand: true });
      expect({ start, isMet, problem }).toEqual({ start, isMet: true, problem: null });
      const isList = !/^GET .*\/(1\?|CATEGORY\/)/.test(start);
      if (isList || spoil === withoutIds)
        expect(round.message).toMatch(/^The site sent things that cannot .*: \d+, such as \//);
      expect({ start, ...idsHere(at) }).toEqual({ start, ...here });
      at.net.rewrite = undefined;
      expect((await at.round({ byHand: true })).round).toMatchObject({ outcome: 'clean', message: null });
      expect((await guideHere(at, 1, at.ann)).title).toBe(start);
      expect(await at.here('GET /wikis/CATEGORY/Pump')).toMatchObject({ contents_raw: start });
    }
    at.net.intercept = undefined;
    await expectSame(at);
  },
);

it.each([
  { what: 'an error', answer: { status: 500 } },
  {
    what: 'a page',
    answer: { status: 200, body: '<html>Oops</html>', headers: { 'content-type': 'text/html' } },
  },
  { what: 'JSON that is cut off', answer: { status: 200, body: '{"guideid":1,' } },
  { what: 'a refused sign-in', answer: { status: 401 } },
])('[P11.3] $what in the place of one answer hides nothing else', async ({ answer }) => {
  await using at = await bench();
  const [first, other] = [at.guideid, (await freshGuide(at, 'Other')).guideid];
  for (const start of [
    `GET /guides/${first}?`,
    'GET /wikis/CATEGORY/Machine',
    'GET /comments?',
    'GET /wikis/CATEGORY?',
    'GET /teams?',
  ]) {
    for (const guideid of [first, other]) {
      const { revisionid } = await at.there<Guide>(`GET /guides/${guideid}`);
      await at.there(`PATCH /guides/${guideid}?revisionid=${revisionid}`, at.ann.token, { title: start });
    }
    for (const title of ['Pump', 'Machine']) {
      const { revisionid } = await at.there<Wiki>(`GET /wikis/CATEGORY/${title}`);
      await at.there(`PATCH /wikis/CATEGORY/${title}?revisionid=${revisionid}`, at.ann.token, {
        contents: start,
      });
    }
    await at.there('PUT /translation_glossary/entries', at.ann.token, [{ term: start }]);
    at.net.intercept = (request) => (request.startsWith(start) ? { kind: 'status', ...answer } : undefined);
    expect({ start, problem: (await at.round({ byHand: true })).problem }).toEqual({ start, problem: null });
    expect((await guideHere(at, other, at.ann)).title).toBe(start);
    const terms = at.desk.ctx.store.read(null, (s) => s.glossary.list().map(({ term }) => term));
    expect(terms).toContain(start);
    expect(at.refused).toEqual([]);
    at.net.intercept = undefined;
    expect((await at.round({ byHand: true })).problem).toBeNull();
    expect((await guideHere(at, first, at.ann)).title).toBe(start);
    expect(await at.here('GET /wikis/CATEGORY/Machine')).toMatchObject({ contents_raw: start });
  }
  await expectSame(at);
});

it('[P11.3] a list that refuses a sign-in which the site accepts signs nobody out', async () => {
  await using at = await bench();
  at.net.intercept = (request) =>
    /^GET \/user\/(favorites|guides|badges)/.test(request) ? { kind: 'status', status: 401 } : undefined;
  const { problem, round } = await at.round();
  expect({ problem, refused: at.refused }).toEqual({ problem: null, refused: [] });
  expect(round.message).toMatch(/cannot be read/);
  at.site.data.tokens.delete(at.ben.token);
  await at.round();
  expect(at.refused).toEqual([at.ben.userid]);
});

it('[J11.3 J11.9] an item that cannot be read, in the list that would show an edit, stops no sync: a person decides', async () => {
  await using at = await bench();
  const { there, here, ann, ben, guideid } = at;
  await there(`POST /comments/guide/${guideid}`, ben.token, { text: 'Other' });
  await here(`POST /comments/guide/${guideid}`, ann.token, { text: 'Mine' });
  loseAnswers(at, 'POST /comments');
  await at.round();
  at.net.intercept = undefined;
  at.net.rewrite = (request, answer) =>
    request.startsWith('GET /comments?') && Array.isArray(answer)
      ? answer.map((comment: Json) => (comment['text_raw'] === 'Other' ? withoutIds(comment) : comment))
      : answer;
  await change(at, 'Changed');
  expect((await at.round()).problem).toBeNull();
  expect((await guideHere(at, guideid, ann)).title).toBe('Changed');
  expect(await parkedOf(at)).toMatchObject([{ cause: { kind: 'unknown-outcome' } }]);
  expect(at.site.data.comments.size).toBe(2);
});

it('[P11.1] a site that marks a member of a team as not active deactivates nobody here', async () => {
  await using at = await bench();
  at.net.rewrite = (request, answer) =>
    request.startsWith('GET /teams/1') && Array.isArray(answer)
      ? answer.map((member: object) => ({ ...member, active: false }))
      : answer;
  await at.round({ byHand: true });
  expect((await at.desk.call('GET /user', { token: at.ann.token })).status).toBe(200);
});

it('[P2.1] a site with a lower limit than ours loses nothing', async () => {
  await using at = await bench();
  const teams = Array.from({ length: 130 }, (_, index) => ({
    teamid: index + 1,
    name: `Team ${index + 1}`,
    description: '',
  }));
  at.net.intercept = (request) => {
    const offset = Number(/^GET \/teams\?.*offset=(\d+)/.exec(request)?.[1] ?? -1);
    if (offset >= 0) return json(teams.slice(offset, offset + 50));
    return request.startsWith('GET /teams/') ? json([]) : undefined;
  };
  expect((await at.round()).problem).toBeNull();
  expect(idsHere(at).teams).toHaveLength(130);
});

it('[P1.1] a date in the future hides no later change', async () => {
  await using at = await bench();
  const other = await freshGuide(at, 'Other');
  at.net.rewrite = (request, answer) =>
    request.startsWith('GET /guides?order') && Array.isArray(answer)
      ? answer.map((guide: Json) =>
          guide['guideid'] === at.guideid ? { ...guide, modified_date: 9_999_999_999 } : guide,
        )
      : answer;
  await change(at, 'Seen');
  await at.round({ people: [at.ben] });
  const { revisionid } = await at.there<Guide>(`GET /guides/${other.guideid}`);
  await at.there(`PATCH /guides/${other.guideid}?revisionid=${revisionid}`, at.ann.token, {
    title: 'Changed',
  });
  await at.round({ people: [at.ben] });
  expect((await guideHere(at, other.guideid, at.ann)).title).toBe('Changed');
});

it('[P8.4] a sweep finds a change that was made while the clock of the site was behind', async () => {
  let behind = 0;
  await using at = await bench({ now: () => Date.now() / 1000 - behind });
  behind = 86_400;
  await change(at, 'Made yesterday');
  expect((await at.round({ byHand: true })).problem).toBeNull();
  expect((await guideHere(at, at.guideid, at.ann)).title).toBe('Made yesterday');
  expect(await at.here('GET /wikis/CATEGORY/Pump')).toMatchObject({ contents_raw: 'Made yesterday' });
});
