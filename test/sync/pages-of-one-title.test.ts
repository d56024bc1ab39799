import { describe, expect, it } from 'vitest';

import type { Wiki } from '../../shared/model/wiki.ts';
import { deskPerson, journalOf, pair } from '../helpers/pair.ts';
import type { Pair } from '../helpers/pair.ts';

const named = { namespace: 'WIKI', title: 'Gasket' };
const path = '/wikis/WIKI/Gasket';

const allowTwo = ({ hub }: Pair): void =>
  hub.ctx.store.transact(null, (s) => {
    s.meta.set('site', { ...s.meta.site, langid: 'en', langids: ['en', 'de'] });
    s.feed.record('site', 0);
  });

describe('a page in two languages', () => {
  const start = async () => {
    const both = await pair();
    allowTwo(both);
    const { hub, admin } = both;
    await hub.json('POST /wikis', { token: admin, json: { ...named, contents: 'One\nTwo\nThree' } });
    await hub.json('POST /wikis', {
      token: admin,
      json: { ...named, langid: 'de', contents: 'Eins\nZwei\nDrei' },
    });
    const ann = await deskPerson(both, 'ann', 'author');
    await both.round({ people: [ann] });
    const page = (core: Pair['hub'], langid: string): Promise<Wiki> =>
      core.json<Wiki>(`GET ${path}?langid=${langid}`, { token: ann.token });
    const edit = async (core: Pair['hub'], token: string, langid: string, json: object): Promise<Wiki> => {
      const { revisionid } = await core.json<Wiki>(`GET ${path}?langid=${langid}`, { token });
      return core.json<Wiki>(`PATCH ${path}?revisionid=${revisionid}&langid=${langid}`, { token, json });
    };
    const remove = async (core: Pair['hub'], token: string, langid: string): Promise<void> => {
      const { revisionid } = await core.json<Wiki>(`GET ${path}?langid=${langid}`, { token });
      await core.json(`DELETE ${path}?revisionid=${revisionid}&langid=${langid}`, { token, expect: 204 });
    };
    return { both, ann, page, edit, remove, [Symbol.asyncDispose]: () => both[Symbol.asyncDispose]() };
  };

  it('[J7.4] merges edits of the translation', async () => {
    await using at = await start();
    const { both, ann, page, edit } = at;
    await edit(both.desk, ann.token, 'de', { contents: 'Eins!\nZwei\nDrei' });
    await edit(both.hub, both.admin, 'de', { contents: 'Eins\nZwei\nDrei!' });
    await both.round({ people: [ann] });
    expect((await journalOf(both, ann, 'parked')).map(({ cause }) => cause)).toEqual([]);
    expect((await page(both.hub, 'de')).contents_raw).toBe('Eins!\nZwei\nDrei!');
  });

  it('[J7.4] asks about an edit of a deleted translation', async () => {
    await using at = await start();
    const { both, ann, edit, remove } = at;
    await edit(both.desk, ann.token, 'de', { contents: 'Eins!\nZwei\nDrei' });
    await remove(both.hub, both.admin, 'de');
    await both.round({ people: [ann] });
    expect((await journalOf(both, ann, 'parked')).map(({ cause }) => cause?.kind)).toEqual(['conflict']);
  });

  it('[J5.1] deletes a translation that was deleted at the hub', async () => {
    await using at = await start();
    const { both, ann, remove } = at;
    await remove(both.desk, ann.token, 'de');
    await remove(both.hub, both.admin, 'de');
    await both.round({ people: [ann] });
    expect((await journalOf(both, ann, 'parked')).map(({ cause }) => cause)).toEqual([]);
  });

  it('[J7.4] asks about an edit of an original that was deleted while a translation remains', async () => {
    await using at = await start();
    const { both, ann, remove } = at;
    const { revisionid } = await both.desk.json<Wiki>(`GET ${path}`, { token: ann.token });
    await both.desk.json(`PATCH ${path}?revisionid=${revisionid}`, {
      token: ann.token,
      json: { contents: 'One!\nTwo\nThree' },
    });
    await remove(both.hub, both.admin, 'en');
    await both.round({ people: [ann] });
    expect((await journalOf(both, ann, 'parked')).map(({ cause }) => cause?.kind)).toEqual(['conflict']);
  });

  it('[J5.1] deletes an original that was deleted at the hub while a translation remains', async () => {
    await using at = await start();
    const { both, ann, remove } = at;
    const { revisionid } = await both.desk.json<Wiki>(`GET ${path}`, { token: ann.token });
    await both.desk.json(`DELETE ${path}?revisionid=${revisionid}`, { token: ann.token, expect: 204 });
    await remove(both.hub, both.admin, 'en');
    await both.round({ people: [ann] });
    expect((await journalOf(both, ann, 'parked')).map(({ cause }) => cause)).toEqual([]);
  });

  it('names who last changed the translation', async () => {
    await using at = await start();
    const { both, ann, edit } = at;
    const bob = await deskPerson(both, 'bob', 'author');
    await both.round({ people: [ann] });
    await edit(both.desk, ann.token, 'de', { contents: 'Mine' });
    await edit(both.hub, bob.token, 'de', { contents: 'Theirs' });
    await both.round({ people: [] });
    await both.round({ people: [ann] });
    const [parked] = await journalOf(both, ann, 'parked');
    expect(parked?.cause).toMatchObject({ kind: 'conflict', theirs: { username: 'bob' } });
  });

  it('[J3.2] waits for the deletion, also if the language is named', async () => {
    await using at = await start();
    const { both, ann, page, edit } = at;
    const { revisionid } = await both.desk.json<Wiki>(`GET ${path}`, { token: ann.token });
    await both.desk.json(`DELETE ${path}?revisionid=${revisionid}`, { token: ann.token, expect: 204 });
    await both.desk.json('POST /wikis', {
      token: ann.token,
      json: { ...named, langid: 'en', contents: 'Quite another page' },
    });
    await edit(both.hub, both.admin, 'en', { contents: 'One\nTwo\nThree and more' });
    await both.round({ people: [ann] });
    const parked = await journalOf(both, ann, 'parked');
    expect(parked.map(({ operation }) => operation)).toEqual(['DELETE /wikis/{namespace}/{title}']);
    await both.desk.json(`POST /benchside/journal/${parked[0]?.entryid}/decide`, {
      token: ann.token,
      json: { take: 'mine' },
    });
    await both.round({ people: [ann] });
    expect((await page(both.hub, 'en')).contents_raw).toBe('Quite another page');
  });
});

