import fc from 'fast-check';
import { expect, test } from 'vitest';

import {
  buildHierarchy,
  displayTitles,
  nested,
  prune,
  titlesOf,
} from '../../../app/store/wikis/hierarchy.ts';
import type { CategoryRow } from '../../../app/store/wikis/hierarchy.ts';
import type { Actor } from '../../../app/store/actor.ts';
import { AppError } from '../../../shared/errors.ts';
import { testCore } from '../../helpers/core.ts';

const editor: Actor = { userid: 1, username: 'editor', role: 'author', teams: [] };

const row = (title: string, parent: string | null = null, more: Partial<CategoryRow> = {}): CategoryRow => ({
  title,
  parent,
  display_title: null,
  hidden: false,
  ...more,
});

test('hidden categories are left out, and their children move up', () => {
  const tree = buildHierarchy([
    row('A'),
    row('B', 'A', { hidden: true }),
    row('C', 'B', { display_title: 'Sea' }),
    row('D', 'Nowhere'),
  ]);
  expect(nested(tree)).toEqual({ A: { C: null }, D: null });
  expect(displayTitles(tree)).toEqual({ C: 'Sea' });
  expect(nested(prune(tree, new Set(['C'])))).toEqual({ A: { C: null } });
});

test("a site's root is left out of its listings", () => {
  expect(nested(buildHierarchy([row('A', 'Root'), row('B', 'A'), row('Root')]))).toEqual({ A: { B: null } });
  expect(nested(buildHierarchy([row('Root')]))).toEqual({ Root: null });
});

test('every visible category appears exactly once, whatever the data', () => {
  const titles = ['a', 'b', 'c', 'd', 'e', 'f', '__proto__', '7'];
  const title = fc.constantFrom(...titles);
  const rows = fc.array(
    fc.record({
      title,
      parent: fc.option(fc.oneof(title, fc.constant('missing'))),
      display_title: fc.option(fc.string()),
      hidden: fc.boolean(),
    }),
  );
  fc.assert(
    fc.property(rows, (given) => {
      const first = new Map(given.toReversed().map((category) => [category.title, category]));
      const shown = [...first.values()]
        .filter((category) => !category.hidden)
        .map((category) => category.title);
      expect(titlesOf(buildHierarchy(given))).toEqual(shown.sort());
    }),
  );
});

test('no sequence of moves makes a circle, and every other move is accepted', async () => {
  const titles = ['A', 'B', 'C', 'D', 'E'];
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom(...titles), fc.option(fc.constantFrom(...titles))), {
        maxLength: 30,
      }),
      async (moves) => {
        await using core = testCore();
        core.ctx.store.transact(editor, (s) => {
          for (const title of titles) s.wikis.create({ namespace: 'CATEGORY', title });
        });
        const model = new Map<string, string | null>(titles.map((title) => [title, null]));
        const above = (title: string | null): string[] =>
          title === null ? [] : [title, ...above(model.get(title) ?? null)];
        for (const [title, parent] of moves) {
          const circle = above(parent).includes(title);
          const move = (): void =>
            core.ctx.store.transact(editor, (s) => {
              const category = s.wikis.requireVisible('CATEGORY', title);
              s.wikis.setParent(category, category.revisionid, parent);
            });
          if (circle) expect(move).toThrow(AppError);
          else {
            move();
            model.set(title, parent);
          }
        }
        core.ctx.store.read(null, (s) => {
          for (const title of titles) {
            const ancestors = s.wikis.ancestors(s.wikis.requireVisible('CATEGORY', title));
            expect(ancestors.map((wiki) => wiki.title)).toEqual(above(model.get(title) ?? null));
          }
          expect(titlesOf(s.wikis.hierarchy())).toEqual(titles);
        });
      },
    ),
    { numRuns: 25 },
  );
});
