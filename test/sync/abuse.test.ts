import { describe, expect, it } from 'vitest';

import { listen } from '../../app/http/node.ts';
import { sql } from '../../app/store/sql.ts';
import type { Guide } from '../../shared/model/guide.ts';
import { temporaryFolder, testCore } from '../helpers/core.ts';
import { addGuide, deskPerson, journalOf, pair } from '../helpers/pair.ts';
import type { DeskPerson, Pair } from '../helpers/pair.ts';
import { addPerson } from '../helpers/people.ts';
import { benchside, succeed } from '../helpers/process.ts';
import { photo } from '../media/pictures.ts';

const patch = async (
  { json }: Pair['hub'],
  guideid: number,
  token: string,
  fields: Record<string, unknown>,
): Promise<Guide> => {
  const { revisionid } = await json<Guide>(`GET /guides/${guideid}?unpatrolled`, { token });
  return json<Guide>(`PATCH /guides/${guideid}?revisionid=${revisionid}`, { token, json: fields });
};

it('[chaos 4] a draft that one person of a desk may see stays when the next sync reads as another person who may not', async () => {
  await using both = await pair();
  const { hub, desk, net, admin } = both;
  const guideid = await addGuide(hub, admin);
  const tess = await deskPerson(both, 'tess', 'technician');
  const ada = await deskPerson(both, 'ada', 'author');
  await hub.json('POST /guides/releases', { token: admin, json: { guideid, status: 'released' } });
  await both.round({ people: [tess, ada] });
  const shown = async ({ token }: DeskPerson): Promise<string | undefined> =>
    (await desk.json<Guide>(`GET /guides/${guideid}?unpatrolled`, { token })).summary;
  let edited: Promise<unknown> | undefined;
  net.intercept = (request) => {
    if (!request.includes('beyond=public')) return undefined;
    edited ??= patch(hub, guideid, admin, { summary: 'Not released yet' });
    return { kind: 'wait', until: edited.then(() => undefined) };
  };
  await both.round({ people: [tess, ada] });
  expect(await shown(ada)).toBe('Not released yet');
  await both.round({ people: [tess, ada] });
  expect(await shown(ada)).toBe('Not released yet');
  expect((await desk.json<Guide>(`GET /guides/${guideid}`, tess)).summary).not.toBe('Not released yet');
  await hub.json('POST /guides/releases', { token: admin, json: { guideid, status: 'released' } });
  await both.round({ people: [tess, ada] });
  expect((await desk.json<Guide>(`GET /guides/${guideid}`, tess)).summary).toBe('Not released yet');
  expect(desk.ctx.store.read(null, (s) => s.guides.draft(guideid))).toBeUndefined();
});

