import { afterAll, beforeAll, expect, test } from 'vitest';

import type { EarnedBadge } from '../../../shared/model/badge.ts';
import type { Guide } from '../../../shared/model/guide.ts';
import type { MediaImage } from '../../../shared/model/image.ts';
import { loadSharp } from '../../../app/media/sharp.ts';
import { addGuide, deskPerson, pair } from '../../helpers/pair.ts';
import type { DeskPerson, Pair } from '../../helpers/pair.ts';
import { plainPair } from '../../helpers/plain-pair.ts';

const sharp = await loadSharp();
const png = new Uint8Array(
  await sharp({ create: { width: 800, height: 600, channels: 3, background: 'teal' } })
    .png()
    .toBuffer(),
);
const markup = ';circle,300x200,80,red;';

/** A hub with a marked picture in a step and in a run, and a desk that has synced all of it. */
let both: Pair;
let ann: DeskPerson;
let marked: MediaImage;
beforeAll(async () => {
  both = await pair();
  const { hub, admin } = both;
  ann = await deskPerson(both, 'ann', 'author');
  const guideid = await addGuide(hub, admin, {}, 1);
  const { steps } = await hub.json<Guide>(`GET /guides/${guideid}`);
  const [step] = steps;
  const upload = (token: string, query = ''): Promise<MediaImage> =>
    hub.json<MediaImage>(`POST /user/media/images?file=a.png${query}`, { token, body: png });
  marked = await upload(admin, `&markup=${encodeURIComponent(markup)}`);
  await hub.json(`PATCH /guides/${guideid}/steps/${step?.stepid}?revisionid=${step?.revisionid}`, {
    token: admin,
    json: { media: { type: 'image', data: [marked.image.id] } },
  });
  const form = await hub.json<{ fields: { field_revisionid: number }[] }>(
    `POST /step_forms/${step?.stepid}`,
    {
      token: admin,
      json: { fields: [{ field_type: 'Image', label: 'Photo', field_guid: 'field_photo' }] },
    },
  );
  const { entryid } = await hub.json<{ entryid: number }>('POST /work_log', {
    token: ann.token,
    json: { guideid, workorderid: 'W-1' },
  });
  const photo = await upload(ann.token);
  await hub.json(`PUT /work_log/${entryid}/stepData`, {
    token: ann.token,
    json: { fields: { [form.fields[0]?.field_revisionid ?? 0]: photo.image.id } },
  });
  await hub.json(`POST /work_log/${entryid}/finish`, { token: ann.token });
  await both.round({ people: [{ userid: ann.userid, token: ann.token }] });
});
afterAll(() => both[Symbol.asyncDispose]());

/** Returns the answer of both, without addresses. */
async function answers<T>(path: string): Promise<{ hub: T; desk: T }> {
  const ask = async (core: Pair['hub']): Promise<T> =>
    JSON.parse(
      JSON.stringify(await core.json<T>(`GET ${path}`, { token: ann.token })).replaceAll(
        /http:\/\/[\w.:]+\//g,
        'http://site/',
      ),
    ) as T;
  return { hub: await ask(both.hub), desk: await ask(both.desk) };
}

test('[contract C4] a desk lists the badges that can be earned, as the hub does', async () => {
  for (const path of ['/user/badges', `/users/${ann.userid}/badges`, '/users/1/badges?category=guides']) {
    const { hub, desk } = await answers<EarnedBadge[]>(path);
    expect(desk).toEqual(hub);
  }
  const { desk } = await answers<EarnedBadge[]>('/user/badges');
  expect(desk.some(({ earned }) => !earned)).toBe(true);
});

test('[contract C5] the pictures of runs are in the same answers at a desk and on the hub', async () => {
  const { hub, desk } = await answers<{ results: { entryid: number; work_data: object[] }[] }>('/work_log');
  expect(desk).toEqual(hub);
  expect(hub.results[0]?.work_data[0]).not.toHaveProperty('image');
  const one = await answers<{ work_data: object[] }>(`/work_log/${hub.results[0]?.entryid}`);
  expect(one.desk).toEqual(one.hub);
  expect(one.hub.work_data[0]).toHaveProperty('image');
});

