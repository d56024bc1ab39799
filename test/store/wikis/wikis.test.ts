import { expect, test } from 'vitest';

import { sql } from '../../../app/store/sql.ts';
import { wikiDocument } from '../../../app/store/wikis/document.ts';
import { nested } from '../../../app/store/wikis/hierarchy.ts';
import type { Actor } from '../../../app/store/actor.ts';
import type { CategoryWiki } from '../../../shared/model/wiki.ts';
import { testCore } from '../../helpers/core.ts';
import type { TestCore } from '../../helpers/core.ts';
import { queryPlan, statementsOf } from '../../helpers/plans.ts';

const editor: Actor = { userid: 1, username: 'editor', role: 'admin', teams: [] };

/** Returns a page as a site might answer it: unknown fields, its own tree, missing fields. */
const remote = (wikiid: number, title: string, more: Record<string, unknown> = {}) => ({
  wikiid,
  namespace: 'CATEGORY',
  title,
  langid: 'en',
  display_title: title,
  revisionid: 500 + wikiid,
  contents_raw: `About '''${title}'''.`,
  contents_json: { type: 'doc', content: [], of: 'the site' },
  contents_rendered: `<p>About ${title}. <img src="\u0081guid-${wikiid}.medium"></p>`,
  created_date: 1,
  modified_date: 2,
  author: 9,
  flags: { WIKI_STUB: { flagid: 'WIKI_STUB', title: 'Stub', text: '' } },
  image: null,
  weather: 'fine',
  guides: [{ guideid: 1 }],
  children: [],
  can_edit: true,
  tags: ['x'],
  ...more,
});

const answer = (core: TestCore, title: string): CategoryWiki & Record<string, unknown> =>
  core.ctx.store.read(
    null,
    (s) =>
      JSON.parse(s.wikis.answer(s.wikis.requireVisible('CATEGORY', title))) as CategoryWiki &
        Record<string, unknown>,
  );

test("a site's pages arrive in any order and keep unknown fields", async () => {
  await using core = testCore();
  core.ctx.store.transact(null, (s) => {
    s.wikis.put(
      wikiDocument(remote(3, 'Leaf', { ancestors: [{ title: 'Middle' }, { title: 'Root' }], flags: [] })),
      { keepRevision: false, checked: 5 },
    );
    s.wikis.put(wikiDocument(remote(1, 'Root', { flags: [], parent: null })), { keepRevision: false });
    s.wikis.put(
      wikiDocument(remote(2, 'Middle', { parent: 'Root', revisionid: null, contents_json: undefined })),
      { keepRevision: false },
    );
  });
  expect(answer(core, 'Leaf')).toMatchObject({
    weather: 'fine',
    contents_json: { of: 'the site' },
    parent: 'Middle',
    ancestors: [{ title: 'Middle' }, { title: 'Root' }],
    guides: [],
    can_edit: false,
    tags: [],
    related_wikis: [],
    solutions_url: '\u0082/Device/Leaf',
  });
  expect(answer(core, 'Middle')).toMatchObject({
    revisionid: 0,
    contents_json: { type: 'doc', content: [{ type: 'paragraph' }] },
  });
  core.ctx.store.transact(null, (s) => {
    expect(nested(s.wikis.hierarchy())).toEqual({ Leaf: null });
    expect(nested(s.wikis.hierarchy({ includeStubs: true }))).toEqual({ Middle: { Leaf: null } });
    expect(s.db.all(sql`SELECT id, guid FROM media_use WHERE kind = 'wiki' ORDER BY id`)).toMatchObject([
      { id: 1, guid: 'guid-1' },
      { id: 2, guid: 'guid-2' },
      { id: 3, guid: 'guid-3' },
    ]);
    expect(s.db.all(sql`SELECT * FROM wiki_revision`)).toEqual([]);
    expect(s.feed.after(0, 10)).toEqual([]);

    s.wikis.hide(2);
    expect(s.wikis.ids()).toEqual([1, 3]);
    expect(s.wikis.countAll()).toBe(2);
    s.wikis.put(wikiDocument(remote(2, 'Middle', { parent: 'Root' })), { keepRevision: false });
    expect(s.wikis.countAll()).toBe(3);
    s.wikis.put(wikiDocument(remote(20, 'Middle', { parent: 'Root' })), { keepRevision: false });
    expect(s.wikis.titles().map(({ wikiid }) => wikiid)).toEqual([1, 3, 20]);
    s.tags.set({ kind: 'wiki', id: 20 }, ['x']);
    s.wikis.forget(20);
    expect(s.wikis.row(20)).toBeUndefined();
    for (const from of [
      sql`wiki_doc WHERE wikiid`,
      sql`tagged WHERE kind = 'wiki' AND id`,
      sql`media_use WHERE kind = 'wiki' AND id`,
    ]) {
      expect(s.db.all(sql`SELECT 1 FROM ${from} = 20`)).toEqual([]);
    }
    expect(s.meta.nextId('wiki')).toBe(21);
  });
});

