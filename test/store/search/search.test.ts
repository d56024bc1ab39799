import fc from 'fast-check';
import { expect, test } from 'vitest';

import type { SearchOptions } from '../../../app/store/search/reader.ts';
import type { Replica } from '../../../app/replica/replica.ts';
import { sql, compile } from '../../../app/store/sql.ts';
import { testCore } from '../../helpers/core.ts';
import { queryPlan, statementsOf } from '../../helpers/plans.ts';
import { addGuides, admin, author, hitsOf, titlesOf } from '../../helpers/search.ts';

test('titles come before categories, tools and what a guide is about, and these before a mention', async () => {
  await using core = testCore();
  const { store } = core.ctx;
  addGuides(store, [
    { title: 'Fan cleaning', lines: ['Mind the heat sink.'] },
    {
      title: 'Blower',
      lines: ['The heat sink is here.', 'Lift the heat sink.', 'Wipe the heat sink.', 'Heat. Sink.'],
    },
    { title: 'Paste', tools: ['Heat sink pliers'] },
    { title: 'Cooling', category: 'Heat Sink' },
    { title: 'How to clean the sink with much heat and patience' },
    { title: 'The heat sinks of old' },
    { title: 'Heat Sink Replacement' },
    { title: 'Heat Sink' },
    { title: 'Unrelated', lines: ['Sink the screws.'] },
  ]);
  const ranked = [
    'Heat Sink',
    'Heat Sink Replacement',
    'The heat sinks of old',
    'How to clean the sink with much heat and patience',
    'Cooling',
    'Paste',
    'Blower',
    'Fan cleaning',
  ];
  const found = titlesOf(store, 'heat sink', { type: 'repair' });
  expect(found.slice(0, 5)).toEqual(ranked.slice(0, 5));
  expect(new Set(found.slice(5, 7))).toEqual(new Set(ranked.slice(5, 7)));
  expect(found.slice(7)).toEqual(['Fan cleaning']);
});

test.each([
  ['exact words', 'iphone battery', ['iPhone 4 Battery Replacement']],
  ['any order and inflection', 'replacing batteries iphone', ['iPhone 4 Battery Replacement']],
  ['as you type', 'iph', ['iPhone 4 Battery Replacement', 'iPhone 4 Screen']],
  ['the beginning of a word, if no other is meant', 'iph bat', ['iPhone 4 Battery Replacement']],
  ['growing into an inflection', 'iphone replaceme', ['iPhone 4 Battery Replacement']],
  ['a finished last word', 'i ', []],
  ['one letter', 'i', ['iPhone 4 Battery Replacement', 'iPhone 4 Screen']],
  ['one digit', 'iphone 4 scr', ['iPhone 4 Screen']],
  ['a title typed to its end', 'iPhone 4 Screen', ['iPhone 4 Screen']],
  ['step text', 'pentalobe', ['iPhone 4 Screen']],
  ['tools, and the page of the tool', 'spudger', ['Spudger', 'iPhone 4 Battery Replacement']],
  ['introduction', 'swollen', ['iPhone 4 Battery Replacement']],
  ['accents left out', 'geratedeckel offnen', ['Gerätedeckel öffnen']],
  ['accents typed', 'Gerätedeckel ÖFFN', ['Gerätedeckel öffnen']],
  ['characters of a script without spaces', '電池', ['電池交換']],
  ['words that say nothing', 'how do i change the spudger', ['Spudger', 'iPhone 4 Battery Replacement']],
] satisfies [string, string, string[]][])('search finds by %s: "%s"', async (_, query, titles) => {
  await using core = testCore();
  addGuides(core.ctx.store, [
    { title: 'iPhone 4 Battery Replacement', tools: ['Spudger'], introduction: 'For a swollen one.' },
    { title: 'iPhone 4 Screen', lines: ['Undo the pentalobe screws.'] },
    { title: 'Gerätedeckel öffnen' },
    { title: '電池交換' },
  ]);
  expect(titlesOf(core.ctx.store, query).sort()).toEqual(titles.sort());
});

