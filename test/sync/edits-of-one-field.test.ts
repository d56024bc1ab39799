import { expect, it } from 'vitest';

import type { Guide } from '../../shared/model/guide.ts';
import { retitle, sentByAnother } from '../helpers/bundle.ts';
import { addGuide, deskPerson, everything, pair } from '../helpers/pair.ts';
import type { Pair } from '../helpers/pair.ts';

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

it('[J5.7] two leads who change a term in different languages both have their way', async () => {
  await using both = await pair();
  const { hub, desk, admin } = both;
  hub.ctx.store.transact(null, (s) => {
    s.meta.set('site', { ...s.meta.site, langids: ['en', 'de', 'fr', 'nl'] });
    s.feed.record('site', 0);
  });
  const lea = await deskPerson(both, 'lea', 'author');
  const route = 'PUT /translation_glossary/entries';
  const [first] = await hub.json<{ entryid: number }[]>(route, {
    token: admin,
    json: [{ term: 'seal', translations: { de: 'Dichtung', fr: 'joint', nl: 'x' } }],
  });
  const entryid = first?.entryid ?? 0;
  await both.round({ people: [lea] });
  await desk.json(route, {
    ...lea,
    json: [{ entryid, term: 'seal', translations: { de: 'Dichtring', fr: 'joint' } }],
  });
  await hub.json(route, {
    token: admin,
    json: [{ entryid, term: 'gasket', translations: { de: 'Dichtung', fr: 'joint plat', nl: 'x' } }],
  });
  const merged = [{ term: 'gasket', translations: { de: 'Dichtring', fr: 'joint plat' } }];
  const list = (core: Pair['hub']): Promise<{ translations: object }[]> =>
    core.json('GET /translation_glossary/entries', lea);
  // While Lea has to sign in, her desk shows both.
  await both.round({ people: [] });
  expect(await list(desk)).toMatchObject(merged);
  await both.round({ people: [lea] });
  expect(await list(hub)).toMatchObject(merged);
  expect((await list(hub))[0]?.translations).not.toHaveProperty('nl');
  expect(await list(desk)).toEqual(await list(hub));
});
