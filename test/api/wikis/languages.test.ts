import { expect, test } from 'vitest';

import type { CategoryPage, Home } from '../../../shared/model/benchside.ts';
import type { CategoryWiki, Wiki, WikiSummary } from '../../../shared/model/wiki.ts';
import { path, wikiCore } from '../../helpers/wiki-core.ts';
import type { WikiCore } from '../../helpers/wiki-core.ts';

/** Electronics > Phone > Phone X in English; Phone and Electronics in German too; a page that is only French. */
async function seeded(core: WikiCore): Promise<{ phone: CategoryWiki; telefon: CategoryWiki }> {
  await core.wiki('CATEGORY', 'Electronics');
  const phone = await core.wiki('CATEGORY', 'Phone', { parent: 'Electronics', contents: 'Phones.' });
  await core.wiki('CATEGORY', 'Phone X', { parent: 'Phone' });
  await core.wiki('CATEGORY', 'Electronics', { langid: 'de', display_title: 'Elektronik' });
  const telefon = await core.wiki('CATEGORY', 'Phone', {
    langid: 'de',
    contents: 'Telefone.',
    display_title: 'Telefon',
  });
  await core.wiki('CATEGORY', 'Minitel', { langid: 'fr' });
  return { phone, telefon };
}

test('a wiki in another language has the same title and place, and names its source version', async () => {
  await using core = wikiCore();
  const { phone, telefon } = await seeded(core);
  expect(telefon).toMatchObject({
    title: 'Phone',
    langid: 'de',
    display_title: 'Telefon',
    parent: 'Electronics',
    source_revisionid: phone.revisionid,
    available_langids: ['de', 'en'],
    ancestors: [{ display_title: 'Elektronik', langid: 'de' }],
    children: [{ title: 'Phone X', langid: 'en' }],
  });
  const get = (title: string, query = '') =>
    core.json<CategoryWiki>(`GET ${path('CATEGORY', title)}${query}`);
  expect(await get('phone')).toMatchObject({
    langid: 'en',
    contents_raw: 'Phones.',
    available_langids: ['de', 'en'],
  });
  expect(await get('phone', '?langid=de')).toMatchObject({ langid: 'de', contents_raw: 'Telefone.' });
  expect(await get('phone', '?langid=fr')).toMatchObject({ langid: 'en' });
  expect(await get('Minitel')).toMatchObject({ langid: 'fr', available_langids: ['fr'] });
  expect(await core.json('GET /categories/Phone?langid=de')).toMatchObject({
    locale: 'de',
    display_title: 'Telefon',
    ancestors: ['Electronics'],
    contents_raw: 'Telefone.',
  });
  expect(
    await core.refusal('POST /wikis?langid=de', {
      json: { namespace: 'CATEGORY', title: 'Phone', contents: '' },
      token: 'admin',
    }),
  ).toMatchObject({ status: 422, fields: ['title'] });
  expect(
    await core.refusal('POST /wikis', {
      json: { namespace: 'CATEGORY', title: 'Phone', contents: '', langid: 'fr', parent: 'Minitel' },
      token: 'admin',
    }),
  ).toMatchObject({ status: 422, fields: ['parent'] });
});

test('lists show each page once: in the requested language, else in the site’s, else in its own', async () => {
  await using core = wikiCore();
  await seeded(core);
  const list = async (query: string) =>
    (await core.json<WikiSummary[]>(`GET /wikis/CATEGORY${query}`)).map(
      (wiki) => `${wiki.display_title} ${wiki.langid}`,
    );
  expect(await list('')).toEqual(['Electronics en', 'Minitel fr', 'Phone en', 'Phone X en']);
  expect(await list('?langid=de')).toEqual(['Elektronik de', 'Minitel fr', 'Telefon de', 'Phone X en']);
  expect(await list('?langid=de&limit=2&offset=2')).toEqual(['Telefon de', 'Phone X en']);
  expect(await list('/Electronics/children?langid=de')).toEqual(['Telefon de']);
  expect(await list('/Electronics/children')).toEqual(['Phone en']);
  expect(await core.json('GET /wikis/CATEGORY?display=hierarchy&langid=de')).toEqual({
    hierarchy: { Electronics: { Phone: { 'Phone X': null } }, Minitel: null },
    display_titles: { Electronics: 'Elektronik', Phone: 'Telefon' },
  });
  expect(await core.json('GET /categories?withDisplayTitles&langid=fr')).toMatchObject({
    display_titles: {},
  });
  expect(await core.refusal('GET /wikis/CATEGORY?langid=German')).toMatchObject({
    status: 422,
    fields: ['langid'],
  });
});