describe('[chaos 4] [F2.1] a translation of a guide that changes while a desk reads for one person after the other', () => {
  const inGerman = async ({ json }: Pair['hub'], guideid: number, token: string): Promise<string> =>
    (await json<Guide>(`GET /guides/${guideid}?langid=de`, { token })).title;
  const translate = async (hub: Pair['hub'], guideid: number, token: string): Promise<void> => {
    const { revisionid } = await hub.json<Guide>(`GET /guides/${guideid}?unpatrolled`, { token });
    const json = { title: 'Die Pumpe' };
    await hub.json(`PATCH /guides/${guideid}?revisionid=${revisionid}&langid=de`, { token, json });
  };
  /** Opens a desk that reads for a technician first, and for an author second. */
  const bench = async (both: Pair): Promise<{ tess: DeskPerson; ada: DeskPerson; guideid: number }> => {
    both.hub.ctx.store.transact(null, (s) =>
      s.meta.set('site', { ...s.meta.site, langid: 'en', langids: ['en', 'de'] }),
    );
    const tess = await deskPerson(both, 'tess', 'technician');
    const ada = await deskPerson(both, 'ada', 'author');
    const guideid = await addGuide(both.hub, ada.token, { public: false });
    await both.round({ people: [tess, ada] });
    return { tess, ada, guideid };
  };
  /** Changes something at the hub between the two readings of a round. */
  const roundWith = async (both: Pair, people: DeskPerson[], act: () => Promise<void>): Promise<void> => {
    let done: Promise<void> | undefined;
    both.net.intercept = (request) =>
      request.includes('beyond=public') ? { kind: 'wait', until: (done ??= act()) } : undefined;
    expect((await both.round({ people })).problem).toBeNull();
    both.net.intercept = undefined;
    expect(done).toBeDefined();
  };
  const setPublic = async (hub: Pair['hub'], guideid: number, token: string, verb: 'PUT' | 'DELETE') => {
    const { revisionid } = await hub.json<Guide>(`GET /guides/${guideid}?unpatrolled`, { token });
    await hub.json(`${verb} /guides/${guideid}/public?revisionid=${revisionid}`, { token });
  };

  it('is public only between the readings of two rounds', async () => {
    await using both = await pair();
    const { hub, desk } = both;
    const { tess, ada, guideid } = await bench(both);
    await roundWith(both, [tess, ada], async () => {
      await setPublic(hub, guideid, ada.token, 'PUT');
      await translate(hub, guideid, ada.token);
    });
    await setPublic(hub, guideid, ada.token, 'DELETE');
    expect((await both.round({ people: [tess, ada] })).problem).toBeNull();
    expect(await inGerman(desk, guideid, ada.token)).toBe('Die Pumpe');
  });

  it('is in the trash of the desk and is restored at the hub', async () => {
    await using both = await pair();
    const { hub, desk } = both;
    const { tess, ada, guideid } = await bench(both);
    await translate(hub, guideid, ada.token);
    const { revisionid } = await hub.json<Guide>(`GET /guides/${guideid}`, { token: ada.token });
    await hub.json(`DELETE /guides/${guideid}?revisionid=${revisionid}`, { token: ada.token, expect: 204 });
    await both.round({ people: [tess, ada] });
    expect((await desk.call(`GET /guides/${guideid}`, { token: ada.token })).status).toBe(404);
    await roundWith(both, [tess, ada], async () => {
      await hub.json(`POST /guides/${guideid}/en/restore`, { token: both.admin });
      await setPublic(hub, guideid, ada.token, 'PUT');
    });
    await setPublic(hub, guideid, ada.token, 'DELETE');
    await both.round({ people: [tess, ada] });
    await both.round({ people: [tess, ada] });
    expect(await inGerman(desk, guideid, ada.token)).toBe('Die Pumpe');
  });
});

it('[chaos 7] a person who handed a run over still sees it at other desks', async () => {
  await using both = await pair();
  const { hub, desk, admin } = both;
  const guideid = await addGuide(hub, admin);
  const di = await deskPerson(both, 'di');
  const ada = await deskPerson(both, 'ada');
  const { entryid } = await hub.json<{ entryid: number }>('POST /work_log', {
    token: di.token,
    json: { guideid, workorderid: 'W-1' },
  });
  await hub.json(`POST /work_log/${entryid}/suspend`, { token: di.token });
  await hub.json(`POST /work_log/${entryid}/assume`, { token: ada.token });
  // All data of the run arrives together.
  await both.round({ people: [di, ada] });
  for (const { token } of [di, ada]) {
    expect(await desk.json(`GET /work_log/${entryid}`, { token })).toMatchObject({
      entryid,
      userid: ada.userid,
    });
    expect(await desk.json('GET /work_log', { token })).toEqual(await hub.json('GET /work_log', { token }));
  }
});

