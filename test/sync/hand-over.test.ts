import { expect, it } from 'vitest';

import type { WorkLogEntry } from '../../shared/model/work-log.ts';
import { addGuide, deskPerson, pair } from '../helpers/pair.ts';
import { bench } from '../helpers/plain-bench.ts';
import { untilSent } from '../helpers/plain-pair.ts';

const said = { reason: 'parts', note: 'Screws are in the blue tray.' };

it('[J13.1] a job handed over offline reaches the hub with its note, and the desk of who takes it over', async () => {
  await using both = await pair();
  const guideid = await addGuide(both.hub, both.admin);
  const ann = await deskPerson(both, 'ann', 'technician');
  const ben = await deskPerson(both, 'ben', 'technician');
  await both.round({ people: [ann, ben] });
  const json = { guideid, workorderid: 'WO-7' };
  const { entryid } = await both.desk.json<WorkLogEntry>('POST /work_log', { ...ann, json });
  const benchside = { ...said, addressee: ben.userid };
  const path = `POST /work_log/${entryid}/suspend`;
  const here = await both.desk.json<WorkLogEntry>(path, { ...ann, json: { benchside } });
  const remarks = [{ type: 'suspend', ...said, userid: ann.userid, addressee: { userid: ben.userid } }];
  expect(here.benchside.remarks).toMatchObject(remarks);
  await both.round({ people: [ann, ben] });
  await both.round({ people: [ann, ben] });
  const there = await both.hub.json<{ results: WorkLogEntry[] }>('GET /benchside/kiosk/runs', {
    token: both.admin,
  });
  expect(there.results).toHaveLength(1);
  expect(there.results[0]?.benchside.remarks).toMatchObject(remarks);
  expect(there.results[0]?.benchside.remarks[0]?.time).toBeCloseTo(here.benchside.remarks[0]?.time ?? 0, 0);

  const { results } = await both.desk.json<{ results: WorkLogEntry[] }>('GET /benchside/kiosk/runs', ben);
  expect(results).toHaveLength(1);
  const id = results[0]?.entryid;
  expect(results[0]?.benchside.remarks).toMatchObject(remarks);
  const taken = await both.desk.json<WorkLogEntry>(`POST /work_log/${id}/assume`, ben);
  expect(taken.benchside.remarks).toMatchObject(remarks);
  const reason = { reason: 'mistake', note: 'Wrong pump' };
  await both.desk.json(`POST /work_log/${id}/cancel`, { ...ben, json: { benchside: reason } });
  await both.round({ people: [ann, ben] });
  const ended = await both.hub.json<WorkLogEntry>(`GET /work_log/${id}`, { token: both.admin });
  expect(ended).toMatchObject({ status: 'cancelled' });
  expect(ended.benchside.remarks).toMatchObject([...remarks, { type: 'cancel', ...reason }]);
});

it('[J11.1] a third-party site gets the hand-over alone; its note stays at the desk', async () => {
  await using at = await bench();
  const { ann, guideid } = at;
  const json = { guideid, workorderid: 'WO-8' };
  const { entryid } = await at.desk.json<WorkLogEntry>('POST /work_log', { token: ann.token, json });
  await at.desk.json(`POST /work_log/${entryid}/suspend`, {
    token: ann.token,
    json: { benchside: said },
  });
  await untilSent(at);
  const { results } = await at.desk.json<{ results: WorkLogEntry[] }>('GET /work_log', {
    token: ann.token,
  });
  expect(results).toMatchObject([{ status: 'suspended', benchside: { remarks: [said] } }]);
});
