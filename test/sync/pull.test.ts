import { describe, expect, it } from 'vitest';

import { sql } from '../../app/store/sql.ts';
import type { Guide } from '../../shared/model/guide.ts';
import { addGuide, deskPerson, everything, pair } from '../helpers/pair.ts';
import type { Pair } from '../helpers/pair.ts';

const roads = [
  { road: 'feed', plain: false },
  { road: 'plain endpoints', plain: true },
];

const bodies = (requests: string[]): string[] =>
  requests.filter((request) => /^GET \/(guides\/\d+\?|wikis\/[A-Z]+\/)/.test(request));

async function synced({ plain, guides = 3 }: { plain: boolean; guides?: number }): Promise<Pair> {
  // The last second of a plain site is not final, and pages come with their categories.
  let behind = 10;
  const both = await pair({ plain, now: () => Date.now() / 1000 - behind });
  for (let n = 1; n <= guides; n += 1) {
    await addGuide(both.hub, both.admin, {
      title: `Guide ${n}`,
      category: `Category ${n % 2}`,
      introduction: "''Read'' this",
    });
  }
  behind = 0;
  const { round } = await both.round();
  expect(round).toMatchObject({ outcome: 'clean', guides });
  return both;
}

const guideCount = (both: Pair): number => both.desk.ctx.store.read(null, (s) => s.guides.countAll());

