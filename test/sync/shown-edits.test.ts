import { describe, expect, it } from 'vitest';

import type { Comment } from '../../shared/model/comment.ts';
import type { GlossaryEntry } from '../../shared/model/glossary.ts';
import type { Guide } from '../../shared/model/guide.ts';
import type { StepForm } from '../../shared/model/step-form.ts';
import type { Team } from '../../shared/model/team.ts';
import type { Wiki } from '../../shared/model/wiki.ts';
import type { TestCore } from '../helpers/core.ts';
import { addGuide, deskPerson, journalOf, pair } from '../helpers/pair.ts';
import type { DeskPerson } from '../helpers/pair.ts';
import { parkedOf } from '../helpers/plain-bench.ts';
import { plainPair } from '../helpers/plain-pair.ts';
import { workshop } from '../helpers/restorable.ts';
import type { Bench } from '../helpers/restorable.ts';
import { stick } from '../helpers/stick.ts';

const comments = async ({ ask }: Bench): Promise<string[]> =>
  (await ask<Comment[]>('GET /comments')).map(({ text_raw }) => text_raw);

const pressGuide = { category: 'Press', type: 'repair', title: 'Mend the press', public: true };

it('[J10.4] a comment from a stick on a guide that the desk has not read is shown with the guide', async () => {
  using usb = stick();
  await using shop = await workshop();
  const [ann, bo] = [await shop.bench('ann'), await shop.bench('bo')];
  await bo.round();
  const guideid = await addGuide(shop.hub, shop.admin);
  await ann.round();
  await ann.ask(`POST /comments/guide/${guideid}`, { text: 'Stays' });
  await ann.ask(`POST /comments/guide/${guideid}`, { text: 'Goes' });
  const all = await ann.ask<Comment[]>('GET /comments');
  const going = all.find(({ text_raw }) => text_raw === 'Goes');
  await ann.ask(`DELETE /comments/${going?.commentid}`);
  await usb.save(ann.desk);
  await usb.take(bo.desk);
  expect(await comments(bo)).toEqual([]);

  // Without Ann's sign-in they wait here.
  expect(await bo.round()).toMatchObject({ problem: null, round: { pushed: 0 } });
  expect(await comments(bo)).toEqual(['Stays']);
  await bo.round();
  expect(await comments(bo)).toEqual(['Stays']);
});

it('[J10.4] a translation from a stick of a guide that the desk has not read is shown with the guide', async () => {
  using usb = stick();
  await using shop = await workshop();
  const [ann, bo] = [await shop.bench('ann'), await shop.bench('bo')];
  await bo.round();
  const guideid = await addGuide(shop.hub, shop.admin);
  await ann.round();
  const path = `/guides/${guideid}`;
  const { revisionid } = await ann.ask<Guide>(`GET ${path}`);
  await ann.ask(`PATCH ${path}?revisionid=${revisionid}&langid=de`, { conclusion: 'Ende' });
  await usb.save(ann.desk);
  expect(await usb.take(bo.desk)).toBe(1);

  expect(await bo.round()).toMatchObject({ problem: null, round: { pushed: 0 } });
  expect(await bo.ask(`GET ${path}?langid=de`)).toMatchObject({ conclusion_raw: 'Ende' });
});

it('[J10.4] [seed 1005502] a term from a stick is shown again when a restored hub has lost the equal one', async () => {
  using usb = stick();
  await using shop = await workshop();
  const [ann, bo] = [await shop.bench('ann'), await shop.bench('bo')];
  await ann.round();
  await bo.round();
  const copy = await shop.backUp();
  await ann.ask('PUT /translation_glossary/entries', {
    entries: [{ term: 'Seal', translations: { de: 'Dichtung' } }],
  });
  await usb.save(ann.desk);
  await ann.round();
  await bo.round();
  await usb.take(bo.desk);
  const terms = async (): Promise<string[]> =>
    (await bo.ask<GlossaryEntry[]>('GET /translation_glossary/entries')).map(({ term }) => term);
  expect(await terms()).toEqual(['Seal']);

  await shop.goOnWith(copy);
  expect(await bo.round()).toMatchObject({ problem: null, round: { pushed: 0 } });
  expect(await terms()).toEqual(['Seal']);
});