it('[chaos 9] a clock that was temporarily wrong leaves no time in the future', async () => {
  const clock = { ahead: 0 };
  const now = (): number => Date.now() / 1000 + clock.ahead;
  await using both = await pair({ deskNow: now });
  const guideid = await addGuide(both.hub, both.admin);
  clock.ahead = 2 * 365 * 86_400;
  await both.round();
  clock.ahead = 0;
  await both.round();
  // As an earlier program stored it.
  both.desk.ctx.store.transact(null, (s) =>
    s.db.run(sql`UPDATE guide SET checked_date = checked_date + 63072000 WHERE guideid = ${guideid}`),
  );
  const { lastSuccessAt } = await both.desk.json<{ lastSuccessAt: number }>('GET /benchside/sync', {
    window: true,
  });
  const copy = await both.desk.json<{ checked_date: number }>(`GET /benchside/guides/${guideid}/copy`, {
    window: true,
  });
  expect(lastSuccessAt).toBeLessThanOrEqual(now());
  expect(copy.checked_date).toBeLessThanOrEqual(now());
  both.desk.ctx.store.transact(null, (s) =>
    s.db.run(sql`UPDATE desk_state SET body = json_remove(body, '$.lastSuccess')`),
  );
  both.desk.ctx.store.transact(null, (s) =>
    s.db.run(sql`UPDATE sync_round
       SET ended_date = ended_date + 63072000, started_date = started_date + 63072000`),
  );
  expect(
    (await both.desk.json<{ lastSuccessAt: number | null }>('GET /benchside/sync', { window: true }))
      .lastSuccessAt,
  ).toBeNull();
});

it('[chaos 10] an edit with an id that got the site’s while the edit was being made is accepted', async () => {
  await using both = await pair();
  const { hub, desk } = both;
  const ann = await deskPerson(both, 'ann', 'author');
  const { token } = ann;
  const json = { category: 'Pump', type: 'repair', title: 'Made here' };
  const made = await desk.json<Guide>('POST /guides', { token, json });
  expect(made.guideid).toBeLessThan(0);
  await both.round({ people: [ann] });
  // The request read the guide before the sync thread replaced its id.
  const { store } = desk.ctx;
  const read = store.read.bind(store);
  let isEarly = true;
  store.read = (viewer, fn) =>
    read(viewer, (s) => {
      const of = s.idMap.of.bind(s.idMap);
      s.idMap.of = (id) => {
        const known = isEarly ? undefined : of(id);
        isEarly = false;
        return known;
      };
      return fn(s);
    });
  await desk.json(`POST /comments/guide/${made.guideid}`, { token, json: { text: 'Mind the seal.' } });
  await both.round({ people: [ann] });
  expect(await hub.json('GET /comments', { token })).toMatchObject([{ text_raw: 'Mind the seal.' }]);
});

it('[chaos 11] a guide whose only release was discarded is shown without leftovers', async () => {
  await using both = await pair();
  const { hub, desk, net, admin } = both;
  const guideid = await addGuide(hub, admin);
  const ada = await deskPerson(both, 'ada', 'author');
  const { token } = ada;
  await both.round({ people: [ada] });
  await desk.json('POST /guides/releases', { token, json: { guideid, status: 'released' } });
  const lines = [{ text: 'One more', bullet: 'black', level: 0 }];
  await desk.json(`POST /guides/${guideid}/steps`, { token, json: { orderby: 3, lines } });
  await desk.json(`POST /guides/${guideid}/steps`, { token, json: { orderby: 4, lines } });
  net.intercept = (request) =>
    request.startsWith('POST /guides/releases')
      ? { kind: 'status', status: 422, body: '{"error":true,"message":"Not today"}' }
      : undefined;
  await both.round({ people: [ada] });
  const steps = async (): Promise<number[]> =>
    (await desk.json<Guide>(`GET /guides/${guideid}?unpatrolled`, { token })).steps.map(
      ({ stepid }) => stepid,
    );
  for (const { entryid } of await journalOf(both, ada, 'parked'))
    await desk.json(`POST /benchside/journal/${entryid}/discard`, { token });
  expect(new Set(await steps()).size).toBe((await steps()).length);
  expect(await steps()).toHaveLength(4);
  net.intercept = undefined;
  await both.round({ people: [ada] });
  expect(await steps()).toEqual(
    (await hub.json<Guide>(`GET /guides/${guideid}`, { token })).steps.map(({ stepid }) => stepid),
  );
});

