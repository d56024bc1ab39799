import { expect, it } from 'vitest';

import { newestPoint } from '../../app/store/feed/epochs.ts';
import { sql } from '../../app/store/sql.ts';
import type { StoredRow } from '../../app/store/sql.ts';
import type { Comment } from '../../shared/model/comment.ts';
import type { Guide } from '../../shared/model/guide.ts';
import type { JournalItem } from '../../shared/model/journal.ts';
import type { Wiki } from '../../shared/model/wiki.ts';
import type { SyncStatus } from '../../shared/sync-status.ts';
import type { WorkLogEntry } from '../../shared/model/work-log.ts';
import type { TestCore } from '../helpers/core.ts';
import { addGuide, deskPerson, everything } from '../helpers/pair.ts';
import { addPerson } from '../helpers/people.ts';
import { workshop } from '../helpers/restorable.ts';
import type { Bench } from '../helpers/restorable.ts';

const guide = (title: string): object => ({ category: 'Pump', type: 'repair', title, public: true });

const parked = async ({ ask }: Bench): Promise<JournalItem[]> =>
  (await ask<{ entries: JournalItem[] }>('GET /benchside/journal?state=parked')).entries;

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

const passing = ({ modified_date }: Guide): object => ({ modified_date });

it('[F4] [chaos 1] a desk notices a restored hub that has more commits than were lost', async () => {
  await using shop = await workshop();
  await addGuide(shop.hub, shop.admin);
  const [ann, bo] = [await shop.bench('ann'), await shop.bench('bo')];
  await ann.round();
  const copy = await shop.backUp();
  await addGuide(shop.hub, shop.admin, { title: 'Lost' });
  await ann.round();
  await shop.goOnWith(copy);
  for (const title of ['One', 'Two', 'Three', 'Four']) await bo.ask('POST /guides', guide(title));
  await bo.round();
  await bo.round();
  expect((await ann.round({ acceptRemovals: true })).problem).toBeNull();
  expect(await everything(ann.desk)).toEqual(await everything(shop.hub));
  // Once is enough.
  const { round } = await ann.round();
  expect(round.guides).toBe(0);
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

it('[F4.7] [chaos 1] a desk that first met a hub after its backup knows which ids are from before the backup', async () => {
  await using shop = await workshop();
  const guideid = await addGuide(shop.hub, shop.admin);
  const { token } = await addPerson(shop.hub, 'bo', { role: 'admin' });
  const copy = await shop.backUp();
  const ann = await shop.bench('ann');
  await ann.round();
  const { revisionid } = await ann.ask<Guide>(`GET /guides/${guideid}`);
  await ann.ask(`PATCH /guides/${guideid}?revisionid=${revisionid}`, { conclusion: 'By Ann' });
  await ann.ask(`POST /comments/guide/${guideid}`, { text: 'By Ann, too' });
  await shop.goOnWith(copy);
  // Ann's account was created after the backup, so it is added again.
  const again = await addPerson(shop.hub, 'ann', { role: 'admin' });
  const people = [{ userid: ann.person.userid, token: again.token }];
  expect(again.userid).toBe(ann.person.userid);
  for (let n = 0; n < 2; n += 1) expect((await ann.round({ people })).problem).toBeNull();
  expect(await parked(ann)).toEqual([]);
  const guides = await shop.hub.json<Guide[]>('GET /guides', { token });
  expect(guides).toHaveLength(1);
  expect(await shop.hub.json(`GET /guides/${guideid}`, { token })).toMatchObject({
    conclusion_raw: 'By Ann',
    comments: [{ text_raw: 'By Ann, too' }],
  });
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

it('[F4.6] [chaos seed 131] a desk notices a hub that is restored between its answer to an edit and the reading of its feed', async () => {
  await using shop = await workshop();
  const guideid = await addGuide(shop.hub, shop.admin);
  const ann = await shop.bench('ann');
  await ann.round();
  const copy = await shop.backUp();
  await ann.ask(`POST /comments/guide/${guideid}`, { text: 'Lost' });
  shop.before = { part: '/benchside/changes', act: () => shop.goOnWith(copy) };
  for (let n = 0; n < 2; n += 1) await ann.round();
  expect((await parked(ann)).map(({ body }) => body)).toEqual([{ text: 'Lost' }]);
});

it('[F4.6] the answer of the restored hub to one of several simultaneous edits does not hide edits that the old one accepted', async () => {
  await using shop = await workshop({ batches: false });
  const guides = [await addGuide(shop.hub, shop.admin), await addGuide(shop.hub, shop.admin)];
  const ann = await shop.bench('ann');
  await ann.round();
  const copy = await shop.backUp();
  for (const guideid of guides) await ann.ask(`POST /comments/guide/${guideid}`, { text: `On ${guideid}` });
  const done = async (): Promise<unknown[]> =>
    (await ann.ask<{ entries: JournalItem[] }>('GET /benchside/journal?state=done')).entries;
  const act = async (): Promise<void> => {
    await expect.poll(() => done()).toHaveLength(1);
    await shop.goOnWith(copy);
  };
  shop.before = { part: `/comments/guide/${guides[1]}`, act };
  for (let n = 0; n < 2; n += 1) await ann.round();
  expect((await parked(ann)).map(({ body }) => body)).toEqual([{ text: `On ${guides[0]}` }]);
});

it('[J14.4] a hub that was restored before a batch arrived carries out none of it until its feed was read', async () => {
  await using shop = await workshop();
  const guides = [await addGuide(shop.hub, shop.admin), await addGuide(shop.hub, shop.admin)];
  const ann = await shop.bench('ann');
  await ann.round();
  const copy = await shop.backUp();
  await addGuide(shop.hub, shop.admin);
  await ann.round();
  for (const guideid of guides) await ann.ask(`POST /comments/guide/${guideid}`, { text: `On ${guideid}` });
  shop.before = { part: '/benchside/edits', act: () => shop.goOnWith(copy) };
  const states = (): unknown => ann.desk.ctx.store.read(null, (s) => s.journal.counts());
  expect((await ann.round()).problem?.kind).toBe('bad-answer');
  expect(states()).toMatchObject({ pending: 2, sending: 0, parked: 0, done: 0 });
});

it('[F4.8] [chaos seed 5056] discarding edits of a document that a restored hub has lost does not restore the document here', async () => {
  await using shop = await workshop();
  const guideid = await addGuide(shop.hub, shop.admin);
  const ann = await shop.bench('ann');
  const copy = await shop.backUp();
  const { token } = ann.person;
  const comment = await shop.hub.json<Comment>(`POST /comments/guide/${guideid}`, {
    token,
    json: { text: 'Lost' },
  });
  const run = await shop.hub.json<WorkLogEntry>('POST /work_log', {
    token,
    json: { guideid, workorderid: 'Lost' },
  });
  await shop.hub.json('POST /wikis', {
    token,
    json: { namespace: 'WIKI', title: 'Gasket', contents: 'Lost' },
  });
  await ann.round();
  await ann.ask(`DELETE /comments/${comment.commentid}`);
  await ann.ask(`POST /work_log/${run.entryid}/finish`, {});
  const { revisionid } = await ann.ask<Wiki>('GET /wikis/WIKI/Gasket');
  await ann.ask(`DELETE /wikis/WIKI/Gasket?revisionid=${revisionid}`);
  await shop.goOnWith(copy);
  expect((await ann.round()).problem).toBeNull();
  const waiting = await parked(ann);
  expect(waiting).toHaveLength(3);
  for (const { entryid } of waiting) await ann.ask(`POST /benchside/journal/${entryid}/discard`, {});
  const shown = (core: TestCore): Promise<unknown> =>
    Promise.all(
      ['/comments', '/work_log?limit=20', '/wikis/WIKI'].map((path) => core.json(`GET ${path}`, { token })),
    );
  expect(await shown(ann.desk)).toEqual(await shown(shop.hub));
});

it('[F4.5] [chaos minor] a hub whose machine was set back while it ran begins another history when a desk has read further', async () => {
  await using shop = await workshop();
  await addGuide(shop.hub, shop.admin);
  const [ann, bo] = [await shop.bench('ann'), await shop.bench('bo')];
  await ann.round();
  await bo.round();
  const copy = await shop.backUp();
  const epoch = () =>
    shop.hub.ctx.store.read(null, (s) =>
      s.db.one(sql<StoredRow<'epoch', 'first' | 'stamp'>>`SELECT max(first) AS first, stamp FROM epoch`),
    );
  const before = epoch();
  for (const title of ['Lost 1', 'Lost 2', 'Lost 3']) await addGuide(shop.hub, shop.admin, { title });
  await ann.round();
  await bo.round();
  await shop.goOnWith(copy);
  // The hub was not started in between.
  shop.hub.ctx.store.transact(null, (s) =>
    s.db.run(sql`UPDATE epoch SET stamp = ${before?.stamp} WHERE first = ${before?.first}`),
  );
  expect(epoch()).toEqual(before);
  expect((await ann.round({ acceptRemovals: true })).problem).toBeNull();
  expect(epoch()).not.toEqual(before);
  // The feed grows past the point that Bo's desk has read.
  for (const title of ['1', '2', '3', '4', '5', '6']) await addGuide(shop.hub, shop.admin, { title });
  expect((await bo.round({ acceptRemovals: true })).problem).toBeNull();
  await ann.round();
  expect(await everything(ann.desk)).toEqual(await everything(shop.hub));
  expect(await everything(bo.desk)).toEqual(await everything(shop.hub));
});

it('[F4.6] [chaos 2] a desk whose sync was interrupted after it sent an edit notices a restored hub that lost it', async () => {
  await using shop = await workshop();
  const guideid = await addGuide(shop.hub, shop.admin);
  const ann = await shop.bench('ann');
  await ann.round();
  const copy = await shop.backUp();
  await ann.ask(`POST /comments/guide/${guideid}`, { text: 'Said offline' });
  shop.blocks = '/benchside/changes';
  const broken = await ann.round();
  expect([broken.problem?.kind, broken.round.pushed]).toEqual(['server-error', 1]);
  shop.blocks = undefined;
  await shop.goOnWith(copy);
  // The hub's feed is as long as the part that the desk has read.
  await ann.round();
  expect((await parked(ann)).map(({ body }) => body)).toEqual([{ text: 'Said offline' }]);
});

it('[security epochs] people who claim to have read beyond the end begin at most one epoch between two starts', async () => {
  await using shop = await workshop();
  const ann = await shop.bench('ann');
  const newest = (): { sequence: number; stamp: string } => shop.hub.ctx.store.read(null, newestPoint);
  const claim = async (): Promise<void> => {
    const { sequence, stamp } = newest();
    await shop.hub.json('POST /benchside/history', {
      token: ann.person.token,
      json: { seen: [{ sequence: sequence + 1000, stamp }] },
    });
    await addGuide(shop.hub, shop.admin);
  };
  const start = newest().stamp;
  await claim();
  const { stamp } = newest();
  expect(stamp).not.toBe(start);
  const ids = (): unknown => shop.hub.ctx.store.read(null, (s) => s.meta.get('id:wiki'));
  const highest = ids();
  await claim();
  await claim();
  expect(newest().stamp).toBe(stamp);
  expect(ids()).toBe(highest);
});

it('[F4] [chaos 1] a hub refuses an edit that builds on a history it has lost', async () => {
  await using shop = await workshop();
  const guideid = await addGuide(shop.hub, shop.admin);
  const post = (history: string): Promise<Response> =>
    shop.hub.call(`POST /comments/guide/${guideid}`, {
      token: shop.admin,
      json: { text: 'Mind this' },
      headers: { 'Benchside-History': history },
    });
  const feed = await (await shop.hub.call('GET /benchside/changes', { token: shop.admin })).text();
  const { sequence, stamp } = JSON.parse(feed.split('\n')[0] ?? '') as { sequence: number; stamp: string };
  expect((await post(`${sequence}:another`)).status).toBe(412);
  expect((await post(`${sequence + 5}:${stamp}`)).status).toBe(412);
  expect((await post('neither')).status).toBe(422);
  expect((await post(`${sequence}:${stamp}`)).ok).toBe(true);
  expect(await shop.hub.json<Comment[]>('GET /comments', { token: shop.admin })).toHaveLength(1);
});

it('[F4.1] [chaos 2] things that a restored hub has lost disappear from every desk, of every kind', async () => {
  await using shop = await workshop();
  const guideid = await addGuide(shop.hub, shop.admin);
  shop.hub.ctx.store.transact(null, (s) => {
    s.meta.set('site', { ...s.meta.site, langids: ['en', 'de'] });
    s.feed.record('site', 0);
  });
  const [ann, bo] = [await shop.bench('ann'), await shop.bench('bo')];
  await ann.round();
  await bo.round();
  const copy = await shop.backUp();
  const { ask } = ann;
  const { revisionid, steps } = await ask<Guide>(`GET /guides/${guideid}`);
  await ask(`PUT /guides/${guideid}/tag`, { tag: 'seal' });
  await ask(`POST /comments/guide/${guideid}`, { text: 'Lost' });
  await ask('POST /wikis', { namespace: 'WIKI', title: 'Gasket', contents: 'Lost' });
  await ask(`POST /comments/wiki/1`, { text: 'Lost, too' }).catch(() => undefined);
  await ask(`POST /step_forms/${steps[0]?.stepid}`, { fields: [{ field_type: 'Text Input', label: 'A' }] });
  await ask('POST /work_log', { guideid, workorderid: 'A 1' });
  await ask(`PUT /user/favorites/guides/${guideid}`);
  await ask('PUT /translation_glossary/entries', {
    entries: [{ term: 'seal', translations: { de: 'Dichtung' } }],
  });
  await ask(`PATCH /guides/${guideid}?revisionid=${revisionid}&langid=de`, { title: 'Die Pumpe' });
  await ask('POST /guides', guide('Lost'));
  for (const bench of [ann, bo, ann]) expect((await bench.round()).problem).toBeNull();

  await shop.goOnWith(copy);
  await addGuide(shop.hub, shop.admin, { title: 'After the backup' });
  for (const bench of [ann, bo]) expect((await bench.round({ acceptRemovals: true })).problem).toBeNull();
  expect(await shown(bo, guideid)).toEqual(await shown({ ...bo, desk: shop.hub }, guideid));
  expect(await everything(bo.desk)).toEqual(await everything(shop.hub));
  // The author of the lost edits still has them, until she decides.
  for (const { entryid, state } of await parked(ann))
    if (state === 'parked')
      await ask(`POST /benchside/journal/${entryid}/discard`, {}).catch(() => undefined);
  expect(await parked(ann)).toEqual([]);
  await ann.round();
  expect(await shown(ann, guideid)).toEqual(await shown({ ...ann, desk: shop.hub }, guideid));
  expect(await everything(ann.desk)).toEqual(await everything(shop.hub));
});

it('[F4.1] [seed 700613] a job with the id of a lost job is not shown to the person who had the lost one', async () => {
  await using shop = await workshop();
  const guideid = await addGuide(shop.hub, shop.admin);
  const ann = await shop.bench('ann');
  const tess = await deskPerson({ hub: shop.hub, desk: ann.desk }, 'tess', 'technician');
  const people = [ann.person, tess];
  await ann.round({ people });
  const copy = await shop.backUp();
  const begin = (token: string, workorderid: string): Promise<WorkLogEntry> =>
    shop.hub.json('POST /work_log', { token, json: { guideid, workorderid } });
  const lost = await begin(tess.token, 'T 1');
  await ann.round({ people });
  await shop.goOnWith(copy);
  expect((await begin(ann.person.token, 'A 1')).entryid).toBe(lost.entryid);
  expect((await ann.round({ people })).problem).toBeNull();
  for (const core of [shop.hub, ann.desk])
    expect(await core.json('GET /work_log?limit=20', { token: tess.token })).toMatchObject({ results: [] });
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

const titles = async (core: TestCore): Promise<string[]> =>
  (await core.json<Guide[]>('GET /guides')).map(({ title }) => title).sort();

async function shown(
  { desk, person: { token } }: Pick<Bench, 'desk' | 'person'>,
  guideid: number,
): Promise<unknown> {
  const routes = [
    `/guides/${guideid}/tags`,
    '/comments',
    `/step_forms/guideid/${guideid}`,
    '/work_log?limit=20',
    '/user/favorites/guides',
    '/translation_glossary/entries',
    `/guides/${guideid}?langid=de`,
  ];
  const answers = await Promise.all(routes.map((route) => desk.json(`GET ${route}`, { token })));
  return JSON.parse(JSON.stringify(answers).replaceAll(/http:\/\/[\w.:]+\//g, 'http://site/'));
}

it('[chaos 1] a desk forwards nothing to a restored hub, whose people may have other ids', async () => {
  await using shop = await workshop();
  await addGuide(shop.hub, shop.admin);
  const ann = await shop.bench('ann');
  await ann.round();
  const copy = await shop.backUp();
  const cy = await addPerson(shop.hub, 'cy', {});
  await ann.round();
  await shop.goOnWith(copy);
  const other = await addPerson(shop.hub, 'di', {});
  expect(other.userid).toBe(cy.userid);
  const answer = await ann.desk.call(`DELETE /benchside/users/${cy.userid}/tokens`, {
    token: ann.person.token,
  });
  expect(answer.status).toBe(412);
  expect(await answer.text()).toContain('restored from a backup');
  expect((await shop.hub.call('GET /user', { token: other.token })).status).toBe(200);
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
  await shop.hub.json(`PATCH ${route}`, { token: shop.admin, json: { title: 'Of somebody else' } });
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

it('[F4.10] [seed 500422] edits of a page that was made along with a lost guide wait behind the edit that makes it', async () => {
  await using shop = await workshop();
  const ann = await shop.bench('ann');
  await ann.round();
  const copy = await shop.backUp();
  const made = await ann.ask<Guide>('POST /guides', guide('Of Ann'));
  await ann.round();
  const { guideid, revisionid } = await ann.ask<Guide>(`GET /guides/${made.guideid}`);
  await ann.ask(`PATCH /guides/${guideid}?revisionid=${revisionid}`, {
    tools: [{ name: 'Wrench', quantity: 1 }],
  });
  const page = await ann.ask<Wiki>('GET /wikis/ITEM/Wrench');
  await ann.ask(`POST /comments/wiki/${page.wikiid}`, { text: 'By Ann' });
  await ann.ask(`PATCH /wikis/ITEM/Wrench?revisionid=${page.revisionid}`, { contents: 'By Ann, too.' });
  await shop.goOnWith(copy);
  await ann.round();
  await ann.round();
  const { entries } = await ann.ask<{ entries: JournalItem[] }>(
    'GET /benchside/journal?state=pending,parked&limit=20',
  );
  expect(entries.map(({ operation, state }) => `${state} ${operation}`).toReversed()).toEqual([
    'parked POST /guides',
    'pending POST /comments/{context}/{contextid}',
    'pending PATCH /wikis/{namespace}/{title}',
  ]);
  await ann.ask(`POST /benchside/journal/${entries.at(-1)?.entryid}/retry`, {});
  for (let n = 0; n < 3; n += 1) await ann.round();
  const onHub = <T>(route: string): Promise<T> => shop.hub.json<T>(route, { token: ann.person.token });
  expect(await onHub('GET /wikis/ITEM/Wrench')).toMatchObject({ contents_raw: 'By Ann, too.' });
  expect(await onHub('GET /comments')).toMatchObject([{ text_raw: 'By Ann' }]);
});

it('[F4.14] an edit of a guide is kept beside the page that it made, if a restored hub has lost both', async () => {
  await using shop = await workshop();
  const guideid = await addGuide(shop.hub, shop.admin);
  const ann = await shop.bench('ann');
  await ann.round();
  const copy = await shop.backUp();
  const { revisionid } = await ann.ask<Guide>(`GET /guides/${guideid}`);
  await ann.ask(`PATCH /guides/${guideid}?revisionid=${revisionid}`, {
    summary: 'By Ann',
    tools: [{ name: 'Wrench', quantity: 1 }],
  });
  await ann.round();
  const page = await ann.ask<Wiki>('GET /wikis/ITEM/Wrench');
  await ann.ask(`PATCH /wikis/ITEM/Wrench?revisionid=${page.revisionid}`, { contents: 'By Ann, too.' });
  await ann.round();
  await shop.goOnWith(copy);
  await ann.round();
  await ann.round();
  await ann.ask('POST /benchside/journal/retry_lost', {});
  for (let n = 0; n < 3; n += 1) await ann.round();
  expect(await parked(ann)).toEqual([]);
  const onHub = (route: string): Promise<unknown> => shop.hub.json(route, { token: ann.person.token });
  expect(await onHub(`GET /guides/${guideid}`)).toMatchObject({
    summary: 'By Ann',
    tools: [{ text: 'Wrench' }],
  });
  expect(await onHub('GET /wikis/ITEM/Wrench')).toMatchObject({ contents_raw: 'By Ann, too.' });
});

it('[F4.14] [seed 1004615] a guide made and deleted here that a restored hub has lost is not shown again', async () => {
  await using shop = await workshop();
  const ann = await shop.bench('ann');
  await ann.round();
  const copy = await shop.backUp();
  const made = await ann.ask<Guide>('POST /guides', { ...guide('Of Ann'), category: 'Press' });
  await ann.ask(`DELETE /guides/${made.guideid}?revisionid=${made.revisionid}`);
  await ann.round();
  await shop.goOnWith(copy);
  await ann.round();
  await ann.round();
  expect((await parked(ann)).map(({ operation }) => operation).toSorted()).toEqual([
    'DELETE /guides/{guideid}',
    'POST /guides',
  ]);
  for (const { entryid, operation } of await parked(ann))
    if (operation === 'POST /guides') await ann.ask(`POST /benchside/journal/${entryid}/discard`, {});
  await ann.round();
  expect(await ann.ask('GET /guides?includePrivate')).toEqual([]);
});

it('[F4.2] [seed 700605] tags of an unsent guide or page made here are not taken for lost', async () => {
  await using shop = await workshop();
  const ann = await shop.bench('ann');
  await ann.round();
  const copy = await shop.backUp();
  await addGuide(shop.hub, shop.admin, { title: 'Lost' });
  await ann.round();
  const made = await ann.ask<Guide>('POST /guides', guide('Of Ann'));
  await ann.ask(`PUT /guides/${made.guideid}/tag`, { tag: 'quick' });
  await ann.ask('POST /wikis', { namespace: 'WIKI', title: 'Belts', contents: 'About belts.' });
  await ann.ask('PUT /wikis/WIKI/Belts/tag', { tag: 'rubber' });
  await shop.goOnWith(copy);
  for (let n = 0; n < 3; n += 1) expect((await ann.round()).problem).toBeNull();
  expect(await parked(ann)).toEqual([]);
  expect(await shop.hub.json('GET /tags')).toEqual(['quick', 'rubber']);
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

it('[F4.2] [seed 1000315] a restored hub that starts again before its first edit still knows which ids it had given', async () => {
  await using shop = await workshop();
  await addGuide(shop.hub, shop.admin);
  const [ann, bo] = [await shop.bench('ann'), await shop.bench('bo')];
  const copy = await shop.backUp();
  const made = await ann.ask<Guide>('POST /guides', guide('Of Ann'));
  await ann.round();
  await bo.round();
  const { guideid, revisionid } = await ann.ask<Guide>(`GET /guides/${made.guideid}`);
  await ann.ask(`PATCH /guides/${guideid}?revisionid=${revisionid}`, { conclusion: 'By Ann' });
  await shop.goOnWith(copy);
  // This desk makes the hub skip ids.
  await bo.round();
  await shop.goOnWith(await shop.backUp());
  await ann.round();
  const [first] = (await parked(ann)).filter(({ operation }) => operation === 'POST /guides');
  await ann.ask(`POST /benchside/journal/${first?.entryid}/retry`, {});
  await ann.round();
  await ann.round();
  const guides = await shop.hub.json<Guide[]>('GET /guides', { token: ann.person.token });
  const again = guides.find(({ title }) => title === 'Of Ann');
  expect(await shop.hub.json(`GET /guides/${again?.guideid}`, { token: ann.person.token })).toMatchObject({
    conclusion_raw: 'By Ann',
  });
  expect(await parked(ann)).toEqual([]);
});
