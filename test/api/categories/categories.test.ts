import { expect, test } from 'vitest';

import type { WikiSummary } from '../../../shared/model/wiki.ts';
import { wikiCore } from '../../helpers/wiki-core.ts';
import type { WikiCore } from '../../helpers/wiki-core.ts';

/** Electronics > Phone > Phone X, a stub between Electronics and Radio, and a category that only guides name. */
async function seeded(): Promise<WikiCore> {
  const core = wikiCore();
  await core.wiki('CATEGORY', 'Electronics');
  await core.wiki('CATEGORY', 'Phone', {
    parent: 'Electronics',
    contents: "'''Phones'''",
    description: 'Talk <here>.',
  });
  await core.wiki('CATEGORY', 'Phone X', {
    parent: 'Phone',
    display_title: 'Phone Ten',
    info: [{ name: 'Manufacturer', value: 'Acme' }],
  });
  await core.wiki('CATEGORY', 'Old things', { parent: 'Electronics', flags: ['WIKI_DEVICE_STUB'] });
  await core.wiki('CATEGORY', 'Radio', { parent: 'Old things' });
  await core.wiki('CATEGORY', '__proto__');
  core.guide('Phone X', { title: 'Screen' });
  core.guide('Loose/Ends', { title: 'Knots & "ties"' });
  core.guide('Hidden', { public: false });
  return core;
}

test('GET /wikis/CATEGORY shows the hierarchy, its leaves, its order and its titles', async () => {
  await using core = await seeded();
  const hierarchy = JSON.parse(
    '{"Electronics":{"Phone":{"Phone X":null},"Radio":null},"Loose/Ends":null,"__proto__":null}',
  ) as unknown;
  expect(await core.json('GET /wikis/CATEGORY?display=hierarchy')).toEqual({
    hierarchy,
    display_titles: { 'Phone X': 'Phone Ten' },
  });
  expect(await core.json('GET /categories')).toEqual(hierarchy);
  expect(await core.json('GET /categories?withDisplayTitles')).toMatchObject({
    display_titles: { 'Phone X': 'Phone Ten' },
  });
  expect(await core.json('GET /categories?requireGuides=1')).toEqual({
    Electronics: { Phone: { 'Phone X': null } },
    'Loose/Ends': null,
  });
  expect(await core.json('GET /wikis/CATEGORY?display=hierarchy&includeStubs=true')).toMatchObject({
    hierarchy: { Electronics: { 'Old things': { Radio: null } } },
  });
  expect(await core.json('GET /categories/all')).toEqual([
    'Electronics',
    'Loose/Ends',
    'Old things',
    'Phone',
    'Phone X',
    'Radio',
    '__proto__',
  ]);
  expect(await core.json('GET /categories/all?limit=100000&offset=6')).toEqual(['__proto__']);
  expect(await core.json('GET /wikis/CATEGORY?display=titles&limit=2&order=DESC')).toEqual([
    'Radio',
    'Phone X',
  ]);
  const leaves = await core.json<WikiSummary[]>('GET /wikis/CATEGORY?display=leaves');
  expect(leaves.map((wiki) => wiki.title)).toEqual(['__proto__', 'Loose/Ends', 'Phone X', 'Radio']);
  const [, electronics] = await core.json<{ title: string; children: object[] }[]>(
    'GET /wikis/CATEGORY?display=hierarchyOrder',
  );
  expect(electronics).toEqual({
    title: 'Electronics',
    display_title: null,
    children: [
      {
        title: 'Phone',
        display_title: null,
        children: [{ title: 'Phone X', display_title: 'Phone Ten', children: [] }],
      },
      { title: 'Radio', display_title: null, children: [] },
    ],
  });
  expect((await core.call('GET /wikis/CATEGORY?display=tree')).status).toBe(422);
  const children = async (query: string) =>
    (await core.json<WikiSummary[]>(`GET /wikis/CATEGORY/electronics/children${query}`)).map(
      (wiki) => wiki.title,
    );
  expect(await children('')).toEqual(['Phone']);
  expect(await children('?includeStubs')).toEqual(['Old things', 'Phone']);
});

test('an empty hub has an empty hierarchy', async () => {
  await using core = wikiCore();
  expect(await core.json('GET /categories')).toEqual({});
  expect(await core.json('GET /wikis/CATEGORY?display=hierarchy')).toEqual({
    hierarchy: {},
    display_titles: {},
  });
  expect(await core.json('GET /categories/all')).toEqual([]);
});

test('GET /categories/{categoryname} has the text, the place and the guides of a category', async () => {
  await using core = await seeded();
  expect(await core.json('GET /categories/phone')).toMatchObject({
    wiki_title: 'Phone',
    display_title: 'Phone',
    locale: 'en',
    description: 'Talk <here>.',
    image: null,
    flags: [],
    guides: [],
    ancestors: ['Electronics'],
    children: ['Phone X'],
    contents_raw: "'''Phones'''",
    contents_rendered: '<p><strong>Phones</strong></p>',
  });
  expect(await core.json('GET /categories/Phone_X')).toMatchObject({
    display_title: 'Phone Ten',
    topic_info: { name: 'Phone Ten', manufacturer: 'Acme' },
    guides: [{ title: 'Screen', url: expect.stringMatching(/^http:\/\/bench\.test\/Guide\/Screen\/\d+$/) }],
    ancestors: ['Phone', 'Electronics'],
  });
  expect(await core.json('GET /categories/Loose%2FEnds')).toMatchObject({
    wiki_title: 'Loose/Ends',
    guides: [{ category: 'Loose/Ends' }],
    contents_raw: '',
  });
  expect(await core.refusal('GET /categories/Hidden')).toMatchObject({
    status: 404,
    message: 'Category not found',
  });
  expect(await core.json('GET /categories/Hidden', { token: 'admin' })).toMatchObject({
    guides: [{ category: 'Hidden' }],
  });
});

test('type=XML answers XML, also for errors', async () => {
  await using core = await seeded();
  const response = await core.call('GET /categories/Loose%2FEnds?type=xml');
  expect(response.headers.get('Content-Type')).toContain('application/xml');
  const xml = await response.text();
  expect(xml).toContain('<wiki_title>Loose/Ends</wiki_title>');
  expect(xml).toMatch(
    /<guide id="\d+" type="repair" revisionid="\d+" url="http:\/\/bench\.test\/Guide\/[^"]+">Knots &amp; &quot;ties&quot;<\/guide>/,
  );
  expect(await (await core.call('GET /categories/phone?type=XML')).text()).toContain(
    '<description>Talk &lt;here&gt;.</description>',
  );
  const missing = await core.call('GET /categories/None?type=XML');
  expect(missing.status).toBe(404);
  expect(await missing.text()).toContain('<message>Category not found</message>');
});
