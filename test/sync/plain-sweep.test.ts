import { expect, it } from 'vitest';

import type { Guide } from '../../shared/model/guide.ts';
import { sql } from '../../app/store/sql.ts';
import type { Wiki } from '../../shared/model/wiki.ts';
import { testCore } from '../helpers/core.ts';
import { engineOf } from '../helpers/pair.ts';
import { bench, expectSame, freshGuide, guideHere, line, values } from '../helpers/plain-bench.ts';

it('[P8.1 P8.2 P9.1] a sweep brings changes that no list reports: comments, forms, runs and terms', async () => {
  await using at = await bench();
  const { guideid, stepid, ann, ben } = at;
  const form = (label: string): Promise<unknown> =>
    at.there(`POST /step_forms/${stepid}`, ann.token, { fields: [{ field_type: 'Text Input', label }] });
  const { commentid } = await at.there<{ commentid: number }>(`POST /comments/guide/${guideid}`, ben.token, {
    text: 'Never mind',
  });
  const { entryid } = await at.there<{ entryid: number }>('POST /work_log', ben.token, {
    guideid,
    workorderid: 'WO-1',
  });
  await form('Number');
  await at.round({ byHand: true });
  expect((await guideHere(at, guideid, ann)).comments).toHaveLength(1);

  await at.there(`DELETE /comments/${commentid}`, ben.token);
  await at.there(`DELETE /work_log/${entryid}`, ben.token);
  await at.there('DELETE /translation_glossary/entries/1', ann.token);
  await form('Serial number');
  await expectSame(at);
  expect((await guideHere(at, guideid, ann)).comments).toEqual([]);
  expect(await at.here(`GET /step_forms/stepid/${stepid}`)).toMatchObject({
    fields: [{ label: 'Serial number' }],
  });

  await at.there(`POST /step_forms/${stepid}`, ann.token, { fields: [] });
  await expectSame(at);
  expect((await at.desk.call(`GET /step_forms/stepid/${stepid}`)).status).toBe(404);
});

it('[P5] an edit of a comment arrives with the next round, though none was ever edited before', async () => {
  await using at = await bench();
  const { guideid, ben } = at;
  const { commentid } = await at.there<{ commentid: number }>(`POST /comments/guide/${guideid}`, ben.token, {
    text: 'Good',
  });
  await at.round();
  await at.there(`PATCH /comments/${commentid}`, ben.token, { text: 'Better' });
  await at.round();
  expect((await guideHere(at, guideid, ben)).comments).toMatchObject([{ text_raw: 'Better' }]);
});

it('[P8.3 P10 R1] private guides arrive for their authors, and a guide that became private stays with its author only', async () => {
  await using at = await bench();
  const { ann, ben } = at;
  const secret = await at.there<Guide>('POST /guides', ben.token, {
    category: 'Pump',
    type: 'repair',
    title: 'Secret',
  });
  await at.there(`POST /guides/${secret.guideid}/steps`, ben.token, { orderby: 1, lines: [line('Hush')] });
  await at.round();
  expect((await guideHere(at, secret.guideid, ben)).steps).toHaveLength(1);
  const status = async (guideid: number, token: string): Promise<number> =>
    (await at.desk.call(`GET /guides/${guideid}`, { token })).status;
  expect(await status(secret.guideid, ann.token)).toBe(403);

  // The desk reads as Ann first, who may not see Ben's private guides.
  const { guideid } = await freshGuide(at, 'Ours');
  const guide = values(at.site.data.guides).find((one) => one.guideid === guideid);
  if (guide) guide.fields.author = ben.userid;
  const { revisionid } = await at.there<Guide>(`GET /guides/${guideid}`);
  await at.there(`DELETE /guides/${guideid}/public?revisionid=${revisionid}`, ben.token);
  await at.round({ byHand: true });
  expect(await guideHere(at, guideid, ben)).toMatchObject({ public: false });
  expect(await status(guideid, ann.token)).toBe(403);
  await expectSame(at);
});

