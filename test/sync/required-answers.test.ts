import { expect, it } from 'vitest';

import type { JournalItem } from '../../shared/model/journal.ts';
import type { StepForm } from '../../shared/model/step-form.ts';
import type { WorkLogEntry } from '../../shared/model/work-log.ts';
import { addGuide, deskPerson, pair } from '../helpers/pair.ts';

it('a job that ended offline without an answer that the hub requires meanwhile waits for a decision', async () => {
  await using both = await pair();
  const guideid = await addGuide(both.hub, both.admin);
  const ann = await deskPerson(both, 'ann', 'author');
  await both.round({ people: [ann] });
  const { steps } = await both.hub.json<{ steps: { stepid: number }[] }>(`GET /guides/${guideid}`, {
    token: both.admin,
  });
  const { entryid } = await both.desk.json<WorkLogEntry>('POST /work_log', {
    ...ann,
    json: { guideid, workorderid: 'WO-1' },
  });
  // The hub gets this form after the last sync of the desk.
  await both.hub.json<StepForm>(`POST /step_forms/${steps[0]?.stepid}`, {
    token: both.admin,
    json: { fields: [{ field_type: 'Checkbox', label: 'Whole', benchside: { required: true } }] },
  });
  await both.desk.json(`POST /work_log/${entryid}/finish`, { ...ann, json: {} });
  await both.round({ people: [ann] });
  await both.round({ people: [ann] });
  const parked = await both.desk.json<{ entries: JournalItem[] }>('GET /benchside/journal?state=parked', ann);
  expect(JSON.stringify(parked)).toContain('Whole needs an answer: yes or no');
  const { results } = await both.hub.json<{ results: WorkLogEntry[] }>('GET /work_log', {
    token: both.admin,
  });
  expect(results).toMatchObject([{ status: 'started' }]);
});
