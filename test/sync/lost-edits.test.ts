import { expect, it } from 'vitest';

import type { Comment } from '../../shared/model/comment.ts';
import type { Guide } from '../../shared/model/guide.ts';
import type { JournalItem } from '../../shared/model/journal.ts';
import type { SyncStatus } from '../../shared/sync-status.ts';
import type { WorkLogEntry } from '../../shared/model/work-log.ts';
import { invariant } from '../../shared/assert.ts';
import { limits } from '../../shared/limits.ts';
import { uuid7 } from '../../app/replica/journal/uuid7.ts';
import { markDay } from '../../app/replica/journal/taken-marks.ts';
import type { TestCore } from '../helpers/core.ts';
import { addGuide, everything } from '../helpers/pair.ts';
import { workshop } from '../helpers/restorable.ts';
import type { Bench } from '../helpers/restorable.ts';

const guide = (title: string): object => ({ category: 'Pump', type: 'repair', title, public: true });

const parked = async ({ ask }: Bench): Promise<JournalItem[]> =>
  (await ask<{ entries: JournalItem[] }>('GET /benchside/journal?state=parked')).entries;

const passing = ({ modified_date }: Guide): object => ({ modified_date });

const titles = async (core: TestCore): Promise<string[]> =>
  (await core.json<Guide[]>('GET /guides')).map(({ title }) => title).sort();

it('[F4.2 F4.4] [chaos 1] edits of a guide that a restored hub has lost do not reach another one with its id', async () => {
  await using shop = await workshop();
  await addGuide(shop.hub, shop.admin);
  const [ann, bo] = [await shop.bench('ann'), await shop.bench('bo')];
  await ann.round();
  await bo.round();
  const copy = await shop.backUp();
  const made = await ann.ask<Guide>('POST /guides', guide('Of Ann'));
  const run = await ann.ask<WorkLogEntry>('POST /work_log', { guideid: made.guideid, workorderid: 'A 1' });
  await ann.round();
  const { guideid, revisionid } = await ann.ask<Guide>(`GET /guides/${made.guideid}`);
  expect(guideid).toBe(2);
  await ann.ask(`PATCH /guides/${guideid}?revisionid=${revisionid}`, { conclusion: 'By Ann' });
  await ann.ask(`POST /comments/guide/${guideid}`, { text: 'By Ann, too' });
  await ann.ask(`POST /work_log/${run.entryid}/finish`, {});

  await shop.goOnWith(copy);
  const other = await bo.ask<Guide>('POST /guides', guide('Of Bo'));
  await bo.ask('POST /work_log', { guideid: other.guideid, workorderid: 'B 1' });
  await bo.round();
  await bo.round();
  const before = await shop.hub.json<Guide>('GET /guides/2', { token: bo.person.token });
  expect(before).toMatchObject({ title: 'Of Bo', conclusion_raw: '' });
  expect((await ann.round()).problem).toBeNull();
  await ann.round();

  const after = await shop.hub.json<Guide>('GET /guides/2', { token: bo.person.token });
  expect(after).toEqual({ ...before, ...passing(after) });
  expect(await ann.ask('GET /guides/2')).toMatchObject({ title: 'Of Bo', conclusion_raw: '', comments: [] });
  const { results } = await shop.hub.json<{ results: WorkLogEntry[] }>('GET /work_log?limit=20', {
    token: bo.person.token,
  });
  expect(results.map(({ workorderid, status }) => [workorderid, status])).toEqual([['B 1', 'started']]);
  // Ann's text is here, and waits for her.
  const waiting = await parked(ann);
  expect(waiting.map(({ operation }) => operation)).toContain('POST /guides');
  expect(waiting.every(({ cause }) => cause?.message.includes('restored from a backup'))).toBe(true);
  const [first] = waiting.filter(({ operation }) => operation === 'POST /guides');
  await ann.ask(`POST /benchside/journal/${first?.entryid}/retry`, {});
  await ann.round();
  await ann.round();
  const guides = await shop.hub.json<Guide[]>('GET /guides', { token: bo.person.token });
  const again = guides.find(({ title }) => title === 'Of Ann');
  expect(await shop.hub.json(`GET /guides/${again?.guideid}`, { token: bo.person.token })).toMatchObject({
    conclusion_raw: 'By Ann',
    comments: [{ text_raw: 'By Ann, too' }],
  });
  // Ids that were given before are not given again.
  expect(again?.guideid).toBeGreaterThan(100_000);
});

