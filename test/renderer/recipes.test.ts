import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../renderer');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const sheets = globSync('**/*.module.css', { cwd: root });
const recipes = /composes: ([\w ]+) from global;/g;

/** A name without a recipe would be a class without styles, and nothing else would report it. */
it('every composed recipe exists, and every recipe is used', () => {
  const known = new Set([...read('styles/recipes.css').matchAll(/^\.(\w+)/gm)].map(([, name]) => name));
  const composed = new Set(
    sheets.flatMap((file) => [...read(file).matchAll(recipes)].flatMap(([, names = '']) => names.split(' '))),
  );
  expect([...composed].toSorted()).toEqual([...known].toSorted());
});

/** The build includes the recipes that a class composes itself, but not those of a class that it composes. */
it('a class that composes another one also names the recipes of that one', () => {
  const rules = sheets.flatMap((file) =>
    [...read(file).matchAll(/\.(\w+) \{\n((?:  composes: .*\n)+)/g)].map(([, name = '', composed = '']) => ({
      file,
      name,
      composed,
      recipes: [...composed.matchAll(recipes)].flatMap(([, names = '']) => names.split(' ')),
    })),
  );
  const lost = rules.flatMap(({ file, name, composed, recipes: own }) =>
    [...composed.matchAll(/composes: (\w+)(?: from '([^']+)')?;/g)].flatMap(([, other, from]) => {
      const source = from === undefined ? file : join(file, '..', from);
      const inherited = rules.find((rule) => rule.file === source && rule.name === other)?.recipes ?? [];
      return inherited
        .filter((recipe) => !own.includes(recipe))
        .map((recipe) => `${file} .${name}: ${recipe}`);
    }),
  );
  expect(rules.length).toBeGreaterThan(100);
  expect(lost).toEqual([]);
});

/** A declaration that reads an unknown property is dropped without a word: a border is not there. */
it('every custom property that a style sheet reads is set somewhere', () => {
  const names = (files: readonly string[], pattern: RegExp): string[] =>
    files.flatMap((file) => [...read(file).matchAll(pattern)].map(([, name = '']) => name));
  const all = globSync('**/*.css', { cwd: root });
  const code = globSync('**/*.{ts,tsx}', { cwd: root });
  const known = new Set([...names(all, /(--[\w-]+):/g), ...names(code, /'(--[\w-]+)'/g)]);
  const used = new Set(names(all, /var\((--[\w-]+)\)/g));
  expect(used.size).toBeGreaterThan(30);
  expect([...used].filter((name) => !known.has(name))).toEqual([]);
});
