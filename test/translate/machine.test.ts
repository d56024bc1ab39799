import { describe, expect, test } from 'vitest';

import { limits } from '../../shared/limits.ts';
import type { Guide } from '../../shared/model/guide.ts';
import { wikiCore } from '../helpers/wiki-core.ts';
import type { WikiCore } from '../helpers/wiki-core.ts';
import { shout, testService } from './service-double.ts';

/** A public guide with a prerequisite. */
async function addGuide(core: WikiCore): Promise<Guide> {
  const add = async (fields: object, text: string): Promise<Guide> => {
    const { guideid } = await core.json<Guide>('POST /guides', {
      token: 'admin',
      json: { category: 'Pump', type: 'repair', public: true, ...fields },
    });
    return core.json(`POST /guides/${guideid}/steps`, {
      token: 'admin',
      json: { orderby: 1, title: 'First', lines: [{ text, bullet: 'black', level: 0 }] },
    });
  };
  const { guideid } = await add({ title: 'Before' }, 'Drain it.');
  return add(
    {
      title: 'Mend the pump',
      summary: 'Quickly',
      introduction: "An '''old''' pump & [guide|1].\n\n[code]\nls\n[/code]",
      conclusion: 'Done.',
      prerequisites: [guideid],
    },
    "Turn the ''spudger''.",
  );
}

const token = 'technician';

const read = (core: WikiCore, { guideid }: Guide, query: string) =>
  core.json<Guide>(`GET /guides/${guideid}?${query}`, { token });