it('[J11.8] [seed 1005663] a page that a third-party site did not make stays here with the comments that wait on it', async () => {
  await using at = await plainPair();
  const { here, ann } = at;
  await here('POST /guides', ann.token, pressGuide);
  const { wikiid } = await here<Wiki>('GET /wikis/CATEGORY/Press', ann.token);
  await here(`POST /comments/wiki/${wikiid}`, ann.token, { text: 'About presses' });
  await at.round();
  await at.round();
  const shown = async (): Promise<string[]> =>
    (await here<Comment[]>('GET /comments', ann.token)).map(({ text_raw }) => text_raw);
  expect(await here('GET /wikis/CATEGORY/Press', ann.token)).toMatchObject({ wikiid });
  expect(await shown()).toEqual(['About presses']);
  const [waiting] = await parkedOf(at);
  expect(waiting).toMatchObject({ cause: { kind: 'gone' }, body: { text: 'About presses' } });

  await here(`POST /benchside/journal/${waiting?.entryid}/discard`, ann.token);
  await at.round();
  expect(await shown()).toEqual([]);
  await expect(here('GET /wikis/CATEGORY/Press', ann.token)).rejects.toThrow('answered 404');
});

it('[J7.3 J11.8] [seed 71301345] an edit of a page that a third-party site did not make stays shown after the decision to give it up is undone, whatever else is discarded', async () => {
  await using at = await plainPair();
  const { here, there, ann } = at;
  await here('POST /guides', ann.token, pressGuide);
  const path = '/wikis/CATEGORY/Press';
  const shown = (): Promise<Wiki> => here(`GET ${path}`, ann.token);
  const { revisionid } = await shown();
  await here(`PATCH ${path}?revisionid=${revisionid}`, ann.token, { contents: 'About presses' });
  await at.round();
  const [{ guideid } = { guideid: 0 }] = (await there<Guide[]>('GET /guides?order=DESC', ann.token)).filter(
    ({ title }) => title === pressGuide.title,
  );
  const { revisionid: newest } = await there<Guide>(`GET /guides/${guideid}`, ann.token);
  await here(`PUT /guides/${guideid}/tag`, ann.token, { tag: 'heavy' });
  await there(`DELETE /guides/${guideid}?revisionid=${newest}`, ann.token);
  await at.round();
  await at.round();
  const waiting = await parkedOf(at);
  const page = waiting.find(({ cause }) => cause?.kind === 'conflict');
  const tag = waiting.find(({ cause }) => cause?.kind === 'gone');
  expect(await shown()).toMatchObject({ contents_raw: 'About presses' });
  await here(`POST /benchside/journal/${page?.entryid}/decide`, ann.token, { take: 'theirs' });
  await expect(shown()).rejects.toThrow('answered 404');
  await here(`POST /benchside/journal/${page?.entryid}/undecide`, ann.token);
  expect(await shown()).toMatchObject({ contents_raw: 'About presses' });
  await here(`POST /benchside/journal/${tag?.entryid}/discard`, ann.token);
  expect(await shown()).toMatchObject({ contents_raw: 'About presses' });
  await at.round();
  expect(await shown()).toMatchObject({ contents_raw: 'About presses' });
});

it('[J7.13 J11.8] a comment on a page that a third-party site makes later is sent by itself', async () => {
  await using at = await plainPair();
  const { here, there, ann, ben } = at;
  await here('POST /guides', ann.token, pressGuide);
  const { wikiid } = await here<Wiki>('GET /wikis/CATEGORY/Press', ann.token);
  await here(`POST /comments/wiki/${wikiid}`, ann.token, { text: 'About presses' });
  await at.round();
  await at.round();
  expect(await parkedOf(at)).toHaveLength(1);

  const made = { namespace: 'CATEGORY', title: 'Press', contents: 'Presses.' };
  await there('POST /wikis', ben.token, made);
  await at.round({ byHand: true });
  expect(await parkedOf(at)).toEqual([]);
  const sent = await there<Comment[]>('GET /comments', ben.token);
  expect(sent.map(({ text_raw }) => text_raw)).toEqual(['About presses']);
});

