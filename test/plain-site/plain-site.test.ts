import { describe, expect, it } from 'vitest';
import { z } from 'zod';

import { comment } from '../../shared/model/comment.ts';
import { glossaryEntry } from '../../shared/model/glossary.ts';
import { guide, guideSummary, step } from '../../shared/model/guide.ts';
import { mediaImage } from '../../shared/model/image.ts';
import { releaseList } from '../../shared/model/release.ts';
import { stepForm } from '../../shared/model/step-form.ts';
import { guideTeams, team } from '../../shared/model/team.ts';
import { user, userSummary } from '../../shared/model/user.ts';
import { categoryWiki, wiki, wikiSummary } from '../../shared/model/wiki.ts';
import { workLogEntry } from '../../shared/model/work-log.ts';
import { plainSite } from './site.ts';
import type { PlainSiteOptions } from './site.ts';

interface Answer {
  status: number;
  body: unknown;
  headers: Headers;
}

async function signedIn(options: PlainSiteOptions = {}) {
  const site = await plainSite(options);
  const ann = site.addPerson('ann');
  const ben = site.addPerson('ben');
  const ask = async (route: string, json?: unknown, token: string | null = ann.token): Promise<Answer> => {
    const [method = 'GET', path = ''] = route.split(' ');
    const body: BodyInit | undefined =
      json instanceof Uint8Array
        ? new Uint8Array(json)
        : json === undefined
          ? undefined
          : JSON.stringify(json);
    const headers: Record<string, string> = token === null ? {} : { Authorization: `api ${token}` };
    const response = await fetch(site.url + path, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
    });
    const text = await response.text();
    const isJson = response.headers.get('Content-Type')?.includes('json');
    return { status: response.status, body: isJson ? JSON.parse(text) : text, headers: response.headers };
  };
  /** Parses the answer as one of our types. */
  const as = async <Schema extends z.ZodType>(
    schema: Schema,
    route: string,
    json?: unknown,
  ): Promise<z.output<Schema>> => schema.parse((await ask(route, json)).body);
  return { site, ann, ben, ask, as, [Symbol.asyncDispose]: () => site[Symbol.asyncDispose]() };
}

const newGuide = { category: 'Pump', type: 'repair', title: 'Mend the pump', public: true };
const line = (text: string): object => ({ text, bullet: 'black', level: 0 });

/** A picture of 60 × 40 points; only its header is read. */
const png = Buffer.concat([
  Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
  Buffer.from([0, 0, 0, 60, 0, 0, 0, 40, 8, 2, 0, 0, 0]),
]);

const plainEntry = workLogEntry.pick({
  entryid: true,
  guideid: true,
  userid: true,
  workorderid: true,
  status: true,
  cancelled: true,
  starttime: true,
  endtime: true,
  duration: true,
  guide_revisionid: true,
  max_form_revisionid: true,
  work_data: true,
});

