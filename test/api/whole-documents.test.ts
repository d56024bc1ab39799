import { expect, test } from 'vitest';

import { sql } from '../../app/store/sql.ts';
import { limits } from '../../shared/limits.ts';
import type { Guide } from '../../shared/model/guide.ts';
import type { MediaImage } from '../../shared/model/image.ts';
import type { CategoryWiki } from '../../shared/model/wiki.ts';
import { testCore } from '../helpers/core.ts';
import type { TestCore } from '../helpers/core.ts';
import { feedLines } from '../helpers/feed.ts';
import { addUser, pair } from '../helpers/pair.ts';
import { addGuide, addPerson } from '../helpers/people.ts';
import { photo } from '../media/pictures.ts';

const MiB = 1024 * 1024;
const long = '漢'.repeat(limits.step.line.max);
const fullStep = {
  orderby: 1,
  lines: Array.from({ length: limits.step.lines.max }, () => ({ text: long, bullet: 'black', level: 0 })),
};

/** Calls until the hub refuses, at most `times`. @returns the refusal */
async function untilRefused(times: number, call: () => Promise<Response>): Promise<{ message: string }> {
  for (let n = 0; n < times; n += 1) {
    const answer = await call();
    if (answer.status === 422) return (await answer.json()) as { message: string };
    expect([200, 201]).toContain(answer.status);
  }
  throw new Error(`not refused in ${times} calls`);
}

async function answerSize(core: TestCore, route: string, token: string): Promise<number> {
  return (await (await core.call(route, { token })).arrayBuffer()).byteLength;
}

test('[security limits] a guide grows no larger than desks can read, and every desk goes on with the next one', async () => {
  await using both = await pair();
  const { hub } = both;
  const technician = await addUser(hub, 'Tom', 'technician');
  const { guideid } = await addGuide(hub, technician);
  const refused = await untilRefused(16, () =>
    hub.call(`POST /guides/${guideid}/steps`, { token: technician, json: fullStep }),
  );
  expect(refused.message).toBe('A guide with all its steps takes at most 4 MiB. Use several guides.');
  const next = await addGuide(hub, await addUser(hub, 'Ann', 'author'), { title: 'After the large one' });
  expect(await both.round()).toMatchObject({ problem: null });
  expect(await both.desk.json(`GET /guides/${next.guideid}`)).toMatchObject({ title: 'After the large one' });
});

test('[security limits] a guide has at most as many steps as can be put into order', async () => {
  await using core = testCore({ checkAnswers: false });
  const { token } = await addPerson(core, 'Tom');
  const { guideid } = await addGuide(core, token);
  const json = { orderby: 1, lines: [{ text: 'a', bullet: 'black', level: 0 }] };
  core.ctx.store.transact({ userid: 1, username: 'Tom', role: 'admin', teams: [] }, (s) => {
    const document = s.guides.document(guideid);
    const [step] = document.steps;
    const steps = Array.from({ length: limits.guide.steps.max }, (_, n) => ({
      title: '',
      lines: [],
      comments: [],
      media: { type: 'image' as const, data: [] },
      guideid,
      ...step,
      stepid: 1000 + n,
      orderby: n + 1,
      revisionid: 1,
    }));
    s.guides.put({ ...document, steps }, { keepRevision: true });
  });
  const answer = await core.json<{ message: string }>(`POST /guides/${guideid}/steps`, {
    token,
    json,
    expect: 422,
  });
  expect(answer.message).toBe('A guide has at most 1000 steps. Use several guides.');
  expect(
    (await core.call(`DELETE /guides/${guideid}/steps/1000?revisionid=1`, { token })).status,
  ).toBeLessThan(300);
});

