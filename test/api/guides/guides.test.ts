import { describe, expect, it } from 'vitest';

import type { Guide, GuideSummary } from '../../../shared/model/guide.ts';
import { testCore } from '../../helpers/core.ts';
import { addGuide, addUser } from '../../helpers/pair.ts';
import { workshop } from '../../helpers/workshop.ts';

const ids = (list: GuideSummary[]): number[] => list.map((guide) => guide.guideid);

describe('GET /guides', () => {
  it('lists public guides by guideid, in pages, both ways', async () => {
    await using w = await workshop();
    for (let n = 0; n < 5; n += 1) await addGuide(w.core, w.admin, { title: `G${n}` }, 0);
    await addGuide(w.core, w.admin, { public: false }, 0);
    expect(ids(await w.core.json('GET /guides'))).toEqual([1, 2, 3, 4, 5]);
    expect(ids(await w.core.json('GET /guides?order=DESC&limit=2'))).toEqual([5, 4]);
    expect(ids(await w.core.json('GET /guides?limit=2&offset=3'))).toEqual([4, 5]);
    expect(ids(await w.core.json('GET /guides?limit=2&offset=9'))).toEqual([]);
  });

  it('clamps a limit above 200, refuses one below 1, and ignores unknown parameters', async () => {
    await using w = await workshop();
    expect((await w.core.call('GET /guides?limit=100000&lang=xx')).status).toBe(200);
    for (const bad of [
      'limit=0',
      'limit=-1',
      'limit=ten',
      'offset=-1',
      'order=SIDEWAYS',
      'modifiedSince=yesterday',
    ]) {
      const answer = await w.core.json<{ errors: { field: string }[] }>(`GET /guides?${bad}`, {
        expect: 422,
      });
      expect(answer.errors[0]?.field).toBe(bad.split('=')[0]);
    }
  });

  it('filters by type, by inclusive date, and by ids, which override other filters', async () => {
    let now = 1_000_000;
    await using core = testCore({}, { now: () => now });
    const admin = await addUser(core, 'admin@example.org', 'admin');
    for (const type of ['repair', 'teardown', 'technique']) {
      await addGuide(core, admin, { type }, 0);
      now += 100;
    }
    expect(ids(await core.json('GET /guides?filter=repair,technique'))).toEqual([1, 3]);
    expect(ids(await core.json('GET /guides?filter=unheard'))).toEqual([]);
    expect(ids(await core.json('GET /guides?modifiedSince=1000100'))).toEqual([2, 3]);
    expect(ids(await core.json('GET /guides?modifiedSince=1000101.7'))).toEqual([3]);
    expect(ids(await core.json('GET /guides?guideids=3,1,99'))).toEqual([1, 3]);
    expect((await core.call('GET /guides?guideids=1,x')).status).toBe(422);
  });

  it('shows private guides to admins who ask for them, and to nobody else', async () => {
    await using w = await workshop();
    await addGuide(w.core, w.admin, { public: false }, 0);
    expect(ids(await w.core.json('GET /guides?includePrivate', { token: w.admin }))).toEqual([1]);
    expect(ids(await w.core.json('GET /guides?includePrivate=false', { token: w.admin }))).toEqual([]);
    expect(ids(await w.core.json('GET /guides?includePrivate=true', { token: w.technician }))).toEqual([]);
    expect(ids(await w.core.json('GET /guides?includePrivate=true'))).toEqual([]);
  });

  it('features guides by their flags', async () => {
    await using w = await workshop();
    await addGuide(w.core, w.admin, {}, 0);
    await addGuide(w.core, w.admin, { flags: ['GUIDE_STARRED'] }, 0);
    expect(ids(await w.core.json('GET /guides/featured'))).toEqual([2]);
  });
});

