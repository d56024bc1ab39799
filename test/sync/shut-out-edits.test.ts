import { expect, it } from 'vitest';

import type { Comment } from '../../shared/model/comment.ts';
import type { Guide } from '../../shared/model/guide.ts';
import type { JournalItem } from '../../shared/model/journal.ts';
import { testCore } from '../helpers/core.ts';
import type { TestCore } from '../helpers/core.ts';
import { addGuide, deskPerson, engineOf, journalOf, pair, signInAt } from '../helpers/pair.ts';
import type { DeskPerson, Pair } from '../helpers/pair.ts';
import { stick } from '../helpers/stick.ts';

interface Bench extends AsyncDisposable {
  both: Pair;
  guideid: number;
  /** Is deactivated in each test. */
  ann: DeskPerson;
  lead: DeskPerson;
  tech: DeskPerson;
}

async function bench(): Promise<Bench> {
  const both = await pair();
  const guideid = await addGuide(both.hub, both.admin);
  const ann = await deskPerson(both, 'ann', 'author');
  const lead = await deskPerson(both, 'lead', 'author');
  const tech = await deskPerson(both, 'tech');
  await both.round({ people: [ann, lead, tech] });
  return { both, guideid, ann, lead, tech, [Symbol.asyncDispose]: () => both[Symbol.asyncDispose]() };
}

const rounds = async ({ both, lead, tech }: Bench, times = 2): Promise<void> => {
  for (let n = 0; n < times; n += 1)
    expect(await both.round({ people: [lead, tech] })).toMatchObject({ problem: null });
};

const deactivate = ({ both, ann }: Bench): Promise<unknown> =>
  both.hub.json(`PUT /benchside/people/${ann.userid}/active`, {
    token: both.admin,
    json: { active: false },
    expect: 204,
  });

async function rename(core: TestCore, token: string, guideid: number, title: string): Promise<void> {
  const { revisionid } = await core.json<Guide>(`GET /guides/${guideid}`, { token });
  await core.json(`PATCH /guides/${guideid}?revisionid=${revisionid}`, { token, json: { title } });
}

/** Parks an edit of Ann, whose guide the admin changed or deleted, and deactivates her. */
async function parkedOfAnn(at: Bench, isDeleted: boolean): Promise<JournalItem | undefined> {
  const { both, guideid, ann, lead, tech } = at;
  await rename(both.desk, ann.token, guideid, 'Mine');
  if (isDeleted) {
    const { revisionid } = await both.hub.json<Guide>(`GET /guides/${guideid}`);
    await both.hub.json(`DELETE /guides/${guideid}?revisionid=${revisionid}`, { token: both.admin });
  } else await rename(both.hub, both.admin, guideid, 'Theirs');
  await both.round({ people: [ann, lead, tech] });
  const [item] = await journalOf(both, ann, 'parked');
  expect(item?.cause?.kind).toBe('conflict');
  await deactivate(at);
  await rounds(at);
  return item;
}

const decide = ({ both }: Bench, item: JournalItem | undefined, { token }: DeskPerson): Promise<Response> =>
  both.desk.call(`POST /benchside/journal/${item?.entryid}/decide`, { token, json: { take: 'mine' } });

const counts = ({ both }: Bench): unknown => both.desk.ctx.store.read(null, (s) => s.journal.editCounts());

it('[A4.1] when the author of an edit in conflict is deactivated, a lead decides about the conflict and sends the edit in the lead’s own name', async () => {
  await using at = await bench();
  const item = await parkedOfAnn(at, false);
  expect((await journalOf(at.both, at.lead, 'parked')).map(({ entryid }) => entryid)).toEqual([
    item?.entryid,
  ]);
  expect(await journalOf(at.both, at.tech, 'parked')).toEqual([]);
  expect((await decide(at, item, at.tech)).status).toBe(403);
  expect((await decide(at, item, at.lead)).status).toBe(200);
  await rounds(at);
  expect(counts(at)).toMatchObject({ pending: 0, sending: 0, parked: 0, done: 1 });
  const guide = await at.both.hub.json<Guide>(`GET /guides/${at.guideid}`);
  expect(guide).toMatchObject({ title: 'Mine' });
});

it('[A4.1 J7.9] so what they recreate on the hub is theirs', async () => {
  await using at = await bench();
  const item = await parkedOfAnn(at, true);
  expect((await decide(at, item, at.lead)).status).toBe(200);
  await rounds(at);
  expect(counts(at)).toMatchObject({ pending: 0, sending: 0, parked: 0 });
  const [guide] = await at.both.hub.json<Guide[]>('GET /guides');
  expect(guide).toMatchObject({ title: 'Mine', userid: at.lead.userid });
});

it('[A4.2] an edit that a stick brings after its author was deactivated waits for a lead', async () => {
  await using at = await bench();
  const { both, guideid, lead } = at;
  await using other = testCore({ profile: 'desk', site: both.net.url });
  const there = await signInAt(other, 'ann');
  await engineOf(other, both.net.url).round({ people: [there] });
  await other.json(`POST /comments/guide/${guideid}`, { token: there.token, json: { text: 'Mind it' } });
  await deactivate(at);
  await rounds(at);
  using usb = stick();
  await usb.save(other);
  expect(await usb.take(both.desk)).toBe(1);
  await rounds(at);
  const [item] = await journalOf(both, lead, 'parked');
  expect(item?.cause?.kind).toBe('shut-out');
  await both.desk.json(`POST /benchside/journal/${item?.entryid}/retry`, { token: lead.token });
  await rounds(at);
  const comments = await both.hub.json<Comment[]>('GET /comments');
  expect(comments.map(({ text_raw, author }) => [text_raw, author.userid])).toEqual([
    ['Mind it', lead.userid],
  ]);
});

it('[A4.2] so does an edit about which a command of this desk, which nobody has signed in for, decides', async () => {
  await using at = await bench();
  const item = await parkedOfAnn(at, false);
  const { desk } = at.both;
  desk.ctx.store.transact(null, (s) => {
    s.journal.setState(s.journal.require(item?.entryid ?? ''), 'pending');
  });
  await rounds(at, 1);
  const [again] = await journalOf(at.both, at.lead, 'parked');
  expect(again?.cause?.kind).toBe('shut-out');
});