describe.each(roads)('over the $road', ({ plain }) => {
  it('[P1 F1.1] a first sync ends with everything the site shows, field by field', async () => {
    await using both = await synced({ plain });
    expect(await everything(both.desk)).toEqual(await everything(both.hub));
  });

  it('[P1 F2] a second sync without changes transfers no document', async () => {
    await using both = await synced({ plain });
    both.net.requests.length = 0;
    const { round } = await both.round();
    expect(round).toMatchObject({ outcome: 'clean', guides: 0, wikis: 0, removed: 0 });
    expect(bodies(both.net.requests)).toEqual([]);
  });

  it('[P3.1 F1.1] a single changed guide is the only one transferred', async () => {
    await using both = await synced({ plain });
    const before = await both.hub.json<{ revisionid: number }>('GET /guides/2');
    await both.hub.json(`PATCH /guides/2?revisionid=${before.revisionid}`, {
      token: both.admin,
      json: { title: 'New title' },
    });
    const { round } = await both.round();
    expect(round).toMatchObject({ outcome: 'clean', guides: 1 });
    expect(await everything(both.desk)).toEqual(await everything(both.hub));
  });

  it('[F6 P3.2] a changed prerequisite changes the date of dependent guides without sending them again', async () => {
    await using both = await synced({ plain });
    const third = await both.hub.json<{ revisionid: number }>('GET /guides/3');
    await both.hub.json(`PATCH /guides/3?revisionid=${third.revisionid}`, {
      token: both.admin,
      json: { prerequisites: [1] },
    });
    await both.round();
    const first = await both.hub.json<{ revisionid: number }>('GET /guides/1');
    await both.hub.json(`PATCH /guides/1?revisionid=${first.revisionid}`, {
      token: both.admin,
      json: { title: 'Changed' },
    });
    const { round } = await both.round();
    expect(round.guides).toBe(1);
    expect(await everything(both.desk)).toEqual(await everything(both.hub));
  });

  it('[R1 R2] a deleted guide goes to the trash, and returns when it is restored', async () => {
    await using both = await synced({ plain });
    const { revisionid } = await both.hub.json<{ revisionid: number }>('GET /guides/2');
    await both.hub.call(`DELETE /guides/2?revisionid=${revisionid}`, { token: both.admin });
    const { round } = await both.round({ byHand: true });
    expect(round).toMatchObject({ outcome: 'clean', removed: 1 });
    expect((await both.desk.call('GET /guides/2')).status).toBe(404);
    expect(both.desk.ctx.store.read(null, (s) => s.trash.count())).toBe(1);
    both.hub.ctx.store.transact(null, (s) => {
      s.guides.put({ ...s.guides.document(2) }, { keepRevision: true });
      s.feed.record('guide', 2);
    });
    await both.round({ byHand: true });
    expect(both.desk.ctx.store.read(null, (s) => s.trash.count())).toBe(0);
    expect(await everything(both.desk)).toEqual(await everything(both.hub));
  });

  it('[R3 F3.1] a mass disappearance removes nothing until a person confirms it', async () => {
    await using both = await synced({ plain, guides: 30 });
    both.hub.ctx.store.transact(null, (s) => {
      for (let guideid = 1; guideid <= 25; guideid += 1) {
        s.guides.hide(guideid);
        s.feed.record('guide', guideid, true);
      }
    });
    const { round, problem } = await both.round({ byHand: true });
    expect(round).toMatchObject({ outcome: 'needs-person', removed: 0 });
    expect(problem?.kind).toBe('mass-disappearance');
    expect(guideCount(both)).toBe(30);
    expect((await both.round({ byHand: true })).round.outcome).toBe('needs-person');
    const confirmed = await both.round({ byHand: true, acceptRemovals: true });
    expect(confirmed.round).toMatchObject({ outcome: 'clean', removed: 25 });
    expect(guideCount(both)).toBe(5);
    expect((await both.round({ byHand: true })).round).toMatchObject({ outcome: 'clean', removed: 0 });
  });

  it('[G4.1 F5 P3.1] an interrupted first sync resumes and fetches nothing twice', async () => {
    await using both = await pair({ plain });
    for (let n = 1; n <= 150; n += 1) await addGuide(both.hub, both.admin, { title: `Guide ${n}` }, 0);
    const hide = both.net.intercept;
    let passed = 0;
    both.net.intercept = (request) => {
      if (/\/guides\/\d/.test(request)) passed += 1;
      if (request.includes('/benchside/changes')) return { kind: 'truncate', bytes: 120_000 };
      return passed > 70 ? { kind: 'drop' } : hide?.(request);
    };
    const { round } = await both.round();
    expect(round.outcome).toBe('unreachable');
    const first = guideCount(both);
    expect(first).toBeGreaterThan(20);
    expect(first).toBeLessThan(150);
    both.net.intercept = hide;
    both.net.requests.length = 0;
    const second = await both.round();
    expect(second.round.outcome).toBe('clean');
    expect(second.round.guides).toBe(150 - first);
    expect(await everything(both.desk)).toEqual(await everything(both.hub));
  });

  it('[G6] without a network everything reads as before, and the status says so in words', async () => {
    await using both = await synced({ plain });
    const before = await everything(both.desk);
    both.net.disconnect();
    const { problem } = await both.round();
    expect(problem).toMatchObject({ kind: 'offline' });
    expect(await everything(both.desk)).toEqual(before);
    const status = await both.desk.json<{ problem: { message: string; advice: string; detail: string } }>(
      'GET /benchside/sync',
    );
    expect(status.problem.message).toBe('The hub cannot be reached.');
    expect(status.problem.detail).toMatch(/^[A-Z_]+$/);
    both.net.connect();
    expect((await both.round()).problem).toBeNull();
  });

  it('[P5 P6] comments, tags and authors arrive, and a comment added later too', async () => {
    await using both = await synced({ plain });
    await both.hub.json('PUT /guides/1/tag', { token: both.admin, json: { tag: 'hydraulics' } });
    await both.hub.json('POST /comments/guide/1', {
      token: both.admin,
      json: { text: 'Mind the spring behind the seal.' },
    });
    const { round } = await both.round({ byHand: true });
    expect(round.outcome).toBe('clean');
    expect(await both.desk.json('GET /guides/1/tags')).toEqual(['hydraulics']);
    expect(await everything(both.desk)).toEqual(await everything(both.hub));
  });

  it('[P6] the last tag of a site is removed like any other', async () => {
    await using both = await synced({ plain });
    const tag = { token: both.admin, json: { tag: 'hydraulics' } };
    await both.hub.json('PUT /guides/1/tag', tag);
    await both.round({ byHand: true });
    expect(await both.desk.json('GET /guides/1/tags')).toEqual(['hydraulics']);
    await both.hub.json('DELETE /guides/1/tag', tag);
    await both.round();
    expect(await both.desk.json('GET /guides/1/tags')).toEqual([]);
  });

  it('comments on a page that was edited since arrive with the first sync', async () => {
    await using both = await pair({ plain });
    const page = { namespace: 'WIKI', title: 'Manual', contents: 'One.' };
    const json = { token: both.admin, json: page };
    const { wikiid, revisionid } = await both.hub.json<{ wikiid: number; revisionid: number }>(
      'POST /wikis',
      json,
    );
    await both.hub.json(`POST /comments/wiki/${wikiid}`, { token: both.admin, json: { text: 'Two?' } });
    await both.hub.json(`PATCH /wikis/WIKI/Manual?revisionid=${revisionid}`, {
      token: both.admin,
      json: { contents: 'One. Two.' },
    });
    await both.round();
    expect(await both.desk.json('GET /comments')).toMatchObject([{ contextid: wikiid, text_raw: 'Two?' }]);
  });
});