it('[chaos 12] views of a guide that was discarded do not wait', async () => {
  await using both = await pair();
  const { desk, net } = both;
  const ada = await deskPerson(both, 'ada', 'author');
  const { token } = ada;
  const json = { category: 'Pump', type: 'repair', title: 'Made here' };
  const { guideid } = await desk.json<Guide>('POST /guides', { token, json });
  await desk.json(`GET /guides/${guideid}`, { token });
  desk.ctx.views.flush();
  net.intercept = (request) =>
    request.startsWith('POST /guides')
      ? { kind: 'status', status: 422, body: '{"error":true,"message":"Not today"}' }
      : undefined;
  await both.round({ people: [ada] });
  for (const { entryid } of await journalOf(both, ada, 'parked'))
    await desk.json(`POST /benchside/journal/${entryid}/discard`, { token });
  net.intercept = undefined;
  await both.round({ people: [ada] });
  const { counts, views } = desk.ctx.store.read(null, (s) => ({
    counts: s.journal.counts(),
    views: s.journal.list(['discarded']).filter(({ route }) => route === 'POST /benchside/views').length,
  }));
  expect(counts).toMatchObject({ parked: 0, pending: 0, sending: 0 });
  expect(views).toBeGreaterThan(0);
});

describe('[contract B1] a picture that was uploaded offline', () => {
  it('is copied by its guid', async () => {
    await using both = await pair();
    const { hub, desk } = both;
    const ann = await deskPerson(both, 'ann', 'author');
    const { token } = ann;
    const body = new Uint8Array(await (await photo(640, 480)).jpeg().toBuffer());
    const upload = await desk.json<{ image: { guid: string } }>('POST /user/media/images?file=a.jpg', {
      token,
      body,
    });
    const { guid } = upload.image;
    await desk.json(`POST /user/media/images/${guid}`, { token });
    expect((await both.round({ people: [ann] })).problem).toBeNull();
    expect(desk.ctx.store.read(null, (s) => s.journal.editCounts())).toMatchObject({ done: 2, parked: 0 });
    expect(await hub.json('GET /user/media/images', { token })).toHaveLength(2);
    await desk.json(`POST /user/media/images/${guid}`, { token });
    await both.round({ people: [ann] });
    expect(await hub.json('GET /user/media/images', { token })).toHaveLength(3);
  });
});

it('[contract B2] benchside sync ends with exit code 2 when an edit needs a person', async () => {
  await using hub = testCore();
  await using server = await listening(hub);
  using folder = temporaryFolder();
  const { token: admin } = await addPerson(hub, 'admin', { role: 'admin' });
  await addPerson(hub, 'ann', { role: 'author', password: 'a long enough password' });
  const guideid = await addGuide(hub, admin);
  const data = folder.path;
  const login = [
    'login',
    '--data',
    data,
    '--site',
    server.site,
    '--email',
    'ann@example.org',
    '--password-stdin',
  ];
  await succeed(login, { stdin: 'a long enough password' });
  await succeed(['sync', '--data', data]);
  {
    await using desk = testCore({ profile: 'desk', site: server.site, dataDir: data });
    const { revisionid } = await desk.json<Guide>(`GET /guides/${guideid}`, { window: true });
    await desk.json(`PATCH /guides/${guideid}?revisionid=${revisionid}`, {
      window: true,
      json: { summary: 'Mine' },
    });
    desk.ctx.store.transact(null, (s) => {
      for (const entry of s.journal.list(['pending']))
        s.journal.setState(entry, 'parked', { kind: 'refused', message: 'Not today' });
    });
  }
  const { code, stdout, stderr } = await benchside(['sync', '--data', data, '--json']);
  expect(stderr).toContain('1 edit waits for a decision');
  expect(code).toBe(2);
  expect(JSON.parse(stdout)).toMatchObject({ outcome: 'needs-person', problem: null, parked: 1 });
  const status = JSON.parse((await benchside(['status', '--data', data, '--json'])).stdout);
  expect(status).toMatchObject({
    rounds: [{ outcome: 'needs-person' }, {}],
    lastSuccessAt: expect.any(Number),
    problem: null,
  });
});

async function listening(hub: Pair['hub']): Promise<{ site: string } & AsyncDisposable> {
  const server = await listen(hub.fetch, { host: '127.0.0.1', port: 0 });
  return { site: `${server.origin}/api/2.0`, [Symbol.asyncDispose]: () => server.close() };
}

