import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { endpoints } from '../../app/api/index.ts';
import { limits } from '../../shared/limits.ts';
import { currentExample, fileFor } from '../api/contract/asks.ts';
import { Copies } from '../api/contract/copies.ts';
import { templates } from '../api/contract/templates.ts';
import type { Templates } from '../api/contract/templates.ts';
import { people } from '../api/contract/world.ts';
import { fuzz, peakBytes } from './fuzz.ts';
import { twist, twisted, twists } from './json.ts';

let worlds: Templates;
beforeAll(async () => {
  worlds = await templates();
});
afterAll(() => worlds[Symbol.dispose]());

/** No answer to one person needs more in the example world. */
const mostAnswer = 2 * limits.text.html.max;

const anyAsk = fc.record({
  route: fc.nat(10_000),
  as: fc.constantFrom(...Object.keys(people), null),
  body: fc.oneof({ weight: 4, arbitrary: twists }, fc.constant([])),
  query: fc.array(twist, { maxLength: 2 }),
  params: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, fc.array(twist, { maxLength: 1 })),
});

test.each(['hub', 'desk'] as const)(
  '[fuzz] a %s answers whatever is asked, and not with a fault',
  async (profile) => {
    await using copies = new Copies(worlds[profile]);
    await fuzz(
      `http-${profile}`,
      anyAsk,
      async ({ route, as, body, query, params }) => {
        const core = await copies.untouched();
        const endpoint = endpoints[route % endpoints.length];
        if (!endpoint) return;
        const example = currentExample(core, endpoint);
        const file = await fileFor(endpoint);
        const search = recordOf(twisted(example.query ?? {}, query));
        const parts = recordOf(twisted(example.params ?? {}, params));
        const path = endpoint.route.replace(/\{(\w+)[^}]*\}/g, (_, name: string) =>
          encoded(parts[name] ?? ''),
        );
        const asked = new URLSearchParams(search).toString();
        const sent = file ?? twisted(example.body, body);
        const response = await core.call(asked === '' ? path : `${path}?${asked}`, {
          ...(as ? { token: as } : {}),
          ...(endpoint.route.startsWith('GET ') ? {} : { body: sent }),
        });
        const bytes = (await response.arrayBuffer()).byteLength;
        // Only the site can answer this, or a picture is not here.
        if (response.status !== 503) expect(response.status).toBeLessThan(500);
        expect(bytes).toBeLessThan(mostAnswer);
      },
      { runs: 500 },
    );
    expect(peakBytes()).toBeLessThan(1.2 * 2 ** 30);
  },
);

/** Returns the values of an answer that can be part of an address. */
function recordOf(json: string): Record<string, string> {
  const value: unknown = JSON.parse(json);
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(
    Object.entries(value).map(([name, part]: [string, unknown]) => [
      name.toWellFormed(),
      typeof part === 'object' ? '[]' : String(part).toWellFormed().slice(0, 20_000),
    ]),
  );
}

const encoded = (part: string): string => encodeURIComponent(part).replaceAll('.', '%2E');