test('[security limits] the steps of prerequisites make no answer of hundreds of MiB', async () => {
  await using core = testCore({ checkAnswers: false });
  const { token } = await addPerson(core, 'Tom');
  const needed: number[] = [];
  for (let n = 0; n < 12; n += 1) needed.push((await addGuide(core, token)).guideid);
  const { guideid } = await addGuide(core, token, { prerequisites: needed });
  for (const id of needed) await core.json(`POST /guides/${id}/steps`, { token, json: fullStep });
  const refused = await core.json<{ message: string }>(`GET /guides/${guideid}`, { token, expect: 422 });
  expect(refused.message).toContain('excludePrerequisiteSteps');
  const own = await core.json<Guide>(`GET /guides/${guideid}?excludePrerequisiteSteps`, { token });
  expect(own.steps).toHaveLength(1);
});

test('[security limits] comments fill no answer, neither those of one person nor all together', async () => {
  await using core = testCore({ checkAnswers: false });
  const { token } = await addPerson(core, 'Tom');
  const { guideid } = await addGuide(core, token);
  const json = { text: '&'.repeat(limits.comment.text.max) };
  const refused = await untilRefused(20, () => core.call(`POST /comments/guide/${guideid}`, { token, json }));
  expect(refused.message).toBe(
    'You have written as much here as one person can. Delete old comments of yours first.',
  );
  const other = await addPerson(core, 'Ann');
  expect((await core.call(`POST /comments/guide/${guideid}`, { token: other.token, json })).status).toBe(201);
  expect(await answerSize(core, `GET /guides/${guideid}`, token)).toBeLessThan(4 * MiB);
  const { guideid: short } = await addGuide(core, token);
  await untilRefused(1100, () =>
    core.call(`POST /comments/guide/${short}`, { token, json: { text: '\u0001' } }),
  );
});

test('[security limits] the values and events of one job stay small enough for a list of jobs', async () => {
  await using core = testCore({ checkAnswers: false });
  const { token } = await addPerson(core, 'Tom');
  const { guideid, stepid } = await addGuide(core, token);
  const form = await core.json<{ fields: { field_revisionid: number }[] }>(`POST /step_forms/${stepid}`, {
    token,
    json: {
      fields: Array.from({ length: 40 }, (_, n) => ({ field_type: 'Text Area', label: `Field ${n}` })),
      form_revisionid: null,
    },
  });
  const { entryid } = await core.json<{ entryid: number }>('POST /work_log', {
    token,
    json: { guideid, workorderid: 'WO 1' },
  });
  const [first, ...rest] = form.fields.map(({ field_revisionid }) => field_revisionid);
  const enter = (id: number | undefined, value: string): Promise<Response> =>
    core.call(`PUT /work_log/${entryid}/stepData`, { token, json: { fields: { [id ?? 0]: value } } });
  const text = 'x'.repeat(limits.form.value.max - 100);
  const fields = rest.values();
  const refused = await untilRefused(rest.length, () => enter(fields.next().value, text));
  expect(refused.message).toBe('The values of one job take at most 512 KiB. Shorten them.');
  expect((await enter(first, 'short')).status).toBe(200);
  expect((await enter(rest[0], '')).status).toBe(200);
  expect(await answerSize(core, 'GET /work_log', token)).toBeLessThan(MiB);
});

test('[security limits] a job in which too much has happened can still be ended', async () => {
  await using core = testCore({ checkAnswers: false });
  const { token } = await addPerson(core, 'Tom');
  const { guideid, stepid } = await addGuide(core, token);
  const { entryid } = await core.json<{ entryid: number }>('POST /work_log', {
    token,
    json: { guideid, workorderid: 'WO 1' },
  });
  core.ctx.store.transact(null, (s) =>
    s.db.run(sql`UPDATE work_log SET timing = json_set(timing, '$.position', ${limits.workLog.events.max})
       WHERE entryid = ${entryid}`),
  );
  const refused = await core.json<{ message: string }>(`PUT /benchside/work_log/${entryid}/step`, {
    token,
    json: { stepid },
    expect: 422,
  });
  expect(refused.message).toBe('So much has happened in this job that it can only be ended.');
  expect((await core.call(`POST /work_log/${entryid}/finish`, { token, json: {} })).status).toBe(200);
  const { entryid: paused } = await core.json<{ entryid: number }>('POST /work_log', {
    token,
    json: { guideid, workorderid: 'WO 2' },
  });
  await core.json(`POST /work_log/${paused}/pause`, { token, json: {} });
  core.ctx.store.transact(null, (s) =>
    s.db.run(sql`UPDATE work_log SET timing = json_set(timing, '$.position', ${limits.workLog.events.max})
       WHERE entryid = ${paused}`),
  );
  for (const verb of ['resume', 'suspend', 'assume', 'cancel'])
    expect([verb, (await core.call(`POST /work_log/${paused}/${verb}`, { token, json: {} })).status]).toEqual(
      [verb, 200],
    );
});

