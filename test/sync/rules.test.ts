import { describe, expect, it } from 'vitest';

import { listen } from '../../app/http/node.ts';
import { templateAddresses } from '../../app/store/template-addresses.ts';
import type { SeenImage } from '../../app/store/template-addresses.ts';
import { unpack } from '../../app/store/compress.ts';
import { fillPlaceholders } from '../../app/store/placeholders.ts';
import type { Comment } from '../../shared/model/comment.ts';
import type { Guide } from '../../shared/model/guide.ts';
import { testCore } from '../helpers/core.ts';
import { addGuide, deskPerson, engineOf, everything, pair } from '../helpers/pair.ts';
import type { DeskPerson, Pair } from '../helpers/pair.ts';
import { photo } from '../media/pictures.ts';

async function bench(): Promise<
  AsyncDisposable & { both: Pair; ann: DeskPerson; ben: DeskPerson; guideid: number }
> {
  const both = await pair();
  const guideid = await addGuide(both.hub, both.admin);
  const ann = await deskPerson(both, 'ann', 'author');
  const ben = await deskPerson(both, 'ben');
  await both.round({ people: [ann, ben] });
  return { both, ann, ben, guideid, [Symbol.asyncDispose]: () => both[Symbol.asyncDispose]() };
}

const guideAt = (core: Pair['hub'], guideid: number, token: string): Promise<Guide> =>
  core.json<Guide>(`GET /guides/${guideid}`, { token });

async function patch(core: Pair['hub'], guideid: number, token: string, json: object): Promise<Guide> {
  const { revisionid } = await guideAt(core, guideid, token);
  return core.json<Guide>(`PATCH /guides/${guideid}?revisionid=${revisionid}`, { token, json });
}

const edits = ({ desk }: Pair) =>
  desk.ctx.store.read(null, (s) => s.journal.list(['pending', 'sending', 'done', 'parked', 'discarded']));

