import { describe, expect, test } from 'vitest';

import { sql } from '../../../app/store/sql.ts';
import type { Guide, Step } from '../../../shared/model/guide.ts';
import type { ChangedText, TranslationState } from '../../../shared/model/translation.ts';
import { path, wikiCore } from '../../helpers/wiki-core.ts';
import type { WikiCore } from '../../helpers/wiki-core.ts';

const lines = (...texts: string[]) =>
  texts.map((text, index) => ({
    text,
    bullet: index === 0 ? 'black' : 'icon_note',
    level: Math.min(index, 1),
  }));

interface World {
  guide: Guide;
  /** Returns the guide in a language, as a person sees it. */
  read(query?: string, token?: string): Promise<Guide>;
  patch(query: string, json: object, expect?: number): Promise<Guide>;
  patchStep(step: Step, query: string, json: object, expect?: number): Promise<Step>;
}

/** Creates a public guide of the technician with two steps. */
async function world(core: WikiCore): Promise<World> {
  const token = 'technician';
  const created = await core.json<Guide>('POST /guides', {
    token,
    json: {
      category: 'Pump',
      type: 'repair',
      title: 'Mend the pump',
      summary: 'In short.',
      introduction: "A '''good''' pump.",
      public: true,
    },
  });
  const address = `/guides/${created.guideid}`;
  await core.json(`POST ${address}/steps`, {
    token,
    json: { orderby: 1, lines: lines('Open it.', 'Gently.') },
  });
  const guide = await core.json<Guide>(`POST ${address}/steps`, {
    token,
    json: { orderby: 2, title: 'Close', lines: lines('Close it.') },
  });
  return {
    guide,
    read: (query = '', as) => core.json(`GET ${address}${query}`, as ? { token: as } : {}),
    patch: (query, json, status = 200) =>
      core.json(`PATCH ${address}?${query}`, { token, json, expect: status }),
    patchStep: ({ stepid, revisionid }, query, json, status = 200) =>
      core.json(`PATCH ${address}/steps/${stepid}?revisionid=${revisionid}&${query}`, {
        token,
        json,
        expect: status,
      }),
  };
}

/** Returns lines as requests have them, from lines as answers have them. */
const rewritten = (step: Step, texts: Record<number, string>) =>
  step.lines.map(({ text_raw, bullet, level, lineid }, index) => ({
    text: texts[index] ?? text_raw,
    bullet,
    level,
    lineid,
  }));

const texts = (guide: Guide) => [
  guide.title,
  guide.introduction_raw,
  ...guide.steps.flatMap((step) => [step.title, ...step.lines.map((line) => line.text_raw)]),
];

const german = 'langid=de';

