import { expect, it } from 'vitest';

import type { WorkLogEntry } from '../../../shared/model/work-log.ts';
import { workWorld } from '../../helpers/work.ts';

it('a whole run is done at a desk without its site, and each of its changes waits to be sent', async () => {
  await using w = await workWorld('desk');
  const pending = (): number => w.core.ctx.store.read(null, (s) => s.journal.counts().pending);
  const form = await w.form(w.steps[0], [
    { field_type: 'Text Input', label: 'Serial number', required: true },
  ]);
  const field = form.fields[0]?.field_revisionid ?? 0;
  let expected = pending();
  const { entryid } = await w.start();
  expect(entryid).toBeLessThan(0);
  expect(pending()).toBe((expected += 1));
  const operations: [string, unknown?][] = [
    ['PUT step', { stepid: w.steps[1] }],
    ['PUT acknowledged?guide_revisionid=7', {}],
    ['POST pause'],
    ['POST resume'],
    ['PUT stepData', { fields: { [field]: 'SN-1' } }],
    ['POST suspend'],
    ['POST assume'],
    ['POST finish'],
  ];
  for (const [operation, json] of operations) {
    w.clock.now += 30;
    await w.run('owner', entryid, operation, json);
    expect([operation, pending()]).toEqual([operation, (expected += 1)]);
  }
  const entry = await w.json<WorkLogEntry>('owner', `GET /work_log/${entryid}`);
  expect(entry).toMatchObject({
    status: 'complete',
    duration: 240,
    active_duration: 180,
    max_form_revisionid: form.form_revisionid,
    work_data: [{ field_revisionid: field, value: 'SN-1' }],
  });
  const second = await w.start();
  await w.run('owner', second.entryid, 'POST cancel');
  expect(await w.status('owner', `DELETE /work_log/${second.entryid}`)).toBe(204);
  expect(pending()).toBe(expected + 3);
});

it("runs made at a desk come after the site's in lists, as the newest", async () => {
  await using w = await workWorld('desk');
  w.core.ctx.store.transact(null, (s) =>
    s.workLog.putRemote({
      entryid: 70,
      guideid: w.guideid,
      userid: w.userids.owner,
      workorderid: 'W',
      starttime: 5,
      endtime: 9,
    }),
  );
  const made = [(await w.start()).entryid, (await w.start()).entryid];
  const ids = async (order: string): Promise<number[]> =>
    (await w.json<{ results: WorkLogEntry[] }>('owner', `GET /work_log?order=${order}`)).results.map(
      (e) => e.entryid,
    );
  expect(await ids('ASC')).toEqual([70, ...made]);
  expect(await ids('DESC')).toEqual([...made.toReversed(), 70]);
});
