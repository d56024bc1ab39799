import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import type { Guide, Step } from '../../../shared/model/guide.ts';
import type { Wiki } from '../../../shared/model/wiki.ts';
import { temporaryFolder } from '../../helpers/core.ts';
import { run } from '../../helpers/import.ts';
import { addGuide, deskPerson, pair } from '../../helpers/pair.ts';
import { workshop } from '../../helpers/workshop.ts';

/** A lone surrogate: JSON can contain one of the two code units of a character beyond the first 65,536. */
const half = 'a\ud800b';

test('[contract A1] a lone surrogate is refused in every field that a person writes', async () => {
  await using b = await pair();
  const guideid = await addGuide(b.hub, b.admin, {}, 1);
  const { revisionid, steps } = await b.hub.json<Guide>(`GET /guides/${guideid}`);
  await b.round();
  const { token } = await deskPerson(b, 'ada', 'admin');
  const guide = { category: 'Pump', type: 'repair' };
  const line = { text: half, bullet: 'black', level: 0 };
  const asks: [string, object, string][] = [
    ['POST /guides', { ...guide, title: half }, 'title'],
    ['POST /guides', { ...guide, summary: half }, 'summary'],
    ['POST /guides', { ...guide, parts: [{ name: half }] }, 'parts'],
    [`PATCH /guides/${guideid}?revisionid=${revisionid}`, { title: half }, 'title'],
    [
      `PATCH /guides/${guideid}/steps/${steps[0]?.stepid}?revisionid=${steps[0]?.revisionid}`,
      { lines: [line] },
      'lines',
    ],
    ['POST /wikis', { namespace: 'WIKI', title: 'About', contents: half }, 'contents'],
    [`PUT /guides/${guideid}/tag`, { tag: half }, 'tag'],
    [`POST /comments/guide/${guideid}`, { text: half }, 'text'],
    ['POST /work_log', { guideid, workorderid: half }, 'workorderid'],
    ['PUT /benchside/drafts/guide', { [half]: 1 }, half.toWellFormed()],
  ];
  for (const core of [b.hub, b.desk]) {
    for (const [route, json, field] of asks) {
      expect([route, await core.json(route, { token, json, expect: 422 })]).toMatchObject([
        route,
        { errors: [{ field, code: 'invalid' }] },
      ]);
    }
    // Both halves together are one character; JSON may escape it.
    const body = '{"text":"\\ud83d\\udd27 done"}';
    expect(
      await core.json(`POST /comments/guide/${guideid}`, {
        token,
        body,
        headers: { 'Content-Type': 'application/json' },
      }),
    ).toMatchObject({
      text_raw: '🔧 done',
    });
  }
});

test('[contract H3] a body in another encoding than UTF-8 is refused, not stored with other letters', async () => {
  await using w = await workshop();
  const body = Buffer.from('{"category":"Pump","type":"repair","title":"Gr\xf6\xdfe"}', 'latin1');
  expect(await w.core.json('POST /guides', { token: w.author, body, expect: 400 })).toMatchObject({
    error: true,
    message: 'The body is not valid JSON: it is not encoded in UTF-8',
  });
  expect(await w.core.json('GET /user/guides', { token: w.author })).toEqual([]);
  const marked = new TextEncoder().encode('\ufeff{"category":"Pump","type":"repair","title":"Größe"}');
  expect(await w.core.json('POST /guides', { token: w.author, body: marked })).toMatchObject({
    title: 'Größe',
  });
});

test('[contract H4] a value of several possible types is named as required where it is missing', async () => {
  await using w = await workshop();
  const guideid = await addGuide(w.core, w.author, {}, 0);
  const token = w.technician;
  expect(await w.core.json('POST /work_log', { token, json: { guideid }, expect: 422 })).toMatchObject({
    errors: [{ field: 'workorderid', message: 'is required', code: 'missing_field' }],
  });
  expect(
    await w.core.json('POST /work_log', { token, json: { guideid, workorderid: [] }, expect: 422 }),
  ).toMatchObject({
    errors: [{ field: 'workorderid', message: 'must be a text or an integer', code: 'invalid' }],
  });
});

test('[contract H6] a quantity or a place of 0 is refused with the least there can be', async () => {
  await using w = await workshop();
  const guideid = await addGuide(w.core, w.author, {}, 0);
  for (const [route, json, message] of [
    [
      'POST /guides',
      { category: 'Pump', type: 'repair', tools: [{ name: 'Torx', quantity: 0 }] },
      '0.quantity: ',
    ],
    [`POST /guides/${guideid}/steps`, { orderby: 0, lines: [line('Turn it.')] }, ''],
  ] as const)
    expect([route, await w.core.json(route, { token: w.author, json, expect: 422 })]).toMatchObject([
      route,
      { errors: [{ message: `${message}must be 1 or more` }] },
    ]);
});

