import { expect, test } from 'vitest';

import { glossaryEntry } from '../../../shared/model/glossary.ts';
import type { GlossaryEntry } from '../../../shared/model/glossary.ts';
import { wikiCore } from '../../helpers/wiki-core.ts';
import type { WikiCore } from '../../helpers/wiki-core.ts';

const route = '/translation_glossary/entries';

/** Opens a hub or a desk whose site has three languages. */
function glossaryCore(profile: 'hub' | 'desk' = 'hub', now: () => number = () => 1_700_000_000): WikiCore {
  const core = wikiCore({ now }, { profile });
  core.ctx.store.transact(null, (s) => s.meta.set('site', { langid: 'en', langids: ['en', 'de', 'fr'] }));
  return core;
}

const put = (core: WikiCore, entries: unknown, token = 'author') =>
  core.json<GlossaryEntry[]>(`PUT ${route}`, { json: entries, token });

const list = (core: WikiCore) => core.json<GlossaryEntry[]>(`GET ${route}`);

test('entries are added, changed and deleted in one request, and anyone reads them', async () => {
  await using core = glossaryCore();
  expect(await list(core)).toEqual([]);
  const added = await put(core, [
    { term: ' Spudger ', translations: { fr: 'Spatule', de: 'Spudger' } },
    { term: 'piston', translations: { de: 'Kolben' } },
    { langid: 'de', term: 'Dichtung' },
  ]);
  expect(added.map((entry) => glossaryEntry.parse(entry))).toEqual([
    { entryid: 3, langid: 'de', term: 'Dichtung', translations: {}, userid: 2, modified_date: 1_700_000_000 },
    {
      entryid: 2,
      langid: 'en',
      term: 'piston',
      translations: { de: 'Kolben' },
      userid: 2,
      modified_date: 1_700_000_000,
    },
    {
      entryid: 1,
      langid: 'en',
      term: 'Spudger',
      translations: { de: 'Spudger', fr: 'Spatule' },
      userid: 2,
      modified_date: 1_700_000_000,
    },
  ]);
  expect(await list(core)).toEqual(added);

  const changed = await put(
    core,
    {
      entries: [
        { entryid: 1, translations: { de: 'Hebel' } },
        { entryid: 2, deleted: true },
        { term: 'Piston', translations: { fr: 'Piston' } },
        { entryid: 3, term: 'Dichtring', langid: 'de' },
      ],
    },
    'admin',
  );
  expect(
    changed.map(({ entryid, term, translations, userid }) => [entryid, term, translations, userid]),
  ).toEqual([
    [3, 'Dichtring', {}, 1],
    [4, 'Piston', { fr: 'Piston' }, 1],
    [1, 'Spudger', { de: 'Hebel' }, 1],
  ]);
  // Two terms may be swapped.
  const swapped = await put(core, [
    { entryid: 1, term: 'piston' },
    { entryid: 4, term: 'spudger' },
  ]);
  expect(swapped.map(({ entryid, term }) => [entryid, term])).toEqual([
    [3, 'Dichtring'],
    [1, 'piston'],
    [4, 'spudger'],
  ]);
  expect((await core.call(`DELETE ${route}/3`, { token: 'author' })).status).toBe(204);
  expect((await core.call(`DELETE ${route}/3`, { token: 'author' })).status).toBe(404);
  expect((await list(core)).map(({ entryid }) => entryid)).toEqual([1, 4]);
  const feed = core.ctx.store.read(null, (s) =>
    s.feed.after(0, 100).filter(({ kind }) => kind === 'glossary'),
  );
  expect(feed.map(({ id, deleted }) => [id, deleted])).toEqual([
    [2, true],
    [1, false],
    [4, false],
    [3, true],
  ]);
});

test('a change without a difference is no change', async () => {
  await using core = glossaryCore();
  const added = await put(core, [{ term: 'piston', translations: { de: 'Kolben', fr: 'piston' } }]);
  const sequence = () => core.ctx.store.read(null, (s) => s.feed.sequence);
  const before = sequence();
  expect(await put(core, [{ entryid: 1, translations: { fr: 'piston', de: 'Kolben' } }], 'admin')).toEqual(
    added,
  );
  expect(sequence()).toBe(before);
});