it('[F9.1] a translation that became private is removed, though everybody sees the page in another language', async () => {
  await using both = await pair();
  allowTwo(both);
  const { hub, desk, admin } = both;
  await hub.json('POST /wikis', { token: admin, json: { ...named, contents: 'One' } });
  const { revisionid } = await hub.json<Wiki>('POST /wikis', {
    token: admin,
    json: { ...named, langid: 'de', contents: 'Geheim' },
  });
  const [tess, tom] = [await deskPerson(both, 'tess'), await deskPerson(both, 'tom')];
  await both.round({ people: [tess, tom] });
  await hub.json(`PATCH ${path}?revisionid=${revisionid}&langid=de`, {
    token: admin,
    json: { flags: ['WIKI_PRIVATE'] },
  });
  expect((await hub.call(`GET ${path}?langid=de`, { token: tom.token })).status).toBe(403);
  await both.round({ people: [tess, tom] });
  await both.round({ people: [tess, tom] });
  const seen = await desk.json<Wiki>(`GET ${path}?langid=de`, { token: tom.token });
  expect(seen.contents_raw).not.toBe('Geheim');
  expect(desk.ctx.store.read(null, (s) => s.wikis.titles().length)).toBe(1);
});

it('[J7.15] a new page stays visible when the deletion of the former one is discarded', async () => {
  await using both = await pair();
  const { hub, desk, admin } = both;
  const first = await hub.json<Wiki>('POST /wikis', { token: admin, json: { ...named, contents: 'Old' } });
  const ann = await deskPerson(both, 'ann', 'author');
  const { token } = ann;
  await both.round({ people: [ann] });
  const change = `${path}?revisionid=${first.revisionid}`;
  await desk.json(`DELETE ${change}`, { token, expect: 204 });
  await desk.json('POST /wikis', { token, json: { ...named, contents: 'New' } });
  await hub.json(`PATCH ${change}`, { token: admin, json: { contents: 'Old, changed' } });
  await both.round({ people: [ann] });
  const [deletion] = await journalOf(both, ann, 'parked');
  await desk.json(`POST /benchside/journal/${deletion?.entryid}/discard`, { token, json: {} });
  const shown = async (): Promise<string> => (await desk.json<Wiki>(`GET ${path}`)).contents_raw;
  expect(await shown()).toBe('New');
  await both.round({ people: [ann] });
  const [page] = await journalOf(both, ann, 'parked');
  expect(page?.cause?.kind).toBe('conflict');
  expect(await shown()).toBe('New');
  await desk.json(`POST /benchside/journal/${page?.entryid}/discard`, { token, json: {} });
  expect(await shown()).toBe('Old, changed');
});