const spelling = [
  { title: 'Battery Replacement', lines: ['The connector and the screen.'] },
  { title: 'Screen Replacement', lines: ['The battery and the shield.'] },
  { title: 'Microwave Turntable', lines: ['The buttery hinge.'] },
  { title: 'MacBook A1278 Fan' },
];

test.each([
  ['a letter left out', 'batery', 'battery', 'Battery Replacement'],
  ['a letter too many', 'batttery', 'battery', 'Battery Replacement'],
  ['a wrong letter', 'bettery', 'battery', 'Battery Replacement'],
  ['two letters swapped', 'batteyr', 'battery', 'Battery Replacement'],
  ['a wrong first letter', 'vattery', 'battery', 'Battery Replacement'],
  ['one of two words', 'batery replacement', 'battery replacement', 'Battery Replacement'],
  ['both words', 'batery replacemnt', 'battery replacement', 'Battery Replacement'],
  ['the beginning of a word', 'mircow', 'microwave', 'Microwave Turntable'],
  ['one of four letters', 'hnge', 'hinge', 'Microwave Turntable'],
  ['two wrong letters of seven', 'bxttexy', 'battery', 'Battery Replacement'],
  ['two letters of the beginning of a word', 'mikrovav', 'microwave', 'Microwave Turntable'],
  ['words that are written as one', 'batteryreplacement', 'battery replacement', 'Battery Replacement'],
  ['what stands beside a word that nothing helps', 'batery xyzzyx', 'battery', 'Battery Replacement'],
  [
    'a word that exists, but never with the others',
    'buttery connector',
    'battery connector',
    'Battery Replacement',
  ],
])('%s is put right: "%s" finds %s', async (_, query, corrected, title) => {
  await using core = testCore();
  addGuides(core.ctx.store, spelling);
  const found = hitsOf(core.ctx.store, query);
  expect(found.corrected).toBe(corrected);
  expect(titlesOf(core.ctx.store, query)[0]).toBe(title);
  expect(found.titles.concat(found.snippets).join(' ')).toContain('\uE000');
});

test.each([
  ['found as it is', 'battery'],
  ['that exists', 'buttery'],
  ['of three letters', 'hng'],
  ['with two letters of six wrong', 'bxttex'],
  ['with digits: it names a model', 'A1287'],
])('a word %s is not put right: "%s"', async (_, query) => {
  await using core = testCore();
  addGuides(core.ctx.store, spelling);
  expect(hitsOf(core.ctx.store, query).corrected).toBeNull();
});

test('a correction never reveals a word of a guide that the viewer may not see', async () => {
  await using core = testCore();
  addGuides(core.ctx.store, [{ title: 'Confidential Prototype', public: false }]);
  expect(hitsOf(core.ctx.store, 'prototipe')).toMatchObject({ corrected: null, total: 0 });
  expect(hitsOf(core.ctx.store, 'prototipe', {}, admin)).toMatchObject({ corrected: 'prototype', total: 1 });
});

test('guides that the viewer may not see do not change the order of the others', async () => {
  await using core = testCore();
  const { store } = core.ctx;
  addGuides(store, [
    ...Array.from({ length: 200 }, (_, i) => ({ title: `Hidden ${i}`, category: 'Pump', public: false })),
    { title: 'Belt', lines: ['Unscrew the pump.'] },
    { title: 'Longer Axle', category: 'Pump' },
  ]);
  expect(titlesOf(store, 'pump ').filter((title) => title !== 'Pump')).toEqual(['Longer Axle', 'Belt']);
});