describe('the third-party site answers in the shapes of the contract:', () => {
  it('people', async () => {
    await using at = await signedIn();
    const { as, ask, ann } = at;
    const credentials = { email: ann.email, password: ann.password };
    const made = await ask('POST /user/token', credentials, null);
    expect(made).toMatchObject({
      status: 201,
      body: { userid: ann.userid, authToken: expect.stringMatching(/^[\da-f]{32}$/) },
    });
    user.parse(made.body);
    expect((await ask('POST /user/token', { ...credentials, password: 'wrong' }, null)).body).toEqual({
      error: true,
      message: 'Invalid login',
    });
    await as(user, 'GET /user');
    await as(user, `PATCH /users/${ann.userid}`, { location: 'Delft', about: 'Pumps' });
    expect(await as(z.array(userSummary), 'GET /users')).toHaveLength(2);
    expect((await ask('DELETE /user/token')).status).toBe(204);
    expect((await ask('GET /user')).status).toBe(401);
  });

  it('guides and their steps', async () => {
    await using at = await signedIn();
    const { as, ask } = at;
    const parts = [{ name: 'Seal', quantity: 2, unheard: 'of' }];
    const made = await as(guide, 'POST /guides', { ...newGuide, parts, unheard: 'of' });
    expect(made.parts).toMatchObject([{ text: 'Seal', quantity: 2, notes: null }]);
    const grown = await ask(`POST /guides/${made.guideid}/steps`, { orderby: 1, lines: [line('Open')] });
    expect(grown.status).toBe(201);
    const [first] = guide.parse(grown.body).steps;
    const changed = {
      title: 'Lid',
      lines: [{ ...line('Open it'), lineid: first?.lines[0]?.lineid }, line('Look')],
    };
    const patched = await as(
      step,
      `PATCH /guides/${made.guideid}/steps/${first?.stepid}?revisionid=${first?.revisionid}`,
      changed,
    );
    expect(patched).toMatchObject({
      title: 'Lid',
      lines: [{ lineid: first?.lines[0]?.lineid }, { text_raw: 'Look' }],
    });
    await as(guide, `PUT /guides/${made.guideid}/tag`, { tag: 'wet' });
    expect(await as(z.array(guideSummary), 'GET /guides')).toMatchObject([{ title: 'Mend the pump' }]);
    expect(await as(z.array(z.string()), `GET /guides/${made.guideid}/tags`)).toEqual(['wet']);
    const next = await as(guide, 'POST /guides', { ...newGuide, title: '', prerequisites: [made.guideid] });
    expect((await as(guide, `GET /guides/${next.guideid}`)).steps).toHaveLength(1);
    expect((await as(guide, `GET /guides/${next.guideid}?excludePrerequisiteSteps`)).steps).toEqual([]);
    await as(releaseList, 'GET /guides/releases');
    await as(guideTeams, `GET /guides/${made.guideid}/teams`);
    for (const route of ['PUT /user/favorites/guides/1', 'PUT /guides/1/completed'])
      expect((await ask(route)).status).toBe(204);
    expect((await ask('GET /user/favorites/guides')).body).toMatchObject([{ guide: { guideid: 1 } }]);
    await as(z.array(guideSummary), 'GET /user/completions');
    const now = await as(guide, `GET /guides/${made.guideid}`);
    expect((await ask(`DELETE /guides/${made.guideid}?revisionid=${now.revisionid}`)).status).toBe(204);
    expect(await ask(`GET /guides/${made.guideid}`)).toMatchObject({
      status: 404,
      body: { message: 'Guide not found' },
    });
  });

  it('pages and categories, some without a tree', async () => {
    await using at = await signedIn();
    const { as, ask } = at;
    const made = await ask('POST /wikis', { namespace: 'CATEGORY', title: 'Pump', contents: 'Wet.' });
    expect(made.status).toBe(201);
    categoryWiki.parse(made.body);
    await ask('POST /wikis', { namespace: 'CATEGORY', title: 'Small pump', contents: 'Wet and small.' });
    const info = wiki
      .partial({ contents_json: true })
      .parse((await ask('POST /wikis', { namespace: 'INFO', title: 'Rules', contents: 'Be kind.' })).body);
    expect(info).not.toHaveProperty('contents_json');
    const small = await as(categoryWiki, 'GET /wikis/CATEGORY/small_pump');
    await as(categoryWiki, `PUT /wikis/CATEGORY/Small%20pump/parent?revisionid=${small.revisionid}`, {
      parent: 'Pump',
    });
    expect(await as(categoryWiki, 'GET /wikis/CATEGORY/Pump')).toMatchObject({
      children: [{ title: 'Small pump' }],
    });
    expect((await ask('GET /wikis/CATEGORY?display=hierarchy')).body).toEqual({
      hierarchy: { Pump: { 'Small pump': null } },
      display_titles: {},
    });
    const { revisionid: first } = categoryWiki.parse(made.body);
    const second = await as(categoryWiki, `PATCH /wikis/CATEGORY/Pump?revisionid=${first}`, {
      contents: 'Very wet.',
    });
    const back = `POST /wikis/CATEGORY/Pump/revert?revisionid=${second.revisionid}&to_revisionid=`;
    expect((await ask(`${back}${second.revisionid}`)).status).toBe(422);
    expect(await as(categoryWiki, `${back}${first}`)).toMatchObject({ contents_raw: 'Wet.' });
    expect(await as(z.array(wikiSummary), 'GET /wikis/CATEGORY')).toHaveLength(2);
    at.site.knobs.nullRevisions = true;
    expect((await ask('GET /wikis/CATEGORY/Pump')).body).toMatchObject({ revisionid: null });
  });

  it('comments, which can be edited for five minutes', async () => {
    let now = 1_000_000;
    await using at = await signedIn({ now: () => now });
    const { as, ask, ben } = at;
    await ask('POST /guides', newGuide);
    const made = await as(comment, 'POST /comments/guide/1', { text: 'Which seal?' });
    await ask('POST /comments/guide/1', { text: 'The black one', parentid: made.commentid }, ben.token);
    expect(await as(z.array(comment), 'GET /comments?order=DESC')).toMatchObject([
      { parentid: 1 },
      { replies: [{ parentid: 1 }] },
    ]);
    expect((await ask('PATCH /comments/1', { text: 'Mine' }, ben.token)).status).toBe(403);
    await as(comment, 'PATCH /comments/1', { text: 'Which seal fits?' });
    now += 301;
    expect((await ask('PATCH /comments/1', { text: 'Too late' })).status).toBe(403);
    expect((await ask('DELETE /comments/1')).status).toBe(204);
    expect((await ask('GET /comments/2')).status).toBe(404);
  });

  it('pictures, whose variants come later', async () => {
    await using at = await signedIn({ variantsAfter: 3 });
    const { as, ask, site } = at;
    const made = mediaImage
      .omit({ exif: true })
      .parse((await ask('POST /user/media/images?file=a.png&cropToRatio=ONE_ONE', png)).body);
    expect(made).toMatchObject({ width: 40, height: 40, ratio: 'ONE_ONE', srcid: 1 });
    expect(made.image).not.toHaveProperty('medium');
    expect((await fetch(`${made.image.original}.medium`)).status).toBe(404);
    const file = await fetch(made.image.original);
    expect(Buffer.from(await file.arrayBuffer())).toEqual(png);
    const listed = await as(z.array(z.looseObject({ image: z.looseObject({}) })), 'GET /user/media/images');
    expect(listed).toMatchObject([{ image: { id: 2, medium: `${site.origin}/igi/${made.guid}.medium` } }]);
    expect(await ask('POST /user/media/images/2')).toMatchObject({ status: 200, body: { srcid: 2 } });
    expect((await ask('DELETE /user/media/images/2,77')).status).toBe(204);
    expect((await ask('POST /user/media/images', png)).status).toBe(422);
  });

  it('forms and runs', async () => {
    await using at = await signedIn();
    const { as, ask, ben } = at;
    await ask('POST /guides', newGuide);
    await ask('POST /guides/1/steps', { orderby: 1, lines: [line('Open')] });
    expect((await ask('GET /step_forms/stepid/1')).body).toBe(null);
    const withoutGuide = stepForm.omit({ guideid: true });
    const form = await as(withoutGuide, 'POST /step_forms/1', {
      fields: [{ field_type: 'Checkbox', label: 'Clean' }],
    });
    expect(await as(z.array(withoutGuide), 'GET /step_forms/guideid/1')).toEqual([form]);
    const run = await as(plainEntry, 'POST /work_log', {
      guideid: 1,
      workorderid: 'WO-1',
      benchside: { time: 1 },
    });
    const at1 = `/work_log/${run.entryid}`;
    expect(
      await ask(`PUT ${at1}/stepData`, { fields: { [form.fields[0]?.field_revisionid ?? 0]: true } }),
    ).toMatchObject({ status: 200, body: '' });
    expect((await ask(`POST ${at1}/pause`)).status).toBe(200);
    expect((await ask(`POST ${at1}/finish`)).status).toBe(422);
    expect((await ask(`POST ${at1}/resume`, {}, ben.token)).status).toBe(403);
    await ask(`POST ${at1}/resume`);
    expect((await ask(`POST ${at1}/finish`)).body).toMatchObject({ endtime: expect.any(Number) });
    const { results } = z
      .object({ results: z.array(plainEntry) })
      .parse((await ask('GET /work_log?workorderid=WO-1')).body);
    expect(results).toMatchObject([
      { status: 'complete', work_data: [{ label: 'Clean', value: '1', stepid: 1 }] },
    ]);
  });

  it('teams and the glossary', async () => {
    await using at = await signedIn();
    const { as, ask, site, ben } = at;
    site.data.teams.set(1, { teamid: 1, name: 'Pumps', members: [] });
    expect(await as(z.array(userSummary), `PUT /teams/1/users/${ben.userid}`)).toMatchObject([
      { teams: [1] },
    ]);
    expect(await as(z.array(team), 'GET /teams')).toMatchObject([{ owner: ben.userid }]);
    const terms = await as(z.array(glossaryEntry), 'PUT /translation_glossary/entries', [
      { term: 'seal', translations: { de: 'Dichtung' } },
    ]);
    expect(terms).toMatchObject([{ entryid: 1, translations: { de: 'Dichtung' } }]);
    expect((await ask('DELETE /translation_glossary/entries/1')).status).toBe(204);
  });
});

