import { expect, it } from 'vitest';

import { sql } from '../../../app/store/sql.ts';
import { addGuide, deskPerson, everything, pair } from '../../helpers/pair.ts';

it('[J3.4] independent edits are sent at once; edits of one thing, and those that others may build on, one by one', async () => {
  await using both = await pair({ batches: false });
  const guides: number[] = [];
  for (let count = 0; count < 3; count += 1) guides.push(await addGuide(both.hub, both.admin));
  const ann = await deskPerson(both, 'ann', 'author');
  await both.round({ people: [ann] });
  const patch = async (guideid: number, title: string): Promise<void> => {
    const { revisionid } = await both.desk.json<{ revisionid: number }>(`GET /guides/${guideid}`);
    await both.desk.json(`PATCH /guides/${guideid}?revisionid=${revisionid}`, {
      token: ann.token,
      json: { title },
    });
  };
  const [first = 0, second = 0, third = 0] = guides;
  await patch(first, 'First');
  await patch(second, 'Second');
  await patch(first, 'First again');
  await both.desk.json('POST /guides', { token: ann.token, json: { category: 'Pump', type: 'repair' } });
  await patch(third, 'Third');

  const arrived = (pattern: RegExp): number => both.net.requests.findIndex((one) => pattern.test(one));
  const sent = (route: string): number => both.net.requests.filter((one) => one.startsWith(route)).length;
  const gates = new Map<string, () => void>();
  both.net.intercept = (request) => {
    if (!/^(PATCH|POST) /.test(request)) return undefined;
    const { promise: until, resolve } = Promise.withResolvers<void>();
    gates.set(request.replace(/\?.*/, ''), resolve);
    return { kind: 'wait', until };
  };
  const underWay = (): string[] => [...gates.keys()].sort();
  const open = (route: string): void => {
    gates.get(route)?.();
    gates.delete(route);
  };
  both.net.requests.length = 0;
  const ended = both.round({ people: [ann] });

  const [one, two] = [`PATCH /guides/${first}`, `PATCH /guides/${second}`];
  await expect.poll(underWay).toEqual([one, two]);
  expect(sent(one)).toBe(1);
  open(one);
  // The second edit of the first guide is sent beside the one of the second guide.
  await expect.poll(underWay).toEqual([one, two]);
  expect(sent(one)).toBe(2);
  open(one);
  open(two);
  // The new guide is sent alone, and later edits wait.
  await expect.poll(underWay).toEqual(['POST /guides']);
  open('POST /guides');
  await expect.poll(underWay).toEqual([`PATCH /guides/${third}`]);
  open(`PATCH /guides/${third}`);

  expect((await ended).round).toMatchObject({ outcome: 'clean', pushed: 5 });
  expect(arrived(/^POST \/guides$/)).toBeLessThan(arrived(new RegExp(`^PATCH /guides/${third}`)));
  expect(await everything(both.desk)).toEqual(await everything(both.hub));
});

it('[J3.4] a translation waits for the previous edit of its guide, on which it may depend', async () => {
  await using both = await pair();
  const { hub, desk } = both;
  hub.ctx.store.transact(null, (s) => {
    s.meta.set('site', { ...s.meta.site, langids: ['en', 'de'] });
    s.feed.record('site', 0);
  });
  const guideid = await addGuide(hub, both.admin);
  const ann = await deskPerson(both, 'ann', 'author');
  await both.round({ people: [ann] });
  const patch = async (query: string, json: object): Promise<void> => {
    const { revisionid } = await desk.json<{ revisionid: number }>(`GET /guides/${guideid}`);
    await desk.json(`PATCH /guides/${guideid}?revisionid=${revisionid}${query}`, { token: ann.token, json });
  };
  await patch('', { conclusion: 'All is well' });
  await patch('&langid=de', { conclusion: 'Alles ist gut' });
  const { promise: until, resolve } = Promise.withResolvers<void>();
  const sent: string[] = [];
  both.net.intercept = (request) => {
    if (!request.startsWith('PATCH')) return undefined;
    sent.push(request);
    return { kind: 'wait', until };
  };
  const ended = both.round({ people: [ann] });
  await expect.poll(() => sent.length).toBe(1);
  await everything(desk);
  expect(sent).toHaveLength(1);
  resolve();
  expect((await ended).round).toMatchObject({ outcome: 'clean', pushed: 2 });
});

it('[J3.4] edits that are being sent when the site becomes unreachable are handled before the round ends', async () => {
  await using both = await pair({ batches: false });
  const guides: number[] = [];
  for (let count = 0; count < 4; count += 1) guides.push(await addGuide(both.hub, both.admin));
  const ann = await deskPerson(both, 'ann', 'author');
  await both.round({ people: [ann] });
  for (const guideid of guides) {
    const { revisionid } = await both.desk.json<{ revisionid: number }>(`GET /guides/${guideid}`);
    await both.desk.json(`PATCH /guides/${guideid}?revisionid=${revisionid}`, {
      token: ann.token,
      json: { title: `Title ${guideid}` },
    });
  }
  // One answer is lost; the others arrive.
  both.net.intercept = (request) =>
    request.startsWith(`PATCH /guides/${guides[1]}`) ? { kind: 'lose-answer' } : undefined;
  expect((await both.round({ people: [ann] })).round.outcome).toBe('unreachable');
  const states = (): Record<string, number> => both.desk.ctx.store.read(null, (s) => s.journal.counts());
  expect(states()).toMatchObject({ accepted: 4, sending: 1, parked: 0 });
  both.net.intercept = undefined;
  expect((await both.round({ people: [ann] })).round.outcome).toBe('clean');
  expect(states()).toMatchObject({ done: 4 });
  for (const guideid of guides) {
    const versions = both.hub.ctx.store.read(null, (s) =>
      s.db.all(sql`SELECT 1 FROM guide_revision WHERE guideid = ${guideid}`),
    );
    // Created, with two steps added, and edited once.
    expect(versions).toHaveLength(4);
  }
  expect(await everything(both.desk)).toEqual(await everything(both.hub));
});