describe('GET /guides/{guideid}?machineTranslateLangid', () => {
  test('translates every text by the service, requests it once, and stores no translation', async () => {
    await using service = await testService();
    await using core = wikiCore({}, { translateUrl: `${service.url}/`, translateKey: 'key' });
    const guide = await addGuide(core);
    const german = await read(core, guide, 'machineTranslateLangid=de');
    expect(german).toMatchObject({
      guideid: guide.guideid,
      revisionid: guide.revisionid,
      locale: 'de',
      langid: 'de',
      available_langids: ['en'],
      title: 'MEND THE PUMP',
      summary: 'QUICKLY',
      introduction_raw: "AN '''OLD''' PUMP & [guide|1].\n\n[code]\nls\n[/code]",
      conclusion_rendered: '<p>DONE.</p>',
      steps: [
        { title: 'FIRST', lines: [{ text_raw: 'DRAIN IT.', text_rendered: 'DRAIN IT.' }] },
        {
          title: 'FIRST',
          orderby: 1,
          lines: [{ text_raw: "TURN THE ''SPUDGER''.", text_rendered: 'TURN THE <em>SPUDGER</em>.' }],
        },
      ],
    });
    expect(german.introduction_rendered).toContain(
      '<strong>OLD</strong> PUMP &amp; <a href="http://bench.test/Guide/',
    );
    expect(service.asked[0]).toMatchObject({ source: 'en', target: 'de', api_key: 'key' });
    expect(service.asked.map(({ format }) => format)).toEqual(['text', 'html']);
    // Each text once, and no code.
    expect(service.texts().toSorted()).toEqual([
      'An <span id="1">old</span> pump &amp; <code id="3">3</code>.',
      'Done.',
      'Drain it.',
      'First',
      'Mend the pump',
      'Quickly',
      'Turn the <span id="1">spudger</span>.',
    ]);

    service.asked.length = 0;
    expect(await read(core, guide, 'machineTranslateLangid=de&excludePrerequisiteSteps')).toMatchObject({
      title: 'MEND THE PUMP',
      steps: [{ lines: [{ text_raw: "TURN THE ''SPUDGER''." }] }],
    });
    expect(service.asked).toEqual([]);
    await core.json(`PATCH /guides/${guide.guideid}?revisionid=${guide.revisionid}`, {
      token: 'admin',
      json: { title: 'Mend it' },
    });
    expect((await read(core, guide, 'machineTranslateLangid=de')).title).toBe('MEND IT');
    expect(service.texts()).toEqual(['Mend it']);
    expect((await read(core, guide, 'langid=de')).langid).toBe('en');
    expect((await read(core, guide, 'machineTranslateLangid=fr')).locale).toBe('fr');
    expect(service.asked.at(-1)?.target).toBe('fr');
    const xml = await core.call(`GET /guides/${guide.guideid}?machineTranslateLangid=de&type=XML`, {
      token,
    });
    expect(await xml.text()).toContain('MEND IT');
  });

  test('uses the glossary, and follows its changes without further requests', async () => {
    await using service = await testService();
    await using core = wikiCore({}, { translateUrl: service.url });
    core.ctx.store.transact(null, (s) => s.meta.set('site', { langids: ['en', 'de'] }));
    const guide = await addGuide(core);
    const put = (entries: unknown) =>
      core.json('PUT /translation_glossary/entries', { json: entries, token: 'author' });
    await put([
      { term: 'pump', translations: { de: 'Pumpe' } },
      { term: 'Spudger', translations: { de: 'Hebel' } },
      { langid: 'de', term: 'Fertig', translations: { en: 'done' } },
    ]);
    const german = await read(core, guide, 'machineTranslateLangid=de');
    expect(german).toMatchObject({ title: 'MEND THE Pumpe', conclusion_raw: 'Fertig.' });
    expect(german.steps[1]?.lines[0]?.text_raw).toBe("TURN THE ''Hebel''.");
    expect(service.texts().join()).not.toMatch(/pump|spudger|done/i);
    service.asked.length = 0;
    await put([{ entryid: 1, translations: { de: 'Förderer' } }]);
    expect((await read(core, guide, 'machineTranslateLangid=de')).title).toBe('MEND THE Förderer');
    expect(service.asked).toEqual([]);
  });

  test('starts from the language that is read, and needs no service for its own language', async () => {
    await using service = await testService();
    await using core = wikiCore({}, { translateUrl: service.url });
    const guide = await addGuide(core);
    await core.json(`PATCH /guides/${guide.guideid}?langid=de&revisionid=${guide.revisionid}`, {
      token: 'admin',
      json: { title: 'Pumpe flicken' },
    });
    const french = await read(core, guide, 'langid=de&machineTranslateLangid=fr');
    const german = await read(core, guide, 'langid=de&machineTranslateLangid=de');
    expect(french).toMatchObject({ title: 'PUMPE FLICKEN', locale: 'fr', revisionid: german.revisionid });
    expect(service.asked[0]).toMatchObject({ source: 'de', target: 'fr' });
    expect(german).toMatchObject({ title: 'Pumpe flicken', locale: 'de' });
    service.answer = () => ({ status: 500, body: '' });
    expect((await read(core, guide, 'machineTranslateLangid=en')).title).toBe('Mend the pump');
  });

  test('a large guide is requested in parts', async () => {
    await using service = await testService();
    await using core = wikiCore({}, { translateUrl: service.url });
    const words = (n: number) => `word ${'abcdefghij'.repeat(10)} ${'x'.repeat(n)}.`;
    const { guideid } = await core.json<Guide>('POST /guides', {
      token: 'admin',
      json: {
        category: 'Pump',
        type: 'repair',
        introduction: Array.from({ length: 24 }, (_, n) => words(n + 1)).join('\n\n'),
        conclusion: Array.from({ length: 60 }, (_, n) => `* item ${'y'.repeat(n + 1)}`).join('\n'),
        title: `Very ${'long '.repeat(90)}`,
        public: true,
      },
    });
    const guide = await core.json<Guide>(`GET /guides/${guideid}?machineTranslateLangid=de`, { token });
    expect(guide.introduction_raw).toBe(
      Array.from({ length: 24 }, (_, n) => words(n + 1).toUpperCase()).join('\n\n'),
    );
    expect(guide.conclusion_raw).toContain(`* ITEM ${'Y'.repeat(60)}`);
    expect(service.asked.length).toBeGreaterThan(1);
    for (const { q } of service.asked) {
      expect(q.length).toBeLessThanOrEqual(50);
      expect(q.join('').length).toBeLessThanOrEqual(5000);
    }
  });
});

