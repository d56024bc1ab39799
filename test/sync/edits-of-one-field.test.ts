import { expect, it } from 'vitest';

import type { Guide } from '../../shared/model/guide.ts';
import { retitle, sentByAnother } from '../helpers/bundle.ts';
import { addGuide, deskPerson, everything, pair } from '../helpers/pair.ts';

const notWaiting = { pending: 0, sending: 0, parked: 0 };

it('[J7.16] edits of one field that another desk has brought to the hub are not in conflict with each other', async () => {
  await using both = await pair();
  const guideid = await addGuide(both.hub, both.admin);
  const ann = await deskPerson(both, 'ann', 'author');
  await both.round({ people: [ann] });
  for (const title of ['First', 'Second', 'Third']) await retitle(both.desk, guideid, ann.token, title);
  expect(await sentByAnother(both, both.desk)).toBe(3);
  await both.round({ people: [ann] });
  expect(both.desk.ctx.store.read(null, (s) => s.journal.editCounts())).toMatchObject(notWaiting);
  expect(await everything(both.desk)).toEqual(await everything(both.hub));
});

it('[J7.16] a step that another desk has brought to the hub, without naming a version, is not in conflict with the deletion of its guide', async () => {
  await using both = await pair();
  const guideid = await addGuide(both.hub, both.admin);
  const ann = await deskPerson(both, 'ann', 'author');
  await both.round({ people: [ann] });
  await both.desk.json(`POST /guides/${guideid}/steps`, {
    token: ann.token,
    json: { orderby: 1, lines: [{ text: 'New', bullet: 'black', level: 0 }] },
  });
  expect(await sentByAnother(both, both.desk)).toBe(1);
  const { revisionid } = await both.hub.json<Guide>(`GET /guides/${guideid}`);
  await both.hub.call(`DELETE /guides/${guideid}?revisionid=${revisionid}`, { token: both.admin });
  await both.round({ people: [await deskPerson(both, 'tom')] });
  await both.round({ people: [ann] });
  expect(both.desk.ctx.store.read(null, (s) => s.journal.editCounts())).toMatchObject(notWaiting);
});

it('[J7.16] an edit that the hub does not have is in conflict with what someone else changed', async () => {
  await using both = await pair();
  const guideid = await addGuide(both.hub, both.admin);
  const ann = await deskPerson(both, 'ann', 'author');
  await both.round({ people: [ann] });
  await retitle(both.desk, guideid, ann.token, 'Of the desk');
  await retitle(both.hub, guideid, both.admin, 'Of the hub');
  await both.round({ people: [ann] });
  expect(both.desk.ctx.store.read(null, (s) => s.journal.editCounts())).toMatchObject({
    ...notWaiting,
    parked: 1,
  });
  expect(await both.hub.json(`GET /guides/${guideid}`)).toMatchObject({ title: 'Of the hub' });
});

it('[J7.16] a hub carries out no edit on a version that no document has', async () => {
  await using both = await pair();
  const { hub, admin: token } = both;
  const guideid = await addGuide(hub, token);
  await hub.json('POST /wikis', { token, json: { namespace: 'WIKI', title: 'Belts', contents: 'One.' } });
  const { steps } = await hub.json<Guide>(`GET /guides/${guideid}`);
  const [step] = steps;
  const before = await everything(hub);
  const requests: [route: string, json?: unknown][] = [
    [`PATCH /guides/${guideid}`, { title: 'Other' }],
    [`DELETE /guides/${guideid}`],
    [`PUT /guides/${guideid}/public`],
    [`DELETE /guides/${guideid}/public`],
    [`PUT /guides/${guideid}/steporder`, { stepids: steps.map(({ stepid }) => stepid).toReversed() }],
    [`POST /guides/${guideid}/steps`, { orderby: 1, lines: [{ text: 'New', bullet: 'black', level: 0 }] }],
    [`PATCH /guides/${guideid}/steps/${step?.stepid}`, { title: 'Other' }],
    [`DELETE /guides/${guideid}/steps/${step?.stepid}`],
    ['PATCH /wikis/WIKI/Belts', { contents: 'Other.' }],
    ['DELETE /wikis/WIKI/Belts'],
    ['PUT /wikis/CATEGORY/Pump/parent', { parent: null }],
  ];
  for (const [route, json] of requests) {
    const { status } = await hub.call(`${route}?revisionid=0`, {
      token,
      ...(json === undefined ? {} : { json }),
    });
    expect([route, status]).toEqual([route, 409]);
  }
  expect(
    (await hub.call(`POST /benchside/guides/${guideid}/revert?revisionid=0&to_revisionid=1`, { token }))
      .status,
  ).toBe(409);
  expect(await everything(hub)).toEqual(before);
});