it.each(['wiki', 'guide'])(
  '[J10.1] a waiting edit of a reply stays shown when its thread changes: %s',
  async (on) => {
    await using both = await pair();
    const { hub, desk, admin } = both;
    const guideid = await addGuide(hub, admin);
    const { wikiid } = await hub.json<Wiki>('POST /wikis', {
      token: admin,
      json: { namespace: 'WIKI', title: 'Manual', contents: 'One.' },
    });
    const lea = await deskPerson(both, 'lea', 'author');
    const tom = await deskPerson(both, 'tom');
    const at = on === 'wiki' ? `wiki/${wikiid}` : `guide/${guideid}`;
    const top = await hub.json<Comment>(`POST /comments/${at}`, { ...lea, json: { text: 'Top' } });
    const reply = await hub.json<Comment>(`POST /comments/${at}`, {
      ...tom,
      json: { text: 'Reply', parentid: top.commentid },
    });
    await both.round({ people: [lea, tom] });
    await desk.json(`PATCH /comments/${reply.commentid}`, { ...tom, json: { text: 'Better reply' } });
    await hub.json(`PATCH /comments/${top.commentid}`, { ...lea, json: { text: 'Top too' } });
    await both.round({ people: [lea] });
    expect(await desk.json(`GET /comments/${top.commentid}`, tom)).toMatchObject({ text_raw: 'Top too' });
    expect(await desk.json(`GET /comments/${reply.commentid}`, tom)).toMatchObject({
      text_raw: 'Better reply',
    });
  },
);

it('[R4 J7.9] a reply with a waiting edit stays when its thread is deleted, and can be sent again', async () => {
  await using both = await pair();
  const { hub, desk, admin } = both;
  const { wikiid } = await hub.json<Wiki>('POST /wikis', {
    token: admin,
    json: { namespace: 'WIKI', title: 'Manual', contents: 'One.' },
  });
  const lea = await deskPerson(both, 'lea', 'author');
  const tom = await deskPerson(both, 'tom');
  const at = `wiki/${wikiid}`;
  const top = await hub.json<Comment>(`POST /comments/${at}`, { ...lea, json: { text: 'Top' } });
  const reply = await hub.json<Comment>(`POST /comments/${at}`, {
    ...tom,
    json: { text: 'Reply', parentid: top.commentid },
  });
  await both.round({ people: [lea, tom] });
  await desk.json(`PATCH /comments/${reply.commentid}`, { ...tom, json: { text: 'Better reply' } });
  await hub.json(`DELETE /comments/${top.commentid}`, lea);
  await both.round({ people: [lea] });
  expect(await desk.json(`GET /comments/${reply.commentid}`, tom)).toMatchObject({
    text_raw: 'Better reply',
  });
  await both.round({ people: [lea, tom] });
  const [item] = await journalOf(both, tom, 'parked');
  expect(item).toMatchObject({ canPutBack: true });
  await desk.json(`POST /benchside/journal/${item?.entryid}/decide`, { ...tom, json: { take: 'mine' } });
  await both.round({ people: [lea, tom] });
  expect(await hub.json('GET /comments', { token: admin })).toMatchObject([{ text_raw: 'Better reply' }]);
  await both.round({ people: [lea, tom] });
  expect(await desk.json('GET /comments', tom)).toMatchObject([{ text_raw: 'Better reply', parentid: null }]);
});