test('a category filter includes everything below the category; counts are of the matches', async () => {
  await using core = testCore();
  const { store } = core.ctx;
  store.transact(admin, (s) => {
    s.wikis.ensureCategory('Phone', []);
    s.wikis.ensureCategory('Old Phone', ['Phone']);
  });
  addGuides(store, [
    { title: 'Fan A', category: 'Phone', type: 'repair' },
    { title: 'Fan B', category: 'Old Phone', type: 'teardown' },
    { title: 'Fan C', category: 'Old Phone', type: 'repair' },
    { title: 'Fan D', category: 'Car', type: 'repair' },
    { title: 'Wheel', category: 'Car', type: 'repair' },
  ]);
  expect(hitsOf(store, 'fan')).toMatchObject({
    total: 4,
    categories: [
      ['Phone', 3],
      ['Car', 1],
    ],
    types: [
      ['repair', 3],
      ['teardown', 1],
    ],
  });
  expect(hitsOf(store, 'fan', { category: 'Phone' }).categories).toEqual([['Old Phone', 2]]);
  expect(titlesOf(store, 'fan', { category: 'Phone' }).sort()).toEqual(['Fan A', 'Fan B', 'Fan C']);
  expect(titlesOf(store, 'fan', { category: 'Old Phone', type: 'repair' })).toEqual(['Fan C']);
  expect(hitsOf(store, 'fan', { category: 'Nowhere', type: 'repair' })).toMatchObject({
    total: 0,
    corrected: null,
  });
  expect(titlesOf(store, 'phone').slice(0, 2)).toEqual(['Phone', 'Old Phone']);
});

test('pages follow one another without gaps or repeats, up to the counted maximum', async () => {
  await using core = testCore();
  const { store } = core.ctx;
  addGuides(
    store,
    Array.from({ length: 620 }, (_, i) => ({ title: `Screw number${i} ${'long '.repeat(i % 7)}` })),
  );
  const seen: string[] = [];
  for (let offset = 0; offset <= 240; offset += 60)
    seen.push(...titlesOf(store, 'screw', { offset, limit: 60 }));
  expect(seen).toHaveLength(200);
  expect(new Set(seen).size).toBe(200);
  expect(hitsOf(store, 'screw').total).toBe(200);
  expect(hitsOf(store, 'number6').total).toBe(31);
  expect(titlesOf(store, 'number619')).toHaveLength(1);
});

test('changed and deleted documents are found in their present state, also within one transaction', async () => {
  await using core = testCore();
  const { store } = core.ctx;
  const [changed = 0, gone = 0] = addGuides(store, [{ title: 'Alpha hinge' }, { title: 'Beta hinge' }]);
  const revision = (guideid: number): number =>
    store.read(admin, (s) => s.guides.requireVisible(guideid).revisionid);
  store.transact(admin, (s) => {
    s.guides.update(changed, revision(changed), { title: 'Gamma hinge' });
    s.guides.delete(gone, revision(gone));
  });
  expect(titlesOf(store, 'hinge')).toEqual(['Gamma hinge']);
  expect(titlesOf(store, 'alpha')).toEqual([]);
  store.transact(admin, (s) => {
    for (const title of ['Delta hinge', 'Epsilon hinge']) {
      s.guides.update(changed, s.guides.requireVisible(changed).revisionid, { title });
    }
  });
  addGuides(store, [{ title: 'Zeta hinge' }]);
  expect(titlesOf(store, 'hinge').sort()).toEqual(['Epsilon hinge', 'Zeta hinge']);
  expect(titlesOf(store, 'epsilon')).toEqual(['Epsilon hinge']);
  store.read(null, (s) => {
    const count = (table: string): unknown => s.db.one(sql`SELECT count(*) AS n FROM ${sql.table(table)}`);
    expect(count('search_stale')).toEqual({ n: 0 });
    expect(count('search_title_docsize')).toEqual(count('search_doc'));
    expect(count('search_body_docsize')).toEqual(count('search_doc'));
  });
});