test('[security limits] a guide that is too large can be hidden and reported, and its comments made shorter', async () => {
  await using core = testCore({ checkAnswers: false });
  const { token } = await addPerson(core, 'Tom');
  const reader = await addPerson(core, 'Ann');
  const { guideid } = await addGuide(core, token);
  core.ctx.store.transact({ userid: 1, username: 'Tom', role: 'admin', teams: [] }, (s) => {
    const document = s.guides.document(guideid);
    document.body.conclusion_raw = 'x'.repeat(limits.guide.whole.max);
    s.guides.put(document, { keepRevision: true });
  });
  await core.json(`PUT /benchside/guides/${guideid}/flags/GUIDE_MISSING_IMAGES`, { token: reader.token });
  const { revisionid } = await core.json<Guide>(`GET /guides/${guideid}`, { token });
  const hidden = await core.call(`DELETE /guides/${guideid}/public?revisionid=${revisionid}`, { token });
  expect(hidden.status).toBe(200);
  const comment = await core.json<{ commentid: number }>(`POST /comments/guide/${guideid}`, {
    token,
    json: { text: 'A long word' },
  });
  core.ctx.store.transact(null, (s) =>
    s.db
      .run(sql`INSERT INTO comment (commentid, context, contextid, guideid, userid, langid, title, text_raw, text_rendered, date, modified_date, status)
       SELECT 1000, context, contextid, guideid, userid, langid, title, ${'x'.repeat(limits.comment.together.max)}, '', date, 0, 'public'
       FROM comment WHERE commentid = ${comment.commentid}`),
  );
  const path = `PATCH /comments/${comment.commentid}`;
  expect((await core.call(path, { token, json: { text: 'Short' } })).status).toBe(200);
  expect((await core.call(path, { token, json: { text: 'A much longer word' } })).status).toBe(422);
});

test('[security limits] a category with many guides and categories makes neither a large answer nor a large line of the feed', async () => {
  await using core = testCore({ checkAnswers: false });
  const { token } = await addPerson(core, 'Tom');
  const { guideid } = await addGuide(core, token);
  const many = limits.categoryPage.listed.max + 100;
  core.ctx.store.transact({ userid: 1, username: 'Tom', role: 'admin', teams: [] }, (s) => {
    const { body, ...document } = s.guides.document(guideid);
    for (let n = 1; n < many; n += 1)
      s.guides.put({ ...document, body: { ...body, guideid: 1000 + n } }, { keepRevision: false });
    for (let n = 0; n < many; n += 1)
      s.wikis.create({
        namespace: 'CATEGORY',
        title: `Part ${n}`,
        contents: 'A part.',
        langid: 'en',
        parent: 'Pump',
      });
  });
  const { guides, children } = await core.json<CategoryWiki>('GET /wikis/CATEGORY/Pump', { token });
  expect([guides.length, children.length]).toEqual([many - 100, many - 100]);
  const category = await core.json<{ guides: unknown[]; children: unknown[] }>('GET /categories/Pump');
  expect([category.guides.length, category.children.length]).toEqual([many - 100, many - 100]);
  expect(await core.json<unknown[]>('GET /wikis/CATEGORY/Pump/children')).toHaveLength(many - 100);
  const lines = (await feedLines(core, token)).filter(({ kind }) => kind === 'wiki');
  expect(lines).toHaveLength(many + 1);
  expect(Math.max(...lines.map((line) => JSON.stringify(line).length))).toBeLessThan(10_000);
});

