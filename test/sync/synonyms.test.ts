import { expect, test } from 'vitest';

import { limits } from '../../shared/limits.ts';
import type { SearchResults } from '../../shared/model/benchside.ts';
import type { SynonymList } from '../../shared/model/synonyms.ts';
import type { TestCore } from '../helpers/core.ts';
import { pair } from '../helpers/pair.ts';
import { addGuide, addPerson } from '../helpers/people.ts';

const route = 'PUT /benchside/synonyms';

async function titles(core: TestCore, token: string, q: string): Promise<string[]> {
  const query = new URLSearchParams({ q }).toString();
  const { hits } = await core.json<SearchResults>(`GET /benchside/search?${query}`, { token });
  return hits.map((hit) => (hit.kind === 'guide' ? hit.guide.title : hit.wiki.title));
}

test('an author teaches the search that two words mean the same; desks learn it, and forget it again', async () => {
  await using at = await pair();
  const { token } = await addPerson(at.hub, 'olga', { role: 'author' });
  await addGuide(at.hub, token, { title: 'Grease the slewing ring' });
  await at.round();
  const desk = at.desk;
  for (const core of [at.hub, desk]) expect(await titles(core, at.admin, 'turntable ')).toEqual([]);

  const sets = [
    ['slewing ring', 'turntable'],
    ['tire', 'tyre'],
  ];
  expect(await at.hub.json<SynonymList>(route, { token, json: { sets } })).toEqual({ own: true, sets });
  await at.round();
  for (const core of [at.hub, desk]) {
    expect(await titles(core, at.admin, 'turntable ')).toEqual(['Grease the slewing ring']);
    expect(await core.json('GET /benchside/synonyms')).toEqual({ own: true, sets });
  }

  expect(await at.hub.json<SynonymList>(route, { token, json: { sets: null } })).toMatchObject({
    own: false,
  });
  await at.round();
  for (const core of [at.hub, desk]) expect(await titles(core, at.admin, 'turntable ')).toEqual([]);
});

test('technicians change no synonyms, and lists that search cannot use are refused', async () => {
  await using at = await pair();
  const { token: technician } = await addPerson(at.hub, 'tomas');
  await at.hub.json(route, { token: technician, json: { sets: null }, expect: 403 });
  const many = Array.from({ length: limits.search.synonyms.max + 1 }, (_, n) => [`a${n}`, `b${n}`]);
  for (const sets of [
    [['alone']],
    [['word', '–']],
    [['word', 'x'.repeat(limits.search.synonym.max + 1)]],
    many,
  ])
    await at.hub.json(route, { token: at.admin, json: { sets }, expect: 422 });
  expect(await at.hub.json('GET /benchside/synonyms')).toMatchObject({ own: false });
});

test('a word of many lines searches with some of its synonyms, and never fails', async () => {
  await using at = await pair();
  const { token } = await addPerson(at.hub, 'olga', { role: 'author' });
  await addGuide(at.hub, token, { title: 'Grease the pump' });
  const sets = Array.from({ length: limits.search.synonyms.max }, (_, n) => [
    'pump',
    ...Array.from({ length: limits.search.synonymWords.max - 1 }, (_, at) => `w${n}x${at} long phrase`),
  ]);
  await at.hub.json(route, { token, json: { sets } });
  expect(await titles(at.hub, token, 'pump ')).toContain('Grease the pump');
});