describe('a missing machine translation', () => {
  test('a site without a service says so, and a desk says that its site may have one', async () => {
    await using hub = wikiCore();
    const route = ({ guideid }: Guide) => `GET /guides/${guideid}?machineTranslateLangid=de`;
    expect(await hub.refusal(route(await addGuide(hub)))).toMatchObject({
      status: 422,
      fields: ['machineTranslateLangid'],
      message: expect.stringContaining('no translation service'),
    });
    expect(await hub.refusal('GET /guides/1?machineTranslateLangid=German')).toMatchObject({ status: 422 });
    expect((await hub.call('GET /guides/99?machineTranslateLangid=de')).status).toBe(404);
    await using desk = wikiCore({}, { profile: 'desk' });
    expect(await desk.refusal(route(await addGuide(desk)))).toMatchObject({
      status: 503,
      message: expect.stringContaining('this desk has none'),
    });
  });

  test('a desk with a service of its own translates', async () => {
    await using service = await testService();
    await using desk = wikiCore({}, { profile: 'desk', translateUrl: service.url });
    const guide = await addGuide(desk);
    const before = desk.ctx.store.read(null, (s) => s.journal.counts());
    expect((await read(desk, guide, 'machineTranslateLangid=de')).title).toBe('MEND THE PUMP');
    expect(desk.ctx.store.read(null, (s) => s.journal.counts())).toEqual(before);
  });

  test.each([
    [503, 'a failing service', { status: 500, body: 'oops' }, 'status 500'],
    [503, 'a refused key', { status: 403, body: '{"error":"Invalid API key"}' }, 'Invalid API key'],
    [503, 'too many requests', { status: 429, body: '{"error":"Slowdown: 10 per 1 minute"}' }, 'Slowdown'],
    [503, 'an answer that is no JSON', { status: 200, body: '<html>' }, 'something other than translations'],
    [503, 'too few answers', { status: 200, body: '{"translatedText":["a"]}' }, 'something other'],
    [503, 'answers that are no texts', { status: 200, body: '{"translatedText":[1,2]}' }, 'something other'],
    [503, 'nothing', { status: 200, body: 'null' }, 'something other'],
    [
      422,
      'a language it does not know',
      { status: 400, body: '{"error":"de is not supported"}' },
      'de is not supported',
    ],
  ])('%i: %s', async (status, _, answer, words) => {
    await using service = await testService();
    await using core = wikiCore({}, { translateUrl: service.url, logLevel: 'silent' });
    const guide = await addGuide(core);
    service.answer = () => answer;
    const route = `GET /guides/${guide.guideid}?machineTranslateLangid=de`;
    expect(await core.refusal(route, { token })).toMatchObject({
      status,
      message: expect.stringContaining(words),
    });
    service.answer = undefined;
    expect((await read(core, guide, 'machineTranslateLangid=de')).title).toBe('MEND THE PUMP');
  });

  test('a service that is unreachable, or redirects, is unavailable; its earlier answers still work', async () => {
    await using elsewhere = await testService();
    const service = await testService();
    await using core = wikiCore({}, { translateUrl: service.url, logLevel: 'silent' });
    const guide = await addGuide(core);
    const route = `GET /guides/${guide.guideid}?machineTranslateLangid=de`;
    service.translate = (text) => shout(text).replace('MEND', 'REPARIERE');
    expect((await read(core, guide, 'machineTranslateLangid=de')).title).toBe('REPARIERE THE PUMP');
    service.answer = () => ({ status: 302, body: '', location: `${elsewhere.url}/translate` });
    expect(await core.refusal(route.replace('=de', '=fr'), { token })).toMatchObject({ status: 503 });
    await service[Symbol.asyncDispose]();
    expect((await read(core, guide, 'machineTranslateLangid=de&pretty')).title).toBe('REPARIERE THE PUMP');
    expect(await core.refusal(route.replace('=de', '=fr'), { token })).toMatchObject({
      status: 503,
      message: expect.stringMatching(/nothing answers at its address|the connection was cut/),
    });
    expect(elsewhere.asked).toEqual([]);
  });
});

