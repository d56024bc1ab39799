import { expect, test } from 'vitest';

import type { Guide } from '../../shared/model/guide.ts';
import { addGuide, deskPerson, pair } from '../helpers/pair.ts';

test('a desk lists tags in the order of its site, and its own unsent ones at the end', async () => {
  await using both = await pair();
  const { hub, desk, admin } = both;
  const bo = await deskPerson(both, 'bo', 'author');
  const [first, second] = [await addGuide(hub, admin), await addGuide(hub, admin)];
  const tag = (guideid: number, name: string): Promise<Guide> =>
    hub.json<Guide>(`PUT /guides/${guideid}/tag`, { token: admin, json: { tag: name } });
  await tag(second, 'zebra');
  await tag(first, 'yak');
  await tag(first, 'ant');
  await both.round({ people: [bo] });
  await desk.json(`PUT /guides/${second}/tag`, { token: bo.token, json: { tag: 'bee' } });
  const listed = (core: typeof hub, order = 'ASC'): Promise<string[]> =>
    core.json<string[]>(`GET /tags?order=${order}`, { token: bo.token });
  expect(await listed(desk)).toEqual(['zebra', 'yak', 'ant', 'bee']);
  expect(await listed(desk, 'DESC')).toEqual(['bee', 'ant', 'yak', 'zebra']);
  await tag(first, 'cow');
  await both.round({ people: [bo] });
  expect(await listed(desk)).toEqual(await listed(hub));
});

test.each(['PUT', 'DELETE'])(
  '[J6.1] %s of a tag at a desk leaves the draft beside the release of its guide',
  async (method) => {
    await using both = await pair();
    const { hub, desk, admin } = both;
    const guideid = await addGuide(hub, admin);
    const bo = await deskPerson(both, 'bo', 'admin');
    const draftAt = (core: typeof hub): Promise<Guide> =>
      core.json<Guide>(`GET /guides/${guideid}?unpatrolled`, { token: bo.token });
    await hub.json('POST /guides/releases', {
      token: admin,
      json: { guideid, title: 'One', status: 'released' },
    });
    await hub.json(`PUT /guides/${guideid}/tag`, { token: admin, json: { tag: 'bee' } });
    const { revisionid } = await draftAt(hub);
    await hub.json(`PATCH /guides/${guideid}?revisionid=${revisionid}`, {
      token: admin,
      json: { summary: 'Of the draft' },
    });
    await both.round({ people: [bo] });
    const tag = method === 'PUT' ? 'ant' : 'bee';
    const answer = await desk.json<Guide>(`${method} /guides/${guideid}/tag`, {
      token: bo.token,
      json: { tag },
    });
    expect(answer.summary).toBe('Of the draft');
    expect((await both.round({ people: [bo] })).problem).toBeNull();
    expect(desk.sync.status().journal).toMatchObject({ pending: 0, done: 1 });
    expect(await draftAt(desk)).toMatchObject({ summary: 'Of the draft' });
    expect(await draftAt(desk)).toMatchObject({ revisionid: (await draftAt(hub)).revisionid });
  },
);