/** Adds pictures with many marks to a store, all from one that was uploaded. @returns their imageids */
async function addPictures(core: TestCore, token: string, count: number): Promise<number[]> {
  const body = new Uint8Array(await (await photo(300, 200)).jpeg().toBuffer());
  const { image } = await core.json<MediaImage>('POST /user/media/images?file=a.jpg', { token, body });
  core.ctx.store.transact(null, (s) =>
    s.db.run(sql`WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ${count})
       INSERT INTO image (imageid, guid, userid, width, height, ratio, markup, mime, created_date)
       SELECT 10000 + n, guid || n, userid, width, height, ratio, ${';'.repeat(limits.media.markup.max)}, mime, created_date
       FROM image, n WHERE imageid = ${image.id}`),
  );
  return Array.from({ length: count }, (_, n) => 10_001 + n);
}

test('[security limits] the marks on the pictures of a guide count for its size', async () => {
  await using core = testCore({ checkAnswers: false });
  const { token } = await addPerson(core, 'Tom');
  const { guideid } = await addGuide(core, token);
  const pictures = await addPictures(core, token, 1800);
  const refused = await untilRefused(90, () =>
    core.call(`POST /guides/${guideid}/steps`, {
      token,
      json: {
        orderby: 1,
        lines: [{ text: 'Look', bullet: 'black', level: 0 }],
        media: { type: 'image', data: pictures.splice(0, limits.step.pictures.max) },
      },
    }),
  );
  expect(refused.message).toBe('A guide with all its steps takes at most 4 MiB. Use several guides.');
  const line = (await feedLines(core, token)).find(({ kind }) => kind === 'guide');
  expect(JSON.stringify(line).length).toBeLessThan(10 * MiB);
});

test('[security limits] the pictures of one job are no more than an answer can show', async () => {
  await using core = testCore({ checkAnswers: false });
  const { token } = await addPerson(core, 'Tom');
  const { guideid, stepid } = await addGuide(core, token);
  const [picture] = await addPictures(core, token, 1);
  const form = await core.json<{ fields: { field_revisionid: number }[] }>(`POST /step_forms/${stepid}`, {
    token,
    json: {
      fields: Array.from({ length: 100 }, (_, n) => ({
        field_type: 'Image',
        label: `Photo ${n}`,
        benchside: { several: true },
      })),
      form_revisionid: null,
    },
  });
  const json = { guideid, workorderid: 'WO 1' };
  const { entryid } = await core.json<{ entryid: number }>('POST /work_log', { token, json });
  const fields = form.fields.values();
  const value = Array.from({ length: limits.form.pictures.max }, () => picture).join(',');
  const refused = await untilRefused(100, () =>
    core.call(`PUT /work_log/${entryid}/stepData`, {
      token,
      json: { fields: { [fields.next().value?.field_revisionid ?? 0]: value } },
    }),
  );
  expect(refused.message).toBe('The values of one job take at most 512 KiB. Shorten them.');
  expect(await answerSize(core, `GET /work_log/${entryid}`, token)).toBeLessThan(2 * MiB);
});

