import { describe, expect, it, test, vi } from 'vitest';

import { RequestRates } from '../../app/api/request-rates.ts';
import { listen } from '../../app/http/node.ts';
import type { BatchedAnswer } from '../../shared/model/edit-batch.ts';
import { AppError } from '../../shared/errors.ts';
import { limits } from '../../shared/limits.ts';
import { testCore } from '../helpers/core.ts';
import type { TestCore } from '../helpers/core.ts';
import { addGuide, deskPerson, engineOf, pair } from '../helpers/pair.ts';
import { addPerson } from '../helpers/people.ts';
import { password } from '../helpers/site.ts';

const most = limits.rates.translations.max;

const from = (address: string): Record<string, string> => ({ 'X-Benchside-Peer': address });

/** A rate-limited request that is refused at once for another reason. */
const translation = 'GET /guides/1?machineTranslateLangid=de';

async function statuses(core: TestCore, times: number, options: object): Promise<number[]> {
  const answers = await Promise.all(Array.from({ length: times }, () => core.call(translation, options)));
  return [...new Set(answers.map(({ status }) => status))];
}

describe('[security rates] a hub', () => {
  it('counts signed-in people one by one, and others by their network', async () => {
    await using hub = testCore();
    const ann = await addPerson(hub, 'ann');
    const ben = await addPerson(hub, 'ben');
    const nobody = { headers: from('2001:db8:1:2::1') };
    expect(await statuses(hub, most, nobody)).toEqual([404]);
    const refused = await hub.call(translation, { headers: from('2001:db8:1:2:ffff::9') });
    expect(refused.status).toBe(503);
    const seconds = Number(refused.headers.get('Retry-After'));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(await refused.json()).toEqual({
      error: true,
      message: expect.stringMatching(/^There were too many requests\. Wait \d+ seconds? and try again\.$/),
    });
    expect(await statuses(hub, 1, { headers: from('2001:db8:1:3::1') })).toEqual([404]);
    // Other requests are not limited.
    expect((await hub.call('GET /guides/1', nobody)).status).toBe(404);

    expect(await statuses(hub, most, { ...nobody, token: ann.token })).toEqual([404]);
    expect(await statuses(hub, 1, { headers: from('10.0.0.1'), token: ann.token })).toEqual([503]);
    expect(await statuses(hub, most, { ...nobody, token: ben.token })).toEqual([404]);
  });

  it('behind a proxy counts by the address that the proxy names, if it is configured to trust the proxy', async () => {
    for (const trustProxy of [true, false]) {
      await using hub = testCore();
      const server = await listen(hub.fetch, { host: '127.0.0.1', port: 0, trustProxy });
      const [, path = ''] = translation.split(' ');
      const asked = async (forwarded: string): Promise<number> => {
        const answer = await fetch(`${server.origin}/api/2.0${path}`, {
          headers: { 'X-Forwarded-For': forwarded },
        });
        await answer.arrayBuffer();
        return answer.status;
      };
      for (let n = 0; n < most; n += 1) expect(await asked('10.0.0.9, 10.0.0.1')).toBe(404);
      expect(await asked('10.0.0.8, 10.0.0.1')).toBe(503);
      expect(await asked('10.0.0.1, 10.0.0.2')).toBe(trustProxy ? 404 : 503);
      await server.close();
    }
  });
});

test("[security rates] a caller's count starts again a minute after their first request", () => {
  const clock = { now: 100 };
  const rates = new RequestRates(() => clock.now);
  const request = new Request('http://bench.test/', { headers: from('10.0.0.1') });
  const ask = (): void => rates.count('uploads', null, request);
  for (let n = 0; n < limits.rates.uploads.max; n += 1) ask();
  clock.now += 59.5;
  expect(ask).toThrow(AppError);
  expect(ask).toThrow('There were too many requests. Wait 1 second and try again.');
  clock.now += 0.5;
  ask();
  // Any number of callers takes a limited amount of memory, and requests of this process are not counted.
  for (let n = 0; n < 30_000; n += 1)
    rates.count('uploads', { userid: n, username: '', role: 'technician', teams: [] }, request);
  for (let n = 0; n < 5000; n += 1) rates.count('uploads', null, new Request('http://bench.test/'));
});

