import { describe, expect, it } from 'vitest';

import type { Comment } from '../../shared/model/comment.ts';
import type { Guide } from '../../shared/model/guide.ts';
import type { Wiki } from '../../shared/model/wiki.ts';
import { addGuide, deskPerson, journalOf, pair, signInAt } from '../helpers/pair.ts';
import type { Pair } from '../helpers/pair.ts';

const counts = ({ desk }: Pair): unknown => desk.ctx.store.read(null, (s) => s.journal.editCounts());

describe('an edit that the hub has, whose answer was lost', () => {
  it('[J4.1 J7.8] is a new page that became an edit of another person’s page', async () => {
    await using both = await pair();
    const ann = await deskPerson(both, 'ann', 'author');
    await both.round({ people: [ann] });
    const named = { namespace: 'WIKI', title: 'Gasket' };
    await both.desk.json('POST /wikis', {
      token: ann.token,
      json: { ...named, contents: 'Of rubber.', description: 'Seals' },
    });
    await both.hub.json('POST /wikis', { token: both.admin, json: { ...named, contents: 'Of rubber.' } });
    both.net.intercept = (request) =>
      request.startsWith('PATCH /wikis') ? { kind: 'lose-answer' } : undefined;
    await both.round({ people: [ann] });
    both.net.intercept = undefined;
    expect(await both.hub.json<Wiki>('GET /wikis/WIKI/Gasket')).toMatchObject({
      contents_raw: 'Of rubber.',
      description: 'Seals',
    });
    await both.round({ people: [ann] });
    expect((await journalOf(both, ann, 'parked')).map(({ cause }) => cause)).toEqual([]);
    expect(counts(both)).toMatchObject({ parked: 0, pending: 0, sending: 0, done: 1 });
  });

  it('[A4 J4.2] is taken over by a lead', async () => {
    await using both = await pair();
    const guideid = await addGuide(both.hub, both.admin);
    const ann = await deskPerson(both, 'ann', 'author');
    const lena = await deskPerson(both, 'lena', 'author');
    await both.round({ people: [ann, lena] });
    await both.desk.json(`POST /comments/guide/${guideid}`, { token: ann.token, json: { text: 'Mind it' } });
    both.net.intercept = (request) =>
      request.startsWith('POST /comments') ? { kind: 'lose-answer' } : undefined;
    await both.round({ people: [ann, lena] });
    both.net.intercept = undefined;
    await both.hub.json(`PUT /benchside/people/${ann.userid}/active`, {
      token: both.admin,
      json: { active: false },
      expect: 204,
    });
    await both.round({ people: [ann, lena] });
    await both.round({ people: [lena] });
    const [parked] = await journalOf(both, lena, 'parked');
    expect(parked?.cause?.kind).toBe('shut-out');
    await both.desk.json(`POST /benchside/journal/${parked?.entryid}/retry`, { token: lena.token });
    await both.round({ people: [lena] });
    expect(await both.hub.json<Comment[]>('GET /comments')).toHaveLength(1);
    expect((await journalOf(both, lena, 'parked')).map(({ cause }) => cause)).toEqual([]);
    expect((await both.desk.json<Comment[]>('GET /comments')).map(({ commentid }) => commentid > 0)).toEqual([
      true,
    ]);
  });

  it('[J4.1 J7.16] is of a step that it restored, which was changed since', async () => {
    await using both = await pair();
    const guideid = await addGuide(both.hub, both.admin);
    const ann = await deskPerson(both, 'ann', 'author');
    const bob = await deskPerson(both, 'bob', 'author');
    await both.round({ people: [ann, bob] });
    const stepOf = async (core: Pair['hub'], token: string) => {
      const guide = await core.json<Guide>(`GET /guides/${guideid}?unpatrolled`, { token });
      return { guide, step: guide.steps[0] };
    };
    const { step } = await stepOf(both.desk, ann.token);
    const path = `/guides/${guideid}/steps/${step?.stepid}`;
    await both.desk.json(`PATCH ${path}?revisionid=${step?.revisionid}`, {
      token: ann.token,
      json: { title: 'Mine' },
    });
    const there = await stepOf(both.hub, both.admin);
    await both.hub.json(`DELETE ${path}?revisionid=${there.step?.revisionid}`, { token: both.admin });
    await both.round({ people: [ann, bob] });
    const [parked] = await journalOf(both, ann, 'parked');
    await both.desk.json(`POST /benchside/journal/${parked?.entryid}/decide`, {
      token: ann.token,
      json: { take: 'mine' },
    });
    both.net.intercept = (request) =>
      request.startsWith('POST /guides') ? { kind: 'lose-answer' } : undefined;
    await both.round({ people: [ann, bob] });
    both.net.intercept = undefined;
    const again = await stepOf(both.hub, both.admin);
    expect(again.step?.title).toBe('Mine');
    await both.hub.json(`PATCH ${path}?revisionid=${again.step?.revisionid}`, {
      token: both.admin,
      json: { title: 'Later' },
    });
    // Ann is not signed in.
    await both.round({ people: [bob] });
    await both.round({ people: [ann, bob] });
    expect((await journalOf(both, ann, 'parked')).map(({ cause }) => cause)).toEqual([]);
  });
});

it('[A4] an edit that a lead took over waits for another lead if that one is deactivated too, and goes as its author’s once they are back', async () => {
  await using both = await pair();
  const guideid = await addGuide(both.hub, both.admin);
  const ann = await deskPerson(both, 'ann', 'author');
  const lena = await deskPerson(both, 'lena', 'author');
  const boss = await deskPerson(both, 'boss', 'admin');
  const active = (userid: number, is: boolean): Promise<unknown> =>
    both.hub.json(`PUT /benchside/people/${userid}/active`, {
      token: both.admin,
      json: { active: is },
      expect: 204,
    });
  await both.round({ people: [ann, lena, boss] });
  await both.desk.json(`POST /comments/guide/${guideid}`, { token: ann.token, json: { text: 'Mind it' } });
  await active(ann.userid, false);
  await both.round({ people: [lena, boss] });
  const [parked] = await journalOf(both, lena, 'parked');
  expect(parked?.cause?.kind).toBe('shut-out');
  await both.desk.json(`POST /benchside/journal/${parked?.entryid}/retry`, { token: lena.token });
  await active(lena.userid, false);
  await both.round({ people: [boss] });
  await both.round({ people: [boss] });
  expect((await journalOf(both, boss, 'parked')).map(({ cause }) => cause?.kind)).toEqual(['shut-out']);
  await active(ann.userid, true);
  await both.round({ people: [boss] });
  await both.round({ people: [await signInAt(both.desk, 'ann')] });
  expect(counts(both)).toMatchObject({ parked: 0, pending: 0, sending: 0 });
  const comments = await both.hub.json<Comment[]>('GET /comments');
  expect(comments.map(({ author }) => author.userid)).toEqual([ann.userid]);
});

it('[J2.1] a number that a person typed is no id, however large it is', async () => {
  await using both = await pair();
  const guideid = await addGuide(both.hub, both.admin);
  const ann = await deskPerson(both, 'ann', 'author');
  await both.round({ people: [ann] });
  await both.desk.json(`POST /comments/guide/${guideid}`, {
    token: ann.token,
    json: { text: '-4915112345678' },
  });
  await both.round({ people: [ann] });
  expect((await journalOf(both, ann, 'parked')).map(({ cause }) => cause)).toEqual([]);
  expect((await both.hub.json<Comment[]>('GET /comments')).map(({ text_raw }) => text_raw)).toEqual([
    '-4915112345678',
  ]);
});
