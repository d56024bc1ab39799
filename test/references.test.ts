import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(resolve(root, file), 'utf8');
const files = globSync(['*.md', '{app,bench,main,renderer,shared,test}/**/*.{ts,tsx,md}'], {
  cwd: root,
  exclude: (name) => name.includes('node_modules'),
}).filter((file) => !file.endsWith('references.test.ts'));

/** Returns references in a text that do not exist: `word` followed by one or several of `known`, as in "CONTRACT 4.2, 5". */
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

describe('the rules of sync', () => {
  const id = /[A-Z]\d+(?:\.\d+)?/;
  const spec = read('app/sync/SPEC.md');
  const rules = [...spec.matchAll(/^- \*\*([^*]+)\*\* /gm)].map(([, name = '']) => name);
  const groups = [...spec.matchAll(/^#{2,3} ([A-Z]\d*) /gm)].map(([, name = '']) => name);

  it('have an id each', () => {
    expect(rules.filter((name) => !new RegExp(`^${id.source}$`).test(name))).toEqual([]);
    expect(new Set(rules).size).toBe(rules.length);
  });

  it('are each quoted in the title of a test, and titles quote only existing ones', () => {
    const inBrackets = new RegExp(`\\[(${id.source}(?: ${id.source})*)\\] `, 'g');
    const quoted = globSync('test/**/*.test.ts', { cwd: root }).flatMap((file) =>
      [...read(file).matchAll(/['"`]((?:\[[^\]\n]+\] )+)/g)].flatMap(([, brackets = '']) =>
        [...brackets.matchAll(inBrackets)].flatMap(([, list = '']) => list.split(' ')),
      ),
    );
    expect(rules.filter((name) => !quoted.includes(name))).toEqual([]);
    expect(quoted.filter((name) => !rules.includes(name))).toEqual([]);
  });

  it('exist if the sources name them', () => {
    const parts = rules.map((name) => name.split('.')[0] ?? '');
    expect(missing(/SPEC(?:\.md,)?/, id, new Set([...rules, ...parts, ...groups]))).toEqual([]);
  });
});

it('every decision that the sources name exists', () => {
  const decisions = globSync('*.md', { cwd: resolve(root, 'app/decisions') }).map((file) => file.slice(0, 4));
  expect(new Set(decisions).size).toBe(decisions.length);
  expect(missing(/decisions?/, /\d{4}/, new Set(decisions))).toEqual([]);
});
