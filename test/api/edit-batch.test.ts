import { setImmediate } from 'node:timers/promises';

import { expect, it } from 'vitest';

import type { BatchedAnswer, BatchedEdit } from '../../shared/model/edit-batch.ts';
import type { Guide } from '../../shared/model/guide.ts';
import { limits } from '../../shared/limits.ts';
import { testCore } from '../helpers/core.ts';
import { addGuide, addUser } from '../helpers/pair.ts';
import { addPerson } from '../helpers/people.ts';

interface Answer {
  answers: BatchedAnswer[];
  point: string;
}

async function hubWithGuides(count: number) {
  const hub = testCore();
  const token = await addUser(hub, 'ann@example.org', 'admin');
  const guides: number[] = [];
  for (let index = 0; index < count; index += 1) guides.push(await addGuide(hub, token, {}, 1));
  return {
    hub,
    token,
    guides,
    send: (edits: BatchedEdit[], by = token) =>
      hub.json<Answer>('POST /benchside/edits', { token: by, json: { edits } }),
    guide: (id: number) => hub.json<Guide>(`GET /guides/${id}`),
    [Symbol.asyncDispose]: () => hub[Symbol.asyncDispose](),
  };
}

const title = (key: string, guide: Pick<Guide, 'guideid' | 'revisionid'>, text: string): BatchedEdit => ({
  key,
  route: 'PATCH /guides/{guideid}',
  params: { guideid: String(guide.guideid) },
  query: { revisionid: String(guide.revisionid) },
  body: { title: text },
});

it('[J14.1 J4.2 J4.3] edits of a batch are each answered like a single edit, and each repeated under its own key', async () => {
  await using at = await hubWithGuides(2);
  const [one = 0, two = 0] = at.guides;
  const edits = [
    title('key-of-edit-1', await at.guide(one), 'First'),
    {
      key: 'key-of-edit-2',
      route: 'PUT /user/favorites/guides/{guideid}',
      params: { guideid: String(two) },
    },
  ];
  const { sequence } = at.hub.ctx.store.read(null, (s) => s.feed);
  const first = await at.send(edits);
  expect(first.answers).toMatchObject([
    { key: 'key-of-edit-1', status: 200, body: { guideid: one, title: 'First' } },
    { key: 'key-of-edit-2', status: 204 },
  ]);
  expect(first.answers.map(({ repeated }) => repeated)).toEqual([undefined, undefined]);
  const newest = at.hub.ctx.store.read(null, (s) => s.feed.sequence);
  expect(Number(first.point.split(':')[0])).toBe(newest);

  const again = await at.send(edits);
  expect(again.answers.map(({ status }) => status)).toEqual([200, 204]);
  expect(again.answers[0]).toMatchObject({ repeated: sequence, body: first.answers[0]?.body });
  expect(again.answers[1]?.repeated).toBeGreaterThan(sequence);
  const alone = await at.hub.call('PUT /user/favorites/guides/'.concat(String(two)), {
    token: at.token,
    json: {},
    headers: { 'Idempotency-Key': 'key-of-edit-2' },
  });
  expect([alone.status, alone.headers.get('Benchside-Repeated')]).toEqual([
    204,
    String(again.answers[1]?.repeated),
  ]);
  expect(at.hub.ctx.store.read(null, (s) => s.feed.sequence)).toBe(newest);
});