describe('the third-party site', () => {
  it('does not know Benchside, and says so as web servers do', async () => {
    await using at = await signedIn();
    const answer = await at.ask('GET /benchside/info');
    expect(answer).toMatchObject({ status: 404, body: '<h1>Not here</h1>' });
    expect((await at.ask('DELETE /guides')).status).toBe(405);
  });

  it('carries out an edit again that is sent twice, whatever its key', async () => {
    await using at = await signedIn();
    const headers = { Authorization: `api ${at.ann.token}`, 'Idempotency-Key': 'the very same' };
    for (let n = 0; n < 2; n += 1)
      await fetch(`${at.site.url}/guides`, { method: 'POST', headers, body: JSON.stringify(newGuide) });
    expect(at.site.data.guides.size).toBe(2);
  });

  it('answers 409 with the present resource, 422 without a revision, and makes no revision for no change', async () => {
    await using at = await signedIn();
    const { as, ask } = at;
    const { revisionid } = await as(guide, 'POST /guides', newGuide);
    expect(await ask('PATCH /guides/1', { title: 'New' })).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'revisionid', code: 'missing_field' }] },
    });
    expect(
      (await as(guide, `PATCH /guides/1?revisionid=${revisionid}`, { title: newGuide.title })).revisionid,
    ).toBe(revisionid);
    await as(guide, `PATCH /guides/1?revisionid=${revisionid}`, { title: 'New' });
    const stale = await ask(`PATCH /guides/1?revisionid=${revisionid}`, { title: 'Newer' });
    expect(stale.status).toBe(409);
    expect(guide.parse(stale.body)).toMatchObject({ title: 'New' });
    const first = guide.parse((await ask('POST /guides/1/steps', { orderby: 1, lines: [line('a')] })).body)
      .steps[0];
    const at1 = `PATCH /guides/1/steps/${first?.stepid}?revisionid=`;
    await ask(at1 + first?.revisionid, { title: 'One' });
    expect(step.parse((await ask(at1 + first?.revisionid, { title: 'Two' })).body)).toMatchObject({
      title: 'One',
    });
  });

  it('cuts lists before it removes what the caller may not see', async () => {
    await using at = await signedIn();
    for (let n = 0; n < 6; n += 1) await at.ask('POST /guides', { ...newGuide, public: n % 3 === 0 });
    const ids = async (query: string): Promise<number[]> =>
      (await at.as(z.array(guideSummary), `GET /guides?${query}`)).map(({ guideid }) => guideid);
    expect(await ids('limit=3')).toEqual([1]);
    expect(await ids('limit=3&offset=3')).toEqual([4]);
    expect(await ids('limit=999&order=DESC')).toEqual([4, 1]);
    expect((await at.ask('GET /guides?limit=0')).status).toBe(422);
    expect((await at.ask('GET /guides/2', undefined, at.ben.token)).body).toMatchObject({
      message: 'Guide is private.',
    });
  });

  it('is sometimes slow, ends tokens, and shows writes late, all by its seed', async () => {
    const course = async (seed: number): Promise<number[]> => {
      await using at = await signedIn({ seed, throttled: 0.2, tokenDeaths: 0.05, retryAfter: 3 });
      const statuses: number[] = [];
      for (let n = 0; n < 60; n += 1) statuses.push((await at.ask('GET /user/guides')).status);
      return statuses;
    };
    const once = await course(7);
    expect(once).toEqual(await course(7));
    expect(new Set(once)).toEqual(new Set([200, 429, 401]));
    expect(await course(8)).not.toEqual(once);
    await using at = await signedIn({ lag: 2 });
    await at.ask('POST /guides', newGuide);
    const seen: number[] = [];
    for (let n = 0; n < 3; n += 1) seen.push((await at.as(z.array(guideSummary), 'GET /guides')).length);
    expect(seen).toEqual([0, 0, 1]);
  });
});