it('[chaos seed 3002] a version made here that a run names does not leave the desk when its guide is recreated', async () => {
  await using shop = await workshop();
  const ann = await shop.bench('ann');
  await ann.round();
  const copy = await shop.backUp();
  const lost = (await ann.ask<Guide>('POST /guides', guide('Of Ann'))).guideid;
  await ann.round();
  await shop.goOnWith(copy);
  const { guideid, revisionid } = await ann.ask<Guide>(`GET /guides/${lost}`);
  const edited = await ann.ask<Guide>(`PATCH /guides/${guideid}?revisionid=${revisionid}`, {
    summary: 'Short',
  });
  const { entryid } = await ann.ask<WorkLogEntry>('POST /work_log', { guideid, workorderid: 'A 1' });
  const read = `PUT /benchside/work_log/${entryid}/acknowledged?guide_revisionid=${edited.revisionid}`;
  await ann.ask(read, {});
  await ann.ask(`PATCH /guides/${guideid}?revisionid=${edited.revisionid}`, { summary: 'Shorter' });
  await ann.round();
  expect(await ann.ask('POST /benchside/journal/retry_lost', {})).toMatchObject({ retried: 1 });
  for (let n = 0; n < 3; n += 1) expect((await ann.round()).problem).toBeNull();
  expect(await parked(ann)).toEqual([]);
  for (const core of [shop.hub, ann.desk]) {
    const token = ann.person.token;
    const { results } = await core.json<{ results: WorkLogEntry[] }>('GET /work_log?limit=20', { token });
    const [run] = results;
    const report = await core.json<WorkLogEntry>(`GET /work_log/${run?.entryid}`, { token });
    const events = report.benchside.events?.filter(({ type }) => type === 'acknowledged');
    expect(events).toHaveLength(1);
    expect(events?.[0]).toMatchObject({ revisionid: report.benchside.guide_revisionid });
    expect(JSON.stringify(report)).not.toMatch(/-\d{9}/);
  }
});

it('[chaos seed 3009] the author of an edit that a restored hub has lost is no editor of the guide at any desk', async () => {
  await using shop = await workshop();
  const guideid = await addGuide(shop.hub, shop.admin);
  const [ann, bo] = [await shop.bench('ann'), await shop.bench('bo')];
  const copy = await shop.backUp();
  const { token, userid } = bo.person;
  const { revisionid } = await shop.hub.json<Guide>(`GET /guides/${guideid}`, { token });
  await shop.hub.json(`PATCH /guides/${guideid}?revisionid=${revisionid}`, {
    token,
    json: { summary: 'Lost' },
  });
  await ann.round();
  const edited = () => ann.ask<Guide[]>(`GET /users/${userid}/guides`);
  expect(await edited()).toHaveLength(1);
  await shop.goOnWith(copy);
  expect((await ann.round()).problem).toBeNull();
  expect(await edited()).toEqual([]);
});

it('[F4.3 G1.1] [chaos seed 6128] a desk whose clock was set ahead asks a restored hub about the edits of the last days', async () => {
  await using shop = await workshop();
  const guideid = await addGuide(shop.hub, shop.admin);
  let ahead = 0;
  const ann = await shop.bench('ann', () => Date.now() / 1000 + ahead);
  await ann.round();
  const copy = await shop.backUp();
  await ann.ask(`POST /comments/guide/${guideid}`, { text: 'Lost' });
  await ann.round();
  ahead = 164 * 86_400;
  await ann.round();
  await shop.goOnWith(copy);
  await ann.round();
  expect((await parked(ann)).map(({ body }) => body)).toEqual([{ text: 'Lost' }]);
});

