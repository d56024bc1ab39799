import { expect, it } from 'vitest';

import type { Guide, GuideRevision } from '../../shared/model/guide.ts';
import type { Release } from '../../shared/model/release.ts';
import type { TestCore } from '../helpers/core.ts';
import { addGuide, deskPerson, journalOf, pair } from '../helpers/pair.ts';
import { addPerson } from '../helpers/people.ts';

it('[F10] [security 21] a desk shows a withdrawn release only to people who may edit its guide', async () => {
  await using both = await pair();
  const author = await addPerson(both.hub, 'author', { role: 'author' });
  const guideid = await addGuide(both.hub, author.token);
  const release = (title: string): Promise<Release> =>
    both.hub.json('POST /guides/releases', {
      token: author.token,
      json: { guideid, title, status: 'released' },
    });
  await release('Good');
  const { revisionid } = await both.hub.json<{ revisionid: number }>(`GET /guides/${guideid}?unpatrolled`, {
    token: author.token,
  });
  await both.hub.json(`PATCH /guides/${guideid}?revisionid=${revisionid}`, {
    token: author.token,
    json: { summary: 'Wrong torque' },
  });
  const wrong = await release('Wrong');
  const unreleased = await both.hub.json<Release>('POST /guides/releases', {
    token: author.token,
    json: { guideid, title: 'Never released' },
  });
  const tom = await deskPerson(both, 'tom');
  const eve = await deskPerson(both, 'eve', 'author');
  const seen = async (token?: string): Promise<unknown[]> => {
    const asked = token === undefined ? {} : { token };
    const { releases } = await both.desk.json<{ releases: Release[] }>(
      `GET /guides/releases?guideid=${guideid}`,
      asked,
    );
    const old = await both.desk.call(`GET /guides/${guideid}?revisionid=${wrong.revisionid}`, asked);
    return [releases.map(({ title, status }) => `${title} ${status}`), old.status];
  };
  await both.round({ people: [tom] });
  expect(await seen(tom.token)).toEqual([['Good superseded', 'Wrong released'], 200]);

  await both.hub.json(`PATCH /guides/releases/${wrong.releaseid}`, {
    token: author.token,
    json: { status: 'withdrawn' },
  });
  await both.round({ people: [tom] });
  for (const token of [undefined, tom.token]) expect(await seen(token)).toEqual([['Good released'], 403]);
  const told = await (await both.hub.call('GET /benchside/changes', { token: tom.token })).text();
  expect(told).not.toContain(`"kind":"release","id":${unreleased.releaseid},`);

  // An editor of the guide reads it there, before and after a technician has synced.
  for (const people of [
    [eve, tom],
    [tom, eve],
  ]) {
    await both.round({ people });
    expect(await seen(eve.token)).toEqual([
      ['Good released', 'Wrong withdrawn', 'Never released draft'],
      200,
    ]);
    expect(await seen(tom.token)).toEqual([['Good released'], 403]);
  }
});

it('[F10.2] a desk that did not know of a release keeps its own edits from readers as soon as it reads the guide', async () => {
  await using both = await pair();
  const eve = await deskPerson(both, 'eve', 'author');
  const tom = await deskPerson(both, 'tom');
  const guideid = await addGuide(both.hub, eve.token);
  await both.round({ people: [eve] });
  await both.hub.json('POST /guides/releases', {
    token: eve.token,
    json: { guideid, title: 'First', status: 'released' },
  });
  const edit = async (fields: Record<string, string>): Promise<void> => {
    const { token } = eve;
    const { revisionid } = await both.desk.json<Guide>(`GET /guides/${guideid}?unpatrolled`, { token });
    await both.desk.json(`PATCH /guides/${guideid}?revisionid=${revisionid}`, { token, json: fields });
  };
  await edit({ summary: 'Secret' });
  await edit({ conclusion: 'More' });
  await both.round({ people: [eve, tom] });

  const versions = await both.hub.json<GuideRevision[]>(`GET /benchside/guides/${guideid}/revisions`, {
    token: eve.token,
  });
  const drafts = versions.filter(({ draft }) => draft);
  expect(drafts).toHaveLength(2);
  for (const { revisionid } of drafts)
    for (const server of [both.hub, both.desk])
      for (const token of [undefined, tom.token]) {
        const asked = token === undefined ? {} : { token };
        const answer = await server.call(`GET /guides/${guideid}?revisionid=${revisionid}`, asked);
        expect([server === both.hub ? 'hub' : 'desk', answer.status]).not.toContain(200);
      }
});

