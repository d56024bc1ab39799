import { join } from 'node:path';

import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';

import { hashToken } from '../../app/identity/token.ts';
import { viewsOperation } from '../../app/replica/journal/entry.ts';
import { SessionReader } from '../../app/store/sessions/sessions.ts';
import { sql } from '../../app/store/sql.ts';
import { limits } from '../../shared/limits.ts';
import type { EditsFile } from '../../shared/model/carry.ts';
import { exported, retitle, taken } from '../helpers/bundle.ts';
import { handed, saved, separated, unsent } from '../helpers/carry.ts';
import { temporaryFolder } from '../helpers/core.ts';
import type { TestCore } from '../helpers/core.ts';
import { everything } from '../helpers/pair.ts';
import type { DeskPerson } from '../helpers/pair.ts';
import { photo } from '../media/pictures.ts';

const comment = (desk: TestCore, guideid: number, { token }: DeskPerson, text: string): Promise<unknown> =>
  desk.json(`POST /comments/guide/${guideid}`, { token, json: { text } });

const commentsOf = async (hub: TestCore, guideid: number): Promise<string[]> =>
  (await hub.json<{ comments: { text_raw: string }[] }>(`GET /guides/${guideid}`)).comments
    .map(({ text_raw }) => text_raw)
    .sort();

it('[U6.1 U6.2 U6.3 U6.5] edits of two people reach the hub by a stick, each under its author, and a bundle confirms them', async () => {
  using folder = temporaryFolder();
  await using both = await separated();
  const { hub, desk, admin, ann, bo, guideid } = both;
  await retitle(desk, guideid, ann.token, 'Pump of the desk');
  const made = await desk.json<{ guideid: number }>('POST /guides', {
    token: ann.token,
    json: { category: 'Pump', type: 'repair', title: 'Made at the desk', public: true },
  });
  await comment(desk, made.guideid, bo, 'On the new guide');
  await comment(desk, guideid, bo, 'On the old guide');
  await desk.json('POST /user/media/images?file=a.png', {
    token: ann.token,
    body: new Uint8Array(await (await photo(900, 700)).png().toBuffer()),
  });
  // Meanwhile the hub goes on, so the desk's edits are merged.
  const { revisionid } = await hub.json<{ revisionid: number }>(`GET /guides/${guideid}`);
  await hub.json(`PATCH /guides/${guideid}?revisionid=${revisionid}`, {
    token: admin,
    json: { introduction: 'Changed at the hub' },
  });

  const file = await saved(desk, ann);
  expect(file.entries.filter(({ operation }) => operation !== viewsOperation)).toHaveLength(5);
  const text = JSON.stringify(file);
  for (const { token } of [ann, bo]) {
    expect(text).not.toContain(token);
    expect(text).not.toContain(hashToken(token));
  }
  expect(await handed(hub, admin, file)).toMatchObject({
    state: 'done',
    file: 'edits.json',
    result: { arrived: 5, known: 0, waiting: [] },
  });
  expect(await hub.json(`GET /guides/${guideid}`)).toMatchObject({
    title: 'Pump of the desk',
    introduction_raw: 'Changed at the hub',
  });
  const [there] = (
    await hub.json<{ guideid: number; title: string; userid: number }[]>('GET /guides')
  ).filter(({ title }) => title === 'Made at the desk');
  expect(there?.userid).toBe(ann.userid);
  const { comments } = await hub.json<{ comments: { author: { userid: number } }[] }>(
    `GET /guides/${there?.guideid}`,
  );
  expect(comments.map(({ author }) => author.userid)).toEqual([bo.userid]);

  const bundle = await exported(hub, join(folder.path, 'receipts'));
  expect(await taken(desk, bundle)).toMatchObject({ arrived: 5 });
  expect(unsent(desk)).toEqual({ pending: 0, sending: 0, parked: 0 });
  both.net.connect();
  expect((await both.round({ people: [ann, bo] })).round).toMatchObject({ outcome: 'clean', pushed: 0 });
  expect(await everything(desk)).toEqual(await everything(hub));
});