describe('GET /guides/{guideid}', () => {
  it('puts the steps of prerequisites first, each once, with the id of their guide', async () => {
    await using w = await workshop();
    const bottom = await addGuide(w.core, w.admin, { title: 'Bottom' }, 1);
    const middle = await addGuide(w.core, w.admin, { title: 'Middle', prerequisites: [bottom] }, 1);
    const top = await addGuide(w.core, w.admin, { title: 'Top', prerequisites: [middle, bottom] }, 2);
    const guide = await w.core.json<Guide>(`GET /guides/${top}`);
    expect(guide.steps.map((step) => [step.guideid, step.orderby])).toEqual([
      [bottom, 1],
      [middle, 1],
      [top, 1],
      [top, 2],
    ]);
    expect(guide.prerequisites.map((p) => p.guideid)).toEqual([middle, bottom]);
    expect(guide.prereq_modified_date).toBeGreaterThan(0);
    for (const flag of [
      'excludePrerequisiteSteps',
      'excludePrerequisiteSteps=',
      'excludePrerequisiteSteps=1',
    ]) {
      expect((await w.core.json<Guide>(`GET /guides/${top}?${flag}`)).steps).toHaveLength(2);
    }
    expect(
      (await w.core.json<Guide>(`GET /guides/${top}?excludePrerequisiteSteps=false`)).steps,
    ).toHaveLength(4);
  });

  it("answers 404 for a missing guide, and 403 for another person's private guide", async () => {
    await using w = await workshop();
    const guideid = await addGuide(w.core, w.author, { public: false }, 0);
    expect(await w.core.json('GET /guides/99', { expect: 404 })).toEqual({
      error: true,
      message: 'Guide not found',
    });
    expect(await w.core.json(`GET /guides/${guideid}`, { expect: 403 })).toMatchObject({
      message: 'Guide is private.',
    });
    expect((await w.core.call(`GET /guides/${guideid}`, { token: w.technician })).status).toBe(403);
    expect((await w.core.call(`GET /guides/${guideid}`, { token: w.author })).status).toBe(200);
    expect((await w.core.call('GET /guides/abc')).status).toBe(422);
  });

  it('answers in XML, errors too', async () => {
    await using w = await workshop();
    const guideid = await addGuide(w.core, w.admin, { title: 'Belts & <braces>' }, 1);
    const found = await w.core.call(`GET /guides/${guideid}?type=XML`);
    expect(found.headers.get('Content-Type')).toMatch(/application\/xml/);
    const text = await found.text();
    expect(text).toContain('xmlns="http://omanual.com/"');
    expect(text).toContain('Belts &amp; &lt;braces&gt;</title>');
    expect(text).toMatch(/<step id="\d+" orderby="1"/);
    const missing = await w.core.call('GET /guides/99?type=xml');
    expect(missing.status).toBe(404);
    expect(await missing.text()).toContain('<message>Guide not found</message>');
  });

  it('has every field that real clients read, and its own language as the only one', async () => {
    await using w = await workshop();
    const guideid = await addGuide(
      w.core,
      w.admin,
      { time_required_min: 600, time_required_max: 1800, difficulty: 'Easy' },
      1,
    );
    const guide = await w.core.json<Guide>(`GET /guides/${guideid}?langid=de`);
    expect(guide).toMatchObject({
      guideid,
      difficulty: 'Easy',
      time_required: '10 - 30 minutes',
      completed: false,
      favorited: false,
      can_edit: false,
      available_langids: ['en'],
      documents: [],
      comments: [],
      flags: [],
      image: null,
      prereq_modified_date: 0,
    });
    expect(guide.author.username).toBe('admin');
    expect(guide.url).toBe(`http://bench.test/Guide/Mend+the+pump/${guideid}`);
    expect(guide.steps[0]?.media).toEqual({ type: 'image', data: [] });
  });
});

