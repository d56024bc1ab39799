import { describe, expect, it } from 'vitest';

import { acts } from '../../helpers/plain-acts.ts';
import { bench, expectSame, once, parkedOf } from '../../helpers/plain-bench.ts';
import { untilSent } from '../../helpers/plain-pair.ts';

/** Fields without which a desk cannot say what an answer is. */
const needed = /^(public|level|options|steps|lines|fields|results|releases|members)$/;

const isEmpty = (value: unknown): boolean =>
  value === '' || value === 0 || value === false || (Array.isArray(value) && value.length === 0);

const ways: Record<string, (value: unknown) => unknown> = {
  'null for nothing': (value) => (isEmpty(value) ? null : value),
  'numbers as texts': (value) => (typeof value === 'number' ? String(value) : value),
  'booleans as numbers': (value) => (typeof value === 'boolean' ? Number(value) : value),
};

/** Writes all fields of an answer in another way, at all depths. */
function rewritten(value: unknown, way: (value: unknown) => unknown): unknown {
  if (Array.isArray(value) && value.length > 0) return value.map((one: unknown) => rewritten(one, way));
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return way(value);
  return Object.fromEntries(
    Object.entries(value).map(([key, one]: [string, unknown]) => {
      const isLeft = needed.test(key) && (typeof one !== 'object' || isEmpty(one));
      return [key, isLeft ? one : rewritten(one, way)];
    }),
  );
}

describe('an edit whose answers from a third-party site are written in another way arrives once:', () => {
  it.each(Object.entries(acts))('[J11.12] %s', async (_name, act) => {
    await using at = await bench();
    let n = 0;
    for (const [name, way] of Object.entries(ways))
      for (const isLost of [false, true]) {
        at.net.intercept = undefined;
        at.net.rewrite = (_request, answer) =>
          Array.isArray(answer) && isEmpty(answer) ? answer : rewritten(answer, way);
        n += 1;
        const count = await act(at, n);
        if (isLost) once(at, { kind: 'lose-answer' });
        await untilSent(at);
        const what = { name, isLost };
        expect({ ...what, parked: await parkedOf(at), count: count() }).toEqual({
          ...what,
          parked: [],
          count: 1,
        });
      }
    at.net.rewrite = undefined;
    await expectSame(at);
  });
});