test('[contract A1] a guide with a lone surrogate in its title from an earlier version can be read', async () => {
  await using b = await pair();
  const guideid = b.hub.ctx.store.transact({ userid: 1, username: 'admin', role: 'admin', teams: [] }, (s) =>
    s.guides.create({ category: 'Pump', type: 'repair', title: half, public: true }),
  );
  expect((await b.hub.call(`GET /guides/${guideid}`)).status).toBe(200);
  await b.round();
  expect((await b.desk.call(`GET /guides/${guideid}`)).status).toBe(200);
});

const line = (text: string): object => ({ text, bullet: 'black', level: 0 });

test('[contract E1] everything in a step can be written back: long lines, many lines, many pictures', async () => {
  await using w = await workshop();
  const guideid = await addGuide(w.core, w.author, {}, 1);
  const read = async (): Promise<Step> => {
    const { steps } = await w.core.json<Guide>(`GET /guides/${guideid}`);
    const [step] = steps;
    if (!step) throw new Error('the guide has a step');
    return step;
  };
  const { stepid } = await read();
  const patch = async (json: object, expect = 200): Promise<void> => {
    const { revisionid } = await read();
    await w.core.json(`PATCH /guides/${guideid}/steps/${stepid}?revisionid=${revisionid}`, {
      token: w.author,
      json,
      expect,
    });
  };
  const long = 'Take care. '.repeat(90).trim();
  await patch({ lines: [line(long), ...Array.from({ length: 12 }, () => line('Turn it.'))] });
  const { lines } = await read();
  expect(lines).toHaveLength(13);
  const back = lines.map(({ text_raw: text, bullet, level, lineid }) => ({ text, bullet, level, lineid }));
  await patch({ lines: back });
  await patch({ lines: [{ ...back[0], text: long.replace('Take', 'Have') }, ...back.slice(1)] });
  expect((await read()).lines[0]?.text_raw).toMatch(/^Have care/);
  // Every text has a maximum length.
  await patch({ lines: [line('x'.repeat(5001))] }, 422);
});

test('[contract E1] an import stores only what can be written back', async () => {
  await using w = await workshop();
  using folder = temporaryFolder();
  const file = join(folder.path, 'long.jsonl');
  await writeFile(
    file,
    JSON.stringify({
      Title: 'Long',
      Guidid: 7,
      Category: 'Pump',
      Ancestors: ['Root'],
      Toolbox: [],
      Url: '',
      Steps: [
        { Order: 0, StepId: 1, Lines: [], Text_raw: 'Turn it once more. '.repeat(600), Images: [] },
        { Order: 1, StepId: 2, Lines: [], Text_raw: '', Images: [] },
      ],
    }),
  );
  await run(w.core, [file]);
  const { steps } = await w.core.json<Guide>('GET /guides/7');
  expect(steps.map(({ lines }) => lines.length)).toEqual([3, 0]);
  for (const { stepid, revisionid, lines } of steps) {
    const back = lines.map(({ text_raw: text, bullet, level, lineid }) => ({ text, bullet, level, lineid }));
    expect(
      await w.core.json(`PATCH /guides/7/steps/${stepid}?revisionid=${revisionid}`, {
        token: w.admin,
        json: { title: 'Written back', lines: back },
      }),
    ).toMatchObject({ title: 'Written back', lines });
  }
});

test('[contract E2] the category of a public guide has a page that can be edited, moved and written', async () => {
  await using w = await workshop();
  const { core } = w;
  const guide = { category: 'Phonne X', type: 'repair', public: true };
  await core.json('POST /guides', { token: w.technician, json: guide });
  const page = await core.json<Wiki>('GET /wikis/CATEGORY/Phonne%20X');
  expect(page).toMatchObject({ title: 'Phonne X', contents_raw: '', guides: [{ category: 'Phonne X' }] });
  const again = { ...guide, category: 'phonne_x', title: 'Again' };
  expect(await core.json('POST /guides', { token: w.technician, json: again })).toMatchObject({
    category: 'Phonne X',
  });
  expect(await core.json('GET /categories/all')).toEqual(['Phonne X']);
  // The page has no text yet, so a person can create it.
  const written = await core.json<Wiki>('POST /wikis', {
    token: w.author,
    json: { namespace: 'CATEGORY', title: 'Phonne X', contents: 'A phone.' },
  });
  expect(written).toMatchObject({ wikiid: page.wikiid, contents_raw: 'A phone.' });
  await core.json('POST /wikis', {
    token: w.author,
    json: { namespace: 'CATEGORY', title: 'Phonne X', contents: 'Another.' },
    expect: 422,
  });
});