describe('unusual answers of a site', () => {
  const wrong = [
    [
      'a web page',
      { kind: 'between', status: 200, body: '<html><body>Welcome</body></html>' },
      'intercepted',
    ],
    ['a cut-off body', { kind: 'status', status: 200, body: '[{"guideid": 1, ' }, 'bad-answer'],
    ['JSON of another kind', { kind: 'between', status: 200, body: '{"hello":"world"}' }, 'intercepted'],
    ['a fault of its own', { kind: 'status', status: 500 }, 'server-error'],
    ['that it wants a sign-in', { kind: 'status', status: 401 }, 'unauthorized'],
  ] as const;

  it.each(wrong)('%s is told in words and loses nothing', async (_, fault, kind) => {
    await using both = await synced({ plain: false });
    const before = await everything(both.desk);
    // A hub shows its kind to everyone.
    const open = kind === 'unauthorized' ? '/benchside/info' : undefined;
    both.net.intercept = (request) => (open && request.includes(open) ? undefined : fault);
    const { problem } = await both.round();
    expect(problem?.kind).toBe(kind);
    expect(problem?.message).toMatch(/\w+ \w+/);
    expect(problem?.advice).toMatch(/\w+ \w+/);
    expect(await everything(both.desk)).toEqual(before);
  });

  it('[G3.1] another site is refused', async () => {
    await using both = await synced({ plain: false });
    both.hub.ctx.store.transact(null, (s) => s.meta.set('siteid', 'another-site'));
    const { problem } = await both.round();
    expect(problem?.kind).toBe('other-site');
  });

  it('[F4] the feed of a hub restored from an older backup is read from the beginning', async () => {
    await using both = await synced({ plain: false });
    both.hub.ctx.store.transact(null, (s) => {
      s.db.run(sql`UPDATE sqlite_sequence SET seq = 2 WHERE name = 'change_feed'`);
      s.db.run(sql`DELETE FROM change_feed WHERE sequence > 2`);
      s.feed.record('guide', 1);
      s.feed.record('guide', 2);
      s.guides.hide(3);
    });
    const { round } = await both.round();
    expect(round).toMatchObject({ outcome: 'clean', guides: 2 });
    expect((await both.desk.call('GET /guides/3')).status).toBe(404);
  });

  it('[F1.1] a guide that became private is removed from desks whose people may not see it', async () => {
    await using both = await synced({ plain: false });
    const { revisionid } = await both.hub.json<{ revisionid: number }>('GET /guides/1');
    await both.hub.json(`DELETE /guides/1/public?revisionid=${revisionid}`, { token: both.admin });
    await both.round();
    expect((await both.desk.call('GET /guides/1')).status).toBe(404);
  });
});

