import { cpSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { importBundle } from '../../app/bundle/import-bundle.ts';
import { newestPoint } from '../../app/store/feed/epochs.ts';
import { sql } from '../../app/store/sql.ts';
import type { StoredRow } from '../../app/store/sql.ts';
import type { Comment } from '../../shared/model/comment.ts';
import type { Guide } from '../../shared/model/guide.ts';
import type { JournalItem } from '../../shared/model/journal.ts';
import type { StepForm } from '../../shared/model/step-form.ts';
import type { Wiki } from '../../shared/model/wiki.ts';
import { isRestored } from '../../app/sync/starting-over.ts';
import { exported, taken } from '../helpers/bundle.ts';
import { temporaryFolder } from '../helpers/core.ts';
import { addGuide, deskPerson, engineOf, everything, journalOf, signInAt } from '../helpers/pair.ts';
import { addPerson } from '../helpers/people.ts';
import { workshop } from '../helpers/restorable.ts';
import type { Bench } from '../helpers/restorable.ts';
import { stick } from '../helpers/stick.ts';

const guide = (title: string): object => ({ category: 'Pump', type: 'repair', title, public: true });

const parked = async ({ ask }: Bench): Promise<JournalItem[]> =>
  (await ask<{ entries: JournalItem[] }>('GET /benchside/journal?state=parked')).entries;

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

it('[F4.28] a desk notices that a restored hub has lost an edit that it answered after a restart, while the edits before it were on their way', async () => {
  using folder = temporaryFolder();
  const file = join(folder.path, 'site.bundle');
  await using shop = await workshop({ batches: false });
  const guides = [await addGuide(shop.hub, shop.admin), await addGuide(shop.hub, shop.admin)];
  const ann = await shop.bench('ann');
  await ann.round();
  for (const guideid of guides) await ann.ask(`POST /comments/guide/${guideid}`, { text: `On ${guideid}` });
  const done = async (): Promise<unknown[]> =>
    (await ann.ask<{ entries: JournalItem[] }>('GET /benchside/journal?state=done')).entries;
  let copy = '';
  const act = async (): Promise<void> => {
    await expect.poll(() => done()).toHaveLength(1);
    await exported(shop.hub, file);
    copy = await shop.backUp();
    shop.blocks = '/benchside/changes';
  };
  shop.before = { part: `/comments/guide/${guides[1]}`, act };
  await ann.round();
  expect(await done()).toHaveLength(2);
  // A bundle from before the restart tells nothing of it.
  await taken(ann.desk, file);
  shop.blocks = undefined;
  await shop.goOnWith(copy);
  await ann.round();
  expect((await parked(ann)).map(({ body }) => body)).toEqual([{ text: `On ${guides[1]}` }]);
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

it('[F4.19] a desk whose new reading was cut off at its beginning notices that the hub was restored once more', async () => {
  await using shop = await workshop();
  const guideid = await addGuide(shop.hub, shop.admin);
  const ann = await shop.bench('ann');
  await ann.round();
  const first = await shop.backUp();
  await ann.ask(`POST /comments/guide/${guideid}`, { text: 'Said offline' });
  await ann.round();
  const second = await shop.backUp();
  await addGuide(shop.hub, shop.admin, { title: 'Lost' });
  await ann.round();
  await shop.goOnWith(second);
  shop.blocks = '/benchside/changes?after=0';
  expect((await ann.round({ acceptRemovals: true })).problem?.kind).toBe('server-error');
  shop.blocks = undefined;
  expect(await parked(ann)).toEqual([]);
  await shop.goOnWith(first);
  expect((await ann.round({ acceptRemovals: true })).problem).toBeNull();
  expect((await parked(ann)).map(({ body }) => body)).toEqual([{ text: 'Said offline' }]);
});

it('[F4.27] an edit made on an older copy of a hub does not reach another guide on a newer copy of the same run', async () => {
  using folder = temporaryFolder();
  await using shop = await workshop();
  await addGuide(shop.hub, shop.admin);
  const ann = await shop.bench('ann');
  await ann.round();
  /** Copies the disk of the hub while it runs. */
  const copied = (name: string): string => {
    const copy = join(folder.path, name);
    shop.hub.ctx.store.checkpoint();
    cpSync(shop.hub.dataDir, copy, { recursive: true });
    return copy;
  };
  const older = copied('older');
  const there = await addGuide(shop.hub, shop.admin, { title: 'Of the newer copy' });
  const newer = copied('newer');
  await ann.round();
  await shop.goOnWith(older);
  const guideid = await addGuide(shop.hub, shop.admin, { title: 'Of the older copy' });
  expect(guideid).toBe(there);
  for (let n = 0; n < 2; n += 1) expect((await ann.round()).problem).toBeNull();
  const { revisionid } = await ann.ask<Guide>(`GET /guides/${guideid}`);
  await ann.ask(`PATCH /guides/${guideid}?revisionid=${revisionid}`, { conclusion: 'By Ann' });
  await shop.goOnWith(newer);
  for (let n = 0; n < 2; n += 1) expect((await ann.round()).problem).toBeNull();
  expect(await shop.hub.json(`GET /guides/${there}`)).toMatchObject({
    title: 'Of the newer copy',
    conclusion_raw: '',
  });
  expect(await parked(ann)).toMatchObject([
    { operation: 'POST /guides', body: { title: 'Of the older copy', conclusion: 'By Ann' } },
  ]);
});

it('[U4.3] a desk notices that a restored hub has lost an edit of which a bundle had the answer, also if the import was cut off', async () => {
  using usb = stick();
  using folder = temporaryFolder();
  await using shop = await workshop();
  const guideid = await addGuide(shop.hub, shop.admin);
  const [ann, bo] = [await shop.bench('ann'), await shop.bench('bo')];
  const { token } = await signInAt(bo.desk, 'ann');
  await ann.round();
  await bo.round();
  const copy = await shop.backUp();
  await ann.ask(`POST /comments/guide/${guideid}`, { text: 'Carried' });
  await usb.save(ann.desk);
  await usb.take(bo.desk);
  await bo.round({ people: [bo.person, { ...ann.person, token }] });
  const file = await exported(shop.hub, join(folder.path, 'site.bundle'));
  const onProgress = (phase: string): void => {
    if (phase === 'push') throw new Error('cut off');
  };
  await expect(importBundle({ ...ann.desk.ctx, site: shop.url }, file, { onProgress })).rejects.toThrow(
    'cannot read',
  );
  expect(await journalOf(ann, ann.person, 'done')).toHaveLength(1);
  await shop.goOnWith(copy);
  for (let n = 0; n < 2; n += 1) expect((await ann.round()).problem).toBeNull();
  expect((await parked(ann)).map(({ body }) => body)).toEqual([{ text: 'Carried' }]);
});

it('[S2.5] a desk with nothing that has started over with a restored hub reads the feed of a bundle, and is through then', async () => {
  using folder = temporaryFolder();
  await using shop = await workshop();
  const ann = await shop.bench('ann');
  const copy = await shop.backUp();
  await addPerson(shop.hub, 'bo');
  await ann.round();
  await shop.goOnWith(copy);
  shop.blocks = '/benchside/changes?after=0';
  expect((await ann.round()).problem?.kind).toBe('server-error');
  shop.blocks = undefined;
  const isStartingOver = (): boolean => ann.desk.ctx.store.read(null, isRestored);
  expect(isStartingOver()).toBe(true);
  await addGuide(shop.hub, shop.admin);
  expect(await taken(ann.desk, await exported(shop.hub, join(folder.path, 'site.bundle')))).toMatchObject({
    guides: 1,
  });
  expect(isStartingOver()).toBe(false);
  expect((await ann.round()).problem).toBeNull();
  expect(await everything(ann.desk)).toEqual(await everything(shop.hub));
});

it('[F4.22] what only the second person of a desk sees stays if their reading of the feed notices a restored hub', async () => {
  await using shop = await workshop();
  const guideid = await addGuide(shop.hub, shop.admin);
  const ann = await shop.bench('ann');
  const bo = await deskPerson({ hub: shop.hub, desk: ann.desk }, 'bo');
  const people = [ann.person, bo];
  await shop.hub.json(`PUT /user/favorites/guides/${guideid}`, { token: bo.token });
  await ann.round({ people });
  const copy = await shop.backUp();
  await addGuide(shop.hub, shop.admin, { title: 'Lost' });
  shop.before = { part: 'beyond=public', act: () => shop.goOnWith(copy) };
  for (let n = 0; n < 3; n += 1) expect((await ann.round({ people })).problem).toBeNull();
  expect(await ann.desk.json('GET /user/favorites/guides', { token: bo.token })).toMatchObject([
    { guide: { guideid } },
  ]);
});

it('[F4.23] a person whom a restored hub does not know hides neither the restore nor ends the sign-in of others', async () => {
  await using shop = await workshop();
  shop.hub.ctx.store.transact(null, (s) => s.meta.set('site', { ...s.meta.site, private: true }));
  const { desk } = await shop.bench('ann');
  const [bo, cy] = [
    await deskPerson({ hub: shop.hub, desk }, 'bo'),
    await deskPerson({ hub: shop.hub, desk }, 'cy'),
  ];
  const copy = await shop.backUp();
  const ann = await signInAt(desk, 'ann');
  const people = [ann, bo, cy];
  const refused: number[] = [];
  const engine = engineOf(desk, shop.url, ({ userid }) => void refused.push(userid));
  await engine.round({ people });
  const guideid = await addGuide(shop.hub, shop.admin, { title: 'Lost' });
  await engine.round({ people });
  await desk.json(`POST /comments/guide/${guideid}`, { token: bo.token, json: { text: 'Of Bo' } });
  await engine.round({ people });
  expect(refused).toEqual([]);
  const act = async (): Promise<void> => {
    await shop.goOnWith(copy);
    for (let n = 0; n < 6; n += 1) await addGuide(shop.hub, shop.admin, { title: `Other ${n}` });
  };
  shop.before = { part: 'beyond=public', act };
  await engine.round({ people });
  expect(refused).toEqual([ann.userid]);
  for (let n = 0; n < 2; n += 1) expect((await engine.round({ people: [bo, cy] })).problem).toBeNull();
  expect((await journalOf({ desk }, bo, 'parked')).map(({ body }) => body)).toEqual([{ text: 'Of Bo' }]);
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

it('[F4.16] a desk keeps no versions that a restored hub has lost, whose numbers the hub gives to others', async () => {
  await using shop = await workshop();
  const guideid = await addGuide(shop.hub, shop.admin);
  const ann = await shop.bench('ann');
  await ann.round();
  const { revisionid: kept } = await ann.ask<Guide>(`GET /guides/${guideid}`);
  const copy = await shop.backUp();
  for (const summary of ['Lost once', 'Lost twice']) {
    const { revisionid } = await ann.ask<Guide>(`GET /guides/${guideid}?unpatrolled`);
    await ann.ask(`PATCH /guides/${guideid}?revisionid=${revisionid}`, { summary });
  }
  await ann.round();
  const lost = versionsAt(ann).filter((number) => number > kept);
  expect(lost).toHaveLength(2);
  await shop.goOnWith(copy);
  for (let n = 0; n < 2; n += 1) expect((await ann.round()).problem).toBeNull();
  expect(versionsAt(ann).filter((number) => lost.includes(number))).toEqual([]);
});

it('[F4.16] [seed 71040595] a desk keeps no lost version as the base of an edit that was made before its guide was read again', async () => {
  await using shop = await workshop();
  const guideid = await addGuide(shop.hub, shop.admin);
  const ann = await shop.bench('ann');
  await ann.round();
  const { revisionid: kept } = await ann.ask<Guide>(`GET /guides/${guideid}`);
  const copy = await shop.backUp();
  await shop.hub.json(`PATCH /guides/${guideid}?revisionid=${kept}`, {
    token: shop.admin,
    json: { summary: 'Lost' },
  });
  await ann.round();
  const { revisionid: lost } = await ann.ask<Guide>(`GET /guides/${guideid}`);
  await shop.goOnWith(copy);
  shop.blocks = '/benchside/changes?after=0';
  expect((await ann.round()).problem).not.toBeNull();
  shop.blocks = undefined;
  await ann.ask(`PATCH /guides/${guideid}?revisionid=${lost}`, { conclusion: 'On the lost version' });
  expect(versionsAt(ann)).toContain(lost);
  for (let n = 0; n < 2; n += 1) expect((await ann.round()).problem).toBeNull();
  expect(versionsAt(ann)).not.toContain(lost);
});

it('[J10.1] [seed 71070979] a desk shows a form that a restored hub has lost until it is sent again', async () => {
  await using shop = await workshop();
  await addGuide(shop.hub, shop.admin);
  const ann = await shop.bench('ann');
  await ann.round();
  const copy = await shop.backUp();
  const { steps } = await ann.ask<Guide>('GET /guides/1');
  const path = `/step_forms/${steps[0]?.stepid}`;
  await ann.ask(`POST ${path}`, {
    fields: [{ field_type: 'Text Input', label: 'Torque' }],
    form_revisionid: null,
  });
  await ann.round();
  await shop.goOnWith(copy);
  await ann.round();

  const labels = async (): Promise<string[]> =>
    (await ann.ask<StepForm>(`GET /step_forms/stepid/${steps[0]?.stepid}`)).fields.map(({ label }) => label);
  const [waiting] = await parked(ann);
  expect(waiting?.operation).toBe('POST /step_forms/{stepid}');
  expect(await labels()).toEqual(['Torque']);
  await ann.ask(`POST /benchside/journal/${waiting?.entryid}/retry`, {});
  expect(await labels()).toEqual(['Torque']);
  await ann.round();
  expect(await labels()).toEqual(['Torque']);
  expect(
    await shop.hub.json(`GET /step_forms/stepid/${steps[0]?.stepid}`, { token: ann.person.token }),
  ).toMatchObject({
    fields: [{ label: 'Torque' }],
  });
});

it('[F4.16] [seed 71020045] a desk keeps no revision of a form that a restored hub has lost', async () => {
  await using shop = await workshop();
  const guideid = await addGuide(shop.hub, shop.admin);
  const ann = await shop.bench('ann');
  const { steps } = await shop.hub.json<Guide>(`GET /guides/${guideid}`);
  const field = (label: string): object => ({ field_type: 'Text Input', label });
  const path = `/step_forms/${steps[0]?.stepid}`;
  const old = await shop.hub.json<StepForm>(`POST ${path}`, {
    token: shop.admin,
    json: { fields: [field('Kept')] },
  });
  await ann.round();
  const copy = await shop.backUp();
  await shop.hub.json(`POST ${path}`, {
    token: shop.admin,
    json: { fields: [field('Lost')], form_revisionid: old.form_revisionid },
  });
  await ann.round();
  const formAt = (bench: Bench, which: string): Promise<Response> =>
    bench.desk.call(`GET /step_forms/${which}`, { token: bench.person.token });
  const lost = (await (await formAt(ann, `stepid/${steps[0]?.stepid}`)).json()) as StepForm;
  expect(lost.fields).toMatchObject([{ label: 'Lost' }]);
  await shop.goOnWith(copy);
  for (let n = 0; n < 2; n += 1) expect((await ann.round()).problem).toBeNull();
  expect((await formAt(ann, `form_revisionid/${lost.form_revisionid}`)).status).toBe(404);
  const kept = await formAt(ann, `form_revisionid/${old.form_revisionid}`);
  expect(await kept.json()).toMatchObject({ fields: [{ label: 'Kept' }] });
});

/** The numbers of the site's versions in the history of a desk, and those that versions made here have there. */
const versionsAt = ({ desk }: Bench): number[] =>
  desk.ctx.store
    .read(null, (s) =>
      s.db.all(sql<{ number: number }>`SELECT revisionid AS number FROM guide_revision WHERE revisionid > 0
       UNION SELECT site_revisionid FROM guide_revision WHERE site_revisionid > 0`),
    )
    .map(({ number }) => number);

it('[F4 F4.6] a hub that is restored before edits are sent that waited for the reading of its feed gives them to nothing else', async () => {
  await using shop = await workshop({ batches: false });
  const guideid = await addGuide(shop.hub, shop.admin);
  const ann = await shop.bench('ann');
  await ann.round();
  const copy = await shop.backUp();
  const { revisionid } = await ann.ask<Guide>(`GET /guides/${guideid}`);
  await ann.ask(`PATCH /guides/${guideid}?revisionid=${revisionid}`, { tools: [{ name: 'Wrench' }] });
  const made = await ann.ask<Wiki>('GET /wikis/ITEM/Wrench');
  await ann.ask(`POST /comments/wiki/${made.wikiid}`, { text: 'About the wrench' });
  let lost = 0;
  let other = 0;
  shop.before = {
    part: '/comments/wiki/',
    act: async () => {
      const token = shop.admin;
      lost = (await shop.hub.json<Wiki>('GET /wikis/ITEM/Wrench', { token })).wikiid;
      await shop.goOnWith(copy);
      const json = { namespace: 'WIKI', title: 'Belts', contents: 'Others' };
      other = (await shop.hub.json<Wiki>('POST /wikis', { token, json })).wikiid;
    },
  };
  expect((await ann.round()).problem?.kind).toBe('bad-answer');
  expect(other).toBe(lost);
  for (let n = 0; n < 2; n += 1) expect((await ann.round()).problem).toBeNull();
  expect(await shop.hub.json('GET /comments', { token: shop.admin })).toEqual([]);
  const { parked, pending } = ann.desk.ctx.store.read(null, (s) => s.journal.editCounts());
  expect({ parked, pending }).toEqual({ parked: 1, pending: 1 });
  await ann.ask('POST /benchside/journal/retry_lost', {});
  for (let n = 0; n < 2; n += 1) expect((await ann.round()).problem).toBeNull();
  const [comment] = await shop.hub.json<Comment[]>('GET /comments', { token: shop.admin });
  const page = await shop.hub.json<Wiki>('GET /wikis/ITEM/Wrench', { token: shop.admin });
  expect(comment).toMatchObject({ text_raw: 'About the wrench', contextid: page.wikiid });
});

it('[F4.29] [seed 71421619] a version that a desk fetched for an edit is not kept if a restored hub has lost it', async () => {
  await using shop = await workshop();
  const guideid = await addGuide(shop.hub, shop.admin);
  const ann = await shop.bench('ann');
  await ann.round();
  const { revisionid } = await ann.ask<Guide>(`GET /guides/${guideid}`);
  await ann.ask(`PATCH /guides/${guideid}?revisionid=${revisionid}`, { conclusion: 'By Ann' });
  const copy = await shop.backUp();
  const json = { conclusion: 'Lost' };
  await shop.hub.json(`PATCH /guides/${guideid}?revisionid=${revisionid}`, { token: shop.admin, json });
  shop.before = { part: '/benchside/changes', act: () => shop.goOnWith(copy) };
  await ann.round();
  const [conflict] = await parked(ann);
  expect(conflict?.cause?.conflicts).toMatchObject([{ field: 'conclusion', theirs: 'Lost' }]);
  await ann.ask(`POST /benchside/journal/${conflict?.entryid}/decide`, { take: 'theirs', fields: {} });
  for (let n = 0; n < 2; n += 1) expect((await ann.round()).problem).toBeNull();
  const [again] = await parked(ann);
  expect(again?.cause?.conflicts).toMatchObject([{ field: 'conclusion', mine: 'By Ann', theirs: '' }]);
  await ann.ask(`POST /benchside/journal/${again?.entryid}/decide`, { take: 'theirs', fields: {} });
  expect((await ann.round()).problem).toBeNull();
  const atHub = await shop.hub.json<Guide>(`GET /guides/${guideid}`, { token: shop.admin });
  expect(atHub.conclusion_raw).toBe('');
  expect((await ann.ask<Guide>(`GET /guides/${guideid}`)).conclusion_raw).toBe('');
});

it('[F4.29] a deletion that a desk learns of for an edit does not hold if a restored hub has lost it', async () => {
  await using shop = await workshop();
  const guideid = await addGuide(shop.hub, shop.admin);
  const ann = await shop.bench('ann');
  await ann.round();
  const { revisionid } = await ann.ask<Guide>(`GET /guides/${guideid}`);
  await ann.ask(`PATCH /guides/${guideid}?revisionid=${revisionid}`, { conclusion: 'By Ann' });
  const copy = await shop.backUp();
  await shop.hub.call(`DELETE /guides/${guideid}?revisionid=${revisionid}`, { token: shop.admin });
  shop.before = { part: '/benchside/changes', act: () => shop.goOnWith(copy) };
  for (let n = 0; n < 3; n += 1) expect((await ann.round()).problem).toBeNull();
  expect(await parked(ann)).toEqual([]);
  expect(await everything(ann.desk)).toEqual(await everything(shop.hub));
  expect((await ann.ask<Guide>(`GET /guides/${guideid}`)).conclusion_raw).toBe('By Ann');
});

describe('[F4.30] [seed 71430168] what a restored hub has lost does not come back at a desk when its removal is discarded:', () => {
  const favorite = {
    path: (id: number) => `/user/favorites/guides/${id}`,
    list: () => '/user/favorites/guides',
  };
  const completed = { path: (id: number) => `/guides/${id}/completed`, list: () => '/user/completions' };
  const tag = { path: (id: number) => `/guides/${id}/tag`, list: (id: number) => `/guides/${id}/tags` };
  it.each([
    ['a favorite', favorite, undefined],
    ['a completed guide', completed, undefined],
    ['a tag', tag, { tag: 'brass' }],
  ])('%s', async (_what, { path, list }, json) => {
    await using shop = await workshop();
    const guideid = await addGuide(shop.hub, shop.admin);
    const ann = await shop.bench('ann');
    const given = { token: ann.person.token, ...(json && { json }) };
    const copy = await shop.backUp();
    expect((await shop.hub.call(`PUT ${path(guideid)}`, given)).status).toBeLessThan(300);
    await ann.round();
    expect((await ann.desk.call(`DELETE ${path(guideid)}`, given)).status).toBeLessThan(300);
    await ann.round();
    await shop.goOnWith(copy);
    for (let n = 0; n < 2; n += 1) expect((await ann.round()).problem).toBeNull();
    const [lost] = await parked(ann);
    await ann.ask(`POST /benchside/journal/${lost?.entryid}/discard`, {});
    expect(await ann.ask(`GET ${list(guideid)}`)).toEqual([]);
  });
});
