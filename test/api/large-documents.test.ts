import { expect, test } from 'vitest';

import { sql } from '../../app/store/sql.ts';
import { limits } from '../../shared/limits.ts';
import type { Guide, GuideRevision } from '../../shared/model/guide.ts';
import { testCore } from '../helpers/core.ts';
import type { TestCore } from '../helpers/core.ts';
import { addGuide, addPerson } from '../helpers/people.ts';

/** Characters: larger than a guide may become, so that few are enough. */
const large = 6_000_000;

/** Stores a further version of a guide, of any size. */
function putVersion(core: TestCore, guideid: number, fields: Partial<Guide>): void {
  core.ctx.store.transact({ userid: 1, username: 'Tom', role: 'admin', teams: [] }, (s) => {
    const document = s.guides.document(guideid);
    const revisionid = s.meta.nextId('revision');
    s.guides.put({ ...document, body: { ...document.body, ...fields, revisionid } }, { keepRevision: true });
  });
}

const textOf = (word: string): string => `${word} `.repeat(large / (word.length + 1));

test('[security limits] a list of versions compares only so much', async () => {
  await using core = testCore({ checkAnswers: false });
  const { token } = await addPerson(core, 'Tom');
  const { guideid } = await addGuide(core, token);
  for (const title of ['One', 'Two', 'Three', 'Four'])
    putVersion(core, guideid, { title, conclusion_raw: textOf(title) });
  const versions = await core.json<GuideRevision[]>(`GET /benchside/guides/${guideid}/revisions`, { token });
  const compared = versions.map(({ changes }) => changes.length > 0);
  expect(compared.slice(0, 2)).toEqual([true, true]);
  expect(compared[3]).toBe(false);
});

test('[security limits] a search reads only so much for the places where its words are', async () => {
  await using core = testCore({ checkAnswers: false });
  const { token } = await addPerson(core, 'Tom');
  for (let n = 0; n < 5; n += 1) {
    const { guideid } = await addGuide(core, token, { summary: `Summary ${n}` });
    putVersion(core, guideid, {
      conclusion_raw: 'torque',
      conclusion_rendered: `<p>${textOf('torque')}</p>`,
    });
  }
  const { hits: results } = await core.json<{ hits: { snippet: string }[] }>(
    'GET /benchside/search?q=torque',
    {
      token,
    },
  );
  expect(results).toHaveLength(5);
  const found = results.filter(({ snippet }) => snippet.includes('torque'));
  expect(found.length).toBeGreaterThan(1);
  expect(found.length).toBeLessThan(5);
  expect(results.at(-1)?.snippet).toMatch(/^Summary \d$/);
});

test('[J14.1] [security limits] a batch ends when its answers are large, and the desk sends the other edits again', async () => {
  await using core = testCore({ checkAnswers: false });
  const { token } = await addPerson(core, 'Tom');
  const { guideid } = await addGuide(core, token);
  putVersion(core, guideid, { conclusion_raw: textOf('torque') });
  const { revisionid } = await core.json<Guide>(`GET /guides/${guideid}`, { token });
  const edit = (key: string): object => ({
    key,
    route: 'PATCH /guides/{guideid}',
    params: { guideid: String(guideid) },
    query: { revisionid: String(revisionid - 1) },
    body: { title: key },
  });
  const { answers } = await core.json<{ answers: { status: number }[] }>('POST /benchside/edits', {
    token,
    json: { edits: ['first', 'second', 'third', 'fourth', 'fifth'].map((name) => edit(`the-${name}`)) },
  });
  expect(answers.length).toBeGreaterThan(0);
  expect(answers.length).toBeLessThan(5);
  for (const { status } of answers) expect(status).toBe(409);
});

test('[security limits] a list of large comments is asked for in parts', async () => {
  await using core = testCore({ checkAnswers: false });
  const { token } = await addPerson(core, 'Tom');
  const { guideid } = await addGuide(core, token);
  for (let n = 0; n < 4; n += 1)
    await core.json(`POST /comments/guide/${guideid}`, { token, json: { text: 'Long' } });
  core.ctx.store.transact(null, (s) =>
    s.db.run(sql`UPDATE comment SET text_raw = ${'x'.repeat(limits.list.comments.max / 3)}`),
  );
  const refused = await core.json<{ message: string }>('GET /comments', { expect: 422 });
  expect(refused.message).toBe(
    'These comments are too large for one list. Ask for fewer at once, with `limit`.',
  );
  expect(await core.json<unknown[]>('GET /comments?limit=2')).toHaveLength(2);
});
