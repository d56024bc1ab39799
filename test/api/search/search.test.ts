import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { testCore } from '../../helpers/core.ts';
import type { TestCore } from '../../helpers/core.ts';
import { addPerson } from '../../helpers/people.ts';
import type { TestPerson } from '../../helpers/people.ts';
import { addGuides } from '../../helpers/search.ts';

interface Result {
  dataType: 'guide' | 'wiki' | 'user';
  title: string;
  namespace?: string;
  username?: string;
}

interface Answer {
  search: string;
  limit: number;
  offset: number;
  totalResults: number;
  moreResults: boolean;
  results: Result[];
}

let hub: TestCore;
let admin: TestPerson;
let author: TestPerson;

beforeAll(async () => {
  hub = testCore();
  admin = await addPerson(hub, 'admin', { role: 'admin' });
  author = await addPerson(hub, 'pumpmaster', { role: 'author' });
  await addPerson(hub, 'pumpkin');
  fill(hub);
});

afterAll(() => hub[Symbol.asyncDispose]());

function fill({ ctx: { store } }: TestCore): void {
  addGuides(store, [
    { title: 'Pump', lines: ['Open it.'] },
    { title: 'Pump Seal' },
    { title: 'Valve', lines: ['Next to the pump.'] },
    { title: 'Pump Secret', public: false },
  ]);
  store.transact({ userid: 2, username: 'pumpmaster', role: 'author', teams: [] }, (s) => {
    s.wikis.create({ namespace: 'CATEGORY', title: 'Pump', contents: '' });
    s.wikis.create({ namespace: 'ITEM', title: 'Pump Oil', contents: '' });
    s.wikis.create({ namespace: 'WIKI', title: 'How pumps work', contents: '' });
  });
}

const search = (query: string, core = hub): Promise<Answer> => core.json(`GET /search/${query}`);
const named = ({ results }: { results: Result[] }): string[] =>
  results.map((result) => {
    const { dataType, namespace = '', title, username } = result;
    return dataType === 'user' ? `user ${username}` : `${dataType} ${namespace} ${title}`.replace('  ', ' ');
  });

describe('GET /search/{query}', () => {
  it('answers summaries of guides and light wikis, the best first', async () => {
    const found = await search('pump?limit=3');
    expect(found).toMatchObject({ search: 'pump', limit: 3, offset: 0, totalResults: 6, moreResults: true });
    expect(named(found)).toEqual(['guide Pump', 'wiki CATEGORY Pump', expect.stringContaining('Pump')]);
    expect(found.results.find(({ dataType }) => dataType === 'guide')).toMatchObject({
      guideid: expect.any(Number),
      url: expect.stringMatching(/^http:\/\/bench\.test\/Guide\//),
      summary: '',
    });
    expect(found.results.find(({ dataType }) => dataType === 'wiki')).toMatchObject({
      wikiid: expect.any(Number),
      display_title: 'Pump',
    });
    const rest = await search('pump?limit=3&offset=3');
    expect([rest.results.length, rest.moreResults, rest.offset]).toEqual([3, false, 3]);
    expect(new Set([...named(found), ...named(rest)]).size).toBe(6);
    expect((await search('pump?limit=5000')).limit).toBe(200);
    expect(await search('pump?offset=5000')).toMatchObject({
      totalResults: 6,
      moreResults: false,
      results: [],
    });
  });

  it('filters by kinds, with either name of the parameter', async () => {
    const kinds: Record<string, string[]> = {
      guide: ['guide Pump', 'guide Pump Seal', 'guide Valve'],
      CATEGORY: ['wiki CATEGORY Pump'],
      device: ['wiki CATEGORY Pump'],
      'item,wiki': ['wiki ITEM Pump Oil', 'wiki WIKI How pumps work'],
      user: ['user pumpkin', 'user pumpmaster'],
      'guide, user': ['guide Pump', 'guide Pump Seal', 'guide Valve', 'user pumpkin', 'user pumpmaster'],
      'team,story': [],
    };
    for (const [words, expected] of Object.entries(kinds)) {
      for (const name of ['filter', 'doctypes']) {
        const found = await search(`pump?${name}=${encodeURIComponent(words)}`);
        expect([words, named(found).toSorted(), found.totalResults]).toEqual([
          words,
          expected.toSorted(),
          expected.length,
        ]);
      }
    }
    const pages = await Promise.all(
      [0, 2, 4].map((offset) => search(`pump?filter=guide,user&limit=2&offset=${offset}`)),
    );
    expect(pages.map(({ results, moreResults }) => [results.length, moreResults])).toEqual([
      [2, true],
      [2, true],
      [1, false],
    ]);
    expect(new Set(pages.flatMap(named)).size).toBe(5);
  });

  it('shows private guides to those who may see them', async () => {
    expect(named(await search('secret'))).toEqual([]);
    expect(named(await hub.json('GET /search/secret', { token: author.token }))).toEqual([]);
    expect(named(await hub.json('GET /search/secret', { token: admin.token }))).toEqual([
      'guide Pump Secret',
    ]);
    expect(named(await hub.json('GET /suggest/secret', { token: admin.token }))).toEqual([
      'guide Pump Secret',
    ]);
  });

  it('answers any text, and refuses an invalid page', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc
          .string({ unit: 'binary', minLength: 1, maxLength: 60 })
          .filter((text) => !/^\.\.?$/.test(text) && text.isWellFormed()),
        async (text) => {
          const { status } = await hub.call(`GET /search/${encodeURIComponent(text)}?doctypes=guide,user`);
          expect(status).toBe(200);
        },
      ),
      { numRuns: 100 },
    );
    for (const query of ['limit=0', 'limit=x', 'offset=-1']) {
      await hub.json(`GET /search/pump?${query}`, { expect: 422 });
      await hub.json(`GET /suggest/pump?${query}`, { expect: 422 });
    }
  });
});

describe('GET /suggest/{query}', () => {
  it('answers completions of an incomplete word', async () => {
    const found = await hub.json<{ query: string; results: Result[] }>(
      'GET /suggest/pum?doctypes=category,guide&limit=2',
    );
    expect(found.query).toBe('pum');
    expect(named(found).toSorted()).toEqual(['guide Pump', 'wiki CATEGORY Pump']);
    // "how" is a stop word, so titles with "pumps" follow; the title with both words is first.
    expect(named(await hub.json('GET /suggest/how%20pumps'))).toEqual([
      'wiki WIKI How pumps work',
      'guide Pump',
      'wiki CATEGORY Pump',
      'guide Pump Seal',
      'wiki ITEM Pump Oil',
      'guide Valve',
    ]);
  });

  it('and search need a sign-in on a private site, but not at a desk', async () => {
    await using site = testCore();
    const ann = await addPerson(site, 'ann');
    site.ctx.store.transact(null, (s) => s.meta.set('site', { private: true }));
    for (const route of ['GET /search/pump', 'GET /suggest/pump']) {
      await site.json(route, { expect: 401 });
      await site.json(route, { token: ann.token });
    }
    await using desk = testCore({ profile: 'desk' });
    fill(desk);
    expect((await search('pump', desk)).totalResults).toBe(6);
    expect(named(await desk.json('GET /suggest/pum?doctypes=item'))).toEqual(['wiki ITEM Pump Oil']);
  });
});