describe('a guide in another language', () => {
  test("shows translated texts, and the source's text for all others", async () => {
    let now = 1_700_000_000;
    await using core = wikiCore({ now: () => now });
    const { guide, read, patch, patchStep } = await world(core);
    expect(await read('?langid=de')).toEqual(await read());
    now += 60;
    const translated = await patch(`revisionid=${guide.revisionid}&${german}`, {
      title: 'Pumpe flicken',
      introduction: "Eine ''gute'' Pumpe. \u0081",
    });
    expect(translated).toMatchObject({
      guideid: guide.guideid,
      locale: 'de',
      langid: 'de',
      available_langids: ['en', 'de'],
      title: 'Pumpe flicken',
      summary: 'In short.',
      introduction_raw: "Eine ''gute'' Pumpe. ",
      introduction_rendered: '<p>Eine <em>gute</em> Pumpe.</p>',
      modified_date: now,
    });
    expect(translated.revisionid).toBeGreaterThan(guide.revisionid);
    const [first] = translated.steps;
    if (!first) throw new Error('the guide has steps');
    const step = await patchStep(first, german, {
      title: 'Öffnen',
      lines: rewritten(first, { 0: "'''Öffnen'''." }),
    });
    expect(step.lines.map((line) => line.text_rendered)).toEqual(['<strong>Öffnen</strong>.', 'Gently.']);

    const shown = await read('?langid=de');
    expect(texts(shown)).toEqual([
      'Pumpe flicken',
      "Eine ''gute'' Pumpe. ",
      'Öffnen',
      "'''Öffnen'''.",
      'Gently.',
      'Close',
      'Close it.',
    ]);
    expect(shown.revisionid).toBeGreaterThan(translated.revisionid);
    expect(shown.steps.map(({ stepid, orderby }) => [stepid, orderby])).toEqual(
      guide.steps.map(({ stepid, orderby }) => [stepid, orderby]),
    );
    const source = await read();
    // The author's reputation grows with each edit.
    const { author } = source;
    expect(source).toEqual({ ...guide, author, available_langids: ['en', 'de'], can_edit: false });
    expect(await read('?langid=en')).toEqual(source);
    expect(await read('?langid=zz')).toEqual(source);

    expect(texts(await read(`?langid=de&revisionid=${translated.revisionid}`)).slice(0, 4)).toEqual([
      'Pumpe flicken',
      "Eine ''gute'' Pumpe. ",
      '',
      'Open it.',
    ]);
    expect((await read(`?langid=de&revisionid=${guide.revisionid}`)).title).toBe('Mend the pump');
    expect((await core.call(`GET /guides/${guide.guideid}?langid=de&revisionid=999`)).status).toBe(404);

    const xml = await (await core.call(`GET /guides/${guide.guideid}?langid=de&type=XML`)).text();
    expect(xml).toContain('locale="de"');
    expect(xml).toContain('Pumpe flicken');
  });

  test('follows its source: structure, new texts, moved steps and deleted steps', async () => {
    await using core = wikiCore();
    const { guide, read, patch, patchStep } = await world(core);
    const [first, second] = guide.steps;
    if (!first || !second) throw new Error('the guide has steps');
    const opened = await patchStep(first, german, { lines: rewritten(first, { 0: 'Öffnen.', 1: 'Sanft.' }) });
    const closed = await patchStep(second, german, { title: 'Schließen' });
    const token = 'technician';
    const source = await read();
    await core.json(`PUT /guides/${guide.guideid}/steporder?revisionid=${source.revisionid}`, {
      token,
      json: { stepids: [second.stepid, first.stepid] },
    });
    await patchStep(first, '', {
      lines: [...rewritten(first, { 1: 'Very gently.' }), { text: 'New.', bullet: 'red', level: 0 }],
    });
    expect(texts(await read('?langid=de')).slice(2)).toEqual([
      'Schließen',
      'Close it.',
      '',
      'Öffnen.',
      'Sanft.',
      'New.',
    ]);

    const stale = await patchStep(opened, german, { title: 'x' }, 409);
    expect(stale.lines.map((line) => line.text_raw)).toEqual(['Öffnen.', 'Sanft.', 'New.']);
    expect((await patchStep(closed, german, { title: 'Zu' })).title).toBe('Zu');
    const again = await patchStep(stale, german, { lines: rewritten(stale, { 2: 'Neu.' }) });
    expect(again.lines.map((line) => line.text_raw)).toEqual(['Öffnen.', 'Sanft.', 'Neu.']);
    // An empty title, or one equal to the source's, removes its translation.
    await patchStep(again, german, { lines: rewritten(again, { 1: 'Very gently.' }) });
    expect(texts(await read('?langid=de'))).toContain('Very gently.');
    const current = await read('?langid=de');
    expect((await patch(`revisionid=${current.revisionid}&${german}`, { title: 'A' })).title).toBe('A');
    const titled = await read('?langid=de');
    expect((await patch(`revisionid=${titled.revisionid}&${german}`, { title: '' })).title).toBe(guide.title);
  });

  test('shows steps of prerequisites in the language too, if they have it', async () => {
    await using core = wikiCore();
    const below = await world(core);
    const above = await world(core);
    const [step] = below.guide.steps;
    if (!step) throw new Error('the guide has steps');
    await below.patchStep(step, german, { lines: rewritten(step, { 0: 'Öffnen.' }) });
    const { revisionid } = await above.patch(`revisionid=${above.guide.revisionid}`, {
      prerequisites: [below.guide.guideid],
    });
    await above.patch(`revisionid=${revisionid}&${german}`, { title: 'Oben' });
    const shown = await above.read('?langid=de');
    expect(shown.steps[0]).toMatchObject({
      guideid: below.guide.guideid,
      lines: [{ text_raw: 'Öffnen.' }, {}],
    });
    expect(shown.steps[2]).toMatchObject({
      guideid: above.guide.guideid,
      lines: [{ text_raw: 'Open it.' }, {}],
    });
    expect((await above.read('?langid=de&excludePrerequisiteSteps')).steps).toHaveLength(2);
  });
});

