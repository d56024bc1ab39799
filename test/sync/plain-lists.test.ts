import { expect, it } from 'vitest';

import type { Guide } from '../../shared/model/guide.ts';
import type { Fault } from '../helpers/network.ts';
import { bench, freshGuide, upload } from '../helpers/plain-bench.ts';

const json = (value: unknown): Fault => ({
  kind: 'status',
  status: 200,
  body: JSON.stringify(value),
  headers: { 'content-type': 'application/json' },
});

it('[P3.1 G4.1] a guide that the site does not show goes, though the round failed at another', async () => {
  await using at = await bench();
  const gone = await freshGuide(at, 'To be deleted');
  const change = async (guideid: number): Promise<number> => {
    const { revisionid } = await at.there<Guide>(`GET /guides/${guideid}`);
    const changed = await at.there<Guide>(`PATCH /guides/${guideid}?revisionid=${revisionid}`, at.ann.token, {
      title: 'Changed',
    });
    return changed.revisionid;
  };
  await change(at.guideid);
  const last = await change(gone.guideid);
  const asked: string[] = [];
  at.net.intercept = (request) => {
    const [, id] = /^GET \/guides\/(\d+)\?/.exec(request) ?? [];
    if (id === undefined) return undefined;
    asked.push(id);
    return Number(id) === gone.guideid ? { kind: 'status', status: 404 } : { kind: 'drop' };
  };
  expect((await at.round()).problem?.kind).toBe('offline');
  expect(asked).toContain(String(gone.guideid));
  await at.there(`DELETE /guides/${gone.guideid}?revisionid=${last}`, at.ann.token);
  at.net.intercept = undefined;
  expect(await at.round()).toMatchObject({ problem: null, round: { removed: 1 } });
  expect((await at.desk.call(`GET /guides/${gone.guideid}`)).status).toBe(404);
});

it.each(['/user/media/images?', '/teams?'])(
  '[P9.3] an answer that is no list removes nothing: %s',
  async (path) => {
    await using at = await bench();
    await upload(at, 600);
    await at.round();
    const shown = async (): Promise<unknown[]> => [
      await at.here('GET /user/media/images', at.ann.token),
      await at.here('GET /teams', at.ann.token),
    ];
    const before = await shown();
    expect(before).toMatchObject([[{}], [{}]]);
    at.net.intercept = (request) =>
      request.startsWith(`GET ${path}`) ? json({ message: 'Welcome' }) : undefined;
    await at.round();
    expect(await shown()).toEqual(before);
  },
);

it('[P2] a list of teams that shrinks between its first two pages loses nothing', async () => {
  await using at = await bench();
  const teams = Array.from({ length: 205 }, (_, index) => ({
    teamid: index + 1,
    name: `Team ${index + 1}`,
    description: '',
  }));
  let isFirst = true;
  at.net.intercept = (request) => {
    const offset = /^GET \/teams\?.*offset=(\d+)/.exec(request)?.[1];
    if (offset === undefined) return request.startsWith('GET /teams/') ? json([]) : undefined;
    if (isFirst && offset !== '0') {
      isFirst = false;
      teams.splice(0, 2);
    }
    return json(teams.slice(Number(offset), Number(offset) + 200));
  };
  expect((await at.round()).problem).toBeNull();
  expect(isFirst).toBe(false);
  const here = at.desk.ctx.store.read(null, (s) => s.teams.ids());
  expect(teams.map(({ teamid }) => teamid).filter((id) => !here.includes(id))).toEqual([]);
});