it('[F4.20] a desk asks a restored hub also about the edits that the hub took before its clock was wrong for a while', async () => {
  await using shop = await workshop();
  const guideid = await addGuide(shop.hub, shop.admin);
  const ann = await shop.bench('ann');
  await ann.round();
  const copy = await shop.backUp();
  await ann.ask(`POST /comments/guide/${guideid}`, { text: 'Lost' });
  await ann.round();
  meetAt(ann, 0);
  await ann.round();
  await shop.goOnWith(copy);
  await ann.round();
  expect((await parked(ann)).map(({ body }) => body)).toEqual([{ text: 'Lost' }]);
});

it('[F4.20] a contact while the clock of the hub was ahead makes a desk ask about no edits that the hub may have forgotten', async () => {
  await using shop = await workshop();
  const guideid = await addGuide(shop.hub, shop.admin);
  const ann = await shop.bench('ann');
  const daysAgo = (days: number): number => Date.now() / 1000 - days * 86_400;
  meetAt(ann, daysAgo(50));
  await ann.round();
  const copy = await shop.backUp();
  for (const text of ['Old', 'Lost']) {
    await ann.ask(`POST /comments/guide/${guideid}`, { text });
    await ann.round();
    if (text === 'Old') for (const days of [-1000, 49, 48, 30]) meetAt(ann, daysAgo(days));
  }
  await shop.goOnWith(copy);
  await ann.round();
  expect((await parked(ann)).map(({ body }) => body)).toEqual([{ text: 'Lost' }]);
});

it('[F4.21] a desk asks a restored hub about all edits of the last days, however many', async () => {
  await using shop = await workshop();
  const guideid = await addGuide(shop.hub, shop.admin);
  const ann = await shop.bench('ann');
  await ann.round();
  const copy = await shop.backUp();
  await ann.ask(`POST /comments/guide/${guideid}`, { text: 'Lost' });
  await ann.round();
  ann.desk.ctx.store.transact(null, (s) => {
    const [sent] = s.journal.list(['done']);
    invariant(sent, 'the comment was sent');
    const { route } = sent;
    for (let n = 1; n <= limits.sync.keys.max; n += 1) {
      s.journal.insert({ ...sent, issued: [], entryid: uuid7(s.now * 1000) }, []);
      s.journal.setState({ route, sequence: sent.sequence + n }, 'done');
    }
  });
  await shop.goOnWith(copy);
  await ann.round();
  expect(ann.desk.ctx.store.read(null, (s) => s.journal.counts())).toMatchObject({
    done: 0,
    parked: limits.sync.keys.max + 1,
  });
});

/** Makes a desk note that the hub's clock showed this time, UNIX seconds. */
const meetAt = ({ desk }: Bench, site: number): void =>
  desk.ctx.store.transact(null, (s) => markDay(s, site));

it('[F4.3] [seed 700495] a desk asks a restored hub about edits whose changes the hub had already', async () => {
  await using shop = await workshop();
  const guideid = await addGuide(shop.hub, shop.admin);
  const ann = await shop.bench('ann');
  await ann.round();
  const copy = await shop.backUp();
  const { revisionid } = await ann.ask<Guide>(`GET /guides/${guideid}`);
  const edit = { title: 'By both' };
  await ann.ask(`PATCH /guides/${guideid}?revisionid=${revisionid}`, edit);
  await shop.hub.json(`PATCH /guides/${guideid}?revisionid=${revisionid}`, { token: shop.admin, json: edit });
  await ann.round();
  expect(await parked(ann)).toEqual([]);
  await shop.goOnWith(copy);
  for (let n = 0; n < 2; n += 1) expect((await ann.round()).problem).toBeNull();
  expect((await parked(ann)).map(({ body }) => body)).toEqual([edit]);
});