it('[J14.2] an edit of a batch that conflicts or is refused is undone alone, and the others remain', async () => {
  await using at = await hubWithGuides(3);
  const [one = 0, two = 0, three = 0] = at.guides;
  const old = await at.guide(two);
  await at.hub.json(`PATCH /guides/${two}?revisionid=${old.revisionid}`, {
    token: at.token,
    json: { title: 'Theirs' },
  });
  const edits = [
    title('key-of-edit-1', await at.guide(one), 'Mine'),
    title('key-of-edit-2', old, 'Mine'),
    { ...title('key-of-edit-3', await at.guide(one), 'x'), body: { title: 'x'.repeat(600) } },
    { key: 'key-of-edit-4', route: 'POST /guides', body: { category: 'Pump', type: 'repair' } },
    {
      key: 'key-of-edit-5',
      route: 'POST /comments/{context}/{contextid}',
      params: { context: 'guide', contextid: '999' },
      body: { text: 'x' },
    },
    title('key-of-edit-6', await at.guide(three), 'Mine'),
  ];
  const { answers } = await at.send(edits);
  expect(answers.map(({ status }) => status)).toEqual([200, 409, 422, 422, 404, 200]);
  expect(answers[1]?.body).toMatchObject({ guideid: two, title: 'Theirs' });
  const titles = await Promise.all([one, two, three].map(async (id) => (await at.guide(id)).title));
  expect(titles).toEqual(['Mine', 'Theirs', 'Mine']);
  const unknown = at.hub.ctx.store.read(null, (s) => s.idempotency.unknown(edits.map(({ key }) => key)));
  expect(unknown).toEqual(['key-of-edit-2', 'key-of-edit-3', 'key-of-edit-4', 'key-of-edit-5']);
});

it('[J14.1] edits of a batch see the changes of those before them, and count once for their author', async () => {
  await using at = await hubWithGuides(2);
  const bob = await addUser(at.hub, 'bob@example.org', 'author');
  const points = async (): Promise<number> =>
    (await at.hub.json<{ reputation: number }>('GET /user', { token: bob })).reputation;
  const [one = 0, two = 0] = at.guides;
  const comment = (key: string, guideid: number): BatchedEdit => ({
    key,
    route: 'POST /comments/{context}/{contextid}',
    params: { context: 'guide', contextid: String(guideid) },
    body: { text: key },
  });
  await at.send([comment('alone-1-comment', one)], bob);
  const each = await points();
  const { answers } = await at.send(
    [comment('batch-1-comment', one), comment('batch-2-comment', two), comment('batch-3-comment', two)],
    bob,
  );
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
  expect(await points()).toBe(4 * each);
  const [{ commentid } = {}] = (await at.guide(one)).comments;
  const edit = (key: string, text: string): BatchedEdit => ({
    key,
    route: 'PATCH /comments/{commentid}',
    params: { commentid: String(commentid) },
    body: { text },
  });
  await at.send([edit('first-of-two', 'Once'), edit('second-of-two', 'Twice')], bob);
  expect((await at.guide(one)).comments[0]).toMatchObject({ text_raw: 'Twice' });
});

it('a batch is refused without a sign-in, with too many edits, and with an invalid key', async () => {
  await using at = await hubWithGuides(1);
  const guide = await at.guide(at.guides[0] ?? 0);
  const call = async (edits: BatchedEdit[], token?: string): Promise<number> =>
    (await at.hub.call('POST /benchside/edits', { ...(token ? { token } : {}), json: { edits } })).status;
  const { max } = limits.sync.batch;
  const many = (count: number): BatchedEdit[] =>
    Array.from({ length: count }, (_, index) => title(`key-number-${index}`, guide, 'x'));
  expect(await call(many(1))).toBe(401);
  expect(await call(many(max + 1), at.token)).toBe(422);
  expect(await call([], at.token)).toBe(422);
  expect(await call([title('short', guide, 'x')], at.token)).toBe(422);
  expect((await at.guide(guide.guideid)).revisionid).toBe(guide.revisionid);
});

it('[J14.1] edits of a person who is deactivated meanwhile are refused from then on', async () => {
  await using at = await hubWithGuides(1);
  const { hub, token } = at;
  const { userid, token: own } = await addPerson(hub, 'ben');
  const [guideid = 0] = at.guides;
  const edits = Array.from({ length: limits.sync.batch.max }, (_, index): BatchedEdit => ({
    key: `key-of-edit-${index}`,
    route:
      index % 2 === 0 ? 'PUT /user/favorites/guides/{guideid}' : 'DELETE /user/favorites/guides/{guideid}',
    params: { guideid: String(guideid) },
  }));
  const { version } = hub.ctx.store;
  const sent = at.send(edits, own);
  while (hub.ctx.store.version === version) await setImmediate();
  const json = { active: false };
  await hub.json(`PUT /benchside/people/${userid}/active`, { token, json });
  const statuses = (await sent).answers.map(({ status }) => status);
  expect([statuses[0], statuses.at(-1)]).toEqual([204, 401]);
});
