import { expect, test } from 'vitest';

import { limits } from '../../../shared/limits.ts';
import { testCore } from '../../helpers/core.ts';
import { addGuide, addPerson } from '../../helpers/people.ts';

test('tags of a guide are alphabetical; the list of all tags is in order of creation', async () => {
  await using core = testCore();
  const { token } = await addPerson(core, 'ann');
  const { guideid } = await addGuide(core, token);
  const { guideid: other } = await addGuide(core, token);
  const before = await core.json<{ revisionid: number }>(`GET /guides/${guideid}`);
  for (const tag of ['solder', ' Battery ', 'solder', 'adhesive']) {
    const guide = await core.json<{ revisionid: number; tags?: unknown }>(`PUT /guides/${guideid}/tag`, {
      token,
      json: { tag },
    });
    expect(guide).toMatchObject({ guideid, revisionid: before.revisionid, steps: [{ orderby: 1 }] });
    expect(guide).not.toHaveProperty('tags');
  }
  await core.json(`PUT /guides/${other}/tag`, { token, json: { tag: 'zinc' } });
  expect(await core.json(`GET /guides/${guideid}/tags`)).toEqual(['adhesive', 'Battery', 'solder']);
  expect(await core.json('GET /tags')).toEqual(['solder', 'Battery', 'adhesive', 'zinc']);
  expect(await core.json('GET /tags?order=DESC&limit=2&offset=1')).toEqual(['adhesive', 'Battery']);
  expect(
    core.ctx.store.read(null, (s) => s.feed.after(0, 100).filter((change) => change.kind === 'tags')),
  ).toMatchObject([{ id: guideid }, { id: other }]);
});

test('DELETE removes the tag in its body; a missing tag is 404', async () => {
  await using core = testCore();
  const { token } = await addPerson(core, 'ann');
  const { guideid } = await addGuide(core, token);
  await core.json(`PUT /guides/${guideid}/tag`, { token, json: { tag: 'solder' } });
  expect(await core.json(`DELETE /guides/${guideid}/tag`, { token, json: { tag: 'solder' } })).toMatchObject({
    guideid,
  });
  expect(await core.json(`GET /guides/${guideid}/tags`)).toEqual([]);
  expect(await core.json('GET /tags')).toEqual([]);
  expect(
    await core.json(`DELETE /guides/${guideid}/tag`, { token, json: { tag: 'solder' }, expect: 404 }),
  ).toMatchObject({
    message: 'Tag not found',
  });
  await core.json(`DELETE /guides/${guideid}/tag`, { token, expect: 422 });
});

test('an admin lists no tags of deleted guides', async () => {
  await using core = testCore();
  const { token } = await addPerson(core, 'ann', { role: 'admin' });
  const { guideid } = await addGuide(core, token);
  const { revisionid } = await core.json<{ revisionid: number }>(`PUT /guides/${guideid}/tag`, {
    token,
    json: { tag: 'solder' },
  });
  expect(await core.json('GET /tags', { token })).toEqual(['solder']);
  await core.json(`DELETE /guides/${guideid}?revisionid=${revisionid}`, { token });
  expect(await core.json('GET /tags', { token })).toEqual([]);
});

test('tags are refused without a sign-in, rights, text, or guide', async () => {
  await using core = testCore();
  const { token } = await addPerson(core, 'ann');
  const bob = await addPerson(core, 'bob');
  const { guideid } = await addGuide(core, token, { public: false });
  const json = { tag: 'solder' };
  await core.json(`PUT /guides/${guideid}/tag`, { json, expect: 401 });
  await core.json(`PUT /guides/${guideid}/tag`, { json, token: bob.token, expect: 403 });
  await core.json(`GET /guides/${guideid}/tags`, { token: bob.token, expect: 403 });
  await core.json('GET /guides/99/tags', { expect: 404 });
  await core.json('PUT /guides/99/tag', { json, token, expect: 404 });
  await core.json(`PUT /guides/${guideid}/tag`, { token, json: { tag: 'x'.repeat(limits.tag.text.max) } });
  for (const tag of ['x'.repeat(limits.tag.text.max + 1), ' ', 5, undefined]) {
    expect(
      await core.json(`PUT /guides/${guideid}/tag`, { token, json: { tag }, expect: 422 }),
    ).toMatchObject({ errors: [{ field: 'tag' }] });
  }
  expect(await core.json('GET /tags?limit=0', { expect: 422 })).toMatchObject({
    errors: [{ field: 'limit' }],
  });
});

test('wikis are tagged by namespace and title, and show their tags', async () => {
  await using core = testCore();
  const { token } = await addPerson(core, 'ann', { role: 'author' });
  const bob = await addPerson(core, 'bob');
  await core.json('POST /wikis', {
    token,
    json: { namespace: 'ITEM', title: 'Torx T5', contents: 'A driver.' },
  });
  const address = '/wikis/ITEM/Torx%20T5/tag';
  await core.json(`PUT ${address}`, { token, json: { tag: 'tool' } });
  expect(await core.json(`PUT ${address}`, { token, json: { tag: 'driver' } })).toMatchObject({
    tags: ['driver', 'tool'],
  });
  expect(await core.json('GET /wikis/ITEM/Torx_T5/tags')).toEqual(['driver', 'tool']);
  expect(await core.json(`DELETE ${address}`, { token, json: { tag: 'tool' } })).toMatchObject({
    title: 'Torx T5',
    tags: ['driver'],
  });
  await core.json(`DELETE ${address}`, { token, json: { tag: 'tool' }, expect: 404 });
  await core.json(`PUT ${address}`, { token: bob.token, json: { tag: 'mine' }, expect: 403 });
  await core.json(`PUT ${address}`, { json: { tag: 'mine' }, expect: 401 });
  await core.json('GET /wikis/ITEM/Nothing/tags', { expect: 404 });
  await core.json('PUT /wikis/ITEM/Nothing/tag', { token, json: { tag: 'x' }, expect: 404 });
});

test('[security limits] a guide or page has a limited number of tags; more from a site can still be read', async () => {
  await using core = testCore();
  const { token } = await addPerson(core, 'ann');
  const { guideid } = await addGuide(core, token);
  const { max } = limits.tag.count;
  const add = (tag: string): Promise<Response> =>
    core.call(`PUT /guides/${guideid}/tag`, { token, json: { tag } });
  for (let n = 0; n < max; n += 1) expect((await add(`tag ${n}`)).status).toBe(200);
  const refused = await add('one more');
  expect([refused.status, await refused.json()]).toMatchObject([
    422,
    { message: `There can be at most ${max} tags. Remove some first.` },
  ]);
  expect((await add('tag 1')).status, 'a tag that it has').toBe(200);
  const many = Array.from({ length: max + 20 }, (_, n) => `tag ${n}`);
  core.ctx.store.transact(null, (s) => s.tags.set({ kind: 'guide', id: guideid }, many));
  expect(await core.json<string[]>(`GET /guides/${guideid}/tags`)).toHaveLength(max + 20);
  expect((await add('one more')).status).toBe(422);
  await core.json(`DELETE /guides/${guideid}/tag`, { token, json: { tag: 'tag 1' } });
});
