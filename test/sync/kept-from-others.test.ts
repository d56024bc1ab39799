import { expect, it } from 'vitest';

import type { Comment } from '../../shared/model/comment.ts';
import type { Guide } from '../../shared/model/guide.ts';
import type { Wiki } from '../../shared/model/wiki.ts';
import { addGuide, deskPerson, journalOf, pair } from '../helpers/pair.ts';
import type { DeskPerson, Pair } from '../helpers/pair.ts';

/** A word that only the hidden things of these tests have. */
const word = 'xylophone';
/** Answers repeat what was asked for. */
const begun = word.slice(0, -1);

const line = (text: string): object => ({ text, bullet: 'black', level: 0 });

interface Bench extends AsyncDisposable {
  both: Pair;
  /** Has an edit that waits. */
  ann: DeskPerson;
  /** An author too. */
  ben: DeskPerson;
  people: DeskPerson[];
}

async function bench(): Promise<Bench> {
  const both = await pair();
  const ann = await deskPerson(both, 'ann', 'author');
  const ben = await deskPerson(both, 'ben', 'author');
  return { both, ann, ben, people: [ann, ben], [Symbol.asyncDispose]: () => both[Symbol.asyncDispose]() };
}

const rounds = async ({ both, people }: Bench): Promise<void> => {
  for (let n = 0; n < 2; n += 1) expect(await both.round({ people })).toMatchObject({ problem: null });
};

/** Returns the status and the text with which the desk answers someone. */
async function answer({ both }: Bench, route: string, person?: DeskPerson): Promise<[number, string]> {
  const response = await both.desk.call(route, person ? { token: person.token } : {});
  return [response.status, await response.text()];
}

/** Expects that of these answers only the first person's have the word. */
async function expectOnlyFor(at: Bench, reader: DeskPerson | undefined, routes: string[]): Promise<void> {
  const withWord: string[] = [];
  for (const [name, person] of [
    ['ann', at.ann],
    ['ben', at.ben],
    ['nobody', undefined],
  ] as const)
    for (const route of routes)
      if ((await answer(at, route, person))[1].includes(word)) withWord.push(`${name} ${route}`);
  const name = reader && (reader === at.ann ? 'ann' : 'ben');
  expect(withWord).toEqual(name === undefined ? [] : routes.map((route) => `${name} ${route}`));
}

it('[R4.1] [security kept edits] a guide that the hub hid stays for the author of an edit that waits, and for nobody else', async () => {
  await using at = await bench();
  const { both, ann, ben } = at;
  const { hub, desk, admin } = both;
  const guideid = await addGuide(hub, admin, { title: `Mend the ${word}`, introduction: word });
  const { steps } = await hub.json<Guide>(`POST /guides/${guideid}/steps`, {
    token: admin,
    json: { orderby: 3, lines: [line(`Open the ${word}`)] },
  });
  const stepid = steps.at(-1)?.stepid ?? 0;
  const form = await hub.json<{ form_revisionid: number }>(`POST /step_forms/${stepid}`, {
    token: admin,
    json: { fields: [{ field_type: 'Text Input', label: word }] },
  });
  const { commentid } = await hub.json<Comment>(`POST /comments/guide/${guideid}`, {
    token: admin,
    json: { text: word },
  });
  const onStep = await hub.json<Comment>(`POST /comments/step/${stepid}`, {
    token: admin,
    json: { text: word },
  });
  await hub.json(`PUT /guides/${guideid}/tag`, { token: admin, json: { tag: word } });
  await hub.json(`PUT /user/favorites/guides/${guideid}`, { token: ben.token, json: {} });
  await rounds(at);
  const routes = [
    `GET /guides/${guideid}`,
    `GET /guides/${guideid}?type=XML`,
    `GET /guides/${guideid}?unpatrolled`,
    `GET /guides/${guideid}/tags`,
    'GET /guides',
    'GET /guides?includePrivate',
    `GET /guides?tags=${word}`,
    `GET /comments/${commentid}`,
    `GET /comments/${onStep.commentid}`,
    'GET /comments',
    `GET /step_forms/form_revisionid/${form.form_revisionid}`,
    'GET /tags',
    `GET /search/${begun}`,
    `GET /benchside/search?q=${begun}`,
    'GET /benchside/home',
    'GET /benchside/category/Pump',
  ];
  const { revisionid } = await desk.json<Guide>(`GET /guides/${guideid}`, ann);
  await desk.json(`PATCH /guides/${guideid}?revisionid=${revisionid}`, {
    ...ann,
    json: { summary: `Also a ${word}` },
  });
  const now = await hub.json<Guide>(`GET /guides/${guideid}`, { token: admin });
  await hub.json(`DELETE /guides/${guideid}/public?revisionid=${now.revisionid}`, { token: admin });
  await rounds(at);

  const [entry] = await journalOf(both, ann, 'parked');
  expect(entry?.cause).toMatchObject({ kind: 'forbidden' });
  expect((await answer(at, `GET /guides/${guideid}`, ben))[0]).toBe(403);
  expect((await answer(at, `GET /guides/${guideid}`))[0]).toBe(403);
  await expectOnlyFor(at, ann, routes);
  expect((await answer(at, `GET /users/${ben.userid}/favorites/guides`, ben))[1]).not.toContain(word);
  // Not even as a number of results.
  const { total } = await desk.json<{ total: number }>(`GET /benchside/search?q=${begun}`, ben);
  expect(total).toBe(0);
  const { revisionid: here } = await desk.json<Guide>(`GET /guides/${guideid}`, ann);
  const change = { token: ben.token, json: { summary: 'By Ben' } };
  expect((await desk.call(`PATCH /guides/${guideid}?revisionid=${here}`, change)).status).toBe(403);

  // The decision can be looked at, and afterwards nothing is left.
  expect((await desk.json<Guide>(`GET /guides/${guideid}`, ann)).summary).toContain(word);
  await desk.json(`POST /benchside/journal/${entry?.entryid}/retry`, ann);
  await rounds(at);
  await expectOnlyFor(at, ann, routes);
  await desk.json(`POST /benchside/journal/${entry?.entryid}/discard`, ann);
  await expectOnlyFor(at, undefined, routes);
  expect((await answer(at, `GET /guides/${guideid}`, ann))[0]).toBe(404);
});