describe('[J10.6] an edit of several things stays shown in all of them when the hub sends one of them again:', () => {
  it('terms of the glossary', async () => {
    await using both = await pair();
    const { hub, desk, admin } = both;
    hub.ctx.store.transact(null, (s) => {
      s.meta.set('site', { ...s.meta.site, langids: ['en', 'de'] });
      s.feed.record('site', 0);
    });
    const lea = await deskPerson(both, 'lea', 'author');
    const route = 'PUT /translation_glossary/entries';
    const terms = async (core: TestCore): Promise<{ entryid: number; term: string }[]> =>
      core.json('GET /translation_glossary/entries', lea);
    const json = ['One', 'Two'].map((term) => ({ term, langid: 'en', translations: {} }));
    await hub.json(route, { token: admin, json });
    await both.round({ people: [lea] });
    const [one, two] = await terms(desk);
    await desk.json(route, {
      token: lea.token,
      json: [
        { entryid: one?.entryid, deleted: true },
        { entryid: two?.entryid, term: 'Twin' },
        { term: 'Three', langid: 'en' },
      ],
    });
    const change = { entryid: two?.entryid, translations: { de: 'Zwo' } };
    await hub.json(route, { token: admin, json: [change] });
    await both.round({ people: [] });
    expect(await terms(desk)).toMatchObject([
      { term: 'Three' },
      { term: 'Twin', translations: { de: 'Zwo' } },
    ]);
    // A term that the hub has deleted too is not deleted again.
    await hub.json(route, { token: admin, json: [{ entryid: one?.entryid, deleted: true }] });
    await both.round({ people: [lea] });
    expect(await journalOf(both, lea, 'parked')).toEqual([]);
    expect(await terms(desk)).toEqual(await terms(hub));
  });

  it('a thread that was deleted', async () => {
    await using both = await pair();
    const { hub, desk, admin } = both;
    const guideid = await addGuide(hub, admin);
    const lea = await deskPerson(both, 'lea', 'author');
    const say = (text: string, token: string, more: object = {}): Promise<Comment> =>
      hub.json(`POST /comments/guide/${guideid}`, { token, json: { text, ...more } });
    const { commentid: parentid } = await say('Top', lea.token);
    const answer = await say('Answer', admin, { parentid });
    await both.round({ people: [lea] });
    await desk.json(`DELETE /comments/${parentid}`, lea);
    await hub.json(`PATCH /comments/${answer.commentid}`, { token: admin, json: { text: 'Better' } });
    await both.round({ people: [] });
    expect(await desk.json('GET /comments', lea)).toEqual([]);
    await both.round({ people: [lea] });
    expect(await hub.json('GET /comments', lea)).toEqual([]);
  });

  it('a team and its people', async () => {
    await using both = await pair();
    const { hub, desk, admin } = both;
    await addGuide(hub, admin);
    const boss = await deskPerson(both, 'boss', 'admin');
    const [lea, tom] = [await deskPerson(both, 'lea'), await deskPerson(both, 'tom')];
    const json = { name: 'Pumps' };
    const { teamid } = await hub.json<Team>('POST /benchside/teams', { token: admin, json });
    await hub.json(`PUT /teams/${teamid}/users/${tom.userid}`, { token: admin });
    await both.round({ people: [boss, lea, tom] });
    await desk.json(`PUT /teams/${teamid}/users/${lea.userid}`, boss);
    await desk.json(`DELETE /teams/${teamid}/users/${tom.userid}`, boss);
    for (const { userid, token } of [lea, tom])
      await hub.json(`PATCH /users/${userid}`, { token, json: { location: 'Here' } });
    await both.round({ people: [lea, tom] });
    const shown = { location: 'Here' };
    expect(await desk.json(`GET /users/${lea.userid}`, lea)).toMatchObject({ ...shown, teams: [teamid] });
    expect(await desk.json(`GET /users/${tom.userid}`, lea)).toMatchObject({ ...shown, teams: [] });
  });
});

