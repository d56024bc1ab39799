import { expect, test } from 'vitest';

import type { Comment } from '../../../shared/model/comment.ts';
import type { Guide, Step } from '../../../shared/model/guide.ts';
import { testCore } from '../../helpers/core.ts';
import type { TestCore } from '../../helpers/core.ts';
import { addGuide, addPerson } from '../../helpers/people.ts';

const ids = (comments: { commentid: number }[]): number[] => comments.map((comment) => comment.commentid);

const post = (core: TestCore, token: string, target: string, json: object, expect = 201) =>
  core.json<Comment>(`POST /comments/${target}`, { token, json, expect });

test("a comment is answered in full, with its author's picture, and is part of its guide", async () => {
  await using core = testCore({}, { now: () => 1_700_000_000.5 });
  const ann = await addPerson(core, 'ann');
  const { guideid, stepid } = await addGuide(core, ann.token);
  const onGuide = await post(core, ann.token, `guide/${guideid}`, {
    text: "Use a '''long''' bit.\u0082",
    langid: 'fr',
  });
  expect(onGuide).toEqual({
    commentid: onGuide.commentid,
    locale: 'en',
    context: 'guide',
    contextid: guideid,
    parentid: null,
    author: {
      userid: ann.userid,
      username: 'ann',
      unique_username: null,
      join_date: 1_700_000_000,
      image: expect.objectContaining({
        id: -1,
        guid: 'default_avatar_placeholder_guid',
        original: 'http://bench.test/igi/default_avatar_placeholder_guid',
      }),
      reputation: 24,
      url: `http://bench.test/User/${ann.userid}/ann`,
      teams: [],
      privileges: ['User'],
    },
    title: '',
    text_raw: "Use a '''long''' bit.",
    text_rendered: '<p>Use a <strong>long</strong> bit.</p>',
    date: 1_700_000_000,
    modified_date: 0,
    replied_date: 0,
    rating: 0,
    status: 'public',
    replies: [],
  });
  const onStep = await post(core, ann.token, `step/${stepid}`, { text: 'Mind the clip.' });
  const reply = await post(core, ann.token, `step/${stepid}`, {
    text: 'Thanks!',
    parentid: onStep.commentid,
  });
  expect(reply).toMatchObject({ parentid: onStep.commentid, replies: [] });
  const guide = await core.json<Guide>(`GET /guides/${guideid}`);
  // Her writing earned Ann reputation meanwhile.
  const now = ({ commentid }: Comment): Promise<Comment> => core.json(`GET /comments/${commentid}`);
  expect(guide.comments).toEqual([await now(onGuide)]);
  expect((guide.steps[0] as Step).comments).toEqual([await now(onStep)]);
  expect(await now(onStep)).toMatchObject({
    text_raw: 'Mind the clip.',
    replies: [{ commentid: reply.commentid }],
  });
  expect(core.ctx.store.read(null, (s) => s.guides.row(guideid)?.comment_count)).toBe(3);
});

test('wikis and site information are commented on too; posts and stories do not exist here', async () => {
  await using core = testCore();
  const { token } = await addPerson(core, 'ann', { role: 'author' });
  const make = (namespace: string, title: string) =>
    core.json<{ wikiid: number }>('POST /wikis', { token, json: { namespace, title, contents: 'Text.' } });
  const page = await make('WIKI', 'Glue');
  const licence = await make('INFO', 'Licence');
  const onPage = await post(core, token, `wiki/${page.wikiid}`, { text: 'Good.' });
  await post(core, token, `info/${licence.wikiid}`, { text: 'Clear.' });
  expect(core.ctx.store.read(null, (s) => ids(s.comments.ofWiki(page.wikiid)))).toEqual([onPage.commentid]);
  for (const target of [`info/${page.wikiid}`, 'wiki/99', 'guide/99', 'step/99', 'post/1', 'story/1']) {
    await post(core, token, target, { text: 'Hello.' }, 404);
  }
  await post(core, token, 'team/1', { text: 'Hello.' }, 422);
});