it.each([
  { what: 'guide', path: '/guides/1?' },
  { what: 'page', path: '/wikis/INFO/Rules' },
])(
  '[R1] a guest network that takes over at a changed $what removes nothing from the desk',
  async ({ path }) => {
    await using at = await bench();
    const { ann, guideid } = at;
    const { revisionid } = await at.there<Guide>(`GET /guides/${guideid}`);
    await at.there(`PATCH /guides/${guideid}?revisionid=${revisionid}`, ann.token, { title: 'Mended' });
    const rules = await at.there<{ revisionid: number }>('GET /wikis/INFO/Rules');
    await at.there(`PATCH /wikis/INFO/Rules?revisionid=${rules.revisionid}`, ann.token, {
      contents: 'Be quick.',
    });
    let isCaught = false;
    at.net.intercept = (request) => {
      isCaught ||= request.includes(path);
      return isCaught ? { kind: 'status', status: 404 } : undefined;
    };
    await at.round();
    expect(isCaught).toBe(true);
    expect((await at.desk.call(`GET /guides/${guideid}`)).status).toBe(200);
    expect((await at.desk.call('GET /wikis/INFO/Rules')).status).toBe(200);
    at.net.intercept = undefined;
    await expectSame(at);
    expect((await guideHere(at, guideid, ann)).title).toBe('Mended');
  },
);

it.each([null, 7, { text: 'Pump' }])('a text of a guide that is no text is empty here: %j', async (odd) => {
  await using at = await bench();
  const { guideid, ann } = at;
  const guide = await at.there<Guide>(`GET /guides/${guideid}`, ann.token);
  const texts = [
    'summary',
    'introduction_raw',
    'introduction_rendered',
    'conclusion_raw',
    'conclusion_rendered',
  ];
  const body = JSON.stringify({
    ...guide,
    title: 'Drain the pump',
    ...Object.fromEntries(texts.map((text) => [text, odd])),
  });
  at.net.intercept = (request) =>
    request.startsWith(`GET /guides/${guideid}?`)
      ? { kind: 'status', status: 200, body, headers: { 'content-type': 'application/json' } }
      : undefined;
  await using desk = testCore({ profile: 'desk', site: at.net.url });
  await engineOf(desk, at.net.url).round({ people: [] });
  expect(await desk.json('GET /benchside/search?q=drain+open')).toMatchObject({
    hits: [{ guide: { guideid, title: 'Drain the pump', summary: '' } }],
  });
  expect(await desk.json(`GET /guides/${guideid}`)).toMatchObject(
    Object.fromEntries(texts.map((text) => [text, ''])),
  );
});

it('[P8.3] a private guide stays while its author has to sign in again', async () => {
  await using at = await bench();
  const { ben } = at;
  const secret = await at.there<Guide>('POST /guides', ben.token, {
    category: 'Pump',
    type: 'repair',
    title: 'Secret',
  });
  await at.round();
  expect((await at.desk.call(`GET /guides/${secret.guideid}`, ben)).status).toBe(200);
  await at.round({ byHand: true, people: [at.ann] });
  expect((await at.desk.call(`GET /guides/${secret.guideid}`, ben)).status).toBe(200);
  await at.round({ byHand: true, people: [] });
  expect((await at.desk.call(`GET /guides/${secret.guideid}`, ben)).status).toBe(200);
  await expectSame(at);
});

it('[P9.1] a sweep removes releases that the site has deleted', async () => {
  await using at = await bench();
  const { guideid, ann } = at;
  const release = {
    releaseid: 7,
    guideid,
    langid: 'en',
    revisionid: 1,
    user: await at.there('GET /user', ann.token),
    title: 'First',
    init_date: 1,
    release_date: 2,
    status: 'released',
    notes: '',
    type: 'major',
  };
  let list: object[] = [release];
  at.net.intercept = (request) =>
    request.startsWith('GET /guides/releases?')
      ? {
          kind: 'status',
          status: 200,
          body: JSON.stringify({ releases: request.includes('offset=0') ? list : [] }),
        }
      : undefined;
  await at.round();
  const here = (): unknown => at.here('GET /guides/releases', ann.token);
  expect(await here()).toMatchObject({ releases: [{ releaseid: 7 }] });
  list = [];
  await at.round({ byHand: true });
  expect(await here()).toEqual({ releases: [] });
});

it('[R1] a page goes that was deleted and made again in another case', async () => {
  await using at = await bench();
  const { there, ann } = at;
  const page = await there<Wiki>('GET /wikis/CATEGORY/Machine');
  await there(`DELETE /wikis/CATEGORY/Machine?revisionid=${page.revisionid}`, ann.token);
  await there('POST /wikis', ann.token, { namespace: 'CATEGORY', title: 'MACHINE', contents: 'Turns.' });
  await at.round();
  await expectSame(at);
  const titles = at.desk.ctx.store.read(null, (s) =>
    s.db.all(sql<{ title: string }>`SELECT title FROM wiki WHERE deleted = 0 AND title LIKE 'machine'`),
  );
  expect(titles).toEqual([{ title: 'MACHINE' }]);
});
