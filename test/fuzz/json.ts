import fc from 'fast-check';

/** One change at one value of a JSON document. */
export interface Twist {
  /** Index of the value, modulo the number of values. */
  at: number;
  to:
    | { kind: 'value'; value: unknown }
    | { kind: 'drop' }
    | { kind: 'deep'; levels: number }
    | { kind: 'long'; unit: string; times: number }
    | { kind: 'copies'; times: number }
    | { kind: 'add'; name: string; value: unknown };
}

const odd = fc.constantFrom<unknown>(
  null,
  true,
  '',
  ' ',
  '0',
  '\u0000',
  '\uD800',
  '\u0081',
  '\u202E',
  '../..',
  '//x.example/a',
  'not an address',
  'javascript:alert(1)',
  'file:///etc/passwd',
  "''[[a]][guidelist|tags=a]{|",
  0,
  -1,
  1.5,
  1e308,
  2 ** 53,
  -(2 ** 53),
  [],
  {},
  [null],
  [[]],
  { id: null },
);

const name = fc.constantFrom('__proto__', 'constructor', 'toString', '', 'id', 'type', 'x');

export const twist: fc.Arbitrary<Twist> = fc.record({
  at: fc.nat(100_000),
  to: fc.oneof(
    { weight: 8, arbitrary: fc.record({ kind: fc.constant('value' as const), value: odd }) },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('value' as const),
        value: fc.jsonValue({ maxDepth: 3 }),
      }),
    },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('drop' as const) }) },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('deep' as const),
        levels: fc.constantFrom(100, 5000, 50_000),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('long' as const),
        unit: fc.constantFrom('a', 'ß ', '[[a]]', '[quote]', "''", '<', '|-\n', '9'),
        times: fc.constantFrom(300, 20_000, 100_000),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('copies' as const), times: fc.constantFrom(2, 300) }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ kind: fc.constant('add' as const), name, value: odd }),
    },
  ),
});

export const twists: fc.Arbitrary<Twist[]> = fc.array(twist, { minLength: 1, maxLength: 4 });

/** Returns the JSON of a document after all changes. Values nested too deep for `JSON.stringify` are written by hand. */
export function twisted(document: unknown, changes: readonly Twist[]): string {
  const root = { document: structuredClone(document) };
  const deep: number[] = [];
  for (const { at, to } of changes) {
    const places = placesIn(root);
    // More than any limit, but not enough to fill the test's memory.
    if (to.kind === 'copies' && isTooMuch(root, deep, places.length, to.times)) continue;
    const place = places[at % places.length];
    if (place) change(place, to, deep);
  }
  const text = JSON.stringify(root.document) ?? 'null';
  return text.replace(/"@deep(\d+)@"/g, (_, index: string) => {
    const levels = deep[Number(index)] ?? 0;
    return '['.repeat(levels) + ']'.repeat(levels);
  });
}

const mostCharacters = 40 * 1024 * 1024;
/** Each value takes some hundred bytes, however few characters it has. */
const mostValues = 500_000;

/** @param values without those that are nested too deep */
const isTooMuch = (root: unknown, deep: readonly number[], values: number, times: number): boolean =>
  deep.reduce((sum, levels) => sum + levels, values) * times > mostValues ||
  sizeOf(root, deep) * times > mostCharacters;

/** Returns the length of the JSON with the values that are nested too deep. */
function sizeOf(root: unknown, deep: readonly number[]): number {
  const text = JSON.stringify(root);
  return [...text.matchAll(/"@deep(\d+)@"/g)].reduce(
    (size, [, index]) => size + 2 * (deep[Number(index)] ?? 0),
    text.length,
  );
}

interface Place {
  parent: Record<string, unknown>;
  key: string;
}

function placesIn(root: Record<string, unknown>): Place[] {
  const places: Place[] = [];
  const waiting: unknown[] = [root];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const parent = next as Record<string, unknown>;
    for (const key of Object.keys(parent)) {
      places.push({ parent, key });
      const value = parent[key];
      if (typeof value === 'object' && value !== null) waiting.push(value);
    }
  }
  return places;
}

function change({ parent, key }: Place, to: Twist['to'], deep: number[]): void {
  const value = parent[key];
  switch (to.kind) {
    case 'value':
      parent[key] = structuredClone(to.value);
      return;
    case 'drop':
      if (Array.isArray(parent)) parent.splice(Number(key), 1);
      else delete parent[key];
      return;
    case 'deep':
      parent[key] = `@deep${deep.push(to.levels) - 1}@`;
      return;
    case 'long':
      parent[key] = to.unit.repeat(to.times);
      return;
    case 'copies':
      parent[key] = Array.from({ length: to.times }, () => structuredClone(value));
      return;
    case 'add':
      if (typeof value === 'object' && value !== null && !Array.isArray(value))
        Object.defineProperty(value, to.name, {
          value: structuredClone(to.value),
          enumerable: true,
          configurable: true,
          writable: true,
        });
      else parent[key] = structuredClone(to.value);
  }
}