it('[J10.1] a new name in a profile that waits stays shown when the hub names the person as an author', async () => {
  await using both = await pair();
  const { hub, desk, admin } = both;
  const lea = await deskPerson(both, 'lea', 'author');
  const guideid = await addGuide(hub, lea.token);
  await both.round({ people: [lea] });
  await desk.json(`PATCH /users/${lea.userid}`, { token: lea.token, json: { username: 'Leah' } });
  const { revisionid } = await hub.json<Guide>(`GET /guides/${guideid}`);
  const json = { title: 'New' };
  await hub.json(`PATCH /guides/${guideid}?revisionid=${revisionid}`, { token: admin, json });
  await both.round({ people: [] });
  const named = { title: 'New', author: { username: 'Leah' } };
  expect(await desk.json(`GET /guides/${guideid}`, lea)).toMatchObject(named);
  await both.round({ people: [lea] });
  expect(await hub.json(`GET /guides/${guideid}`, lea)).toMatchObject(named);
});

it('[F7.3] a favorite and a completion that were removed while their guide was deleted do not return with it', async () => {
  await using both = await pair();
  const { hub, desk, admin } = both;
  const guideid = await addGuide(hub, admin);
  const lea = await deskPerson(both, 'lea');
  const marks = [`/user/favorites/guides/${guideid}`, `/guides/${guideid}/completed`];
  for (const mark of marks) await hub.json(`PUT ${mark}`, { token: lea.token, expect: 204 });
  await both.round({ people: [lea] });
  for (const mark of marks) await desk.json(`DELETE ${mark}`, { token: lea.token, expect: 204 });
  const { revisionid } = await hub.json<Guide>(`GET /guides/${guideid}`);
  await hub.json(`DELETE /guides/${guideid}?revisionid=${revisionid}`, { token: admin });
  await both.round({ people: [lea] });
  await hub.json(`POST /guides/${guideid}/en/restore`, { token: admin });
  await both.round({ people: [lea] });
  for (const core of [desk, hub])
    expect(await core.json(`GET /guides/${guideid}`, lea)).toMatchObject({
      favorited: false,
      completed: false,
    });
});

