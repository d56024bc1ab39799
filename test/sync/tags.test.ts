import { expect, test } from 'vitest';

import type { Guide } from '../../shared/model/guide.ts';
import { addGuide, deskPerson, pair } from '../helpers/pair.ts';

test('a desk lists tags in the order of its site, and those that it made since at the end', async () => {
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
