import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../renderer');
const files = globSync('**/*.{ts,tsx,css}', { cwd: root });
const named = /(?:\bfrom|\bimport)\s*\(?\s*['"](\.[^'"?]+)/g;

/** Every file of the page with the files of the page that it imports, including types and style sheets. */
const imports = new Map(
  files.map((file) => [
    file,
    [...readFileSync(join(root, file), 'utf8').matchAll(named)]
      .map(([, name = '']) => join(dirname(file), name))
      .filter((target) => files.includes(target)),
  ]),
);

/** Returns the part of a file: `screens/run` for `screens/run/run-view.tsx`, `components` for `components/camera/texts.ts`. */
const partOf = (file: string): string =>
  file
    .split('/')
    .slice(0, /^(?:screens|features)\//.test(file) ? 2 : 1)
    .join('/');

function between(from: RegExp, to: RegExp): string[] {
  return [...imports].flatMap(([file, targets]) =>
    targets
      .filter((target) => from.test(file) && to.test(target) && partOf(file) !== partOf(target))
      .map((target) => `${file} imports ${target}`),
  );
}

/** Returns the files or folders whose imports lead back to themselves; each list is one circle. */
function circles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const done = new Set<string>();
  const found: string[][] = [];
  const visit = (node: string, way: readonly string[]): void => {
    const at = way.indexOf(node);
    if (at >= 0) found.push(way.slice(at));
    if (at >= 0 || done.has(node)) return;
    for (const next of graph.get(node) ?? []) visit(next, [...way, node]);
    done.add(node);
  };
  for (const node of graph.keys()) visit(node, []);
  return found;
}

describe('the imports of a part of the page', () => {
  it('a screen imports no other screen: shared code is a feature', () => {
    expect(imports.size).toBeGreaterThan(400);
    expect(between(/^screens\//, /^screens\/[^/]+\//)).toEqual([]);
  });

  it('a feature imports no screen, a component neither, and the client of the API none of them', () => {
    expect(between(/^features\//, /^screens\//)).toEqual([]);
    expect(between(/^(?:components|hooks|keyboard|state)\//, /^(?:screens|features|shell)\//)).toEqual([]);
    expect(between(/^api\//, /^(?:screens|features|shell|components)\//)).toEqual([]);
    expect(between(/^shell\//, /^screens\//)).toEqual([]);
  });

  it('no files import each other in a circle, nor do features', () => {
    expect(circles(imports)).toEqual([]);
    const features = Map.groupBy(
      [...imports].filter(([file]) => file.startsWith('features/')),
      ([file]) => partOf(file),
    );
    const graph = new Map(
      [...features].map(([feature, inside]) => [
        feature,
        inside.flatMap(([, targets]) =>
          targets.map(partOf).filter((part) => part !== feature && features.has(part)),
        ),
      ]),
    );
    expect(graph.size).toBeGreaterThan(4);
    expect(circles(graph)).toEqual([]);
  });
});

it('every Mantine component that the page uses has its style sheet', () => {
  const styles = join(root, '../node_modules/@mantine/core/styles');
  const imported = readFileSync(join(root, 'styles/index.css'), 'utf8');
  const used = new Set(
    files.flatMap((file) =>
      [
        ...readFileSync(join(root, file), 'utf8').matchAll(/^import \{([^}]*)\} from '@mantine\/core'/gm),
      ].flatMap(([, names = '']) => names.split(',').map((name) => name.trim())),
    ),
  );
  const withStyles = [...used].filter((name) => name !== '' && existsSync(join(styles, `${name}.css`)));
  expect(withStyles).toContain('Button');
  expect(withStyles.filter((name) => !imported.includes(`/${name}.css'`))).toEqual([]);
});
