import fc from 'fast-check';
import { expect, test } from 'vitest';

import type { Actor } from '../../../app/store/actor.ts';
import type { ReplicaWriter } from '../../../app/replica/replica.ts';
import { blankWiki } from '../../../app/store/wikis/document.ts';
import { buildHierarchy, nested, titlesOf } from '../../../app/store/wikis/hierarchy.ts';
import type { CategoryNode } from '../../../app/store/wikis/hierarchy.ts';
import { AppError } from '../../../shared/errors.ts';
import { limits } from '../../../shared/limits.ts';
import type { CategoryWiki } from '../../../shared/model/wiki.ts';
import { wikiCore } from '../../helpers/wiki-core.ts';

const editor: Actor = { userid: 1, username: 'admin', role: 'admin', teams: [] };

/** Stores a page as a site sends it, without checks. */
function put(s: ReplicaWriter, wikiid: number, title: string, parent: string | null): void {
  const body = blankWiki({ wikiid, namespace: 'CATEGORY', title, langid: 'en', revisionid: wikiid });
  s.wikis.put({ body, parent }, { keepRevision: false, checked: 1 });
}

const depthOf = (nodes: readonly CategoryNode[]): number => {
  let depth = 0;
  for (let level = nodes; level.length > 0; level = level.flatMap(({ children }) => children)) depth += 1;
  return depth;
};

const chain = (length: number, last: string | null = null) =>
  Array.from({ length }, (_, i) => ({
    title: `c${i}`,
    parent: i + 1 < length ? `c${i + 1}` : last,
    display_title: null,
    hidden: false,
  }));

test('[security 4] a tree or a circle of 100,000 levels keeps every category on few levels', () => {
  for (const rows of [chain(100_000), chain(100_000, 'c0'), chain(100_000, 'c99999')]) {
    const tree = buildHierarchy(rows);
    expect(depthOf(tree)).toBe(limits.wiki.categoryDepth.max);
    expect(titlesOf(tree)).toHaveLength(rows.length);
  }
  const hidden = chain(100_000).map((row, i) => ({ ...row, hidden: i % 50_000 !== 0 }));
  expect(nested(buildHierarchy(hidden))).toEqual({ c50000: { c0: null } });
});

test('[security 4] a chain of 2,000 categories from a site shows every page', async () => {
  for (const profile of ['hub', 'desk'] as const) {
    await using core = wikiCore({}, profile === 'desk' ? { profile, site: 'http://site.test/api/2.0' } : {});
    core.ctx.store.transact(null, (s) => {
      for (let i = 0; i < 2000; i += 1) put(s, i + 1, `c${i}`, i === 1999 ? null : `c${i + 1}`);
    });
    for (const path of [
      '/benchside/home',
      '/benchside/category/c0',
      '/benchside/category/c1999',
      '/categories',
      '/categories?withDisplayTitles',
      '/categories/all',
      '/categories/c0',
      '/wikis/CATEGORY/c0',
      '/wikis/CATEGORY/c0/identification',
      '/wikis/CATEGORY?display=hierarchy',
      '/wikis/CATEGORY?display=hierarchyOrder',
      ...(profile === 'desk' ? ['/benchside/storage'] : []),
    ]) {
      const { status } = await core.call(`GET ${path}`, { token: 'admin' });
      expect(`${path} ${status}`).toBe(`${path} 200`);
    }
    const { ancestors } = await core.json<CategoryWiki>('GET /wikis/CATEGORY/c0');
    expect(ancestors.map(({ title }) => title)).toEqual(
      Array.from({ length: limits.wiki.categoryDepth.max }, (_, i) => `c${i + 1}`),
    );
  }
});