test('a document that a transaction stores and then removes is not indexed', async () => {
  await using core = testCore();
  const { store } = core.ctx;
  const [guideid = 0] = addGuides(store, [{ title: 'Gasket', public: true }]);
  store.transact(admin, (s) => {
    s.guides.update(guideid, s.guides.requireVisible(guideid).revisionid, { title: 'Flange' });
    s.guides.delete(guideid, s.guides.requireVisible(guideid).revisionid);
    const made = s.guides.create({ title: 'Flange too', category: 'Thing', type: 'repair', public: true });
    s.guides.forget(made);
  });
  for (const text of ['gasket', 'flange']) expect(hitsOf(store, text, {}, admin).total).toBe(0);
});

test('a guide that becomes private is hidden from others and found by its author', async () => {
  await using core = testCore();
  const { store } = core.ctx;
  const guideid = store.transact(author, (s) =>
    s.guides.create({ title: 'Secret valve', category: 'Pump', type: 'repair', public: true }),
  );
  expect(titlesOf(store, 'valve')).toEqual(['Secret valve']);
  store.transact(author, (s) =>
    s.guides.publish(guideid, s.guides.requireVisible(guideid).revisionid, false),
  );
  expect(titlesOf(store, 'valve')).toEqual([]);
  expect(titlesOf(store, 'valve', {}, author)).toEqual(['Secret valve']);
  expect(titlesOf(store, 'valve', {}, admin)).toEqual(['Secret valve']);
});

test('words of a failed transaction are counted by the next one', async () => {
  await using core = testCore();
  const { store } = core.ctx;
  const add = (s: Parameters<Parameters<Replica['transact']>[1]>[0]): number =>
    s.guides.create({ title: 'Escutcheon', category: 'Door', type: 'repair', public: true });
  addGuides(store, [{ title: 'Door' }]);
  expect(() =>
    store.transact(admin, (s) => {
      add(s);
      throw new Error('the disk is full');
    }),
  ).toThrow('the disk is full');
  expect(titlesOf(store, 'escutcheon')).toEqual([]);
  store.transact(admin, add);
  expect(titlesOf(store, 'escu')).toEqual(['Escutcheon']);
  expect(hitsOf(store, 'escutchoen').corrected).toBe('escutcheon');
});

test('wikis are found too, but not private ones', async () => {
  await using core = testCore();
  const { store } = core.ctx;
  store.transact(admin, (s) => {
    s.wikis.create({ namespace: 'WIKI', title: 'Torque table', contents: 'Tighten the flange bolts.' });
    s.wikis.create({ namespace: 'WIKI', title: 'Hidden torque', contents: '', flags: ['WIKI_PRIVATE'] });
  });
  addGuides(store, [{ title: 'Wheel', lines: ['Mind the torque.'] }]);
  expect(titlesOf(store, 'torque')).toEqual(['Torque table', 'Wheel']);
  expect(hitsOf(store, 'flange').snippets).toEqual(['Tighten the \uE000flange\uE001 bolts.']);
  expect(hitsOf(store, 'wheel torque').snippets).toEqual(['Mind the \uE000torque\uE001.']);
  expect(titlesOf(store, 'torque', { type: 'repair' })).toEqual(['Wheel']);
});

const vocabulary = [
  'fan',
  'heat',
  'sink',
  'Größe',
  '電池',
  'A1278',
  'battery',
  'batery',
  'removing',
  '"',
  '*',
  'AND',
  'NEAR(',
  '^',
  ':',
  '-',
  '(',
  '\u0000',
  '😀',
  '\uE010repair',
  '\uE000',
  "'",
  ';--',
];
const anyQuery = fc.oneof(
  fc.array(fc.constantFrom(...vocabulary), { maxLength: 14 }).map((parts) => parts.join(' ')),
  fc.array(fc.constantFrom(...vocabulary), { maxLength: 5 }).map((parts) => parts.join('')),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    '',
    ' ',
    '"'.repeat(10_000),
    'x'.repeat(10_000),
    'battery '.repeat(2_000),
    '電'.repeat(5_000),
    '\ud800',
  ),
);
const anyFilter: fc.Arbitrary<Partial<SearchOptions>> = fc.record(
  {
    category: fc.oneof(fc.constantFrom('Phone', 'Größe "x"'), fc.string({ unit: 'binary', maxLength: 10 })),
    type: fc.oneof(fc.constantFrom('repair', 'teardown'), fc.string({ unit: 'binary', maxLength: 10 })),
    limit: fc.integer({ min: 1, max: 30 }),
    offset: fc.nat(40),
  },
  { requiredKeys: [] },
);