test("[contract G2] a desk knows the size and the markers of other people's pictures", async () => {
  const { hub, desk } = await answers<MediaImage>(`/media/images/${marked.image.id}`);
  expect(hub).toMatchObject({ width: 800, height: 600, ratio: 'FOUR_THREE', markup });
  expect(desk).toEqual(hub);
  const byGuid = await answers<MediaImage>(`/media/images/${marked.guid}`);
  expect(byGuid.desk).toEqual(byGuid.hub);
});

test('[contract G5] a 409 of a guide with a release names the draft that edits are made to', async () => {
  const { hub, admin } = both;
  const guideid = await addGuide(hub, admin, { title: 'Released' }, 0);
  await hub.json('POST /guides/releases', {
    token: admin,
    json: { guideid, title: 'First', type: 'major', status: 'released' },
  });
  const shown = await hub.json<Guide>(`GET /guides/${guideid}`, { token: admin });
  const patch = <T>(revisionid: number, title: string, expected: number): Promise<T> =>
    hub.json<T>(`PATCH /guides/${guideid}?revisionid=${revisionid}`, {
      token: admin,
      json: { title },
      expect: expected,
    });
  const draft = await patch<Guide>(shown.revisionid, 'Once', 200);
  const { message, ...current } = await patch<Guide & { message: string }>(shown.revisionid, 'Twice', 409);
  const unpatrolled = `GET /guides/${guideid}?unpatrolled`;
  expect(current).toEqual(await hub.json(unpatrolled, { token: admin }));
  expect(message).toContain(`revision ${draft.revisionid}`);
  expect(message).toContain(unpatrolled);
  expect(await hub.json(`GET /guides/${guideid}?unpatrolled`, { token: admin })).not.toHaveProperty(
    'message',
  );
});

test('[contract H5] a desk lists a private guide of others for those who work on it, before and after the sync', async () => {
  await using b = await pair();
  const guideid = await addGuide(b.hub, b.admin, { public: false }, 0);
  await b.round();
  const kofi = await deskPerson(b, 'kofi');
  const { token } = kofi;
  await b.hub.json(`PUT /guides/${guideid}/users/${kofi.userid}`, { token: b.admin });
  const people = [{ userid: kofi.userid, token }];
  await b.round({ people });
  const { revisionid } = await b.desk.json<Guide>(`GET /guides/${guideid}`, { token });
  await b.desk.json(`PATCH /guides/${guideid}?revisionid=${revisionid}`, {
    token,
    json: { conclusion: 'Test it.' },
  });
  const listed = async (core: Pair['hub']): Promise<unknown> => [
    await core.json('GET /user/guides', { token }),
    await core.json('GET /benchside/category/Pump', { token }),
  ];
  const shown = [[{ guideid }], { total: 1, guides: [{ guideid }] }];
  expect(await listed(b.desk)).toMatchObject(shown);
  expect((await b.round({ people })).problem).toBeNull();
  expect(await listed(b.hub)).toMatchObject(shown);
  expect(await listed(b.desk)).toMatchObject(shown);
});

test("[contract I1] a third-party site's desk asks the site for the course assignments of a team, and says so without it", async () => {
  await using at = await plainPair();
  const { site, desk, net, ann } = at;
  site.data.teams.set(1, { teamid: 1, name: 'Pumps', members: [ann.userid] });
  await at.round();
  const route = 'GET /teams/1/course_assignments';
  const assigned = {
    response: [
      { username: 'ann', user_avatar: null, total_stages: 4, completed_stages: 1, status: 'started', due: 9 },
    ],
  };
  net.intercept = (request) =>
    request === route ? { kind: 'status', status: 200, body: JSON.stringify(assigned) } : undefined;
  for (const token of [ann.token, ''])
    expect(await desk.json(route, { token, expect: 200 })).toEqual(assigned);
  net.intercept = undefined;
  expect((await desk.call('GET /teams/one/course_assignments', { token: ann.token })).status).toBe(422);
  net.disconnect();
  expect(await desk.json(route, { token: ann.token, expect: 503 })).toMatchObject({
    message: expect.stringContaining('Only the hub can do this, and it cannot be reached') as string,
  });
});
