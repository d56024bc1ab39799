import { expect, test } from 'vitest';

import { identification, wikiRevision } from '../../../shared/model/wiki.ts';
import type { Identification, Wiki, WikiRevision } from '../../../shared/model/wiki.ts';
import { wikiDocument } from '../../../app/store/wikis/document.ts';
import { path, wikiCore } from '../../helpers/wiki-core.ts';
import type { WikiCore } from '../../helpers/wiki-core.ts';

const address = path('WIKI', 'Notes');
const history = `/benchside${address}/revisions`;

const patch = (core: WikiCore, revisionid: number, json: object, token = 'admin') =>
  core.json<Wiki>(`PATCH ${address}?revisionid=${revisionid}`, { json, token });

test('old revisions can be read, listed and restored', async () => {
  let now = 1_700_000_000;
  await using core = wikiCore({ now: () => now });
  const first = await core.wiki('WIKI', 'Notes', { contents: 'one' });
  now += 10;
  const second = await patch(core, first.revisionid, { contents: 'two' }, 'author');
  const third = await patch(core, second.revisionid, { contents: 'three' });

  const listed = await core.json<WikiRevision[]>(`GET ${history}`);
  expect(listed.map((entry) => wikiRevision.parse(entry))).toEqual([
    { revisionid: third.revisionid, userid: 1, username: 'admin', date: now, current: true },
    { revisionid: second.revisionid, userid: 2, username: 'author', date: now, current: false },
    { revisionid: first.revisionid, userid: 1, username: 'admin', date: now - 10, current: false },
  ]);
  expect(await core.json(`GET ${history}?limit=1&offset=2`)).toEqual(listed.slice(2));
  expect((await core.call(`GET /benchside${path('WIKI', 'None')}/revisions`)).status).toBe(404);

  const old = await core.json<Wiki>(`GET ${address}?revisionid=${first.revisionid}`);
  expect(old).toMatchObject({
    contents_raw: 'one',
    contents_rendered: '<p>one</p>',
    revisionid: first.revisionid,
  });
  expect((await core.json<Wiki>(`GET ${address}?revisionid=${third.revisionid}`)).contents_raw).toBe('three');
  const other = await core.wiki('WIKI', 'Other');
  expect(await core.refusal(`GET ${address}?revisionid=${other.revisionid}`)).toMatchObject({
    status: 404,
    message: 'Revision not found',
  });
  expect(await core.refusal(`GET ${address}?revisionid=x`)).toMatchObject({
    status: 422,
    fields: ['revisionid'],
  });

  const revert = (to: number | string) =>
    `POST ${address}/revert?revisionid=${third.revisionid}&to_revisionid=${to}`;
  for (const wrong of [other.revisionid, third.revisionid, 99_999, '']) {
    expect(await core.refusal(revert(wrong), { token: 'admin' })).toMatchObject({
      status: 422,
      fields: ['to_revisionid'],
    });
  }
  expect((await core.call(revert(first.revisionid), { token: 'technician' })).status).toBe(403);
  const reverted = await core.json<Wiki>(revert(first.revisionid), { token: 'author' });
  expect(reverted.contents_raw).toBe('one');
  expect(reverted.revisionid).toBeGreaterThan(third.revisionid);
  expect((await core.call(revert(second.revisionid), { token: 'author' })).status).toBe(409);
});

test('private revisions of a page stay private after the page is published', async () => {
  await using core = wikiCore();
  const first = await core.wiki('WIKI', 'Notes', { contents: 'secret', flags: ['WIKI_PRIVATE'] });
  expect((await core.call(`GET ${history}`)).status).toBe(403);
  await patch(core, first.revisionid, { contents: 'open', flags: [] });
  expect(await core.refusal(`GET ${address}?revisionid=${first.revisionid}`)).toMatchObject({ status: 403 });
  expect(await core.json(`GET ${address}?revisionid=${first.revisionid}`, { token: 'author' })).toMatchObject(
    { contents_raw: 'secret' },
  );
});

test('documents of the media manager can be listed on a wiki', async () => {
  await using core = wikiCore();
  const admin = { userid: 1, username: 'admin', role: 'admin' as const, teams: [] };
  const { documentid } = core.ctx.store.transact(admin, (s) =>
    s.documents.add({
      userid: 1,
      filename: 'pump.pdf',
      title: 'Pump',
      extension: 'pdf',
      mime: 'application/pdf',
      pages: 2,
      sha256: '0'.repeat(64),
      bytes: 10,
    }),
  );
  const wiki = await core.wiki('WIKI', 'Notes', { documents: [documentid, documentid] });
  expect(wiki.documents).toMatchObject([{ documentid, filename: 'pump.pdf', title: 'Pump' }]);
  expect((await patch(core, wiki.revisionid, { documents: [] })).documents).toEqual([]);
  expect(
    await core.refusal('POST /wikis', {
      json: { namespace: 'WIKI', title: 'A', contents: '', documents: [99] },
      token: 'admin',
    }),
  ).toMatchObject({ status: 422, fields: ['documents'] });
});

