import { expect, it } from 'vitest';

import type { Guide } from '../../shared/model/guide.ts';
import type { WorkLogEntry } from '../../shared/model/work-log.ts';
import { addGuide } from '../helpers/pair.ts';
import { workshop } from '../helpers/restorable.ts';

it('a job that began offline keeps the version of the guide that its person read, also if the guide was changed on the hub meanwhile', async () => {
  await using shop = await workshop();
  await addGuide(shop.hub, shop.admin);
  const ann = await shop.bench('ann');
  await ann.round();
  const { guideid, revisionid } = await ann.ask<Guide>('GET /guides/1');
  const begin = (workorderid: string, guide_revisionid?: number): Promise<WorkLogEntry> =>
    ann.ask('POST /work_log', { guideid, workorderid, benchside: { guide_revisionid } });
  const changed = await shop.hub.json<Guide>(`PATCH /guides/${guideid}?revisionid=${revisionid}`, {
    token: shop.admin,
    json: { conclusion: 'Changed on the hub' },
  });
  const run = await begin('A 1', revisionid);
  expect(run.benchside.guide_revisionid).toBe(revisionid);
  // A revision that does not exist is ignored.
  await begin('A 2', 9999);
  await begin('A 3', -9999);
  await begin('A 4');
  await ann.round();

  const versions = async (entries: Promise<{ results: WorkLogEntry[] }>): Promise<[string, number][]> =>
    (await entries).results.map(({ workorderid, benchside }) => [workorderid, benchside.guide_revisionid]);
  const expected = [
    ['A 1', revisionid],
    ['A 2', changed.revisionid],
    ['A 3', changed.revisionid],
    ['A 4', changed.revisionid],
  ];
  const path = 'GET /work_log?limit=20&order=ASC';
  expect(await versions(ann.ask(path))).toEqual(expected);
  expect(await versions(shop.hub.json(path, { token: shop.admin }))).toEqual(expected);
});