test("a circle in a site's data causes no endless loop", async () => {
  await using core = testCore();
  core.ctx.store.transact(null, (s) => {
    for (const [id, title, parent] of [
      [1, 'A', 'C'],
      [2, 'B', 'A'],
      [3, 'C', 'B'],
    ] as const) {
      s.wikis.put(wikiDocument(remote(id, title, { parent, flags: [] })), { keepRevision: false });
    }
    expect(nested(s.wikis.hierarchy())).toEqual({ A: { B: { C: null } } });
  });
  expect(answer(core, 'A').ancestors.map(({ title }) => title)).toEqual(['C', 'B']);
});

test('ensureCategory creates missing categories and moves only those without a parent', async () => {
  await using core = testCore();
  core.ctx.store.transact(null, (s) => {
    s.wikis.ensureCategory('iPhone 4', ['iPhone', 'Phone']);
    s.wikis.ensureCategory('iPhone 4S', ['iPhone', 'Elsewhere']);
    s.wikis.ensureCategory('Phone', ['Electronics']);
    s.wikis.ensureCategory('Electronics', ['Phone']);
    s.wikis.ensureCategory('iPhone', ['Electronics']);
    const before = s.feed.sequence;
    s.wikis.ensureCategory('iPhone 4', ['iPhone', 'Phone']);
    expect(s.feed.sequence).toBe(before);
    expect(nested(s.wikis.hierarchy())).toEqual({
      Electronics: { Phone: { iPhone: { 'iPhone 4': null, 'iPhone 4S': null } } },
      Elsewhere: null,
    });
    expect(s.wikis.count('CATEGORY')).toBe(6);
  });
});

test('the page of a part or tool is found by name, or created with its supplier', async () => {
  await using core = testCore();
  core.ctx.store.transact(editor, (s) => {
    const fresh = { summary: 'Small.', url: 'https://shop.test/p?1' };
    expect(s.wikis.item('T5 / Torx', fresh)).toEqual({ url: '\u0082/Item/T5_%2F_Torx', thumbnail: null });
    expect(s.wikis.item('t5 / torx', { summary: 'Other', url: null })).toEqual({
      url: '\u0082/Item/T5_%2F_Torx',
      thumbnail: null,
    });
    expect(s.wikis.count('ITEM')).toBe(1);
    expect(JSON.parse(s.wikis.answer(s.wikis.requireVisible('ITEM', 'T5 / Torx')))).toMatchObject({
      description: 'Small.',
      suppliers: [{ supplier: 'shop.test', url: 'https://shop.test/p?1' }],
    });
    expect(() => s.wikis.item('Bad', { summary: '', url: 'javascript:alert(1)' })).toThrow(
      'must be a web address',
    );
  });
});

test('wiki text links to documents of the store, with placeholders for addresses', async () => {
  await using core = testCore();
  core.ctx.store.transact(editor, (s) => {
    s.wikis.create({ namespace: 'CATEGORY', title: 'Red Pump', display_title: 'The red pump' });
    s.wikis.create({ namespace: 'WIKI', title: 'Hidden', flags: ['WIKI_PRIVATE'] });
    const guideid = s.guides.create({
      category: 'Red Pump',
      type: 'teardown',
      title: 'Open it',
      public: true,
    });
    s.tags.set({ kind: 'guide', id: guideid }, ['pump']);
    expect(s.wikis.renderLine('[[CATEGORY:red_pump]] ++now++')).toBe(
      '<a href="\u0082/Device/Red_Pump">The red pump</a> <u>now</u>',
    );
    expect(s.wikis.renderLine(`[guide|${guideid}]`)).toBe(
      `<a href="\u0082/Teardown/Open+it/${guideid}">Open it</a>`,
    );
    expect(s.wikis.renderLine('[guide|99|gone] [[Hidden]]')).not.toContain('<a');
    expect(s.wikis.render('[guidelist|tags=pump]')).toContain(`href="\u0082/Teardown/Open+it/${guideid}"`);
    expect(s.wikis.render('[guidelist|tags=pump|type=repair]')).not.toContain('<a');
    expect(s.wikis.render('[flag|WIKI_STUB] [flag|constructor]')).toContain('<strong>Stub</strong>');
    expect(s.wikis.render('[javascript:alert(1)|x] [/\u0082/x|y]')).not.toContain('javascript:alert(1)"');
  });
});

test('reading a category, its children and the hierarchy never scans all guides or wikis', async () => {
  await using core = testCore();
  const plans: string[] = [];
  core.ctx.store.transact(editor, (s) => {
    s.wikis.ensureCategory('Leaf', ['Above']);
    s.guides.create({ category: 'Leaf', type: 'repair', public: true });
    const reads = statementsOf(s.db, () => {
      s.wikis.answer(s.wikis.requireVisible('CATEGORY', 'Leaf'));
      s.wikis.hierarchy({ requireGuides: true });
      s.wikis.list({ namespace: 'CATEGORY', leaves: true, limit: 20 });
      s.wikis.list({ namespace: 'CATEGORY', modifiedSince: 5, limit: 20 });
    });
    plans.push(...reads.flatMap((query) => queryPlan(s.db, query)));
  });
  expect(plans.length).toBeGreaterThan(10);
  expect(plans.filter((plan) => /^SCAN (g|w|c|guide|wiki)\b/.test(plan))).toEqual([]);
});