test('identification describes the look and the names of a device, and what to distinguish it from', async () => {
  await using core = wikiCore();
  await core.wiki('CATEGORY', 'Phone', {
    info: [
      { name: 'Maker', value: 'Acme' },
      { name: 'Ports', value: '1' },
    ],
  });
  await core.wiki('CATEGORY', 'Phone X', {
    parent: 'Phone',
    display_title: 'Phone Ten',
    description: 'A phone.',
    info: [{ name: 'ports', value: '2' }],
    contents:
      "A phone.\n== How to '''identify''' it ==\nThe model number is ''inside''.\n=== Colours ===\nRed.\n== Repair ==\nOpen it.",
  });
  await core.wiki('CATEGORY', 'Phone X Mini', { parent: 'Phone X', description: 'Smaller.' });
  await core.wiki('CATEGORY', 'Phone X Stub', { parent: 'Phone X', flags: ['WIKI_STUB'] });
  const found = await core.json<Identification>(`GET ${path('CATEGORY', 'phone_x')}/identification`);
  expect(identification.parse(found)).toMatchObject({
    title: 'Phone X',
    display_title: 'Phone Ten',
    langid: 'en',
    url: 'http://bench.test/Device/Phone_X',
    description: 'A phone.',
    image: null,
    info: [
      { name: 'ports', value: '2', inheritedFrom: null },
      { name: 'Maker', value: 'Acme', inheritedFrom: 'Phone' },
    ],
    text_raw: "The model number is ''inside''.\n\n=== Colours ===\nRed.",
    children: [{ title: 'Phone X Mini', summary: 'Smaller.', image: null }],
  });
  expect(found.text_rendered).toContain('<em>inside</em>');
  expect(found.text_rendered).not.toContain('Open it');
  expect(await core.json(`GET ${path('CATEGORY', 'Phone')}/identification`)).toMatchObject({
    text_raw: '',
    text_rendered: '',
  });
  expect((await core.call('GET /wikis/CATEGORY/None/identification')).status).toBe(404);
  await core.wiki('CATEGORY', 'Secret', { flags: ['WIKI_PRIVATE'] });
  expect((await core.call('GET /wikis/CATEGORY/Secret/identification')).status).toBe(403);
});

test('a desk writes wikis offline, keeps the version of its site, and can restore it', async () => {
  await using desk = wikiCore({}, { profile: 'desk' });
  const pending = () => desk.ctx.store.read(null, (s) => s.journal.counts().pending);
  const made = await desk.wiki('CATEGORY', 'Phone', { contents: 'Made here.' });
  expect([made.wikiid < 0, made.revisionid < 0, pending()]).toEqual([true, true, 1]);
  desk.ctx.store.transact(null, (s) =>
    s.wikis.put(
      wikiDocument({
        wikiid: 7,
        namespace: 'WIKI',
        title: 'Notes',
        revisionid: 70,
        contents_raw: 'Of the site.',
        contents_rendered: '<p>Of the site.</p>',
        authors: [{ userid: 9, username: 'far', percent: 100 }],
      }),
      { keepRevision: false },
    ),
  );
  expect(await desk.json(`GET ${history}`)).toEqual([
    { revisionid: 70, userid: null, username: null, date: 0, current: true },
  ]);
  const edited = await patch(desk, 70, { contents: 'Mine.' }, 'author');
  expect(edited).toMatchObject({ contents_raw: 'Mine.', authors: [{ userid: 9 }] });
  expect((await desk.json<WikiRevision[]>(`GET ${history}`)).map(({ revisionid }) => revisionid)).toEqual([
    edited.revisionid,
    70,
  ]);
  const back = await desk.json<Wiki>(
    `POST ${address}/revert?revisionid=${edited.revisionid}&to_revisionid=70`,
    { token: 'author' },
  );
  expect(back.contents_raw).toBe('Of the site.');
  const again = await desk.json<Wiki>(
    `POST ${address}/revert?revisionid=${back.revisionid}&to_revisionid=${edited.revisionid}`,
    { token: 'author' },
  );
  expect(again.contents_raw).toBe('Mine.');
  await desk.json(`PUT ${path('CATEGORY', 'Phone')}/parent?revisionid=${made.revisionid}`, {
    token: 'admin',
    json: { parent: null },
  });
  expect(
    (await desk.call(`DELETE ${address}?revisionid=${again.revisionid}`, { token: 'author' })).status,
  ).toBe(204);
  expect(pending()).toBe(5);
});
