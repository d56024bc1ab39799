import { describe, expect, it } from 'vitest';

import { signatureHeader } from '../../shared/signature.ts';
import { addGuide, deskPerson, pair } from '../helpers/pair.ts';
import type { DeskPerson, Pair } from '../helpers/pair.ts';
import type { Fault } from '../helpers/network.ts';
import { plainPair } from '../helpers/plain-pair.ts';

const html = '<html><body>Welcome to the guest network</body></html>';

/** Observed answers of portals and proxies between a desk and its site. */
const answers: readonly (readonly [string, Fault & { kind: 'between' }])[] = [
  ['404 in plain text', { kind: 'between', status: 404, body: '404 page not found' }],
  ['410 in JSON', { kind: 'between', status: 410, body: '{"error":true,"message":"Gone"}' }],
  ['403 of a filter', { kind: 'between', status: 403, body: html }],
  ['401 of a proxy', { kind: 'between', status: 401, body: '{"message":"Proxy sign-in"}' }],
  ['409 in JSON', { kind: 'between', status: 409, body: '{"error":true,"message":"Conflict"}' }],
  ['422 in JSON', { kind: 'between', status: 422, body: '{"error":true,"message":"No"}' }],
  ['a page with 200', { kind: 'between', status: 200, body: html }],
  ['JSON with 200', { kind: 'between', status: 200, body: '{"error":"login_required"}' }],
  ['an empty 200', { kind: 'between', status: 200, body: '' }],
  ['an empty 204', { kind: 'between', status: 204, body: '' }],
  ['a redirect', { kind: 'between', status: 302, body: '', headers: { Location: 'http://portal.test/' } }],
  ['511', { kind: 'between', status: 511, body: html }],
];

interface Bench extends AsyncDisposable {
  both: Pair;
  ann: DeskPerson;
  guideid: number;
}

async function bench(options: { plain?: boolean } = {}): Promise<Bench> {
  const both = await pair(options);
  const { hub, admin } = both;
  const guideid = await addGuide(hub, admin);
  const ann = await deskPerson(both, 'ann', 'admin');
  await hub.json(`PUT /guides/${guideid}/tag`, { token: admin, json: { tag: 'leaks' } });
  await hub.json(`POST /comments/guide/${guideid}`, { token: ann.token, json: { text: 'Mind the seal.' } });
  await hub.json('POST /wikis', {
    token: admin,
    json: { namespace: 'WIKI', title: 'Seals', contents: 'Of rubber.' },
  });
  await both.round({ people: [ann] });
  return { both, ann, guideid, [Symbol.asyncDispose]: () => both[Symbol.asyncDispose]() };
}

/** Edits with every kind of answer: none, a document, an id, a list. */
async function edit({ both: { desk }, ann: { token }, guideid }: Bench): Promise<number> {
  const [comment] = await desk.json<{ commentid: number }[]>('GET /comments');
  await desk.json(`DELETE /comments/${comment?.commentid}`, { token });
  await desk.json(`DELETE /guides/${guideid}/tag`, { token, json: { tag: 'leaks' } });
  await desk.json(`PUT /user/favorites/guides/${guideid}`, { token });
  const page = await desk.json<{ revisionid: number }>('GET /wikis/WIKI/Seals', { token });
  await desk.json(`DELETE /wikis/WIKI/Seals?revisionid=${page.revisionid}`, { token });
  const { revisionid } = await desk.json<{ revisionid: number }>(`GET /guides/${guideid}`, { token });
  await desk.json(`PATCH /guides/${guideid}?revisionid=${revisionid}`, {
    token,
    json: { summary: 'Short.' },
  });
  const json = { category: 'Pump', type: 'repair', title: 'Another' };
  const made = await desk.json<{ guideid: number }>('POST /guides', { token, json });
  await desk.json('POST /work_log', { token, json: { guideid: made.guideid, workorderid: 'W-1' } });
  await desk.json('POST /wikis', { token, json: { namespace: 'WIKI', title: 'Oil', contents: 'Black.' } });
  return desk.ctx.store.read(null, (s) => s.journal.editCounts().accepted);
}

const countsOf = ({ both: { desk } }: Bench): Record<string, number> =>
  desk.ctx.store.read(null, (s) => s.journal.editCounts());

async function expectArrived(at: Bench): Promise<void> {
  const { both, ann } = at;
  const { token } = ann;
  // A duplicate request to a third-party site is probed first.
  for (let round = 0; round < 2; round += 1) {
    const { problem } = await both.round({ people: [ann] });
    expect(problem).toBeNull();
  }
  expect(countsOf(at)).toMatchObject({ pending: 0, sending: 0, parked: 0 });
  expect(await both.hub.json('GET /comments')).toEqual([]);
  expect(await both.hub.json(`GET /guides/${at.guideid}/tags`)).toEqual([]);
  expect(await both.hub.json('GET /user/favorites/guides', { token })).toHaveLength(1);
  expect((await both.hub.call('GET /wikis/WIKI/Seals')).status).toBe(404);
  expect(await both.hub.json(`GET /guides/${at.guideid}`, { token })).toMatchObject({ summary: 'Short.' });
}