test('[security rates] ten desks of one account behind one address work and sync without a refusal', async () => {
  await using hub = testCore();
  const asked = { changes: 0, refused: 0 };
  const server = await listen(
    async (request) => {
      const answer = await hub.fetch(request);
      if (request.url.includes('/benchside/changes')) asked.changes += 1;
      if (answer.status === 503) asked.refused += 1;
      return answer;
    },
    { host: '127.0.0.1', port: 0 },
  );
  await using desks = new AsyncDisposableStack();
  desks.defer(server.close);
  await addPerson(hub, 'ann', { role: 'author', password });
  const rounds = 10;
  const works = Array.from({ length: 10 }, async (_, number) => {
    const site = `${server.origin}/api/2.0`;
    const desk = desks.use(testCore({ profile: 'desk', site }));
    const json = { email: 'ann@example.org', password };
    const { userid, authToken: token } = await desk.json<{ userid: number; authToken: string }>(
      'POST /user/token',
      { json },
    );
    const engine = engineOf(desk, site);
    for (let n = 0; n < rounds; n += 1) {
      const fields = { category: 'Pump', type: 'repair', title: `Pump ${number} ${n}`, public: true };
      await desk.json('POST /guides', { token, json: fields });
      const result = await engine.round({ people: [{ userid, token }] });
      expect(result.round).toMatchObject({ outcome: 'clean' });
    }
    expect(desk.ctx.store.read(null, (s) => s.journal.counts().pending)).toBe(0);
  });
  await Promise.all(works);
  expect(asked.refused).toBe(0);
  expect(asked.changes).toBeGreaterThanOrEqual(10 * rounds);
  expect(asked.changes).toBeLessThan(limits.rates.changes.max / 2);
  expect(await hub.json<unknown[]>('GET /guides?limit=200')).toHaveLength(10 * rounds);
});

const failedSearches = 'POST /benchside/failed-searches';

test('[J14.6] [security rates] edits of a batch count one by one, and those beyond the rate are told to wait', async () => {
  await using hub = testCore();
  const ann = await addPerson(hub, 'ann');
  const { max } = limits.rates.failedSearches;
  const words = Array.from({ length: max + 50 }, (_, n) => `qqzz${n}x`);
  const answers: BatchedAnswer[] = [];
  for (let start = 0; start < words.length; start += limits.sync.batch.max) {
    const edits = words.slice(start, start + limits.sync.batch.max).map((one) => ({
      key: `key-of-${one}`,
      route: failedSearches,
      body: { words: one },
    }));
    const options = { token: ann.token, headers: from('10.0.0.1'), json: { edits } };
    const answer = await hub.json<{ answers: BatchedAnswer[] }>('POST /benchside/edits', options);
    answers.push(...answer.answers);
  }
  expect(answers.slice(0, max).every(({ status }) => status === 204)).toBe(true);
  expect(answers.slice(max)).toHaveLength(50);
  for (const { status, body } of answers.slice(max))
    expect([status, body]).toEqual([
      503,
      {
        error: true,
        message: expect.stringMatching(/^There were too many requests\. Wait \d+ seconds? and try again\.$/),
      },
    ]);
});

test('[J14.6] [security rates] what a desk was told to wait with arrives later, and nothing is parked', async () => {
  await using both = await pair();
  const guideid = await addGuide(both.hub, both.admin);
  const tom = await deskPerson(both, 'tom', 'author');
  await both.round({ people: [tom] });
  const { max } = limits.rates.failedSearches;
  const count = max + 20;
  for (let n = 0; n < count; n += 1)
    await both.desk.json(failedSearches, { token: tom.token, json: { words: `qqzz${n}x` } });
  const { revisionid } = await both.desk.json<{ revisionid: number }>(`GET /guides/${guideid}`, tom);
  await both.desk.json(`PATCH /guides/${guideid}?revisionid=${revisionid}`, {
    token: tom.token,
    json: { title: 'New' },
  });
  const { round } = await both.round({ people: [tom] });
  expect(round.message).toContain('There were too many requests.');
  const arrived = async (): Promise<number> => {
    const path = 'GET /benchside/failed-searches';
    return (await both.hub.json<{ results: unknown[] }>(path, { token: both.admin })).results.length;
  };
  expect(await arrived()).toBe(max);
  const title = async (): Promise<unknown> =>
    (await both.hub.json<{ title: string }>(`GET /guides/${guideid}`)).title;
  expect(await title(), 'an edit behind them').toBe('New');
  const later = performance.now() + 61_000;
  const clock = vi.spyOn(performance, 'now').mockReturnValue(later);
  try {
    expect((await both.round({ people: [tom] })).round.outcome).toBe('clean');
  } finally {
    clock.mockRestore();
  }
  expect(await arrived()).toBe(count);
  const { pending, parked } = both.desk.ctx.store.read(null, (s) => s.journal.counts());
  expect([pending, parked]).toEqual([0, 0]);
  expect(await title()).toBe('New');
});

test('[security rates] everything expensive has a rate', async () => {
  await using hub = testCore();
  const ann = await addPerson(hub, 'ann');
  const asked = [
    ['histories', 'POST /benchside/history', { seen: [] }],
    ['values', 'GET /benchside/guides/1/values', undefined],
    ['views', 'POST /benchside/views', { views: [] }],
    ['snapshots', `GET /benchside/snapshot/${'0'.repeat(64)}`, undefined],
  ] as const;
  for (const [rate, route, json] of asked) {
    const call = (): Promise<Response> =>
      hub.call(route, { token: ann.token, headers: from('10.0.0.1'), ...(json && { json }) });
    for (let n = 0; n < limits.rates[rate].max; n += 1) expect((await call()).status).not.toBe(503);
    const refused = await call();
    expect([rate, refused.status]).toEqual([rate, 503]);
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
  }
});
