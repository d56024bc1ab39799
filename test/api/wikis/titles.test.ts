import fc from 'fast-check';
import { expect, test } from 'vitest';

import type { Wiki } from '../../../shared/model/wiki.ts';
import { isPlainName } from '../../../shared/plain-name.ts';
import { path, wikiCore } from '../../helpers/wiki-core.ts';

const awkward = fc.constantFrom(
  '/',
  '%',
  '%2F',
  '"',
  "'",
  '?',
  '#',
  '\\',
  '.',
  '..',
  '_',
  ' ',
  '+',
  '&',
  'İ',
  'ß',
  '🔧',
  '\u0301',
  '\u0081',
  '[[',
  ']]',
  ':',
);
const title = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1, maxLength: 30 }),
  fc
    .array(fc.oneof(awkward, fc.string({ maxLength: 4 })), { minLength: 1, maxLength: 8 })
    .map((parts) => parts.join('')),
);

const holdable = (text: string): boolean =>
  text !== '' &&
  text !== '.' &&
  text !== '..' &&
  text.length <= 200 &&
  text.isWellFormed() &&
  isPlainName(text);

test('any title that an address can hold can be created, read, listed and deleted; any other is refused', async () => {
  await using core = wikiCore();
  await fc.assert(
    fc.asyncProperty(title, fc.constantFrom('CATEGORY', 'WIKI'), async (given, namespace) => {
      const created = await core.call('POST /wikis', {
        json: { namespace, title: given, contents: `[[${given}]]` },
        token: 'admin',
      });
      if (!holdable(given.trim())) {
        expect(created.status).toBe(422);
        return;
      }
      const wiki = (await created.json()) as Wiki;
      expect(created.status).toBe(201);
      expect(wiki.title).toBe(given.trim());
      expect(new URL(wiki.url).pathname.split('/')).toHaveLength(3);

      const address = path(namespace, wiki.title);
      expect((await core.json<Wiki>(`GET ${address}`)).wikiid).toBe(wiki.wikiid);
      expect((await core.json<Wiki>(`GET ${path(namespace, wiki.title.replaceAll(' ', '_'))}`)).wikiid).toBe(
        wiki.wikiid,
      );
      expect(await core.json(`GET /wikis/${namespace}?display=titles`)).toEqual([wiki.title]);
      if (namespace === 'CATEGORY')
        expect(Object.keys(await core.json<object>('GET /categories'))).toEqual([wiki.title]);
      expect(
        (await core.call(`DELETE ${address}?revisionid=${wiki.revisionid}`, { token: 'admin' })).status,
      ).toBe(204);
    }),
    { numRuns: 120 },
  );
});
