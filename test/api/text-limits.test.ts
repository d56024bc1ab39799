import { expect, test } from 'vitest';

import { sql } from '../../app/store/sql.ts';
import { limits } from '../../shared/limits.ts';
import type { Comment } from '../../shared/model/comment.ts';
import type { Guide } from '../../shared/model/guide.ts';
import { wikiCore } from '../helpers/wiki-core.ts';
import type { WikiCore } from '../helpers/wiki-core.ts';

const list = '[guidelist|tags=a]';

/** Creates a hundred public guides with one tag. Returns the id of the first. */
function taggedGuides(core: WikiCore): number {
  const ids = Array.from({ length: 100 }, (_, i) =>
    core.guide('Pump', { title: `"${i}" ${'x'.repeat(400)}` }),
  );
  core.ctx.store.transact({ userid: 1, username: 'admin', role: 'admin', teams: [] }, (s) => {
    for (const id of ids) s.tags.set({ kind: 'guide', id }, ['a']);
  });
  return ids[0] ?? 0;
}

test('[security 5] the HTML of a comment with many guide lists stays as small as its text', async () => {
  await using core = wikiCore();
  const guideid = taggedGuides(core);
  const text = list.repeat(50_000 / list.length);
  await core.json(`POST /comments/guide/${guideid}`, { token: 'other', json: { text }, expect: 201 });
  const answer = await (await core.call(`GET /guides/${guideid}`)).text();
  expect(answer.length).toBeLessThan(limits.text.commentHtml.max);
});

test('[security 5] a comment shows pictures and lists as links by name', async () => {
  await using core = wikiCore();
  const guideid = taggedGuides(core);
  const json = { text: `See [image|1] and ${list} and [guide|${guideid}|this]` };
  const comment = await core.json<Comment>(`POST /comments/guide/${guideid}`, { token: 'other', json });
  expect(comment.text_rendered).toContain('Guides tagged a');
  expect(comment.text_rendered).toContain('Image 1');
  expect(comment.text_rendered).toContain('>this</a>');
});

test('[security 5] stored HTML that is too large is cut when a comment is answered', async () => {
  await using core = wikiCore();
  const guideid = core.guide('Pump');
  const made = await core.json<Comment>(`POST /comments/guide/${guideid}`, {
    token: 'other',
    json: { text: "Press ''gently''." },
  });
  core.ctx.store.transact(null, (s) =>
    s.db.run(sql`UPDATE comment SET text_rendered = ${'<p>x</p>'.repeat(1_000_000)}
       WHERE commentid = ${made.commentid}`),
  );
  const { comments } = await core.json<Guide>(`GET /guides/${guideid}`);
  expect(comments.map((comment) => comment.text_rendered)).toEqual(['<p>Press <em>gently</em>.</p>']);
  const [listed] = await core.json<Comment[]>('GET /comments');
  expect(listed?.text_rendered).toBe('<p>Press <em>gently</em>.</p>');
});

test('[security 5] a text whose HTML would be too long is refused, and nothing is stored', async () => {
  await using core = wikiCore();
  const quotes = '"'.repeat(900_000);
  const refused = await core.refusal('POST /wikis', {
    token: 'admin',
    json: { namespace: 'WIKI', title: 'Long', contents: quotes },
  });
  expect(refused).toMatchObject({ status: 422, fields: ['contents'] });
  expect((await core.call('GET /wikis/WIKI/Long')).status).toBe(404);
  const cells = await core.refusal('POST /wikis', {
    token: 'admin',
    json: { namespace: 'WIKI', title: 'Long', contents: `{|\n|${'||'.repeat(300_000)}\n|}` },
  });
  expect(cells).toMatchObject({ status: 422, fields: ['contents'] });
  const guideid = core.guide('Pump');
  const comment = await core.refusal(`POST /comments/guide/${guideid}`, {
    token: 'other',
    json: { text: '== a ==\n'.repeat(6000) },
  });
  expect(comment).toMatchObject({ status: 422, fields: ['text'] });
});

test('[security 9] a preview takes at most a hundred thousand characters', async () => {
  await using core = wikiCore();
  const preview = (text: string): ReturnType<typeof core.refusal> =>
    core.refusal('POST /benchside/preview', { token: 'other', json: { text } });
  expect((await preview('[[a]]'.repeat(limits.text.preview.max / 5))).status).toBe(200);
  expect((await preview('a'.repeat(limits.text.preview.max + 1))).status).toBe(422);
});

test('[security 9] a text of 900,000 characters with many links looks up each page once', async () => {
  await using core = wikiCore();
  await core.wiki('WIKI', 'a', { contents: 'A' });
  let found = 0;
  core.ctx.store.read(null, (s) => {
    const { find } = s.wikis;
    s.wikis.find = (...asked) => {
      found += 1;
      return find.apply(s.wikis, asked);
    };
    s.wikis.render('[[a]] [[b]]\n'.repeat(75_000));
  });
  expect(found).toBe(2);
});