it('[security journal files] a person who joins a team at the desk keeps no edits of others from being taken', async () => {
  await using both = await separated();
  const { hub, desk, admin, net, ann, bo, guideid } = both;
  const { teamid } = await hub.json<{ teamid: number }>('POST /benchside/teams', {
    token: admin,
    json: { name: 'Pumps', join_code: 'let-me-in-now' },
  });
  net.connect();
  await both.round({ people: [ann, bo] });
  net.disconnect();
  await desk.json(`PUT /teams/${teamid}/users/${bo.userid}`, {
    token: bo.token,
    json: { join_code: 'guessed' },
  });
  await comment(desk, guideid, bo, 'Of the same person');
  await comment(desk, guideid, ann, 'Of another');
  expect(await handed(hub, admin, await saved(desk, ann))).toMatchObject({
    state: 'done',
    result: { arrived: 2, waiting: [] },
  });
  expect(await hub.json(`GET /teams/${teamid}`, { token: admin })).toEqual([]);
  expect(unsent(desk)).toMatchObject({ pending: 3 });
});

it('[U6.3 J4.4] files that come twice, in another order, or beside the network, are carried out once', async () => {
  using folder = temporaryFolder();
  await using both = await separated();
  const { hub, desk, admin, ann, guideid } = both;
  await comment(desk, guideid, ann, 'First');
  const first = await saved(desk, ann);
  await comment(desk, guideid, ann, 'Second');
  const made = await desk.json<{ guideid: number }>('POST /guides', {
    token: ann.token,
    json: { category: 'Pump', type: 'repair', title: 'Made at the desk', public: true },
  });
  const second = await saved(desk, ann);
  await comment(desk, made.guideid, ann, 'Third');
  const third = await saved(desk, ann);
  expect(await handed(hub, admin, second)).toMatchObject({ result: { arrived: 3, known: 0, waiting: [] } });
  expect(await handed(hub, admin, first)).toMatchObject({ result: { arrived: 0, known: 1, waiting: [] } });
  expect(await handed(hub, admin, second)).toMatchObject({ result: { arrived: 0, known: 3, waiting: [] } });
  both.net.connect();
  await both.round({ people: [ann] });
  expect(await handed(hub, admin, third)).toMatchObject({ result: { arrived: 0, known: 4, waiting: [] } });
  const bundle = await exported(hub, join(folder.path, 'site'));
  expect(await taken(desk, bundle)).toMatchObject({ arrived: 0 });
  expect(await commentsOf(hub, guideid)).toEqual(['First', 'Second']);
  expect((await hub.json<unknown[]>('GET /guides')).length).toBe(2);
  expect(unsent(desk)).toEqual({ pending: 0, sending: 0, parked: 0 });
  await both.round({ people: [ann] });
  expect(await everything(desk)).toEqual(await everything(hub));
});