describe.each(answers)('[chaos 5] [chaos 8] something between answers %s', (_, fault) => {
  it('to every edit: none is done and none parked, and the status gives the reason', async () => {
    await using at = await bench();
    const { both, ann } = at;
    const accepted = await edit(at);
    both.net.intercept = (request) => (request.startsWith('GET ') ? undefined : fault);
    for (let round = 0; round < 3; round += 1) {
      const { problem } = await both.round({ people: [ann] });
      expect(problem).toMatchObject({ kind: 'intercepted' });
      expect(countsOf(at)).toMatchObject({ accepted, done: 0, parked: 0 });
    }
    both.net.intercept = undefined;
    await expectArrived(at);
  });

  it('[J11.6] from one edit on, at a third-party site: none is done and none parked', async () => {
    await using at = await bench({ plain: true });
    const { both, ann } = at;
    const accepted = await edit(at);
    const { intercept } = both.net;
    let begun = false;
    both.net.intercept = (request) => {
      begun ||= !request.startsWith('GET ');
      return begun ? fault : intercept?.(request);
    };
    for (let round = 0; round < 3; round += 1) {
      const { problem } = await both.round({ people: [ann] });
      expect(problem?.kind).not.toBe('bug');
      expect(problem).not.toBeNull();
      expect(countsOf(at)).toMatchObject({ accepted, done: 0, parked: 0 });
      begun = false;
    }
    both.net.intercept = intercept;
    await expectArrived(at);
  });
});

it("[chaos minor] a proxy that removes the hub's signature is named, and no edit is lost", async () => {
  await using at = await bench();
  const { both, ann } = at;
  const accepted = await edit(at);
  const { net, desk } = both;
  net.hides = [signatureHeader];
  for (let round = 0; round < 3; round += 1) {
    const { problem } = await both.round({ people: [ann] });
    expect(problem).toMatchObject({
      kind: 'intercepted',
      message: expect.stringContaining('Benchside-Site') as string,
    });
    expect(countsOf(at)).toMatchObject({ accepted, done: 0, parked: 0 });
  }
  // Everything stays readable.
  expect(await desk.json(`GET /guides/${at.guideid}`, ann)).toMatchObject({ summary: 'Short.' });
  net.hides = [];
  await expectArrived(at);
});

it('[chaos minor] a desk that has reached its hub only through such a proxy is not bound to it', async () => {
  await using both = await pair();
  await addGuide(both.hub, both.admin);
  both.net.hides = [signatureHeader];
  expect((await both.round()).problem).toMatchObject({ kind: 'intercepted' });
  expect(both.desk.ctx.store.read(null, (s) => s.meta.siteid)).toBeUndefined();
  both.net.hides = [];
  expect((await both.round()).problem).toBeNull();
});

it.each(answers)(
  '[G3.3] %s at the first contact binds no desk to a site of another kind',
  async (_, fault) => {
    await using both = await pair();
    await addGuide(both.hub, both.admin);
    both.net.intercept = (request) => (request.includes('/benchside/info') ? fault : undefined);
    expect((await both.round()).problem).not.toBeNull();
    expect(both.desk.ctx.store.read(null, (s) => s.meta.siteid)).toBeUndefined();
    both.net.intercept = undefined;
    expect((await both.round()).problem).toBeNull();
    expect(await both.desk.json('GET /guides')).toHaveLength(1);
  },
);

it.each(['at the first contact', 'later'])(
  '[chaos 8] a network that asks for a sign-in with a web page ends no sign-in of a third-party site %s',
  async (when) => {
    await using at = await plainPair();
    if (when === 'later') expect((await at.round()).problem).toBeNull();
    at.net.intercept = () => ({ kind: 'between', status: 401, body: html });
    const kind = when === 'later' ? 'intercepted' : 'not-a-site';
    expect((await at.round()).problem).toMatchObject({ kind });
    at.net.intercept = undefined;
    expect((await at.round()).problem).toBeNull();
    expect(at.refused).toEqual([]);
  },
);

describe('an address of `/benchside/` at which a site fails', () => {
  const failing = (status: number) => (request: string) =>
    request.includes('/benchside/info')
      ? { kind: 'between' as const, status, body: '{"error":true}' }
      : undefined;

  it('[G3.4] with status 500 keeps no desk from a third-party site', async () => {
    await using at = await plainPair();
    at.net.intercept = failing(500);
    await at.there('POST /wikis', at.ann.token, {
      namespace: 'WIKI',
      title: 'Seals',
      contents: 'Of rubber.',
    });
    expect((await at.round()).problem).toBeNull();
    expect(await at.here('GET /wikis/WIKI/Seals')).toMatchObject({ contents_raw: 'Of rubber.' });
    for (const status of [500, 502, 503]) {
      at.net.intercept = failing(status);
      expect((await at.round()).problem).toBeNull();
    }
  });

  it.each([500, 502, 503, 504])(
    '[G3.3 G3.4] with status %s lets no hub be taken for a third-party site',
    async (status) => {
      await using both = await pair();
      await addGuide(both.hub, both.admin);
      both.net.intercept = failing(status);
      expect((await both.round()).problem).not.toBeNull();
      both.net.intercept = undefined;
      expect((await both.round()).problem).toBeNull();
      both.net.intercept = failing(status);
      expect((await both.round()).problem).not.toBeNull();
      both.net.intercept = undefined;
      expect((await both.round()).problem).toBeNull();
    },
  );

  it('[G3.4] binds no desk to a hub behind a proxy that fails for a moment and removes its signature', async () => {
    await using both = await pair();
    await addGuide(both.hub, both.admin);
    both.net.hides = [signatureHeader];
    for (const status of [500, 502]) {
      let asked = 0;
      both.net.intercept = (request) => {
        const fault = failing(status)(request);
        if (fault) asked += 1;
        return asked === 1 ? fault : undefined;
      };
      expect((await both.round()).problem).not.toBeNull();
      expect(both.desk.ctx.store.read(null, (s) => s.meta.siteid)).toBeUndefined();
    }
    both.net.hides = [];
    expect((await both.round()).problem).toBeNull();
  });
});