test('[security 4] the feed for a chain grows with its length, not with the square of it', async () => {
  const bytesOf = async (length: number): Promise<number> => {
    await using core = wikiCore();
    return core.ctx.store.transact(null, (s) => {
      for (let i = 0; i < length; i += 1) put(s, i + 1, `c${i + 1000}`, `c${i + 1001}`);
      return s.wikis
        .ids()
        .map((id) => s.wikis.row(id))
        .reduce((sum, row) => sum + (row ? s.wikis.answer(row).length : 0), 0);
    });
  };
  const [some, four] = [await bytesOf(200), await bytesOf(800)];
  expect(four / some).toBeLessThan(4.5);
});

test('[security 4] no sequence of moves nests deeper than 20 levels, and all others are accepted', async () => {
  const titles = Array.from({ length: 30 }, (_, i) => `t${i}`);
  const run = fc.record({ from: fc.nat(29), length: fc.integer({ min: 1, max: 12 }), below: fc.nat(29) });
  await fc.assert(
    fc.asyncProperty(fc.array(run, { maxLength: 8 }), async (runs) => {
      await using core = wikiCore();
      const model = new Map<string, string | null>(titles.map((title) => [title, null]));
      const above = (title: string | null): string[] =>
        title === null ? [] : [title, ...above(model.get(title) ?? null)];
      const height = (title: string): number =>
        1 + Math.max(0, ...titles.filter((other) => model.get(other) === title).map(height));
      core.ctx.store.transact(editor, (s) => {
        for (const title of titles) s.wikis.create({ namespace: 'CATEGORY', title });
        // Each run puts a few categories below each other, and the lowest of them below another.
        for (const { from, length, below } of runs) {
          for (let i = 0; i < length; i += 1) {
            const title = titles[(from + i) % 30] ?? '';
            const parent = titles[i === 0 ? below : (from + i - 1) % 30] ?? '';
            const fits =
              !above(parent).includes(title) &&
              above(parent).length + height(title) <= limits.wiki.categoryDepth.max;
            const category = s.wikis.requireVisible('CATEGORY', title);
            const move = (): unknown => s.wikis.setParent(category, category.revisionid, parent);
            if (fits) {
              move();
              model.set(title, parent);
            } else expect(move).toThrow(AppError);
          }
        }
        expect(depthOf(s.wikis.hierarchy())).toBe(Math.max(...titles.map((title) => above(title).length)));
      });
    }),
    { numRuns: 30 },
  );
});

test('[security 4] creating and moving explain refusals, and count subcategories', async () => {
  await using core = wikiCore();
  await core.wiki('CATEGORY', 'l1');
  for (let level = 2; level <= limits.wiki.categoryDepth.max; level += 1) {
    await core.wiki('CATEGORY', `l${level}`, { parent: `l${level - 1}` });
  }
  expect(
    await core.refusal('POST /wikis', {
      token: 'other',
      json: {
        namespace: 'CATEGORY',
        title: 'too deep',
        contents: '',
        parent: `l${limits.wiki.categoryDepth.max}`,
      },
    }),
  ).toEqual({ status: 422, message: 'Categories can be nested 20 levels deep at most.', fields: ['parent'] });
  await core.wiki('CATEGORY', 'high');
  const top = await core.json<CategoryWiki>('GET /wikis/CATEGORY/l1');
  const moved = await core.refusal(`PUT /wikis/CATEGORY/l1/parent?revisionid=${top.revisionid}`, {
    token: 'admin',
    json: { parent: 'high' },
  });
  expect(moved).toMatchObject({ status: 422, fields: ['parent'] });
});

test('[security 4] an import makes no chain deeper than 20, whatever its records contain together', async () => {
  await using core = wikiCore();
  core.ctx.store.transact(null, (s) => {
    for (let part = 0; part < 5; part += 1) {
      s.wikis.ensureCategory(
        `g${part * 10}`,
        Array.from({ length: 10 }, (_, i) => `g${part * 10 + i + 1}`),
      );
    }
    expect(depthOf(s.wikis.hierarchy({ includeStubs: true }))).toBeLessThanOrEqual(
      limits.wiki.categoryDepth.max,
    );
    expect(s.wikis.countAll()).toBe(51);
  });
});
