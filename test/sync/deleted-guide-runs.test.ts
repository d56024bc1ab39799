import { expect, test } from 'vitest';

import type { Guide } from '../../shared/model/guide.ts';
import type { WorkLogEntry } from '../../shared/model/work-log.ts';
import { addGuide, deskPerson, pair } from '../helpers/pair.ts';

test('a run of a deleted guide names the guide and its revision at a desk that never had the guide', async () => {
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

test.each(['with', 'without'])(
  '[F1.3] a run of a guide that is deleted while a desk has it shows the same there, %s an edit that waits',
  async (edits) => {
    await using both = await pair();
    const { hub, desk, admin } = both;
    const bo = await deskPerson(both, 'bo', 'author');
    const { token } = bo;
    const guideid = await addGuide(hub, admin);
    const [step] = (await hub.json<Guide>(`GET /guides/${guideid}`)).steps;
    const fields = [{ field_type: 'Text Input', label: 'Pressure', required: false }];
    await hub.json(`POST /step_forms/${step?.stepid}`, {
      token: admin,
      json: { fields, form_revisionid: null },
    });
    const { entryid } = await hub.json<WorkLogEntry>('POST /work_log', {
      token,
      json: { guideid, workorderid: '17' },
    });
    const entry = (core: typeof hub): Promise<WorkLogEntry> =>
      core.json(`GET /work_log/${entryid}`, { token });
    const same = async (): Promise<void> => {
      await both.round({ people: [bo] });
      const passing = { duration: 0, active_duration: 0, benchside: { steps: [] } };
      const [here, there] = [await entry(desk), await entry(hub)].map((one) => ({
        ...one,
        ...passing,
        title: one.benchside.title,
      }));
      expect(here).toEqual(there);
    };
    await same();
    expect((await entry(desk)).max_form_revisionid).toBeGreaterThan(0);
    const { revisionid } = await hub.json<Guide>(`GET /guides/${guideid}`);
    if (edits === 'with')
      await desk.json(`PATCH /guides/${guideid}?revisionid=${revisionid}`, {
        token,
        json: { title: 'Mine' },
      });
    await hub.json(`DELETE /guides/${guideid}?revisionid=${revisionid}`, { token: admin });
    await same();
    await hub.json(`POST /guides/${guideid}/en/restore`, { token: admin });
    await same();
  },
);

test.each(['private', 'deleted'])(
  '[F1.5] [chaos seed 26112643] a run keeps the title that its guide had, also when that is %s and renamed at the hub',
  async (how) => {
    await using both = await pair();
    const { hub, desk, admin } = both;
    const bo = await deskPerson(both, 'bo');
    const guideid = await addGuide(hub, admin);
    const { entryid, benchside } = await hub.json<WorkLogEntry>('POST /work_log', {
      token: bo.token,
      json: { guideid, workorderid: '17' },
    });
    await both.round({ people: [bo] });
    const at = async (): Promise<string> =>
      `revisionid=${(await hub.json<Guide>(`GET /guides/${guideid}`, { token: admin })).revisionid}`;
    const rename = async (title: string): Promise<void> => {
      await hub.json(`PATCH /guides/${guideid}?${await at()}`, { token: admin, json: { title } });
    };
    await rename('Renamed');
    if (how === 'deleted') await hub.json(`DELETE /guides/${guideid}?${await at()}`, { token: admin });
    else {
      await hub.json(`DELETE /guides/${guideid}/public?${await at()}`, { token: admin });
      await both.round({ people: [bo] });
      await rename('Secret');
    }
    await both.round({ people: [bo] });
    const titles = await Promise.all(
      [hub, desk].map((core) => core.json<WorkLogEntry>(`GET /work_log/${entryid}`, { token: bo.token })),
    );
    expect(titles.map((one) => one.benchside.title)).toEqual([benchside.title, benchside.title]);
  },
);