it.each([
  { what: 'a title', state: 'released', here: { title: 'Changed' } },
  { what: 'its withdrawal', state: 'released', here: { status: 'withdrawn' } },
  { what: 'its publication', state: 'draft', here: { status: 'released' } },
])(
  '[J9.1 J9.3 F11.1] $what of a release that the hub has deleted is asked about, and is nowhere shown when it is discarded',
  async ({ state, here }) => {
    await using both = await pair();
    const { hub, desk } = both;
    const eve = await deskPerson(both, 'eve', 'author');
    const tom = await deskPerson(both, 'tom');
    const { token } = eve;
    const guideid = await addGuide(hub, token);
    const { releaseid } = await hub.json<Release>('POST /guides/releases', {
      token,
      json: { guideid, title: 'First', status: state },
    });
    const { revisionid } = await hub.json<Guide>(`GET /guides/${guideid}?unpatrolled`, { token });
    await hub.json(`PATCH /guides/${guideid}?revisionid=${revisionid}`, {
      token,
      json: { summary: 'After' },
    });
    await both.round({ people: [eve, tom] });
    await desk.json(`PATCH /guides/releases/${releaseid}`, { token, json: here });
    await hub.json(`DELETE /guides/releases/${releaseid}`, { token });
    await both.round({ people: [eve, tom] });
    const [parked] = await journalOf(both, eve, 'parked');
    expect(parked?.cause?.kind).toBe('gone');
    await desk.json(`POST /benchside/journal/${parked?.entryid}/discard`, { token });
    const seen = (core: TestCore): Promise<unknown[]> =>
      Promise.all(
        [{}, { token: tom.token }, { token }].flatMap((asked) =>
          [`/guides/releases?guideid=${guideid}`, `/guides/${guideid}`, `/guides/${guideid}?unpatrolled`].map(
            async (path) => {
              const answer = await (await core.call(`GET ${path}`, asked)).text();
              return answer.replaceAll(/http:\/\/[\w.:]+\//g, 'http://site/');
            },
          ),
        ),
      );
    expect(await seen(desk)).toEqual(await seen(hub));
  },
);

it.each([
  ['a new release', 'POST /guides/releases'],
  ['the publication of a prepared one', 'PATCH /guides/releases/{releaseid}'],
])(
  '[F10.2] [seed 71200377] a draft of the hub that only %s at this desk showed to readers is a draft again when that is discarded',
  async (_what, route) => {
    await using both = await pair();
    const { hub, desk } = both;
    const eve = await deskPerson(both, 'eve', 'author');
    const tom = await deskPerson(both, 'tom');
    const { token } = eve;
    const guideid = await addGuide(hub, token);
    const first = await hub.json<Release>('POST /guides/releases', {
      token,
      json: { guideid, title: 'First', status: 'released' },
    });
    const draft = await hub.json<Guide>(`PATCH /guides/${guideid}?revisionid=${first.revisionid}`, {
      token,
      json: { summary: 'Secret' },
    });
    const prepared = await hub.json<Release>('POST /guides/releases', {
      token,
      json: { guideid, title: 'Prepared' },
    });
    await both.round({ people: [eve, tom] });
    const json = { title: 'Mine', status: 'released' };
    await (route.startsWith('POST')
      ? desk.json(route, { token, json: { guideid, ...json } })
      : desk.json(`PATCH /guides/releases/${prepared.releaseid}`, { token, json }));
    const statusOf = async (core: TestCore): Promise<number> =>
      (await core.call(`GET /guides/${guideid}?revisionid=${draft.revisionid}`, { token: tom.token })).status;
    expect(await statusOf(desk)).toBe(200);

    both.net.intercept = (request) =>
      request.startsWith('GET')
        ? undefined
        : { kind: 'status', status: 422, body: '{"message":"Not today"}' };
    await both.round({ people: [eve, tom] });
    both.net.intercept = undefined;
    const [parked] = await journalOf(both, eve, 'parked');
    expect(parked?.cause?.kind).toBe('refused');
    await desk.json(`POST /benchside/journal/${parked?.entryid}/discard`, { token });
    await both.round({ people: [eve, tom] });
    for (const server of [hub, desk])
      expect([server === hub ? 'hub' : 'desk', await statusOf(server)]).toEqual([expect.any(String), 403]);
  },
);

it('[F10.2] a draft that a release at this desk showed until the hub released a newer one stays a draft', async () => {
  await using both = await pair();
  const { hub, desk } = both;
  const eve = await deskPerson(both, 'eve', 'author');
  const tom = await deskPerson(both, 'tom');
  const { token } = eve;
  const guideid = await addGuide(hub, token);
  const release = { guideid, title: 'Release', status: 'released' };
  const first = await hub.json<Release>('POST /guides/releases', { token, json: release });
  const edit = ({ revisionid }: { revisionid: number | null }, summary: string): Promise<Guide> =>
    hub.json(`PATCH /guides/${guideid}?revisionid=${revisionid}`, { token, json: { summary } });
  const draft = await edit(first, 'Secret');
  await both.round({ people: [eve, tom] });
  await desk.json('POST /guides/releases', { token, json: release });
  const newer = await edit(draft, 'Not secret');
  await both.round({ people: [eve, tom] });
  for (const server of [hub, desk])
    for (const { revisionid, status } of [
      { ...draft, status: 403 },
      { ...newer, status: 200 },
    ]) {
      const path = `GET /guides/${guideid}?revisionid=${revisionid}`;
      const answer = await server.call(path, { token: tom.token });
      expect([server === hub ? 'hub' : 'desk', revisionid, answer.status]).toEqual([
        expect.any(String),
        revisionid,
        status,
      ]);
    }
});
