import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(resolve(root, file), 'utf8');
const files = globSync(['*.md', '{app,bench,main,renderer,shared,test}/**/*.{ts,tsx,md}'], {
  cwd: root,
  exclude: (name) => name.includes('node_modules'),
}).filter((file) => !file.endsWith('references.test.ts'));

/** What a text names that does not exist: `word` followed by one or several of `known`, as in "CONTRACT 4.2, 5". */
function missing(word: RegExp, id: RegExp, known: ReadonlySet<string>): string[] {
  const names = new RegExp(`${word.source} (${id.source}(?:(?:,? and |, |–)${id.source})*)`, 'g');
  return files.flatMap((file) =>
    [...read(file).matchAll(names)].flatMap(([, list = '']) =>
      list
        .split(/,? and |, |–/)
        .filter((name) => !known.has(name))
        .map((name) => `${file}: ${name}`),
    ),
  );
}

it('every section of the contract that the sources name exists', () => {
  const sections = [...read('app/api/CONTRACT.md').matchAll(/^#{2,3} (\d+(?:\.\d+)?) /gm)].map(
    ([, number = '']) => number,
  );
  expect(new Set(sections).size).toBe(sections.length);
  expect(missing(/CONTRACT/, /\d+(?:\.\d+)?/, new Set(sections))).toEqual([]);
});

it('every decision that the sources name exists', () => {
  const decisions = globSync('*.md', { cwd: resolve(root, 'app/decisions') }).map((file) => file.slice(0, 4));
  expect(new Set(decisions).size).toBe(decisions.length);
  expect(missing(/decisions?/, /\d{4}/, new Set(decisions))).toEqual([]);
});
