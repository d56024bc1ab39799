import { expect, it } from 'vitest';

import { keepBackup } from '../../app/replica/daily-backup/daily-backup.ts';
import { restore } from '../../app/recovery/restore.ts';
import { createLog } from '../../app/log.ts';
import type { Comment } from '../../shared/model/comment.ts';
import type { Guide } from '../../shared/model/guide.ts';
import { testCore } from '../helpers/core.ts';
import type { TestCore } from '../helpers/core.ts';
import { addGuide, deskPerson, engineOf, journalOf, pair, signInAt } from '../helpers/pair.ts';
import type { DeskPerson, Pair } from '../helpers/pair.ts';
import { bench, loseAnswers, parkedOf } from '../helpers/plain-bench.ts';

const log = createLog('backup', 'fatal');
const date = Date.parse('2026-11-20T09:00:00Z') / 1000;
const day = '2026-11-20';

async function rename(core: TestCore, token: string, guideid: number, title: string): Promise<void> {
  const { revisionid } = await core.json<Guide>(`GET /guides/${guideid}`, { token });
  await core.json(`PATCH /guides/${guideid}?revisionid=${revisionid}`, { token, json: { title } });
}

/** Restores the copy of a desk and opens the desk again. */
async function restored({ desk, net }: Pick<Pair, 'desk' | 'net'>): Promise<TestCore> {
  const { dataDir } = desk;
  await desk.close();
  expect(await restore(dataDir, log, day)).toMatchObject({ problem: null });
  return testCore({ profile: 'desk', dataDir, site: net.url, checkAnswers: false });
}

async function rounds(desk: TestCore, url: string, person: DeskPerson): Promise<void> {
  for (let n = 0; n < 2; n += 1)
    expect(await engineOf(desk, url).round({ people: [person] })).toMatchObject({ problem: null });
}

const counts = (desk: TestCore): unknown => desk.ctx.store.read(null, (s) => s.journal.editCounts());

it.each(['before', 'after'])(
  '[B3.3] a decision is carried over that was made after the copy, if the conflict was found %s the copy',
  async (when) => {
    await using both = await pair();
    const { hub, admin, desk } = both;
    const guideid = await addGuide(hub, admin);
    const ann = await deskPerson(both, 'ann', 'author');
    await both.round({ people: [ann] });
    await rename(desk, ann.token, guideid, 'Mine');
    await rename(hub, admin, guideid, 'Theirs');
    if (when === 'after') keepBackup(desk.ctx.store, log, date);
    await both.round({ people: [ann] });
    if (when === 'before') keepBackup(desk.ctx.store, log, date);
    const [conflict] = await journalOf(both, ann, 'parked');
    await desk.json(`POST /benchside/journal/${conflict?.entryid}/decide`, {
      token: ann.token,
      json: { fields: { title: { value: 'Both' } } },
    });
    await using again = await restored(both);
    expect(counts(again)).toMatchObject({ pending: 1, parked: 0 });
    const { token } = await signInAt(again, 'ann');
    if (when === 'before')
      expect(await again.json(`GET /guides/${guideid}`, { token })).toMatchObject({ title: 'Both' });
    await rounds(again, both.net.url, { ...ann, token });
    expect(counts(again)).toMatchObject({ done: 1, parked: 0 });
    expect(await hub.json(`GET /guides/${guideid}`)).toMatchObject({ title: 'Both' });
    expect(again.ctx.store.read(null, (s) => s.journal.verify())).toEqual([]);
  },
);

it('[B3.3] a lead who has taken an edit over is not asked about it again', async () => {
  await using both = await pair();
  const { hub, admin, desk } = both;
  const guideid = await addGuide(hub, admin);
  const ann = await deskPerson(both, 'ann', 'author');
  const lead = await deskPerson(both, 'lead', 'author');
  await both.round({ people: [ann, lead] });
  await desk.json(`POST /comments/guide/${guideid}`, { token: ann.token, json: { text: 'Mind it' } });
  await hub.json(`PUT /benchside/people/${ann.userid}/active`, {
    token: admin,
    json: { active: false },
    expect: 204,
  });
  await both.round({ people: [lead] });
  keepBackup(desk.ctx.store, log, date);
  const [parked] = await journalOf(both, lead, 'parked');
  await desk.json(`POST /benchside/journal/${parked?.entryid}/retry`, { token: lead.token });
  await using again = await restored(both);
  await rounds(again, both.net.url, await signInAt(again, 'lead'));
  const comments = await hub.json<Comment[]>('GET /comments');
  expect(comments.map(({ author }) => author.userid)).toEqual([lead.userid]);
});

it('[B3.3 J11.3] a person is asked again about an edit of which nobody knows whether the site has it, and it is not made twice', async () => {
  await using at = await bench();
  const { guideid, ann, desk } = at;
  keepBackup(desk.ctx.store, log, date);
  await at.here(`POST /comments/guide/${guideid}`, ann.token, { text: 'Mind it' });
  loseAnswers(at, 'POST /comments/');
  await at.round();
  at.net.intercept = undefined;
  const [made] = await at.there<Comment[]>('GET /comments', ann.token);
  await at.there(`PATCH /comments/${made?.commentid}`, ann.token, { text: 'Mind the ring' });
  await at.round();
  expect((await parkedOf(at)).map(({ cause }) => cause?.kind)).toEqual(['unknown-outcome']);
  await using again = await restored(at);
  await rounds(again, at.net.url, ann);
  const comments = await at.there<Comment[]>('GET /comments', ann.token);
  expect(comments.map(({ text_raw }) => text_raw)).toEqual(['Mind the ring']);
  expect(counts(again)).toMatchObject({ parked: 1 });
});

it('[B3.1] an edit that was being sent when the copy was made, and was discarded later, is not sent after the restore', async () => {
  await using both = await pair();
  const { hub, admin, desk } = both;
  const guideid = await addGuide(hub, admin);
  const ann = await deskPerson(both, 'ann', 'author');
  await both.round({ people: [ann] });
  await rename(desk, ann.token, guideid, 'Mine');
  both.net.intercept = (request) =>
    request.startsWith('PATCH /guides') ? { kind: 'status', status: 503 } : undefined;
  await both.round({ people: [ann] });
  both.net.intercept = undefined;
  expect(counts(desk)).toMatchObject({ sending: 1 });
  keepBackup(desk.ctx.store, log, date);
  await rename(hub, admin, guideid, 'Theirs');
  await both.round({ people: [ann] });
  const [conflict] = await journalOf(both, ann, 'parked');
  await desk.json(`POST /benchside/journal/${conflict?.entryid}/discard`, { token: ann.token, json: {} });
  await rename(hub, admin, guideid, 'Mend the pump');
  await using again = await restored(both);
  const { token } = await signInAt(again, 'ann');
  await rounds(again, both.net.url, { ...ann, token });
  expect(counts(again)).toMatchObject({ discarded: 1 });
  expect(await hub.json(`GET /guides/${guideid}`)).toMatchObject({ title: 'Mend the pump' });
});
