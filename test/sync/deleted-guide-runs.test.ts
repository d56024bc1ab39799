import { expect, test } from 'vitest';

import type { Guide } from '../../shared/model/guide.ts';
import type { WorkLogEntry } from '../../shared/model/work-log.ts';
import { addGuide, deskPerson, pair } from '../helpers/pair.ts';

test('a run of a guide that was deleted names it and its revision at a desk that never had it', async () => {
  await using both = await pair();
  const { hub, desk, admin } = both;
  const bo = await deskPerson(both, 'bo', 'author');
  const guideid = await addGuide(hub, admin);
  const { entryid } = await hub.json<WorkLogEntry>('POST /work_log', {
    token: bo.token,
    json: { guideid, workorderid: '17' },
  });
  await hub.json(`POST /work_log/${entryid}/finish`, { token: bo.token });
  const { revisionid } = await hub.json<Guide>(`GET /guides/${guideid}`);
  await hub.json(`DELETE /guides/${guideid}?revisionid=${revisionid}`, { token: admin });
  await both.round({ people: [bo] });
  const entry = async (core: typeof hub): Promise<WorkLogEntry> =>
    core.json<WorkLogEntry>(`GET /work_log/${entryid}`, { token: bo.token });
  expect(await entry(desk)).toEqual(await entry(hub));
});