describe('what changed in the original since its translation', () => {
  test('is listed by text, until the text is translated again or confirmed', async () => {
    await using core = wikiCore();
    const { guide, read, patch, patchStep } = await world(core);
    const changed = async (): Promise<TranslationState[]> =>
      core.json(`GET /benchside/guides/${guide.guideid}/translations`);
    expect(await changed()).toEqual([]);
    const inGerman = async (): Promise<Guide> => read(`?${german}`);
    const step = async (index: number, query = german): Promise<Step> =>
      (await read(`?${query}`)).steps[index] ?? expect.fail();
    await patch(`revisionid=${guide.revisionid}&${german}`, { title: 'Pumpe', introduction: 'Gute Pumpe' });
    await patchStep(await step(0), german, { lines: rewritten(await step(0), { 0: 'Auf.', 1: 'Sacht.' }) });
    await patchStep(await step(1), german, { title: 'Zu' });
    expect(await changed()).toEqual([{ langid: 'de', changed: [] }]);

    const { revisionid } = await read();
    await patch(`revisionid=${revisionid}`, { title: 'Fix the pump', summary: 'Shorter.' });
    await patchStep(await step(0, ''), '', {
      lines: rewritten(await step(0, ''), { 0: 'Open the lid.', 1: 'Very gently.' }),
    });
    await patchStep(await step(1, ''), '', { title: 'Close it' });
    const [first, second] = guide.steps.map(({ stepid }) => stepid);
    const line = (index: number): ChangedText => ({ field: 'line', stepid: first ?? 0, line: index });
    const title: ChangedText = { field: 'title', stepid: null, line: null };
    const stepTitle: ChangedText = { field: 'step-title', stepid: second ?? 0, line: null };
    expect(await changed()).toEqual([{ langid: 'de', changed: [title, line(0), line(1), stepTitle] }]);

    // A new translation of one line says nothing about the other one.
    await patchStep(await step(0), german, { lines: rewritten(await step(0), { 0: 'Deckel auf.' }) });
    expect(await changed()).toEqual([{ langid: 'de', changed: [title, line(1), stepTitle] }]);
    await patchStep(await step(0), german, { lines: rewritten(await step(0), {}) });
    await patch(`revisionid=${(await inGerman()).revisionid}&${german}`, { title: 'Pumpe' });
    await patchStep(await step(1), german, { title: 'Zu' });
    expect(await changed()).toEqual([{ langid: 'de', changed: [] }]);
    expect(texts(await inGerman())).toEqual([
      'Pumpe',
      'Gute Pumpe',
      '',
      'Deckel auf.',
      'Sacht.',
      'Zu',
      'Close it.',
    ]);
  });
});