test.each([
  ['no entries', {}, 'entries', undefined],
  ['an empty list', [], 'entries', undefined],
  ['an empty term', [{ term: ' ' }], 'entries', 0],
  ['a term that is no text', [{ term: 'ok' }, { term: 5 }], 'entries', 1],
  ['an empty translation', [{ term: 'seal', translations: { de: '' } }], 'entries', 0],
  ['no language id', [{ term: 'seal', translations: { german: 'Dichtung' } }], 'entries', 0],
  ['no term', [{ translations: { de: 'Dichtung' } }], 'term', 0],
  [
    'a language the site has not',
    [{ term: 'ok' }, { term: 'seal', translations: { es: 'junta' } }],
    'langid',
    1,
  ],
  [
    'a translation into its own language',
    [{ term: 'seal', translations: { en: 'gasket' } }],
    'translations',
    0,
  ],
  ['a term that is there', [{ term: 'ok' }, { term: 'PISTON  ring' }], 'term', 1],
  ['a term twice', [{ term: 'seal' }, { term: 'Seal' }], 'term', 1],
  ['an unknown entry', [{ term: 'ok' }, { entryid: 99, term: 'seal' }], 'entryid', 1],
  ['the deletion of an unknown entry', [{ entryid: 99, deleted: true }], 'entryid', 0],
  ['the deletion of no entry', [{ term: 'piston ring', deleted: true }], 'entryid', 0],
  [
    'one entry named twice',
    [
      { entryid: 1, term: 'seal' },
      { entryid: 1, deleted: true },
    ],
    'entryid',
    0,
  ],
])('%s is refused, and nothing of the request is kept', async (_, json, field, index) => {
  await using core = glossaryCore();
  const before = await put(core, [{ term: 'piston ring', translations: { de: 'Kolbenring' } }]);
  const response = await core.call(`PUT ${route}`, { json, token: 'author' });
  expect(response.status).toBe(422);
  const { errors, message } = (await response.json()) as {
    errors: { field: string; index?: number }[];
    message: string;
  };
  expect(errors[0]).toMatchObject({ field, ...(index === undefined ? {} : { index }) });
  expect(message).not.toBe('');
  expect(await list(core)).toEqual(before);
});

test('authors and admins manage the glossary, only on sites with several languages', async () => {
  await using core = glossaryCore();
  const status = async (method: string, token?: string) =>
    (await core.call(method, { json: [{ term: 'x' }], ...(token ? { token } : {}) })).status;
  await put(core, [{ term: 'piston' }]);
  for (const write of [`PUT ${route}`, `DELETE ${route}/1`]) {
    expect([await status(write), await status(write, 'technician')]).toEqual([401, 403]);
  }
  core.ctx.store.transact(null, (s) => s.meta.set('site', { langid: 'en' }));
  expect(await list(core)).toEqual([]);
  expect(await core.refusal(`PUT ${route}`, { json: [{ term: 'x' }], token: 'admin' })).toMatchObject({
    status: 422,
    message: 'This hub has one language, en: a translation glossary needs several.',
  });
  expect(await status(`DELETE ${route}/1`, 'admin')).toBe(422);
  expect((await core.call(`POST ${route}`, { token: 'admin' })).status).toBe(405);
});

test('a desk edits the glossary offline, and stores entries of its site', async () => {
  await using desk = glossaryCore('desk');
  const pending = () => desk.ctx.store.read(null, (s) => s.journal.counts().pending);
  const [mine] = await put(desk, [{ term: 'piston', translations: { de: 'Kolben' } }]);
  expect(mine?.entryid).toBeLessThan(0);
  expect(pending()).toBe(1);
  await put(desk, [{ entryid: mine?.entryid, translations: {} }]);
  expect((await desk.call(`DELETE ${route}/${mine?.entryid}`, { token: 'author' })).status).toBe(204);
  expect(pending()).toBe(3);

  const remote = {
    entryid: 7,
    langid: 'en',
    term: 'piston',
    translations: { de: 'Kolben' },
    userid: 9,
    modified_date: 5,
  };
  desk.ctx.store.transact(null, (s) => {
    s.glossary.putRemote(remote);
    s.glossary.putRemote({ ...remote, entryid: 8, term: 'Piston' });
  });
  expect(await list(desk)).toEqual([{ ...remote, entryid: 8, term: 'Piston' }]);
  desk.ctx.store.transact(null, (s) => s.glossary.forget(8));
  expect(await list(desk)).toEqual([]);
  // A desk that does not know its site's languages lets the site decide.
  desk.ctx.store.transact(null, (s) => s.meta.set('site', {}));
  await put(desk, [{ term: 'seal', translations: { es: 'junta' } }]);
  expect(pending()).toBe(4);
});