it('[F4.3] [chaos 2] a desk keeps edits that a restored hub has lost, and sends them again, once, on request', async () => {
  await using shop = await workshop();
  const guideid = await addGuide(shop.hub, shop.admin);
  const [ann, bo] = [await shop.bench('ann'), await shop.bench('bo')];
  await ann.round();
  await bo.round();
  const copy = await shop.backUp();
  const { ask } = ann;
  const { revisionid } = await ask<Guide>(`GET /guides/${guideid}`);
  await ask(`PATCH /guides/${guideid}?revisionid=${revisionid}`, { conclusion: 'Lost words' });
  await ask(`POST /comments/guide/${guideid}`, { text: 'First' });
  const made = await ask<Guide>('POST /guides', guide('Made by Ann'));
  const lines = [{ text: 'Open it', bullet: 'black', level: 0 }];
  await ask(`POST /guides/${made.guideid}/steps`, { orderby: 1, lines });
  await ask(`PUT /user/favorites/guides/${guideid}`);
  await ask('POST /work_log', { guideid, workorderid: 'A 1' });
  await ann.round();
  await ann.round();
  const [comment] = await ask<Comment[]>('GET /comments');
  await ask(`PATCH /comments/${comment?.commentid}`, { text: 'Second' });
  const { results } = await ask<{ results: WorkLogEntry[] }>('GET /work_log?limit=20');
  await ask(`POST /work_log/${results[0]?.entryid}/finish`, {});
  expect((await ann.round()).round).toMatchObject({ outcome: 'clean', pushed: 2 });

  await shop.goOnWith(copy);
  // The ids that Ann's things had belong to other things by now.
  await bo.ask(`POST /comments/guide/${guideid}`, { text: 'By Bo' });
  await bo.ask('POST /guides', guide('Made by Bo'));
  await bo.ask('POST /work_log', { guideid, workorderid: 'B 1' });
  await bo.round();
  expect((await ann.round()).problem).toBeNull();
  const { lostEdits } = await ask<SyncStatus>('GET /benchside/sync');
  expect(lostEdits).toBe((await parked(ann)).length);
  expect(lostEdits).toBeGreaterThan(4);
  expect(await ask(`GET /guides/${guideid}`)).toMatchObject({ conclusion_raw: 'Lost words' });
  expect(await titles(ann.desk)).toEqual(['Made by Ann', 'Made by Bo', 'Mend the pump']);

  expect(await ask('POST /benchside/journal/retry_lost', {})).toEqual({ retried: lostEdits });
  for (let n = 0; n < 3; n += 1) expect((await ann.round()).problem).toBeNull();
  expect(await parked(ann)).toEqual([]);
  const onHub = <T>(route: string): Promise<T> => shop.hub.json<T>(route, { token: ann.person.token });
  expect(await onHub(`GET /guides/${guideid}`)).toMatchObject({ conclusion_raw: 'Lost words' });
  expect(await titles(shop.hub)).toEqual(['Made by Ann', 'Made by Bo', 'Mend the pump']);
  const comments = await onHub<Comment[]>('GET /comments');
  expect(comments.map(({ text_raw }) => text_raw).sort()).toEqual(['By Bo', 'Second']);
  const runs = await onHub<{ results: WorkLogEntry[] }>('GET /work_log?limit=20');
  expect(runs.results.map(({ workorderid, status }) => [workorderid, status]).sort()).toEqual([
    ['A 1', 'complete'],
    ['B 1', 'started'],
  ]);
  expect(await onHub('GET /user/favorites/guides')).toHaveLength(1);
  const again = (await onHub<Guide[]>('GET /guides')).find(({ title }) => title === 'Made by Ann');
  expect((await onHub<Guide>(`GET /guides/${again?.guideid}`)).steps).toHaveLength(1);
  await bo.round();
  expect(await everything(bo.desk)).toEqual(await everything(shop.hub));
  expect(await everything(ann.desk)).toEqual(await everything(shop.hub));
});

