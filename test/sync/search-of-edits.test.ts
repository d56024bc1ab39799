import { expect, test } from 'vitest';

import type { Guide } from '../../shared/model/guide.ts';
import { addGuide, deskPerson, pair } from '../helpers/pair.ts';

test('no search finds a guide that was created and deleted before its first sync', async () => {
  await using both = await pair();
  const { desk, hub } = both;
  await both.round();
  const eve = await deskPerson(both, 'eve');
  const token = eve.token;
  const { guideid } = await desk.json<Guide>('POST /guides', {
    token,
    json: { category: 'Press', type: 'repair', title: 'Guide quince', public: true },
  });
  const step = { orderby: 1, lines: [{ text: 'Do', bullet: 'black', level: 0 }] };
  await desk.json(`POST /guides/${guideid}/steps`, { token, json: step });
  const { revisionid } = await desk.json<Guide>(`GET /guides/${guideid}`, { token });
  await desk.json(`DELETE /guides/${guideid}?revisionid=${revisionid}`, { token });
  await both.round({ people: [eve] });
  await both.round({ people: [eve] });
  for (const core of [desk, hub])
    expect(await core.json('GET /benchside/search?q=quince', { token })).toMatchObject({ total: 0 });
});

test('a search finds the words of a pending edit, and not those that it replaced', async () => {
  await using both = await pair();
  const { desk, hub, admin } = both;
  const guideid = await addGuide(hub, admin, { title: 'Clean the press' });
  await both.round();
  const { token } = await deskPerson(both, 'eve', 'author');
  const { revisionid } = await desk.json<Guide>(`GET /guides/${guideid}`, { token });
  await desk.json(`PATCH /guides/${guideid}?revisionid=${revisionid}`, {
    token,
    json: { title: 'Oil the quince' },
  });
  await hub.json(`PATCH /guides/${guideid}?revisionid=${revisionid}`, {
    token: admin,
    json: { summary: 'Medlar' },
  });
  // Nobody is signed in: the edit is kept and replayed on the hub's present version.
  await both.round();
  const totals = ['quince', 'medlar', 'clean'].map(async (word) => {
    const { total } = await desk.json<{ total: number }>(`GET /benchside/search?q=${word}`, { token });
    return total;
  });
  expect(await Promise.all(totals)).toEqual([1, 1, 0]);
});