it('[R4.1] [security kept edits] so does a page, with its comments and tags, and below it', async () => {
  await using at = await bench();
  const { both, ann, ben } = at;
  const { hub, desk, admin } = both;
  const title = `Big ${word}`;
  const path = `/wikis/CATEGORY/${encodeURIComponent(title)}`;
  const { wikiid } = await hub.json<Wiki>('POST /wikis', {
    token: admin,
    json: { namespace: 'CATEGORY', title, contents: `How a ${word} works.` },
  });
  const { commentid } = await hub.json<Comment>(`POST /comments/wiki/${wikiid}`, {
    token: admin,
    json: { text: word },
  });
  await hub.json(`PUT ${path}/tag`, { token: admin, json: { tag: word } });
  await rounds(at);
  const routes = [
    `GET ${path}`,
    `GET ${path}?type=XML`,
    'GET /wikis/CATEGORY',
    'GET /wikis/CATEGORY?display=titles',
    'GET /categories',
    'GET /categories/all',
    `GET /comments/${commentid}`,
    'GET /comments',
    'GET /tags',
    `GET /search/${begun}?doctypes=category`,
    `GET /benchside/search?q=${begun}`,
    `GET /benchside/category/${encodeURIComponent(title)}`,
  ];
  const { revisionid } = await desk.json<Wiki>(`GET ${path}`, ann);
  await desk.json(`PATCH ${path}?revisionid=${revisionid}`, {
    ...ann,
    json: { contents: `A ${word}, too.` },
  });
  await hub.json(`PATCH ${path}?revisionid=${revisionid}`, {
    token: admin,
    json: { flags: ['WIKI_PRIVATE'] },
  });
  hub.ctx.store.transact(null, (s) => {
    for (const { userid } of [ann, ben]) s.users.update(userid, { role: 'technician' });
  });
  await rounds(at);
  const [entry] = await journalOf(both, ann, 'parked');
  expect(entry).toBeDefined();
  await expectOnlyFor(at, ann, routes);
  await desk.json(`POST /benchside/journal/${entry?.entryid}/discard`, ann);
  await expectOnlyFor(at, undefined, routes);
});

it('[R4.1] [security kept edits] so does a comment that the hub removed', async () => {
  await using at = await bench();
  const { both, ann, ben } = at;
  const { hub, desk, admin } = both;
  const guideid = await addGuide(hub, admin);
  const { commentid: parentid } = await hub.json<Comment>(`POST /comments/guide/${guideid}`, {
    token: admin,
    json: { text: 'Which oil?' },
  });
  const { commentid } = await hub.json<Comment>(`POST /comments/guide/${guideid}`, {
    ...ann,
    json: { text: word, parentid },
  });
  await rounds(at);
  const routes = [
    `GET /guides/${guideid}`,
    'GET /comments',
    `GET /comments/${commentid}`,
    `GET /comments/${parentid}`,
  ];
  await desk.json(`PATCH /comments/${commentid}`, { ...ann, json: { text: `A ${word}!` } });
  await hub.json(`DELETE /comments/${commentid}`, { token: admin });
  await rounds(at);
  const [entry] = await journalOf(both, ann, 'parked');
  expect(entry).toBeDefined();
  await expectOnlyFor(at, ann, routes);
  await desk.json(`POST /benchside/journal/${entry?.entryid}/discard`, ann);
  await expectOnlyFor(at, undefined, routes);
  expect((await answer(at, `GET /comments/${commentid}`, ben))[0]).toBe(404);
});

it('[R4.1] [A4] [security kept edits] a lead sees a guide that the hub deleted if they have to decide about an edit of it', async () => {
  await using at = await bench();
  const { both, ann, ben } = at;
  const { hub, desk, admin } = both;
  const guideid = await addGuide(hub, admin, { title: `Mend the ${word}` });
  await rounds(at);
  const { revisionid } = await desk.json<Guide>(`GET /guides/${guideid}`, ann);
  await desk.json(`PATCH /guides/${guideid}?revisionid=${revisionid}`, { ...ann, json: { summary: 'Mine' } });
  await hub.json(`DELETE /guides/${guideid}?revisionid=${revisionid}`, { token: admin });
  await hub.json(`PUT /benchside/people/${ann.userid}/active`, { token: admin, json: { active: false } });
  await rounds({ ...at, people: [ben] });
  const routes = [`GET /guides/${guideid}`, 'GET /guides', `GET /search/${begun}`];
  await expectOnlyFor(at, ben, routes);
  const { entries } = await desk.json<{ entries: { entryid: string }[] }>('GET /benchside/journal', ben);
  await desk.json(`POST /benchside/journal/${entries[0]?.entryid}/discard`, ben);
  await expectOnlyFor(at, undefined, routes);
});