describe('[security 14] a translation service that is paid by the character', () => {
  const { person, site } = limits.translation;

  async function world(now?: () => number) {
    const service = await testService();
    const core = wikiCore(now ? { now } : {}, { translateUrl: service.url, logLevel: 'silent' });
    const guide = await addGuide(core);
    return {
      service,
      core,
      route: (langid: string) => `GET /guides/${guide.guideid}?machineTranslateLangid=${langid}`,
      [Symbol.asyncDispose]: async () => {
        await core[Symbol.asyncDispose]();
        await service[Symbol.asyncDispose]();
      },
    };
  }

  test('gets no requests for people without a sign-in, who read cached translations', async () => {
    await using at = await world();
    for (const langid of ['de', 'fr', 'aa', 'aa-XX'])
      expect(await at.core.refusal(at.route(langid))).toMatchObject({
        status: 401,
        message: 'Sign in to have this guide translated by machine.',
      });
    expect(at.service.asked).toEqual([]);
    await at.core.json(at.route('de'), { token });
    at.service.asked.length = 0;
    expect(await at.core.json(at.route('de'))).toMatchObject({ title: 'MEND THE PUMP', langid: 'de' });
    expect(await at.core.refusal(at.route('fr'))).toMatchObject({ status: 401 });
    expect(at.service.asked).toEqual([]);
  });

  test('gets requests for existing languages, and those of the site', async () => {
    await using at = await world();
    for (const langid of ['xx', 'qq', 'aa-XX'])
      expect(await at.core.refusal(at.route(langid), { token })).toMatchObject({
        status: 422,
        fields: ['machineTranslateLangid'],
        message: `${langid} is not a language.`,
      });
    expect(at.service.asked).toEqual([]);
    // A code of the service's own.
    at.core.ctx.store.transact(null, (s) => s.meta.set('site', { langids: ['en', 'zt'] }));
    expect(await at.core.json(at.route('zt'), { token })).toMatchObject({ langid: 'zt' });
  });

  test('gets a limited number of characters a day from one person, and from all', async () => {
    const clock = { now: 20_000 * 86_400 + 3600 };
    await using at = await world(() => clock.now);
    const spend = (userid: number, characters: number): void =>
      at.core.ctx.store.note((s) => s.machine.spend(userid, characters));
    const spent = () => at.core.ctx.store.read(null, (s) => s.meta.get<{ site: number }>('translated'));
    const technician = 3;
    spend(technician, person.max - 50);
    const words = 'daily limit of machine translation. Try again tomorrow.';
    const refused = await at.core.call(at.route('de'), { token });
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, String(23 * 3600)]);
    expect(await refused.json()).toMatchObject({ message: `You have reached your ${words}` });
    expect(at.service.asked.length).toBeLessThanOrEqual(1);

    // A failing service costs nothing.
    at.service.answer = () => ({ status: 500, body: '' });
    const before = spent();
    expect(await at.core.refusal(at.route('fr'), { token: 'author' })).toMatchObject({ status: 503 });
    expect(spent()).toEqual(Object.assign({}, before, { people: expect.objectContaining({ 2: 0 }) }));
    at.service.answer = undefined;
    expect(await at.core.json(at.route('fr'), { token: 'author' })).toMatchObject({ langid: 'fr' });

    const left = (): number => site.max - (spent()?.site ?? 0);
    for (let userid = 10; left() > 10; userid += 1) spend(userid, Math.min(person.max, left() - 10));
    expect(await at.core.refusal(at.route('es'), { token: 'other' })).toMatchObject({
      status: 503,
      message: `This hub has reached its ${words}`,
    });
    // Cached texts are free, and the next day has a new budget.
    expect(await at.core.json(at.route('fr'), { token })).toMatchObject({ langid: 'fr' });
    clock.now += 86_400;
    expect(await at.core.json(at.route('es'), { token })).toMatchObject({ langid: 'es' });
  });

  test('[security translation] texts that the service has translated are paid once, also if it refuses a later one', async () => {
    await using service = await testService();
    await using core = wikiCore({}, { translateUrl: service.url });
    const { guideid } = await core.json<Guide>('POST /guides', {
      token: 'admin',
      json: { category: 'Pump', type: 'repair', public: true, title: 'Mend' },
    });
    for (const [orderby, word] of ['one', 'two', 'poison'].entries())
      await core.json(`POST /guides/${guideid}/steps`, {
        token: 'admin',
        json: { orderby: orderby + 1, lines: [{ text: `${word} `.repeat(700), bullet: 'black', level: 0 }] },
      });
    service.answer = ({ q, format }) =>
      q.some((text) => text.includes('poison'))
        ? { status: 400, body: '{"error":"too long"}' }
        : { status: 200, body: JSON.stringify({ translatedText: q.map((text) => shout(text)), format }) };
    const ask = () => core.json(`GET /guides/${guideid}?machineTranslateLangid=de`, { token, expect: 422 });
    await ask();
    await ask();
    for (const word of ['one', 'two'])
      expect([word, service.texts().filter((text) => text.includes(word)).length]).toEqual([word, 1]);
  });
});