it('[contract B3] a desk does not claim that an email address is unknown if it does not store it', async () => {
  await using both = await pair();
  await addPerson(both.hub, 'qzed', { role: 'technician' });
  const { token } = await deskPerson(both, 'boss', 'admin');
  await both.round({ people: [] });
  for (const route of ['GET /users/search/qzed%40example.org', 'GET /users/email/qzed%40example.org'])
    expect(await both.desk.json(route, { token, expect: 503 })).toMatchObject({
      message: expect.stringContaining('Only the hub'),
    });
  expect(await both.desk.json('GET /users/search/boss%40example.org', { token })).toHaveLength(1);
  expect(await both.desk.json('GET /users/search/qzed%40example.org')).toEqual([]);
});

describe('[J7.15] [chaos seed 6068] a page made here that cannot be sent, when the site sends another page with its title', () => {
  const page = async ({ desk }: Pair): Promise<string | undefined> => {
    const [one, ...more] = await desk.json<{ text: string }[]>('GET /wikis/WIKI');
    expect(more).toEqual([]);
    return one?.text;
  };
  async function waiting(): Promise<{ both: Pair; ann: DeskPerson; entryid: string } & AsyncDisposable> {
    const both = await pair();
    const ann = await deskPerson(both, 'ann', 'author');
    await both.round({ people: [ann] });
    const json = { namespace: 'WIKI', title: 'Gasket', contents: 'Of cork.' };
    await both.desk.json('POST /wikis', { token: ann.token, json });
    await both.hub.json('POST /wikis', { token: both.admin, json: { ...json, contents: 'Of rubber.' } });
    await both.round({ people: [] });
    expect(await page(both)).toBe('Of cork.');
    await both.round({ people: [ann] });
    const [entry] = await journalOf(both, ann, 'parked');
    expect(await page(both)).toBe('Of cork.');
    return {
      both,
      ann,
      entryid: entry?.entryid ?? '',
      [Symbol.asyncDispose]: () => both[Symbol.asyncDispose](),
    };
  }

  it('is shown until it is discarded; then the other one is', async () => {
    await using at = await waiting();
    const { both, ann, entryid } = at;
    await both.desk.json(`POST /benchside/journal/${entryid}/discard`, { token: ann.token, json: {} });
    expect(await page(both)).toBe('Of rubber.');
    expect(await both.desk.json('GET /wikis/WIKI/Gasket')).toMatchObject({ contents_raw: 'Of rubber.' });
  });

  it('is shown until it is discarded, also if the other one was deleted before', async () => {
    await using at = await waiting();
    const { both, ann, entryid } = at;
    const { revisionid } = await both.hub.json<{ revisionid: number }>('GET /wikis/WIKI/Gasket');
    await both.hub.json(`DELETE /wikis/WIKI/Gasket?revisionid=${revisionid}`, { token: both.admin });
    await both.round({ people: [ann] });
    expect(await page(both)).toBe('Of cork.');
    await both.desk.json(`POST /benchside/journal/${entryid}/discard`, { token: ann.token, json: {} });
    expect(await page(both)).toBeUndefined();
  });
});