test('[contract E2] a private guide does not reveal its category until it is public', async () => {
  await using w = await workshop();
  const { guideid, revisionid } = await w.core.json<Guide>('POST /guides', {
    token: w.technician,
    json: { category: 'Secret phone', type: 'repair' },
  });
  expect((await w.core.call('GET /wikis/CATEGORY/Secret%20phone')).status).toBe(404);
  await w.core.json(`PUT /guides/${guideid}/public?revisionid=${revisionid}`, { token: w.technician });
  expect((await w.core.call('GET /wikis/CATEGORY/Secret%20phone')).status).toBe(200);
});

test.each([{ plain: false }, { plain: true }])(
  '[contract E2] a desk offline makes the page too, and has one page after the sync (%o)',
  async (options) => {
    await using b = await pair(options);
    await b.hub.json('POST /wikis', {
      token: b.admin,
      json: { namespace: 'CATEGORY', title: 'Phone X', contents: '' },
    });
    await b.round();
    const ada = await deskPerson(b, 'ada', 'author');
    for (const category of ['phone x', 'Drone', 'drone'])
      await b.desk.json('POST /guides', {
        token: ada.token,
        json: { category, type: 'repair', title: `Of ${category}`, public: true },
      });
    expect(await b.desk.json('GET /categories/all')).toEqual(['Drone', 'Phone X']);
    expect((await b.desk.call('GET /wikis/CATEGORY/Drone')).status).toBe(200);
    const people = [{ userid: ada.userid, token: ada.token }];
    for (let n = 0; n < 3; n += 1) expect((await b.round({ people })).problem).toBeNull();
    for (const core of [b.hub, b.desk]) {
      expect(await core.json('GET /categories/all')).toEqual(['Drone', 'Phone X']);
      const pages = await core.json<Wiki[]>('GET /wikis/CATEGORY');
      expect(pages.map(({ title }) => title)).toEqual(['Drone', 'Phone X']);
      const guides = await core.json<Guide[]>('GET /guides');
      expect(guides.map(({ category }) => category)).toEqual(['Phone X', 'Drone', 'Drone']);
    }
    expect(b.desk.ctx.store.read(null, (s) => s.journal.list(['pending', 'sending', 'parked']))).toEqual([]);
  },
);

test('[contract E2] a category that others created meanwhile in another case parks no edit', async () => {
  await using b = await pair();
  await b.round();
  const ada = await deskPerson(b, 'ada', 'author');
  await b.desk.json('POST /guides', {
    token: ada.token,
    json: { category: 'drone', type: 'repair', title: 'Of a drone', public: true },
  });
  await addGuide(b.hub, b.admin, { category: 'Drone' }, 0);
  const people = [{ userid: ada.userid, token: ada.token }];
  for (let n = 0; n < 3; n += 1) await b.round({ people });
  for (const core of [b.hub, b.desk]) {
    const guides = await core.json<Guide[]>('GET /guides');
    expect(guides.map(({ category }) => category)).toEqual(['Drone', 'Drone']);
    expect(await core.json('GET /categories/all')).toEqual(['Drone']);
  }
  expect(b.desk.ctx.store.read(null, (s) => s.journal.list(['pending', 'sending', 'parked']))).toEqual([]);
});

test('[contract E3] a blank title becomes the default one; a blank category and unseen characters are refused', async () => {
  await using w = await workshop();
  const guide = { category: 'Pump', type: 'repair' };
  const made = await w.core.json<Guide>('POST /guides', {
    token: w.author,
    json: { ...guide, title: '   ' },
  });
  expect(made.title).toBe('Repairing Pump');
  for (const [field, value] of [
    ['category', '   '],
    ['category', ''],
    ['category', 'a\u0000b'],
    ['title', 'a\u0000b'],
    ['title', 'two\nlines'],
    ['subject', 'a\u0000b'],
  ] as const) {
    for (const route of ['POST /guides', `PATCH /guides/${made.guideid}?revisionid=${made.revisionid}`])
      expect([
        field,
        await w.core.json(route, { token: w.author, json: { ...guide, [field]: value }, expect: 422 }),
      ]).toMatchObject([field, { errors: [{ field }] }]);
  }
});