describe('writing guides', () => {
  it('creates with defaults, private unless told otherwise', async () => {
    await using w = await workshop();
    const guide = await w.core.json<Guide>('POST /guides', {
      token: w.technician,
      json: { category: 'Pump', type: 'installation', subject: 'Seal', anything: 'else' },
      expect: 201,
    });
    expect(guide).toMatchObject({ title: 'Installing Pump Seal', public: false, steps: [], can_edit: true });
  });

  const refused: [string, Record<string, unknown>, string][] = [
    ['no category', { category: undefined }, 'category'],
    ['an unknown type', { type: 'wish' }, 'type'],
    ['a summary of 156 characters', { summary: 'x'.repeat(156) }, 'summary'],
    ['an introduction of 50 lines', { introduction: 'x\n'.repeat(49) }, 'introduction'],
    ['an unknown difficulty', { difficulty: 'Impossible' }, 'difficulty'],
    ['an unknown flag', { flags: ['GUIDE_NICE'] }, 'flags'],
    ['a picture that is not there', { image: 4711 }, 'image'],
    ['a prerequisite that is not there', { prerequisites: [4711] }, 'prerequisites'],
    ['a part without a name', { parts: [{ quantity: 2 }] }, 'parts'],
    ['a quantity of nothing', { tools: [{ name: 'Spanner', quantity: 0 }] }, 'tools'],
    ['a second featured part', { parts: [{ name: 'a' }, { name: 'b', featured: true }] }, 'parts'],
  ];

  it.each(refused)('refuses %s and stores nothing', async (_, fields, field) => {
    await using w = await workshop();
    const json = { category: 'Pump', type: 'repair', ...fields };
    const { errors } = await w.core.json<{ errors: { field: string }[] }>('POST /guides', {
      token: w.admin,
      json,
      expect: 422,
    });
    expect(errors[0]?.field).toBe(field);
    expect(await w.core.json('GET /guides?includePrivate', { token: w.admin })).toEqual([]);
  });

  it('changes only the given fields, on the current revision', async () => {
    await using w = await workshop();
    const guideid = await addGuide(w.core, w.author, { introduction: "''Slow''ly" }, 1);
    const before = await w.core.json<Guide>(`GET /guides/${guideid}`);
    const path = `PATCH /guides/${guideid}`;
    const missing = await w.core.json<{ errors: object[] }>(path, {
      token: w.author,
      json: { title: 'x' },
      expect: 422,
    });
    expect(missing.errors).toMatchObject([{ field: 'revisionid', code: 'missing_field' }]);
    const after = await w.core.json<Guide>(`${path}?revisionid=${before.revisionid}`, {
      token: w.author,
      json: { title: 'New' },
    });
    expect(after).toMatchObject({ title: 'New', introduction_raw: "''Slow''ly" });
    expect(after.introduction_rendered).toContain('<em>Slow</em>');
    expect(after.revisionid).toBeGreaterThan(before.revisionid);
    const stale = await w.core.json<Guide>(`${path}?revisionid=${before.revisionid}`, {
      token: w.author,
      json: { title: 'Old' },
      expect: 409,
    });
    expect(stale).toMatchObject({ guideid, title: 'New', revisionid: after.revisionid });
    const same = await w.core.json<Guide>(`${path}?revisionid=${after.revisionid}`, {
      token: w.author,
      json: { title: 'New' },
    });
    expect(same.revisionid).toBe(after.revisionid);
    const body = await w.core.json(path, {
      token: w.author,
      json: { title: 'y', revisionid: after.revisionid },
      expect: 422,
    });
    expect(body).toMatchObject({ error: true });
  });

  it('keeps prerequisites from forming a circle', async () => {
    await using w = await workshop();
    const first = await addGuide(w.core, w.admin, {}, 0);
    const second = await addGuide(w.core, w.admin, { prerequisites: [first] }, 0);
    const { revisionid } = await w.core.json<Guide>(`GET /guides/${first}`);
    for (const prerequisite of [first, second]) {
      const json = { prerequisites: [prerequisite] };
      await w.core.json(`PATCH /guides/${first}?revisionid=${revisionid}`, {
        token: w.admin,
        json,
        expect: 422,
      });
    }
  });

  it('publishes, hides and deletes', async () => {
    await using w = await workshop();
    const guideid = await addGuide(w.core, w.author, { public: false }, 0);
    const draft = await w.core.json<Guide>(`GET /guides/${guideid}`, { token: w.author });
    const shown = await w.core.json<Guide>(`PUT /guides/${guideid}/public?revisionid=${draft.revisionid}`, {
      token: w.author,
      json: {},
    });
    expect(shown.public).toBe(true);
    expect(shown.published_date).not.toBeNull();
    const again = await w.core.json<Guide>(`PUT /guides/${guideid}/public?revisionid=${shown.revisionid}`, {
      token: w.author,
    });
    expect(again.revisionid).toBe(shown.revisionid);
    const hidden = await w.core.json<Guide>(
      `DELETE /guides/${guideid}/public?revisionid=${shown.revisionid}`,
      { token: w.author },
    );
    expect(hidden.public).toBe(false);
    expect(
      (await w.core.call(`DELETE /guides/${guideid}?revisionid=${shown.revisionid}`, { token: w.author }))
        .status,
    ).toBe(409);
    const gone = await w.core.call(`DELETE /guides/${guideid}?revisionid=${hidden.revisionid}`, {
      token: w.author,
    });
    expect([gone.status, await gone.text()]).toEqual([204, '']);
    expect((await w.core.call(`GET /guides/${guideid}`, { token: w.admin })).status).toBe(404);
  });

  it('checks who the caller is, and lets technicians edit only their own guides', async () => {
    await using w = await workshop();
    const guideid = await addGuide(w.core, w.author, {}, 0);
    const { revisionid } = await w.core.json<Guide>(`GET /guides/${guideid}`);
    const path = `PATCH /guides/${guideid}?revisionid=${revisionid}`;
    expect((await w.core.call(path, { json: { title: 'x' } })).status).toBe(401);
    expect(
      (await w.core.call(path, { json: { title: 'x' }, headers: { Authorization: 'api nonsense' } })).status,
    ).toBe(401);
    expect((await w.core.call(path, { token: w.technician, json: { title: 'x' } })).status).toBe(403);
  });
});