test('a title typed to its end, and a space after it, finds its guide first', async () => {
  await using core = testCore();
  const { store } = core.ctx;
  const listed = `How to won't key board Keyboard SSD solid state drive iPhone Öl 電池 new new repairing repairs e-scooter 12.5"`;
  const word = fc.constantFrom(...listed.split(' '), 'x'.repeat(100));
  const title = fc.array(word, { minLength: 1, maxLength: 40 }).map((words) => words.join(' '));
  const titles = [...new Set(fc.sample(title, { numRuns: 150, seed: 7 }))];
  addGuides(
    store,
    titles.map((name) => ({ title: name })),
  );
  for (const name of titles) expect(titlesOf(store, `${name} `)[0]).toBe(name);
});

test('any text can be searched for, and only what the viewer may see is found', async () => {
  await using core = testCore();
  const { store } = core.ctx;
  addGuides(
    store,
    Array.from({ length: 60 }, (_, i) => ({
      title: [vocabulary[i % 9], vocabulary[(i * 5) % 9], i].join(' '),
      category: i % 3 === 0 ? 'Phone' : 'Größe "x"',
      type: i % 2 === 0 ? 'repair' : 'teardown',
      public: i % 4 !== 0,
      lines: ['The heat of the battery.'],
    })),
  );
  fc.assert(
    fc.property(anyQuery, anyFilter, fc.constantFrom(null, author, admin), (text, options, viewer) => {
      store.read(viewer, (s) => {
        const found = s.search.find({ limit: 20, offset: 0, ...options, text });
        expect(found.page.length).toBeLessThanOrEqual(options.limit ?? 20);
        for (const { kind, id } of found.page) {
          // Categories have pages, which are found by their titles.
          if (kind === 'wiki') expect(['Phone', 'Größe "x"']).toContain(s.wikis.row(id)?.title);
          if (kind !== 'guide') continue;
          const row = s.guides.requireVisible(id);
          if (options.type !== undefined) expect(row.type).toBe(options.type);
          if (options.category !== undefined) expect(row.category).toBe(options.category);
        }
      });
      const { titles, total } = hitsOf(store, text, options, viewer);
      expect(titles.length).toBe(Math.max(0, Math.min(options.limit ?? 20, total - (options.offset ?? 0))));
    }),
    { numRuns: 400, examples: [['Größe', {}, null]] },
  );
});

test('no search scans all guides, entries or words', async () => {
  await using core = testCore();
  const { store } = core.ctx;
  addGuides(store, [...spelling, { title: 'Hidden', public: false }]);
  const plans: string[] = [];
  store.read(author, (s) => {
    const reads = statementsOf(s.db, () => {
      for (const text of ['b', 'ba', 'battery', 'batery', 'mircow', 'battery screen']) {
        s.search.find({ text, limit: 20, offset: 0 });
        s.search.find({ text, limit: 20, offset: 0, category: 'Thing', type: 'repair' });
      }
    });
    for (const query of reads) {
      const { sql: text } = compile(query);
      plans.push(...queryPlan(s.db, query).map((detail) => `${detail} ← ${text}`));
    }
  });
  const full = plans.filter((plan) =>
    /^SCAN (?!json_each|n |n\b|search_title VIRTUAL|search_body VIRTUAL|b\b|below|CONSTANT)/.test(plan),
  );
  expect(plans.length).toBeGreaterThan(40);
  expect(full).toEqual([]);
  const sorted = plans.filter(
    (plan) => plan.includes('TEMP B-TREE') && /search_(title|body) MATCH/.test(plan),
  );
  expect(sorted).toEqual([]);
});
