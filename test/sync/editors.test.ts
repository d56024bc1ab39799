import { expect, test } from 'vitest';

import type { Guide, GuideSummary } from '../../shared/model/guide.ts';
import { addGuide, deskPerson, pair } from '../helpers/pair.ts';

test('a desk lists the guides that a person edited elsewhere, as the hub does', async () => {
  await using both = await pair();
  const { hub, desk, admin } = both;
  const bo = await deskPerson(both, 'bo', 'author');
  const guideid = await addGuide(hub, admin);
  await both.round({ people: [bo] });
  const { revisionid } = await hub.json<Guide>(`GET /guides/${guideid}`);
  await hub.json(`PATCH /guides/${guideid}?revisionid=${revisionid}`, {
    token: bo.token,
    json: { summary: 'Better' },
  });
  await both.round({ people: [bo] });
  for (const core of [hub, desk]) {
    const guides = await core.json<GuideSummary[]>(`GET /users/${bo.userid}/guides`, { token: bo.token });
    expect(guides.map((guide) => guide.guideid)).toEqual([guideid]);
  }
});

test('a person who discarded their only edit of a guide is not listed among its editors', async () => {
  await using both = await pair();
  const { hub, desk, admin } = both;
  const bo = await deskPerson(both, 'bo', 'author');
  const guideid = await addGuide(hub, admin);
  await both.round({ people: [bo] });
  const { revisionid } = await desk.json<Guide>(`GET /guides/${guideid}`);
  await desk.json(`PATCH /guides/${guideid}?revisionid=${revisionid}`, {
    token: bo.token,
    json: { summary: 'Better' },
  });
  const listed = async (): Promise<number[]> => {
    const guides = await desk.json<GuideSummary[]>(`GET /users/${bo.userid}/guides`, { token: bo.token });
    return guides.map((guide) => guide.guideid);
  };
  expect(await listed()).toEqual([guideid]);
  both.net.intercept = (request) =>
    request.startsWith('GET') ? undefined : { kind: 'status', status: 422, body: '{"message":"Not today"}' };
  await both.round({ people: [bo] });
  const { entries } = await desk.json<{ entries: { entryid: string }[] }>('GET /benchside/journal', {
    token: bo.token,
  });
  await desk.json(`POST /benchside/journal/${entries[0]?.entryid}/discard`, { token: bo.token });
  expect(await listed()).toEqual([]);
});