it('[F3.2] translations and people of a guide that was edited since arrive with the first sync', async () => {
  await using both = await pair();
  const { hub, desk, admin: token } = both;
  hub.ctx.store.transact(null, (s) => {
    s.meta.set('site', { ...s.meta.site, langids: ['en', 'de'] });
    s.feed.record('site', 0);
  });
  const guideid = await addGuide(hub, token);
  const { userid } = await hub.json<{ userid: number }>('GET /user', { token });
  await hub.json(`PUT /guides/${guideid}/users/${userid}`, { token });
  const { revisionid } = await hub.json<{ revisionid: number }>(`GET /guides/${guideid}`);
  const json = { title: 'Die Pumpe' };
  await hub.json(`PATCH /guides/${guideid}?revisionid=${revisionid}&langid=de`, { token, json });
  await hub.json(`PATCH /guides/${guideid}?revisionid=${revisionid}`, { token, json: { summary: 'Short.' } });
  await both.round();
  expect(await desk.json(`GET /guides/${guideid}?langid=de`)).toMatchObject({ title: 'Die Pumpe' });
  expect(desk.ctx.store.read(null, (s) => s.collaborators.ids(guideid, 'user'))).toEqual(
    hub.ctx.store.read(null, (s) => s.collaborators.ids(guideid, 'user')),
  );
});

it('[P2] a list that shrinks between its first two pages loses nothing', async () => {
  let now = Date.now() / 1000 - 10_000;
  await using both = await pair({ plain: true, now: () => now });
  const { hub, desk, admin, net } = both;
  for (let n = 1; n <= 205; n += 1) {
    now += 10;
    await addGuide(hub, admin, { title: `Guide ${n}` }, 0);
  }
  const hides = net.intercept;
  let isFirst = true;
  net.intercept = (request) => {
    if (isFirst && request.startsWith('GET /guides?') && request.includes('offset=199')) {
      isFirst = false;
      hub.ctx.store.transact(null, (s) => {
        s.guides.hide(1);
        s.guides.hide(2);
      });
    }
    return hides?.(request);
  };
  expect((await both.round()).problem).toBeNull();
  expect(isFirst).toBe(false);
  await both.round({ byHand: true });
  expect(await everything(desk)).toEqual(await everything(hub));
});

it('[F3.3] a guide that is hidden and comes back while the feed is read stays', async () => {
  await using both = await pair();
  const { hub, desk, admin, net } = both;
  const guideid = await addGuide(hub, admin);
  const tom = await deskPerson(both, 'tom');
  await both.round({ people: [tom] });
  const after = hub.ctx.store.read(null, (s) => s.feed.sequence);
  const set = async (method: 'PUT' | 'DELETE'): Promise<void> => {
    const { revisionid } = await hub.json<Guide>(`GET /guides/${guideid}`, { token: admin });
    await hub.json(`${method} /guides/${guideid}/public?revisionid=${revisionid}`, { token: admin });
  };
  const feed = async (from: number): Promise<string[]> =>
    (await (await hub.call(`GET /benchside/changes?after=${from}`, tom)).text()).trim().split('\n');
  await set('DELETE');
  const first = await feed(after);
  const middle = hub.ctx.store.read(null, (s) => s.feed.sequence);
  await set('PUT');
  const second = await feed(middle);
  // As a hub sends it that reads the second part after the guide was public again.
  const body = [...first.slice(0, -1), ...second.slice(1), '']
    .join('\n')
    .replaceAll('http://bench.test', new URL(net.url).origin);
  expect(body).toMatch(new RegExp(`"kind":"guide","id":${guideid},"deleted":true,"hidden":true`));
  net.intercept = (request) =>
    request.startsWith('GET /benchside/changes') ? { kind: 'status', status: 200, body } : undefined;
  expect((await both.round({ people: [tom] })).problem).toBeNull();
  net.intercept = undefined;
  await both.round({ people: [tom] });
  expect((await desk.call(`GET /guides/${guideid}`, tom)).status).toBe(200);
});