describe('edits of a translation', () => {
  test('that change nothing make no revision; outdated ones are answered with the current translated guide', async () => {
    await using core = wikiCore();
    const { guide, read, patch } = await world(core);
    const sequence = () => core.ctx.store.read(null, (s) => s.feed.sequence);
    const before = sequence();
    expect(
      await patch(`revisionid=${guide.revisionid}&${german}`, { title: guide.title, summary: '' }),
    ).toMatchObject({
      langid: 'en',
      revisionid: guide.revisionid,
      available_langids: ['en'],
    });
    expect(sequence()).toBe(before);
    expect(await patch(`revisionid=${guide.revisionid - 1}&${german}`, { title: 'A' }, 409)).toMatchObject({
      langid: 'en',
      revisionid: guide.revisionid,
    });
    const { revisionid } = await patch(`revisionid=${guide.revisionid}&${german}`, { title: 'A' });
    expect(await patch(`revisionid=${guide.revisionid}&${german}`, { title: 'B' }, 409)).toMatchObject({
      langid: 'de',
      title: 'A',
      revisionid,
    });
    expect(await patch(`revisionid=${revisionid}&${german}`, { title: 'A', langid: 'de' })).toMatchObject({
      revisionid,
    });
    expect((await read()).revisionid).toBe(guide.revisionid);
    const revisions = core.ctx.store.read(null, (s) =>
      s.db.all(sql`SELECT langid, revisionid, userid FROM translation_revision`),
    );
    expect(revisions).toEqual([{ langid: 'de', revisionid, userid: 3 }]);
  });

  test.each([
    [
      'a field of the source language',
      { title: 'A', difficulty: 'Easy', flags: [] },
      ['flags', 'difficulty'],
    ],
    ['another language in the body', { title: 'A', langid: 'fr' }, ['langid']],
    ['a summary that is too long', { summary: 'x'.repeat(156) }, ['summary']],
  ])('%s is refused', async (_, json, fields) => {
    await using core = wikiCore();
    const { guide } = await world(core);
    const route = `PATCH /guides/${guide.guideid}?revisionid=${guide.revisionid}&${german}`;
    expect(await core.refusal(route, { token: 'technician', json })).toMatchObject({ status: 422, fields });
    expect(await core.json(`GET /guides/${guide.guideid}`)).toMatchObject({ available_langids: ['en'] });
  });

  test('refuse lines that do not match the source, pictures and unknown languages', async () => {
    await using core = wikiCore();
    const { guide } = await world(core);
    const [step] = guide.steps;
    if (!step) throw new Error('the guide has steps');
    const [one, two] = rewritten(step, { 0: 'Öffnen.' });
    const refusal = (json: object, query = german) =>
      core.refusal(
        `PATCH /guides/${guide.guideid}/steps/${step.stepid}?revisionid=${step.revisionid}&${query}`,
        {
          token: 'technician',
          json,
        },
      );
    for (const wrong of [
      [one],
      [one, { ...two, bullet: 'red' }],
      [one, { ...two, level: 0 }],
      [
        { ...one, lineid: two?.lineid },
        { ...two, lineid: one?.lineid },
      ],
    ]) {
      expect(await refusal({ lines: wrong })).toMatchObject({ status: 422, fields: ['lines'] });
    }
    expect(await refusal({ media: { type: 'image', data: [] } })).toMatchObject({
      status: 422,
      fields: ['media'],
    });
    expect(await refusal({ title: 'A' }, 'langid=German')).toMatchObject({ status: 422, fields: ['langid'] });
    expect(
      await core.refusal(`PATCH /guides/${guide.guideid}/steps/99?revisionid=1&${german}`, {
        token: 'technician',
        json: {},
      }),
    ).toMatchObject({ status: 404 });
  });

  test('are for people who may edit the guide', async () => {
    await using core = wikiCore();
    const { guide } = await world(core);
    const edit = async (method: string, token?: string) =>
      (
        await core.call(`${method} /guides/${guide.guideid}?revisionid=${guide.revisionid}&${german}`, {
          json: { title: 'A' },
          ...(token ? { token } : {}),
        })
      ).status;
    expect([await edit('PATCH'), await edit('PATCH', 'other'), await edit('DELETE', 'other')]).toEqual([
      401, 403, 403,
    ]);
    expect(
      (await core.call(`PATCH /guides/99?revisionid=1&${german}`, { token: 'admin', json: {} })).status,
    ).toBe(404);
    expect(
      (await core.call(`PATCH /guides/${guide.guideid}?${german}`, { token: 'admin', json: {} })).status,
    ).toBe(422);
    expect(await edit('PATCH', 'author')).toBe(200);
  });

  test('DELETE with langid deletes only the translation, which can be restored', async () => {
    await using core = wikiCore();
    const { guide, read, patch } = await world(core);
    const remove = (revisionid: number) =>
      core.call(`DELETE /guides/${guide.guideid}?revisionid=${revisionid}&${german}`, {
        token: 'technician',
      });
    expect(await (await remove(guide.revisionid)).json()).toMatchObject({ message: 'Translation not found' });
    const { revisionid } = await patch(`revisionid=${guide.revisionid}&${german}`, { title: 'A' });
    const stale = await remove(guide.revisionid);
    expect(stale.status).toBe(409);
    expect(await stale.json()).toMatchObject({ title: 'A', langid: 'de' });
    expect((await remove(revisionid)).status).toBe(204);
    expect(await read('?langid=de')).toMatchObject({
      title: guide.title,
      langid: 'en',
      available_langids: ['en'],
    });
    expect((await remove(revisionid)).status).toBe(404);

    const admin = { userid: 1, username: 'admin', role: 'admin' as const, teams: [] };
    const restore = (langid: string) =>
      core.ctx.store.transact(admin, (s) => s.translations.restore(guide.guideid, langid));
    restore('de');
    expect(await read('?langid=de')).toMatchObject({ title: 'A', available_langids: ['en', 'de'] });
    expect(() => restore('de')).toThrow('not deleted');
    expect(() => restore('fr')).toThrow('Translation not found');
  });
});