describe('[U6.1] a hub takes no edit', () => {
  it('of a file that was changed, or whose signature is of someone else', async () => {
    await using both = await separated();
    const { hub, desk, admin, ann, bo, guideid } = both;
    await comment(desk, guideid, ann, 'Signed');
    await comment(desk, guideid, bo, 'Signed, too');
    const file = await saved(desk, ann);
    const before = await everything(hub);
    const changed = JSON.parse(JSON.stringify(file).replace('"Signed"', '"Forged"')) as EditsFile;
    const signatures = file['signatures'] as { userid: number; signature: string }[];
    const ofAnn = signatures.find(({ userid }) => userid === ann.userid)?.signature;
    for (const forged of [
      changed,
      { ...file, signatures: [] },
      { ...file, signatures: [{ userid: bo.userid, signature: ofAnn }] },
      { ...file, saved: Number(file['saved']) + 1 },
      { ...file, entries: file.entries.slice(0, 1) },
    ])
      expect(await handed(hub, admin, forged)).toMatchObject({
        state: 'failed',
        message: expect.stringMatching(/^No one who made these edits is signed in/),
      });
    expect(await everything(hub)).toEqual(before);
  });

  it('of someone whose sign-in has ended, or who was deactivated; the others go on', async () => {
    await using both = await separated();
    const { hub, desk, admin, ann, bo, guideid } = both;
    await comment(desk, guideid, bo, 'By Bo');
    await comment(desk, guideid, ann, 'By Ann');
    const file = await saved(desk, ann);
    hub.ctx.store.transact(null, (s) => s.sessions.endAll(bo.userid));
    expect(await handed(hub, admin, file)).toMatchObject({
      result: { arrived: 1, waiting: [{ author: 'bo', edits: 1, reason: 'unsigned', message: null }] },
    });
    expect(await commentsOf(hub, guideid)).toEqual(['By Ann']);
    hub.ctx.store.transact(null, (s) => s.sessions.endAll(ann.userid));
    expect(await handed(hub, admin, file)).toMatchObject({ state: 'failed' });
  });

  it('that its author may not make, or that excludes what others did: these stay at the desk', async () => {
    await using both = await separated();
    const { hub, desk, admin, ann, bo, guideid } = both;
    await retitle(desk, guideid, ann.token, 'Pump of the desk');
    await comment(desk, guideid, bo, 'By Bo');
    await retitle(hub, guideid, admin, 'Pump of the hub');
    expect(await handed(hub, admin, await saved(desk, ann))).toMatchObject({
      result: { arrived: 1, waiting: [{ author: 'ann', edits: 1, reason: 'conflict' }] },
    });
    expect(await hub.json(`GET /guides/${guideid}`)).toMatchObject({ title: 'Pump of the hub' });
  });

  it('of a file that is no such file, of another site, too old, or from the future', async () => {
    await using both = await separated();
    await using other = await separated();
    const { hub, desk, admin, ann, guideid } = both;
    await comment(desk, guideid, ann, 'Mind the seal.');
    await comment(other.desk, other.guideid, other.ann, 'Mind the seal.');
    for (const [file, words] of [
      ['a letter', /^edits.json is not a file with edits/],
      ['[]', /^edits.json is not a file with edits/],
      ['', /^edits.json is not a file with edits/],
      [await saved(other.desk, other.ann), /^The edits belong to another hub/],
    ] as const)
      expect(await handed(hub, admin, file)).toMatchObject({
        state: 'failed',
        message: expect.stringMatching(words),
      });
    const file = await saved(desk, ann);
    const day = 86_400;
    for (const days of [21, -21]) {
      using clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + days * day * 1000);
      const late = await handed(hub, admin, file);
      expect(late).toMatchObject({ state: 'failed' });
      expect(late.message).toMatch(/^The file was not saved in the last 20 days/);
      expect(clock).toHaveBeenCalled();
    }
    expect(await commentsOf(hub, guideid)).toEqual([]);
  });
});

describe('a file that would cost a hub far more than its length is refused in words:', () => {
  it('[U6.9] with more signatures than people, or more than one of a person', async () => {
    await using both = await separated();
    const { hub, desk, admin, ann, guideid } = both;
    await comment(desk, guideid, ann, 'Mind the seal.');
    const file = await saved(desk, ann);
    const junk = { userid: ann.userid, signature: Buffer.alloc(64, 7).toString('base64') };
    const signed = z.array(z.unknown()).parse(file['signatures']);
    for (const [signatures, words] of [
      [[...signed, ...Array.from({ length: 20_000 }, () => junk)], 'has more than 1000 signatures'],
      [[...signed, junk], 'has several signatures of one person'],
    ] as const)
      expect(await handed(hub, admin, { ...file, signatures })).toMatchObject({
        state: 'failed',
        message: `edits.json ${words}. Nothing was imported.`,
      });
    using asked = vi.spyOn(SessionReader.prototype, 'ofUser');
    const stranger = { ...junk, userid: both.bo.userid };
    const one = await handed(hub, admin, { ...file, signatures: [...signed, stranger] });
    expect(one).toMatchObject({ state: 'done', result: { arrived: 1 } });
    expect(asked).toHaveBeenCalledWith(ann.userid);
    expect(asked).not.toHaveBeenCalledWith(both.bo.userid);
    expect(await commentsOf(hub, guideid)).toEqual(['Mind the seal.']);
  });

  it('[U6.9] with millions of values, or nested too deep', async () => {
    await using both = await separated();
    const { hub, desk, admin, ann, guideid } = both;
    await comment(desk, guideid, ann, 'Mind the seal.');
    const begin = JSON.stringify(await saved(desk, ann)).slice(0, -1);
    using parse = vi.spyOn(JSON, 'parse');
    const mostParsed = (): number => Math.max(...parse.mock.calls.map(([text]) => text.length));
    expect(
      await handed(hub, admin, `${begin},"x":[${'[],'.repeat(limits.bundle.editsValues.max)}[]]}`),
    ).toMatchObject({
      state: 'failed',
      message: 'edits.json has more than 3000000 values. Nothing was imported.',
    });
    expect(
      await handed(hub, admin, `${begin},"x":${'['.repeat(100_000)}${']'.repeat(100_000)}}`),
    ).toMatchObject({
      state: 'failed',
      message: 'edits.json is nested deeper than 80 levels. Nothing was imported.',
    });
    expect(mostParsed()).toBeLessThan(100_000);
  });
});

