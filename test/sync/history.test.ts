import { expect, it } from 'vitest';

import type { Guide } from '../../shared/model/guide.ts';
import type { Wiki } from '../../shared/model/wiki.ts';
import { addGuide, deskPerson, pair } from '../helpers/pair.ts';
import type { TestCore } from '../helpers/core.ts';

/** A guide and a page that a desk has from its hub. */
async function bench() {
  const both = await pair();
  const guideid = await addGuide(both.hub, both.admin, {}, 1);
  await both.hub.json('POST /wikis', {
    token: both.admin,
    json: { namespace: 'WIKI', title: 'Seals', contents: 'Rubber.' },
  });
  const ann = await deskPerson(both, 'ann', 'author');
  await both.round({ people: [ann] });
  return { both, ann, guideid, [Symbol.asyncDispose]: () => both[Symbol.asyncDispose]() };
}

it('[J2.3] the history of a document edited here has each edit once: as mine until it is sent, then as the site’s', async () => {
  await using at = await bench();
  const { both, ann, guideid } = at;
  const { token } = ann;
  const here = <T>(route: string, json?: unknown): Promise<T> =>
    both.desk.json<T>(route, { token, ...(json === undefined ? {} : { json }) });
  const rename = async (title: string): Promise<void> => {
    const { revisionid } = await here<Guide>(`GET /guides/${guideid}`);
    await here(`PATCH /guides/${guideid}?revisionid=${revisionid}`, { title });
    const page = await here<Wiki>('GET /wikis/WIKI/Seals');
    await here(`PATCH /wikis/WIKI/Seals?revisionid=${page.revisionid}`, { contents: title });
  };
  const history = async (of: string): Promise<{ mine: number; theirs: number }> => {
    const list = await here<{ revisionid: number }[]>(`GET /benchside/${of}/revisions`);
    const mine = list.filter(({ revisionid }) => revisionid < 0).length;
    return { mine, theirs: list.length - mine };
  };
  const both2 = async () => ({
    guide: (await history(`guides/${guideid}`)).mine,
    wiki: (await history('wikis/WIKI/Seals')).mine,
  });
  await rename('One');
  await rename('Two');
  expect(await both2()).toEqual({ guide: 2, wiki: 2 });
  await both.round({ people: [ann] });
  expect(await both2()).toEqual({ guide: 0, wiki: 0 });
  const { theirs } = await history(`guides/${guideid}`);
  expect(theirs).toBeGreaterThan(0);
  await rename('Three');
  expect(await both2()).toMatchObject({ guide: 1 });
  // A new version of the site beneath it makes no second version of mine.
  const there = await both.hub.json<Guide>(`GET /guides/${guideid}`, { token: both.admin });
  await both.hub.json(`PATCH /guides/${guideid}?revisionid=${there.revisionid}`, {
    token: both.admin,
    json: { summary: 'New on the site' },
  });
  await both.round({ people: [] });
  expect(await history(`guides/${guideid}`)).toMatchObject({ mine: 1 });
});

it('[J2.3] an edit made here keeps its author in the history after it was sent to the site', async () => {
  await using at = await bench();
  const { both, ann, guideid } = at;
  const edit = async (core: TestCore, token: string, words: string): Promise<void> => {
    const { revisionid } = await core.json<Guide>(`GET /guides/${guideid}`, { token });
    await core.json(`PATCH /guides/${guideid}?revisionid=${revisionid}`, { token, json: { title: words } });
    const page = await core.json<Wiki>('GET /wikis/WIKI/Seals', { token });
    const path = `/wikis/WIKI/Seals?revisionid=${page.revisionid}`;
    await core.json(`PATCH ${path}`, { token, json: { contents: words } });
  };
  await edit(both.desk, ann.token, 'By Ann');
  await both.round({ people: [ann] });
  await edit(both.desk, ann.token, 'By Ann again');
  await both.round({ people: [ann] });
  await edit(both.hub, both.admin, 'By the lead');
  await both.round({ people: [ann] });
  await edit(both.desk, ann.token, 'By Ann at last');
  for (const of of [`guides/${guideid}`, 'wikis/WIKI/Seals']) {
    const list = await both.desk.json<{ userid: number | null; username: string | null }[]>(
      `GET /benchside/${of}/revisions`,
      { token: ann.token },
    );
    expect(list.map(({ username }) => username || null)).toEqual(['ann', null, 'ann', null]);
    expect(new Set(list.map(({ userid }) => userid))).toEqual(new Set([ann.userid, null]));
  }
});