describe('[J7.8] [chaos minor] a page whose title another person used first', () => {
  async function twice(
    there: object,
    here: object,
    refusal?: object,
  ): Promise<{ both: Pair; ann: DeskPerson } & AsyncDisposable> {
    const both = await pair({ batches: !refusal });
    const ann = await deskPerson(both, 'ann', 'author');
    await both.round({ people: [ann] });
    const named = { namespace: 'WIKI', title: 'Gasket' };
    await both.desk.json('POST /wikis', { token: ann.token, json: { ...named, ...here } });
    await both.hub.json('POST /wikis', { token: both.admin, json: { ...named, ...there } });
    if (refusal)
      both.net.intercept = (request) =>
        request === 'POST /wikis'
          ? { kind: 'status', status: 422, body: JSON.stringify({ error: true, ...refusal }) }
          : undefined;
    await both.round({ people: [ann] });
    return { both, ann, [Symbol.asyncDispose]: () => both[Symbol.asyncDispose]() };
  }
  const page = (core: Pair['hub']): Promise<{ contents_raw: string; description: string; wikiid: number }> =>
    core.json('GET /wikis/WIKI/Gasket');
  const settled = { parked: 0, pending: 0, sending: 0, done: 1 };
  const counts = ({ desk }: Pair): unknown => desk.ctx.store.read(null, (s) => s.journal.editCounts());

  it('is merged with that page', async () => {
    await using at = await twice(
      { contents: 'Of rubber.' },
      { contents: 'Of rubber.', description: 'Seals' },
    );
    const { both } = at;
    expect(counts(both)).toMatchObject(settled);
    expect(await page(both.hub)).toMatchObject({ contents_raw: 'Of rubber.', description: 'Seals' });
    expect(await both.desk.json('GET /wikis/WIKI')).toHaveLength(1);
    expect((await page(both.desk)).wikiid).toBe((await page(both.hub)).wikiid);
  });

  it('becomes that page if both are equal', async () => {
    await using at = await twice({ contents: 'Of rubber.' }, { contents: 'Of rubber.' });
    expect(counts(at.both)).toMatchObject(settled);
    expect((await page(at.both.desk)).wikiid).toBe((await page(at.both.hub)).wikiid);
  });

  it('[seed 70210277] is not compared with that page if the hub refuses it for another reason', async () => {
    const message = 'There are too many pages.';
    const errors = [{ field: 'title', message, code: 'invalid' }];
    await using at = await twice({ contents: 'Of rubber.' }, { contents: 'Of cork.' }, { message, errors });
    const [entry] = await journalOf(at.both, at.ann, 'parked');
    expect(entry?.cause).toMatchObject({ kind: 'refused', message });
  });

  it.each(['mine', 'theirs'] as const)(
    'waits for a person, where they differ, who takes %s',
    async (take) => {
      await using at = await twice({ contents: 'Of rubber.' }, { contents: 'Of cork.' });
      const { both, ann } = at;
      const { token } = ann;
      const [entry] = await journalOf(both, ann, 'parked');
      expect(entry).toMatchObject({
        subject: 'Gasket',
        cause: {
          kind: 'conflict',
          conflicts: [{ field: 'contents', mine: 'Of cork.', theirs: 'Of rubber.' }],
        },
      });
      await both.desk.json(`POST /benchside/journal/${entry?.entryid}/decide`, {
        token,
        json: { take, fields: {} },
      });
      await both.round({ people: [ann] });
      expect(counts(both)).toMatchObject(settled);
      const contents_raw = take === 'mine' ? 'Of cork.' : 'Of rubber.';
      for (const core of [both.hub, both.desk]) {
        expect(await page(core)).toMatchObject({ contents_raw });
        expect(await core.json('GET /wikis/WIKI')).toHaveLength(1);
      }
    },
  );
});

it("[chaos minor] a desk's own revisionid does not leave it with a translation", async () => {
  await using both = await pair();
  const { hub, desk, net, admin } = both;
  hub.ctx.store.transact(null, (s) => {
    s.meta.set('site', { ...s.meta.site, langids: ['en', 'de'] });
    s.feed.record('site', 0);
  });
  const guideid = await addGuide(hub, admin);
  const ann = await deskPerson(both, 'ann', 'author');
  const { token } = ann;
  await both.round({ people: [ann] });
  const { revisionid } = await patch(desk, guideid, token, { summary: 'Short' });
  expect(revisionid).toBeLessThan(0);
  await desk.json(`PATCH /guides/${guideid}?revisionid=${revisionid}&langid=de`, {
    token,
    json: { title: 'Die Pumpe' },
  });
  await both.round({ people: [ann] });
  expect(net.requests.filter((request) => /revisionid=-/.test(request))).toEqual([]);
  expect(await hub.json(`GET /guides/${guideid}?langid=de`, { token })).toMatchObject({ title: 'Die Pumpe' });
});

it('[chaos minor] an edit that is missing in the journal is named', async () => {
  await using desk = testCore({ profile: 'desk' });
  const { token } = await addPerson(desk, 'boss', { role: 'admin' });
  expect(await desk.json('POST /benchside/journal/no-such-edit/retry', { token, expect: 404 })).toMatchObject(
    {
      message: 'There is no edit no-such-edit in the journal of this desk.',
    },
  );
});