it('[U6.3 J4.1] a file whose process was killed half-way is taken again, and each edit is carried out once', async () => {
  await using both = await separated();
  const { hub, desk, admin, ann, guideid } = both;
  const texts = Array.from({ length: 30 }, (_, n) => `Comment ${n}`).sort();
  for (const text of texts) await comment(desk, guideid, ann, text);
  const file = await saved(desk, ann);
  const sessions = (): number => hub.ctx.store.read(null, (s) => s.sessions.ofUser(ann.userid).length);
  const before = sessions();
  await hub.json('POST /benchside/carried_edits?file=edits.json', {
    token: admin,
    body: JSON.stringify(file),
    expect: 202,
  });
  await expect
    .poll(async () => (await commentsOf(hub, guideid)).length, { timeout: 30_000, interval: 1 })
    .toBeGreaterThan(0);
  await hub.ctx.edits?.end();
  expect(['failed', 'done']).toContain(hub.ctx.edits?.state().state);
  expect(sessions()).toBe(before);
  const { result } = await handed(hub, admin, file);
  expect((result?.arrived ?? 0) + (result?.known ?? 0)).toBe(30);
  expect(result?.known).toBeGreaterThan(0);
  expect(await commentsOf(hub, guideid)).toEqual(texts);
});

it('[U6.4] answers to edits of a file are kept for a year with edits, so that a stick may take long', async () => {
  await using both = await separated();
  const { hub, desk, admin, ann, guideid } = both;
  await comment(desk, guideid, ann, 'Mind the seal.');
  await handed(hub, admin, await saved(desk, ann));
  const { day, today } = hub.ctx.store.read(null, (s) => ({
    day: s.db.one(sql<{ day: number }>`SELECT day FROM idempotency ORDER BY day DESC`)?.day ?? 0,
    today: s.meta.get<{ count: number }>('day-of-edits')?.count ?? 0,
  }));
  // Answers are deleted when they are 30 days old.
  expect(day + 30 - today).toBe(365);
});

it('is for admins, and leaves no sessions or files behind', async () => {
  await using both = await separated();
  const { hub, desk, admin, ann, guideid } = both;
  await comment(desk, guideid, ann, 'Mind the seal.');
  const sessions = (): unknown[] =>
    hub.ctx.store.read(null, (s) => s.sessions.ofUser(ann.userid).map(({ token_hash }) => token_hash));
  const before = sessions();
  const devices = async (): Promise<string[]> =>
    (await hub.json<{ deviceid: string }[]>('GET /benchside/devices', { token: admin })).map(
      ({ deviceid }) => deviceid,
    );
  const desks = await devices();
  await handed(hub, admin, await saved(desk, ann));
  expect(sessions()).toEqual(before);
  expect(await devices()).toEqual(desks);
  const route = 'POST /benchside/carried_edits?file=edits.json';
  expect((await hub.call(route, { token: ann.token, body: '{}' })).status).toBe(403);
  expect((await hub.call(route, { body: '{}' })).status).toBe(401);
});