describe('a form of which edits wait', () => {
  const field = (label: string, field_guid?: string): object => ({
    field_type: 'Text Input',
    label,
    required: false,
    ...(field_guid && { field_guid }),
  });
  const labels = async (core: TestCore, stepid: number, { token }: DeskPerson): Promise<string[]> =>
    (await core.json<StepForm>(`GET /step_forms/stepid/${stepid}`, { token })).fields.map(
      ({ label }) => label,
    );

  async function bench() {
    const both = await pair();
    const { hub, desk, admin } = both;
    const guideid = await addGuide(hub, admin);
    const { steps } = await hub.json<Guide>(`GET /guides/${guideid}`);
    const stepid = steps[0]?.stepid ?? 0;
    const [lea, tom] = [await deskPerson(both, 'lea', 'author'), await deskPerson(both, 'tom', 'author')];
    const save = async (
      core: TestCore,
      token: string,
      basedOn: number | null,
      fields: object[],
      of = stepid,
    ): Promise<number> => {
      const json = { fields, form_revisionid: basedOn };
      return (await core.json<StepForm>(`POST /step_forms/${of}`, { token, json })).form_revisionid;
    };
    const first = await save(hub, admin, null, [field('One', 'field_one'), field('Two', 'field_two')]);
    await both.round({ people: [lea, tom] });
    return {
      both,
      hub,
      desk,
      admin,
      stepid,
      lea,
      tom,
      save,
      first,
      [Symbol.asyncDispose]: () => both[Symbol.asyncDispose](),
    };
  }

  it('[J10.7] is shown merged with the newer form of the hub, as long as others leave its fields where they are', async () => {
    await using at = await bench();
    const { both, hub, desk, admin, stepid, lea, save, first } = at;
    await save(desk, lea.token, first, [field('Lea', 'field_one'), field('Two', 'field_two'), field('New')]);
    const second = await save(hub, admin, first, [field('One', 'field_one'), field('Theirs', 'field_two')]);
    await both.round({ people: [] });
    expect(await labels(desk, stepid, lea)).toEqual(['Lea', 'Theirs', 'New']);
    // Both changed the same.
    const third = await save(hub, admin, second, [field('Admin', 'field_one'), field('Theirs', 'field_two')]);
    await both.round({ people: [] });
    expect((await labels(desk, stepid, lea))[0]).toBe('Lea');
    const moved = [field('Theirs', 'field_two'), field('More', 'field_more'), field('One', 'field_one')];
    await save(hub, admin, third, moved);
    await both.round({ people: [] });
    expect(await labels(desk, stepid, lea)).toEqual(['Theirs', 'More', 'One']);
    await both.round({ people: [lea] });
    expect(await journalOf(both, lea, 'parked')).toEqual([]);
    expect(await labels(desk, stepid, lea)).toEqual(await labels(hub, stepid, lea));
    expect(await labels(hub, stepid, lea)).toEqual(expect.arrayContaining(['Lea', 'Theirs', 'More', 'New']));
  });

  it('[J2.11] is sent without an edit before it that was discarded', async () => {
    await using at = await bench();
    const { both, hub, desk, stepid, lea, tom, save, first } = at;
    const made = await save(desk, lea.token, first, [field('Lea', 'field_one'), field('Two', 'field_two')]);
    await save(desk, tom.token, made, [field('Lea', 'field_one'), field('Tom', 'field_two')]);
    both.net.intercept = (request) =>
      request.startsWith('GET')
        ? undefined
        : { kind: 'status', status: 422, body: '{"message":"Not today"}' };
    await both.round({ people: [lea, tom] });
    both.net.intercept = undefined;
    const [item] = await journalOf(both, lea, 'parked');
    await desk.json(`POST /benchside/journal/${item?.entryid}/discard`, lea);
    expect(await labels(desk, stepid, tom)).toEqual(['One', 'Tom']);
    await both.round({ people: [lea, tom] });
    expect(await journalOf(both, tom, 'parked')).toEqual([]);
    for (const core of [desk, hub]) expect(await labels(core, stepid, tom)).toEqual(['One', 'Tom']);
  });

  it('[J2.11] names no version made here when the edit that made it was discarded while the guide was hidden', async () => {
    await using at = await bench();
    const { both, hub, desk, admin, lea, save } = at;
    const guideid = await addGuide(hub, admin);
    const guide = await hub.json<Guide>(`GET /guides/${guideid}`);
    const stepid = guide.steps[0]?.stepid ?? 0;
    await both.round({ people: [lea] });
    const made = await save(desk, lea.token, null, [field('Lea', 'field_one')], stepid);
    await save(desk, lea.token, made, [field('Lea', 'field_one'), field('Two', 'field_two')], stepid);
    const hide = async (method: 'PUT' | 'DELETE'): Promise<void> => {
      const { revisionid } = await hub.json<Guide>(`GET /guides/${guideid}`, { token: admin });
      await hub.json(`${method} /guides/${guideid}/public?revisionid=${revisionid}`, { token: admin });
    };
    await hide('DELETE');
    await both.round({ people: [lea] });
    const [first] = await journalOf(both, lea, 'parked');
    expect(first?.cause?.kind).toBe('forbidden');
    await desk.json(`POST /benchside/journal/${first?.entryid}/discard`, lea);
    // The pair fails at its end if a request names the version that was discarded.
    await both.round({ people: [lea] });
    const [second] = await journalOf(both, lea, 'parked');
    expect(second?.cause?.kind).toBe('forbidden');
    await hide('PUT');
    await desk.json(`POST /benchside/journal/${second?.entryid}/retry`, lea);
    await both.round({ people: [lea] });
    await both.round({ people: [lea] });
    expect(await journalOf(both, lea, 'parked')).toEqual([]);
    for (const core of [desk, hub]) expect(await labels(core, stepid, lea)).toEqual(['Two']);
  });
});