test('a comment needs a text, a sign-in, and a first-level parent on the same document', async () => {
  await using core = testCore();
  const { token } = await addPerson(core, 'ann');
  const { guideid, stepid } = await addGuide(core, token);
  const top = await post(core, token, `guide/${guideid}`, { text: 'One' });
  const reply = await post(core, token, `guide/${guideid}`, { text: 'Two', parentid: top.commentid });
  for (const json of [{}, { text: ' \n' }, { text: 5 }]) {
    expect(await post(core, token, `guide/${guideid}`, json, 422)).toMatchObject({
      errors: [{ field: 'text' }],
    });
  }
  for (const parentid of [reply.commentid, 99, 'x']) {
    expect(await post(core, token, `guide/${guideid}`, { text: 'Three', parentid }, 422)).toMatchObject({
      errors: [{ field: 'parentid' }],
    });
  }
  await post(core, token, `step/${stepid}`, { text: 'Three', parentid: top.commentid }, 422);
  await core.json(`POST /comments/guide/${guideid}`, { json: { text: 'Three' }, expect: 401 });
  await post(core, token, `guide/${guideid}`, { text: 'Three', parentid: null });
});

test('[contract D1] [contract D2] the owner edits for five minutes; nobody else ever does, not even admins', async () => {
  let now = 1_700_000_000;
  await using core = testCore({}, { now: () => now });
  const ann = await addPerson(core, 'ann');
  const bob = await addPerson(core, 'bob', { role: 'author' });
  const admin = await addPerson(core, 'boss', { role: 'admin' });
  const { guideid } = await addGuide(core, ann.token);
  const { commentid } = await post(core, ann.token, `guide/${guideid}`, { text: 'One' });
  const patch = (token: string, text: string, expect: number) =>
    core.json<Comment>(`PATCH /comments/${commentid}`, { token, json: { text }, expect });
  now += 300;
  expect(await patch(ann.token, 'One', 200)).toMatchObject({ modified_date: 0 });
  expect(await patch(ann.token, "''Two''", 200)).toMatchObject({
    text_raw: "''Two''",
    text_rendered: '<p><em>Two</em></p>',
    modified_date: now,
    date: 1_700_000_000,
  });
  now += 1;
  await patch(ann.token, 'Three', 403);
  await patch(bob.token, 'Three', 403);
  await patch(admin.token, 'Three', 403);
  const { commentid: own } = await post(core, admin.token, `guide/${guideid}`, { text: 'Mine' });
  now += 301;
  await core.json(`PATCH /comments/${own}`, { token: admin.token, json: { text: 'Late' }, expect: 403 });
  expect((await core.call(`DELETE /comments/${commentid}`, { token: bob.token })).status).toBe(403);
  expect((await core.call(`DELETE /comments/${commentid}`, { token: admin.token })).status).toBe(204);
  now -= 301;
  await patch(ann.token, '', 422);
  await core.json(`PATCH /comments/${commentid}`, { json: { text: 'x' }, expect: 401 });
  await core.json('PATCH /comments/99', { token: ann.token, json: { text: 'x' }, expect: 404 });
});

test('deleting a comment also deletes its replies, and the feed reports it', async () => {
  await using core = testCore();
  const ann = await addPerson(core, 'ann');
  const bob = await addPerson(core, 'bob');
  const { guideid } = await addGuide(core, ann.token);
  const top = await post(core, ann.token, `guide/${guideid}`, { text: 'One' });
  const reply = await post(core, bob.token, `guide/${guideid}`, { text: 'Two', parentid: top.commentid });
  const other = await post(core, bob.token, `guide/${guideid}`, { text: 'Three' });
  await core.json(`DELETE /comments/${top.commentid}`, { token: bob.token, expect: 403 });
  await core.json(`DELETE /comments/${top.commentid}`, { expect: 401 });
  expect((await core.call(`DELETE /comments/${top.commentid}`, { token: ann.token })).status).toBe(204);
  for (const { commentid } of [top, reply]) {
    expect(await core.json(`GET /comments/${commentid}`, { expect: 404 })).toMatchObject({
      message: 'Comment not found',
    });
    await core.json(`DELETE /comments/${commentid}`, { token: ann.token, expect: 404 });
  }
  expect(ids(await core.json('GET /comments'))).toEqual([other.commentid]);
  expect(ids((await core.json<Guide>(`GET /guides/${guideid}`)).comments)).toEqual([other.commentid]);
  await post(core, bob.token, `guide/${guideid}`, { text: 'Four', parentid: top.commentid }, 422);
  const gone = core.ctx.store.read(null, (s) =>
    s.feed.after(0, 100).filter((c) => c.kind === 'comment' && c.deleted),
  );
  expect(gone.map((change) => change.id)).toEqual([top.commentid, reply.commentid]);
});