test('a desk edits translations offline, and stores those of its site completely', async () => {
  await using hub = wikiCore();
  await using desk = wikiCore({}, { profile: 'desk' });
  const { guide, read, patch, patchStep } = await world(desk);
  expect(guide.guideid).toBeLessThan(0);
  const pending = () => desk.ctx.store.read(null, (s) => s.journal.counts().pending);
  const before = pending();
  const { revisionid } = await patch(`revisionid=${guide.revisionid}&${german}`, { title: 'Offline' });
  expect(revisionid).toBeLessThan(0);
  const [step] = (await read('?langid=de')).steps;
  if (!step) throw new Error('the guide has steps');
  await patchStep(step, german, { title: 'Schritt' });
  expect(pending()).toBe(before + 2);
  const touched = desk.ctx.store.read(null, (s) => s.journal.isPending('translations', guide.guideid));
  expect(touched).toBe(true);

  const site = await world(hub);
  await site.patch(`revisionid=${site.guide.revisionid}&${german}`, {
    title: 'Vom Hub',
    introduction: '[[Pump]]',
  });
  await site.patch(`revisionid=${site.guide.revisionid}&langid=fr`, { title: 'Du hub' });
  const whole = hub.ctx.store.read(null, (s) => s.translations.ofGuide(site.guide.guideid));
  expect(whole?.map(({ langid, userid }) => [langid, userid])).toEqual([
    ['de', 3],
    ['fr', 3],
  ]);
  desk.ctx.store.transact(null, (s) => s.translations.putRemote(guide.guideid, whole ?? []));
  expect(await read('?langid=de')).toMatchObject({ title: 'Vom Hub', available_langids: ['en', 'de', 'fr'] });
  desk.ctx.store.transact(null, (s) => s.translations.putRemote(guide.guideid, whole?.slice(1) ?? []));
  expect(await read('?langid=de')).toMatchObject({ langid: 'en', available_langids: ['en', 'fr'] });
});

test('a person who may not see a private guide gets none of its translations', async () => {
  await using core = wikiCore();
  const { guide, patch } = await world(core);
  const { revisionid } = await patch(`revisionid=${guide.revisionid}&${german}`, { title: 'Geheim' });
  await core.json(`DELETE /guides/${guide.guideid}/public?revisionid=${guide.revisionid}`, {
    token: 'technician',
  });
  expect((await core.call(`GET /guides/${guide.guideid}?langid=de`)).status).toBe(403);
  expect(core.ctx.store.read(null, (s) => s.translations.ofGuide(guide.guideid))).toBeUndefined();
  expect(revisionid).toBeGreaterThan(0);
  expect((await core.call(`GET ${path('WIKI', 'None')}?langid=de`)).status).toBe(404);
});