it('[F4.9] a release that waits at a desk does not hide that a restored hub has lost an edit of its guide', async () => {
  await using shop = await workshop();
  const guideid = await addGuide(shop.hub, shop.admin);
  const ann = await shop.bench('ann');
  await ann.round();
  const copy = await shop.backUp();
  const { revisionid, steps } = await ann.ask<Guide>(`GET /guides/${guideid}`);
  await ann.ask(`PATCH /guides/${guideid}?revisionid=${revisionid}`, { introduction: 'By Ann' });
  await ann.round();
  // A conflict keeps the site's version of the guide beside the shown one.
  const [step] = steps;
  const route = `/guides/${guideid}/steps/${step?.stepid}?revisionid=${step?.revisionid}`;
  await ann.ask(`PATCH ${route}`, { title: 'Of Ann' });
  await shop.hub.json(`PATCH ${route}`, { token: shop.admin, json: { title: 'Changed by someone else' } });
  await ann.round();
  await ann.ask('POST /guides/releases', { guideid, title: 'Release', status: 'released' });
  await shop.goOnWith(copy);
  await ann.round();
  await ann.round();
  const lost = (await parked(ann)).filter(({ cause }) => cause?.message.includes('restored from a backup'));
  expect(lost.map(({ operation }) => operation)).toEqual(['PATCH /guides/{guideid}']);
  await ann.ask(`POST /benchside/journal/${lost[0]?.entryid}/retry`, {});
  await ann.round();
  expect(await shop.hub.json(`GET /guides/${guideid}`, { token: shop.admin })).toMatchObject({
    introduction_raw: 'By Ann',
  });
});

it('[F4.3 J10.5] [seed 40000314] assigned work that was started here waits once after a restored hub has lost both', async () => {
  await using shop = await workshop();
  await addGuide(shop.hub, shop.admin);
  const ann = await shop.bench('ann');
  await ann.round();
  const copy = await shop.backUp();
  const order = { guideid: 1, workorderid: 'WO-1' };
  await ann.ask('POST /benchside/assignments', { ...order, userid: ann.person.userid });
  await ann.round();
  await ann.ask('POST /work_log', order);
  await ann.round();

  await shop.goOnWith(copy);
  await addGuide(shop.hub, shop.admin);
  expect((await ann.round()).problem).toBeNull();
  for (const { entryid } of await parked(ann)) await ann.ask(`POST /benchside/journal/${entryid}/retry`, {});
  for (let n = 0; n < 2; n += 1) expect((await ann.round()).problem).toBeNull();
  const { results } = await shop.hub.json<{ results: WorkLogEntry[] }>('GET /work_log', {
    token: ann.person.token,
  });
  expect(results.map(({ workorderid }) => workorderid)).toEqual(['WO-1']);
});

it('[F4.13] [seed 1003488] an edit is not taken for done by a version that the hub has lost', async () => {
  await using shop = await workshop();
  const ann = await shop.bench('ann');
  const { token } = ann.person;
  const { guideid } = await shop.hub.json<Guide>('POST /guides', { token, json: guide('Of Ann') });
  const atHub = async (edit: string, json?: object): Promise<void> => {
    const { revisionid } = await shop.hub.json<Guide>(`GET /guides/${guideid}`, { token });
    await shop.hub.json(`${edit}?revisionid=${revisionid}`, { token, ...(json && { json }) });
  };
  await ann.round();
  const { revisionid } = await ann.ask<Guide>(`GET /guides/${guideid}`);
  const edit = { introduction: 'The new text' };
  await ann.ask(`PATCH /guides/${guideid}?revisionid=${revisionid}`, edit);
  await atHub(`DELETE /guides/${guideid}/public`);
  const copy = await shop.backUp();
  // The edit reaches the hub by another way, and that version this desk, where nobody can send.
  await atHub(`PUT /guides/${guideid}/public`);
  await atHub(`PATCH /guides/${guideid}`, edit);
  await ann.round({ people: [] });
  await shop.goOnWith(copy);
  await ann.round({ people: [] });
  await ann.round();
  expect(await shop.hub.json(`GET /guides/${guideid}`, { token })).toMatchObject({
    introduction_raw: edit.introduction,
  });
});