test('GET /comments filters by context, language and time, by commentid either way', async () => {
  let now = 1_700_000_000;
  await using core = testCore({}, { now: () => now });
  const { token } = await addPerson(core, 'ann');
  const { guideid, stepid } = await addGuide(core, token);
  const { commentid: a } = await post(core, token, `guide/${guideid}`, { text: 'One' });
  now += 100;
  const { commentid: b } = await post(core, token, `step/${stepid}`, { text: 'Two' });
  const { commentid: c } = await post(core, token, `step/${stepid}`, { text: 'Three', parentid: b });
  const list = async (query: string) => ids(await core.json<Comment[]>(`GET /comments${query}`));
  expect(await list('')).toEqual([a, b, c]);
  expect(await list('?order=DESC&limit=2')).toEqual([c, b]);
  expect(await list('?offset=1&limit=1')).toEqual([b]);
  expect(await list('?context=step')).toEqual([b, c]);
  expect(await list('?langid=en')).toEqual([a, b, c]);
  expect(await list('?langid=de')).toEqual([]);
  expect(await list(`?modifiedSince=${now}`)).toEqual([b, c]);
  now += 100;
  await core.json(`PATCH /comments/${a}`, { token, json: { text: 'One!' } });
  expect(await list(`?modifiedSince=${now}`)).toEqual([a]);
  await core.json('GET /comments?context=team', { expect: 422 });
});

test('comments of a private guide are shown only to people who may see the guide', async () => {
  await using core = testCore();
  const ann = await addPerson(core, 'ann');
  const bob = await addPerson(core, 'bob');
  const admin = await addPerson(core, 'boss', { role: 'admin' });
  const { guideid, stepid } = await addGuide(core, ann.token, { public: false });
  const { commentid } = await post(core, ann.token, `step/${stepid}`, { text: 'Secret' });
  await post(core, bob.token, `guide/${guideid}`, { text: 'Hello' }, 403);
  await post(core, bob.token, `step/${stepid}`, { text: 'Hello' }, 403);
  await core.json(`GET /comments/${commentid}`, { token: bob.token, expect: 403 });
  await core.json(`GET /comments/${commentid}`, { expect: 403 });
  await core.json(`PATCH /comments/${commentid}`, { token: bob.token, json: { text: 'x' }, expect: 403 });
  expect(await core.json('GET /comments', { token: bob.token })).toEqual([]);
  for (const { token } of [ann, admin])
    expect(ids(await core.json('GET /comments', { token }))).toEqual([commentid]);
});

test('a site’s comments keep their ids, and comments that the site no longer has are dropped', async () => {
  await using core = testCore();
  const ann = await addPerson(core, 'ann');
  const { guideid, stepid } = await addGuide(core, ann.token);
  const author = {
    userid: 900,
    username: 'Site Person',
    unique_username: null,
    join_date: 5,
    image: null,
    reputation: 7,
    url: '',
    teams: [],
    privileges: ['Admin'],
  };
  const remote = (commentid: number, parentid: number | null): Comment => ({
    commentid,
    locale: null,
    context: 'step',
    contextid: stepid,
    parentid,
    author,
    title: '',
    text_raw: 'From the site',
    text_rendered: '<p>From the site</p>',
    date: 10,
    modified_date: 0,
    replied_date: 0,
    rating: 0,
    status: 'public',
    replies: [],
  });
  const sent = {
    ...remote(500, null),
    replies: [remote(501, 500), { ...remote(502, 500), status: 'deleted' as const }],
  };
  const { store } = core.ctx;
  for (let i = 0; i < 2; i += 1) store.transact(null, (s) => s.comments.putRemote(sent, { guideid }));
  store.transact(null, (s) => s.comments.putRemote(remote(600, null), { guideid }));
  const thread = store.read(null, (s) => s.comments.ofGuide(guideid));
  expect(thread.map(({ commentid, replies }) => [commentid, ids(replies)])).toEqual([
    [500, [501]],
    [600, []],
  ]);
  expect(thread[0]?.author).toMatchObject({
    userid: 900,
    reputation: 7,
    privileges: ['Admin'],
    image: { id: -1 },
  });
  expect(store.read(null, (s) => s.guides.row(guideid)?.comment_count)).toBe(3);
  store.transact(null, (s) => s.comments.dropForGuide(guideid, [500, 501], false));
  expect(ids(store.read(null, (s) => s.comments.ofGuide(guideid)))).toEqual([500]);
  store.transact(null, (s) => s.comments.forget(500));
  expect(store.read(null, (s) => s.comments.ofGuide(guideid))).toEqual([]);
  expect(store.read(null, (s) => s.guides.row(guideid)?.comment_count)).toBe(0);
});
