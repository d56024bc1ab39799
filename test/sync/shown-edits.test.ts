import { expect, it } from 'vitest';

import type { Comment } from '../../shared/model/comment.ts';
import type { GlossaryEntry } from '../../shared/model/glossary.ts';
import type { Guide } from '../../shared/model/guide.ts';
import type { Wiki } from '../../shared/model/wiki.ts';
import { addGuide, deskPerson, journalOf, pair } from '../helpers/pair.ts';
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