test('writes apply to the language that they name and to no other', async () => {
  await using core = wikiCore();
  const { phone, telefon } = await seeded(core);
  const address = path('CATEGORY', 'Phone');
  const token = 'admin';
  const patch = (query: string, json: object) =>
    core.json<Wiki>(`PATCH ${address}?${query}`, { token, json });
  const edited = await patch(`langid=de&revisionid=${telefon.revisionid}`, { contents: 'Fernsprecher.' });
  expect(edited).toMatchObject({
    langid: 'de',
    contents_raw: 'Fernsprecher.',
    source_revisionid: phone.revisionid,
  });
  expect(await core.json<Wiki>(`GET ${address}`)).toMatchObject({ revisionid: phone.revisionid });
  for (const route of [
    `PATCH ${address}?langid=fr&revisionid=${phone.revisionid}`,
    `DELETE ${address}?langid=fr&revisionid=${phone.revisionid}`,
    `PUT ${address}/parent?langid=fr&revisionid=${phone.revisionid}`,
    `POST ${address}/revert?langid=fr&revisionid=${phone.revisionid}&to_revisionid=1`,
  ]) {
    expect(await core.refusal(route, { token, json: { parent: null } })).toMatchObject({ status: 404 });
  }
  const stale = await core.call(`PATCH ${address}?langid=de&revisionid=${telefon.revisionid}`, {
    token,
    json: { contents: 'x' },
  });
  expect(stale.status).toBe(409);
  expect(await stale.json()).toMatchObject({ langid: 'de', contents_raw: 'Fernsprecher.' });

  const moved = await core.json<Wiki>(`PUT ${address}/parent?revisionid=${phone.revisionid}`, {
    token,
    json: { parent: null },
  });
  const german = await core.json<CategoryWiki>(`GET ${address}?langid=de`);
  expect(german).toMatchObject({ parent: null, contents_raw: 'Fernsprecher.' });
  // It has subcategories, so one of its languages can be deleted, but not both.
  expect(
    (await core.call(`DELETE ${address}?langid=de&revisionid=${german.revisionid}`, { token })).status,
  ).toBe(204);
  expect(await core.refusal(`DELETE ${address}?revisionid=${moved.revisionid}`, { token })).toMatchObject({
    status: 422,
  });
  expect(await core.json<Wiki>(`GET ${address}?langid=de`)).toMatchObject({
    langid: 'en',
    available_langids: ['en'],
  });
});

test('the start page and the page of a category name categories in the language that is asked for', async () => {
  await using core = wikiCore();
  await seeded(core);
  for (const category of ['Phone X', 'Minitel'])
    await core.json('POST /guides', {
      token: 'technician',
      json: { category, type: 'repair', title: category, public: true },
    });
  const names = async (query: string): Promise<unknown> => {
    const home = await core.json<Home>(`GET /benchside/home${query}`);
    const page = await core.json<CategoryPage>(`GET /benchside/category/Phone${query}`);
    return [
      ...home.categories.map(({ title, display_title }) => `${title}: ${display_title}`),
      [
        page.display_title,
        page.contents_rendered,
        ...page.ancestors.map(({ display_title }) => display_title),
      ],
    ];
  };
  const english = [
    'Electronics: Electronics',
    'Minitel: Minitel',
    ['Phone', '<p>Phones.</p>', 'Electronics'],
  ];
  expect(await names('')).toEqual(english);
  expect(await names('?langid=de')).toEqual([
    'Electronics: Elektronik',
    'Minitel: Minitel',
    ['Telefon', '<p>Telefone.</p>', 'Elektronik'],
  ]);
  // A tree that is kept for one language is not shown in another.
  expect(await names('?langid=fr')).toEqual(english);
});