test('[security limits] a list of large jobs is asked for in parts, and nobody has thousands of open jobs', async () => {
  await using core = testCore({ checkAnswers: false });
  const { token } = await addPerson(core, 'Tom');
  const { guideid } = await addGuide(core, token);
  const json = { guideid, workorderid: 'WO 1' };
  const { entryid } = await core.json<{ entryid: number }>('POST /work_log', { token, json });
  core.ctx.store.transact(null, (s) =>
    s.db
      .run(sql`WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ${limits.workLog.open.max - 1})
       INSERT INTO work_log (entryid, guideid, userid, workorderid, status, starttime, guide_revisionid, body, timing)
       SELECT 1000 + n, guideid, userid, workorderid, status, starttime, guide_revisionid,
         json_set(body, '$.text', iif(n > 800, ${'x'.repeat(limits.workLog.values.max)}, '')), timing
       FROM work_log, n WHERE entryid = ${entryid}`),
  );
  const more = await core.json<{ message: string }>('POST /work_log', { token, json, expect: 422 });
  expect(more.message).toBe('You have 1000 jobs that are not over. Finish or abandon some of them first.');
  const list = (limit: number): Promise<Response> =>
    core.call(`GET /work_log?order=DESC&limit=${limit}`, { token });
  const refused = await list(200);
  expect([refused.status, await refused.json()]).toMatchObject([
    422,
    { message: 'These jobs are too large for one list. Ask for fewer at once, with `limit`.' },
  ]);
  const { results } = (await (await list(50)).json()) as { results: unknown[] };
  expect(results).toHaveLength(50);
});

test('[security limits] a guide has a limited number of prerequisites with all that they build on, and of their forms', async () => {
  await using core = testCore({ checkAnswers: false });
  const { token } = await addPerson(core, 'Tom');
  const { guideid, stepid } = await addGuide(core, token);
  const { max } = limits.guide.allPrerequisites;
  const chain = Array.from({ length: 20 * max }, (_, n) => 1000 + n);
  core.ctx.store.transact({ userid: 1, username: 'Tom', role: 'admin', teams: [] }, (s) => {
    const { body, ...document } = s.guides.document(guideid);
    for (const [n, id] of chain.entries())
      s.guides.put(
        { ...document, steps: [], prerequisites: chain.slice(n + 1, n + 2), body: { ...body, guideid: id } },
        { keepRevision: false },
      );
  });
  const needed = await core.json<{ prerequisites: unknown[] }>(`GET /guides/${chain[0]}`, { token });
  expect(needed.prerequisites).toHaveLength(1);
  await core.json('POST /work_log', { token, json: { guideid: chain[0], workorderid: 'WO 1' } });
  const { revisionid } = await core.json<Guide>(`GET /guides/${guideid}`, { token });
  const edit = (prerequisites: unknown[]): Promise<Response> =>
    core.call(`PATCH /guides/${guideid}?revisionid=${revisionid}`, { token, json: { prerequisites } });
  const refused = await edit([chain[0]]);
  expect([refused.status, await refused.json()]).toMatchObject([
    422,
    { message: 'With all that they build on, a guide has at most 200 prerequisites.' },
  ]);
  expect((await edit([chain.at(-max)])).status).toBe(200);

  await core.json(`POST /step_forms/${stepid}`, {
    token,
    json: { fields: [{ field_type: 'Text Area', label: 'Notes' }], form_revisionid: null },
  });
  core.ctx.store.transact(null, (s) =>
    s.db.run(sql`UPDATE step_form_field SET body = json_set(body, '$.label', ${'x'.repeat(33 * MiB)})`),
  );
  const forms = await core.json<{ message: string }>(`GET /step_forms/guideid/${guideid}`, {
    token,
    expect: 422,
  });
  expect(forms.message).toBe(
    'The forms of this guide and its prerequisites are too large for one answer. Ask for those of each step.',
  );
});

test('[security limits] a page grows no larger than desks can read', async () => {
  await using core = testCore({ checkAnswers: false });
  const { token } = await addPerson(core, 'Tom');
  const page = (title: string, length: number): Promise<Response> =>
    core.call('POST /wikis', {
      token,
      json: { namespace: 'WIKI', title, contents: '\u0001'.repeat(length) },
    });
  const refused = await page('Large', limits.wiki.contents.max);
  expect([refused.status, await refused.json()]).toMatchObject([
    422,
    { message: 'A page takes at most 16 MiB. Use several pages.' },
  ]);
  expect((await page('Smaller', limits.wiki.contents.max / 2)).status).toBe(201);
});