const changing = (requests: string[]): string[] =>
  requests.filter((request) => !/^GET |\/benchside\/devices\//.test(request));

it('[G3.2] a hub that moved to another address is the same site, and nothing is fetched again', async () => {
  await using hub = testCore({ checkAnswers: false });
  const first = await listen(hub.fetch, { host: '127.0.0.1', port: 0 });
  await using desk = testCore({ profile: 'desk', site: `${first.origin}/api/2.0`, checkAnswers: false });
  const both = { hub, desk };
  await addGuide(hub, (await deskPerson(both, 'admin', 'admin')).token);
  expect((await engineOf(desk, `${first.origin}/api/2.0`).round({ people: [] })).round.guides).toBe(1);
  await first.close();
  const second = await listen(hub.fetch, { host: '127.0.0.1', port: 0 });
  expect(second.origin).not.toBe(first.origin);
  const { problem, round } = await engineOf(desk, `${second.origin}/api/2.0`).round({ people: [] });
  expect([problem, round.guides]).toEqual([null, 0]);
  await second.close();
});

it('[G4.2] a first sync fetches all text before the first picture', async () => {
  await using both = await pair();
  const bytes = new Uint8Array(await (await photo(900, 600)).png().toBuffer());
  const { image } = await both.hub.json<{ image: { id: number } }>('POST /user/media/images?file=seal.png', {
    token: both.admin,
    body: bytes,
  });
  await addGuide(both.hub, both.admin, { image: image.id });
  await addGuide(both.hub, both.admin);
  await both.round();
  const { requests } = both.net;
  const picture = requests.findIndex((request) => request.includes('/igi/'));
  const lastText = requests.findLastIndex((request) =>
    /^GET \/(guides|wikis|benchside\/changes)/.test(request),
  );
  expect(picture).toBeGreaterThan(lastText);
  expect(lastText).toBeGreaterThanOrEqual(0);
});

describe('addresses in documents', () => {
  const here = { media: 'app://desk/igi/', site: 'https://new.example' };
  const read = (value: object, benchside: boolean): unknown => {
    const seen: SeenImage[] = [];
    templateAddresses(value, { origin: 'https://old.example', benchside }, 'step', seen);
    return JSON.parse(fillPlaceholders(JSON.stringify(value), here));
  };
  const image = (origin: string): object => ({ id: 1, guid: 'seal', original: `${origin}/igi/seal` });

  it('[G5.1] of the site become this desk’s for pictures and the site’s present ones for pages', () => {
    expect(
      read(
        {
          url: 'https://old.example/Guide/Pump/1',
          introduction_rendered:
            '<a href="https://old.example/Guide/Seal/2"><img src="https://old.example/igi/x.mini">',
          image: image('https://old.example'),
        },
        true,
      ),
    ).toMatchObject({
      url: 'https://new.example/Guide/Pump/1',
      introduction_rendered: '<a href="https://new.example/Guide/Seal/2"><img src="app://desk/igi/x.mini">',
      image: { original: 'app://desk/igi/seal' },
    });
  });

  it('[G5.2] stay as people typed them', () => {
    const typed = { introduction_raw: 'See https://old.example/Guide/Pump/1', title: 'https://old.example/' };
    expect(read({ ...typed }, true)).toEqual(typed);
  });

  it('[G5.3] of pictures elsewhere are unchanged with a hub, and become this desk’s with a third-party site', () => {
    const elsewhere = (): object => ({ image: image('https://cdn.example') });
    expect(read(elsewhere(), true)).toMatchObject({ image: { original: 'https://cdn.example/igi/seal' } });
    expect(read(elsewhere(), false)).toMatchObject({ image: { original: 'app://desk/igi/seal' } });
  });
});

it('[J1.2] an entry has its author, time, request, given ids and base version', async () => {
  await using at = await bench();
  const { both, ann, guideid } = at;
  const { revisionid, title } = await guideAt(both.desk, guideid, ann.token);
  await patch(both.desk, guideid, ann.token, { title: 'Mine' });
  const { commentid } = await both.desk.json<Comment>(`POST /comments/guide/${guideid}`, {
    token: ann.token,
    json: { text: 'Mind the seal.' },
  });
  const [edit, comment] = edits(both);
  expect(edit).toMatchObject({
    state: 'pending',
    route: 'PATCH /guides/{guideid}',
    params: { guideid: String(guideid) },
    query: { revisionid: String(revisionid) },
    body: { title: 'Mine' },
    userid: ann.userid,
    wallClock: expect.any(Number),
    monotonicClock: expect.any(Number),
  });
  const before = both.desk.ctx.store.read(null, (s) =>
    s.journal.before(edit?.sequence ?? 0, 'guide', guideid),
  );
  expect(before && unpack(before)).toContain(title);
  expect(comment?.issued).toContainEqual(expect.objectContaining({ id: commentid }));
});

it('[J1.3] a request that changed nothing makes no entry', async () => {
  await using at = await bench();
  const { both, ann, guideid } = at;
  const { title } = await guideAt(both.desk, guideid, ann.token);
  await patch(both.desk, guideid, ann.token, { title });
  await both.desk.call(`PUT /user/favorites/guides/${guideid}`, { token: ann.token });
  await both.desk.call(`PUT /user/favorites/guides/${guideid}`, { token: ann.token });
  expect(edits(both).map(({ route }) => route)).toEqual(['PUT /user/favorites/guides/{guideid}']);
});

it('[J2.4] a person who edits a version made here after the site has merged it with more gets the site’s version', async () => {
  await using at = await bench();
  const { both, ann, guideid } = at;
  const { revisionid } = await patch(both.desk, guideid, ann.token, { title: 'Mine' });
  expect(revisionid).toBeLessThan(0);
  await patch(both.hub, guideid, both.admin, { summary: 'Theirs' });
  await both.round({ people: [ann] });
  const answer = await both.desk.call(`PATCH /guides/${guideid}?revisionid=${revisionid}`, {
    token: ann.token,
    json: { summary: 'Mine' },
  });
  expect([answer.status, await answer.json()]).toMatchObject([409, { title: 'Mine', summary: 'Theirs' }]);
});

it('[J3.3] favorites wait for nothing, not even for a parked edit of the same guide', async () => {
  await using at = await bench();
  const { both, ann, guideid } = at;
  await patch(both.desk, guideid, ann.token, { title: 'Mine' });
  await patch(both.hub, guideid, both.admin, { title: 'Theirs' });
  await both.desk.call(`PUT /user/favorites/guides/${guideid}`, { token: ann.token });
  await both.round({ people: [ann] });
  expect(edits(both).map(({ state }) => state)).toEqual(['parked', 'done']);
  expect(await guideAt(both.hub, guideid, ann.token)).toMatchObject({ favorited: true });
});

it('[J5.2] only necessary changes are sent, and nothing if the site has the edit already', async () => {
  await using at = await bench();
  const { both, ann, guideid } = at;
  await patch(both.desk, guideid, ann.token, { title: 'Same' });
  await patch(both.hub, guideid, both.admin, { title: 'Same' });
  await both.round();
  both.net.requests.length = 0;
  await both.round({ people: [ann] });
  expect(edits(both).map(({ state }) => state)).toEqual(['done']);
  expect(changing(both.net.requests)).toEqual([]);
  expect(await everything(both.desk)).toEqual(await everything(both.hub));
});

it('[J10.2] an edit that was allowed when it was made stays visible, though a later edit forbids it', async () => {
  await using at = await bench();
  const { both, ann, ben } = at;
  const guideid = await addGuide(both.hub, ann.token);
  await both.round({ people: [ann, ben] });
  await both.desk.json(`POST /comments/guide/${guideid}`, { token: ben.token, json: { text: 'By Ben' } });
  const { revisionid } = await guideAt(both.desk, guideid, ann.token);
  await both.desk.json(`DELETE /guides/${guideid}/public?revisionid=${revisionid}`, { token: ann.token });
  expect((await both.desk.call(`GET /guides/${guideid}`, { token: ben.token })).status).toBe(403);
  // Their edits have to wait, and the guide is sent again.
  await patch(both.hub, guideid, ann.token, { summary: 'Theirs' });
  both.net.intercept = (request) =>
    changing([request]).length > 0 ? { kind: 'status', status: 503 } : undefined;
  await both.round();
  const { comments, summary } = await guideAt(both.desk, guideid, ann.token);
  expect([summary, comments.map(({ text_raw }) => text_raw)]).toEqual(['Theirs', ['By Ben']]);
});

it('[P9.3] things that a third-party site does not offer are skipped', async () => {
  await using both = await pair({ plain: true });
  await addGuide(both.hub, both.admin);
  const { intercept } = both.net;
  both.net.intercept = (request) =>
    /^GET \/(teams|guides\/releases|translation_glossary|step_forms|work_log)/.test(request)
      ? { kind: 'status', status: 404, body: '{"error":true,"message":"Endpoint not found"}' }
      : intercept?.(request);
  expect(await both.round()).toMatchObject({ problem: null, round: { outcome: 'clean', guides: 1 } });
});
