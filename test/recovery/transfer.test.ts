import { readFileSync, writeFileSync } from 'node:fs';

import { expect, it } from 'vitest';

import { endpoints } from '../../app/api/index.ts';
import { importJournal } from '../../app/bundle/import-journal.ts';
import type { Comment } from '../../shared/model/comment.ts';
import type { Guide } from '../../shared/model/guide.ts';
import type { WorkLogEntry } from '../../shared/model/work-log.ts';
import { testCore } from '../helpers/core.ts';
import type { TestCore } from '../helpers/core.ts';
import { addGuide, deskPerson, engineOf, everything, journalOf, pair, signInAt } from '../helpers/pair.ts';
import type { Pair } from '../helpers/pair.ts';
import { stick } from '../helpers/stick.ts';
import { photo } from '../media/pictures.ts';

it('[F10.2] [seed 71072314] an older answer that the hub repeats makes no drafts of the versions after it', async () => {
  using usb = stick();
  await using both = await pair();
  const guideid = await addGuide(both.hub, both.admin);
  const ann = await deskPerson(both, 'ann', 'author');
  await deskPerson(both, 'tom', 'technician');
  const read = (core: TestCore, token: string): Promise<Guide> =>
    core.json(`GET /guides/${guideid}`, { token });
  const edit = async (core: TestCore, token: string, json: object): Promise<unknown> =>
    core.json(`PATCH /guides/${guideid}?revisionid=${(await read(core, token)).revisionid}`, { token, json });
  const [step] = (await read(both.hub, both.admin)).steps;
  const text = 'Mind this';
  await both.hub.json(`POST /comments/step/${step?.stepid}`, { token: both.admin, json: { text } });
  await both.round({ people: [ann] });
  await edit(both.desk, ann.token, { conclusion: 'By Ann' });
  const removal = `DELETE /guides/${guideid}/steps/${step?.stepid}?revisionid=${step?.revisionid}`;
  await both.desk.json(removal, { token: ann.token });
  await usb.save(both.desk);

  await using second = testCore({ profile: 'desk', site: both.net.url });
  const [again, tom] = [await signInAt(second, 'ann'), await signInAt(second, 'tom')];
  const engine = engineOf(second, both.net.url);
  const round = async (): Promise<void> =>
    expect((await engine.round({ people: [again, tom] })).problem).toBeNull();
  await round();
  await both.round({ people: [ann] });
  await edit(second, again.token, { conclusion: 'By Ann at the second desk' });
  await usb.take(second);
  for (const introduction of ['Once', 'Twice']) {
    await edit(both.hub, both.admin, { introduction });
    await round();
  }
  const entries = await journalOf({ desk: second }, again, 'parked');
  expect(entries).toHaveLength(1);
  await second.json(`POST /benchside/journal/${entries[0]?.entryid}/decide`, {
    token: again.token,
    json: { take: 'mine' },
  });
  for (let n = 0; n < 2; n += 1) await round();

  for (const core of [both.hub, second]) {
    const shown = await core.json<Comment[]>('GET /comments?limit=200', { token: tom.token });
    expect(shown.map(({ text_raw }) => text_raw)).toEqual([text]);
  }
});

it('edits of a broken desk reach the site from another desk, once, with their pictures', async () => {
  using usb = stick();
  await using both = await pair();
  const guideid = await addGuide(both.hub, both.admin);
  const ann = await deskPerson(both, 'ann', 'author');
  await both.round({ people: [ann] });
  const picture = await (await photo(800, 600)).png().toBuffer();
  const { image } = await both.desk.json<{ image: { id: number } }>('POST /user/media/images?file=a.png', {
    token: ann.token,
    body: new Uint8Array(picture),
  });
  const { revisionid } = await both.desk.json<{ revisionid: number }>(`GET /guides/${guideid}`, {
    token: ann.token,
  });
  await both.desk.json(`PATCH /guides/${guideid}?revisionid=${revisionid}`, {
    token: ann.token,
    json: { title: 'Mended', image: image.id },
  });
  const made = await both.desk.json<{ guideid: number }>('POST /guides', {
    token: ann.token,
    json: { category: 'Pump', type: 'repair', title: 'Made at the first desk', prerequisites: [guideid] },
  });
  await both.desk.json(`POST /comments/guide/${made.guideid}`, {
    token: ann.token,
    json: { text: 'Mind this' },
  });
  expect(await usb.save(both.desk)).toBe(4);
  expect(readFileSync(usb.file, 'utf8')).toContain('Made at the first desk');

  await using second = testCore({ profile: 'desk', site: both.net.url });
  await expect(usb.take(second)).rejects.toThrow('This desk has not met its hub yet');
  await signInAt(second, 'ann');
  // Ids of its own: those of the first desk are used for other things here.
  await second.json('POST /wikis', {
    token: ann.token,
    json: { namespace: 'WIKI', title: 'Of the second desk', contents: 'x' },
    expect: 401,
  });
  const { token } = await signInAt(second, 'ann');
  const people = [{ userid: ann.userid, token }];
  const engine = engineOf(second, both.net.url);
  await engine.round({ people });
  await second.json('POST /wikis', {
    token,
    json: { namespace: 'WIKI', title: 'Of the second desk', contents: 'x' },
  });
  expect(await usb.take(second)).toBe(4);
  expect(await usb.take(second)).toBe(0);
  expect(await second.json(`GET /guides/${guideid}`, { token })).toMatchObject({ title: 'Mended' });
  expect((await engine.round({ people })).round).toMatchObject({ outcome: 'clean', pushed: 5 });
  // The first desk works again and sends the same edits.
  expect((await both.round({ people: [ann] })).round.outcome).toBe('clean');
  const all = await both.hub.json<{ title: string }[]>('GET /guides?includePrivate', { token: both.admin });
  expect(all.map(({ title }) => title).sort()).toEqual(['Made at the first desk', 'Mended']);
  expect(await both.hub.json('GET /user/media/images', { token })).toHaveLength(1);
  expect(await both.hub.json<unknown[]>('GET /comments', { token })).toHaveLength(1);
  await engine.round({ people });
  expect(await everything(both.desk)).toEqual(await everything(both.hub));
  expect(await everything(second)).toEqual(await everything(both.hub));

  writeFileSync(usb.file, '{"product":"something else"}');
  await expect(usb.take(second)).rejects.toThrow('is not a file with edits');
});

it('edits of a desk that has not met its hub go to no other desk, and come back to that desk itself', async () => {
  using usb = stick();
  await using both = await pair();
  const ann = await deskPerson(both, 'ann', 'author');
  await both.desk.json('POST /wikis', {
    token: ann.token,
    json: { namespace: 'WIKI', title: 'Seals', contents: 'Of rubber.' },
  });
  expect(await usb.save(both.desk)).toBe(1);
  await using met = testCore({ profile: 'desk', site: both.net.url });
  const { token } = await signInAt(met, 'ann');
  await engineOf(met, both.net.url).round({ people: [{ userid: ann.userid, token }] });
  await expect(usb.take(met)).rejects.toThrow('The desk that saved these edits has not met its hub yet');

  await using again = testCore({ profile: 'desk', site: both.net.url });
  await signInAt(again, 'ann');
  expect(await importJournal(again.ctx, endpoints, usb.file, { isOwn: true })).toBe(1);
});

it('[J6.3] a step that was changed after its guide, and sent by another desk, is done at the first desk too', async () => {
  using usb = stick();
  await using both = await pair();
  const guideid = await addGuide(both.hub, both.admin);
  const ann = await deskPerson(both, 'ann', 'author');
  const { token } = ann;
  await both.round({ people: [ann] });
  interface Shown {
    revisionid: number;
    steps: { stepid: number; revisionid: number; lines: { lineid: number; text_raw: string }[] }[];
  }
  const shown = (core: Pair['desk']): Promise<Shown> =>
    core.json<Shown>(`GET /guides/${guideid}?unpatrolled`, { token });
  const { revisionid } = await shown(both.desk);
  await both.desk.json(`PATCH /guides/${guideid}?revisionid=${revisionid}`, {
    token,
    json: { title: 'Mended' },
  });
  const [step] = (await shown(both.desk)).steps;
  await both.desk.json(`PATCH /guides/${guideid}/steps/${step?.stepid}?revisionid=${step?.revisionid}`, {
    token,
    json: { lines: [{ text: 'Another line', bullet: 'black', level: 0 }] },
  });
  await usb.save(both.desk);
  await using second = testCore({ profile: 'desk', site: both.net.url });
  const people = [await signInAt(second, 'ann')];
  const engine = engineOf(second, both.net.url);
  await engine.round({ people });
  await usb.take(second);
  expect((await engine.round({ people })).round).toMatchObject({ outcome: 'clean', pushed: 2 });
  expect((await both.round({ people: [ann] })).round.outcome).toBe('clean');
  expect(both.desk.ctx.store.read(null, (s) => s.journal.editCounts().parked)).toBe(0);
  const linesOf = async (core: Pair['desk']): Promise<unknown> => (await shown(core)).steps[0]?.lines;
  expect(await linesOf(both.desk)).toEqual(await linesOf(both.hub));
});

/** A guide that Ann has read at her first desk and not at her second one, which has met the hub. */
async function readAtOneDesk() {
  // Each edit is a request of its own.
  const both = await pair({ batches: false });
  both.hub.ctx.store.transact(null, (s) => {
    s.meta.set('site', { ...s.meta.site, langids: ['en', 'de'] });
    s.feed.record('site', 0);
  });
  const ann = await deskPerson(both, 'ann', 'author');
  const second = testCore({ profile: 'desk', site: both.net.url });
  const { token } = await signInAt(second, 'ann');
  const syncSecond = () => engineOf(second, both.net.url).round({ people: [{ userid: ann.userid, token }] });
  await syncSecond();
  const guideid = await addGuide(both.hub, both.admin);
  await both.round({ people: [ann] });
  return {
    both,
    ann,
    guideid,
    second,
    /** Her token at the second desk. */
    token,
    syncSecond,
    [Symbol.asyncDispose]: async () => {
      await second[Symbol.asyncDispose]();
      await both[Symbol.asyncDispose]();
    },
  };
}

it('[J5.3 J10.4] a translation of a guide that a desk has not read yet is merged there with what the hub has', async () => {
  using usb = stick();
  await using at = await readAtOneDesk();
  const { both, ann, guideid, second, token } = at;
  const translate = async (core: Pair['desk'], by: string, json: object): Promise<void> => {
    const path = `/guides/${guideid}?langid=de`;
    const { revisionid } = await core.json<{ revisionid: number }>(`GET ${path}`, { token: by });
    await core.json(`PATCH ${path}&revisionid=${revisionid}`, { token: by, json });
  };
  await translate(both.desk, ann.token, { title: 'Die Pumpe' });
  await translate(both.hub, both.admin, { summary: 'Kurz.' });
  await both.desk.json(`POST /comments/guide/${guideid}`, {
    token: ann.token,
    json: { text: 'Mind this' },
  });
  await usb.save(both.desk);
  expect(await usb.take(second)).toBe(2);
  // The network ends as soon as the guide has been fetched.
  let isFetched = false;
  both.net.intercept = (request) => {
    if (isFetched) return { kind: 'drop' };
    isFetched = request.startsWith(`GET /guides/${guideid}?`);
    return request.startsWith('POST /comments') ? { kind: 'drop' } : undefined;
  };
  expect((await at.syncSecond()).round.outcome).toBe('unreachable');
  expect(isFetched).toBe(true);
  const waiting = await second.json<Guide>(`GET /guides/${guideid}?langid=de`, { token });
  expect(waiting).toMatchObject({ title: 'Die Pumpe', comments: [{ text_raw: 'Mind this' }] });
  both.net.intercept = undefined;
  expect((await at.syncSecond()).round).toMatchObject({ outcome: 'clean', pushed: 2 });
  const german = { title: 'Die Pumpe', summary: 'Kurz.' };
  for (const core of [both.hub, second])
    expect(await core.json(`GET /guides/${guideid}?langid=de`, { token })).toMatchObject(german);
});

it('[J2.10] what was read at another desk, in a version made there, counts from the version that the job began with', async () => {
  using usb = stick();
  await using at = await readAtOneDesk();
  const { both, ann, guideid, second } = at;
  const asAnn = { token: ann.token };
  await both.desk.json('POST /work_log', { ...asAnn, json: { guideid, workorderid: 'A 1' } });
  await both.round({ people: [ann] });
  const { revisionid } = await both.desk.json<{ revisionid: number }>(`GET /guides/${guideid}`, asAnn);
  const made = await both.desk.json<{ revisionid: number }>(
    `PATCH /guides/${guideid}?revisionid=${revisionid}`,
    { ...asAnn, json: { summary: 'Short' } },
  );
  const [job] = await jobs(both.desk, ann.token);
  await both.desk.json(
    `PUT /benchside/work_log/${job?.entryid}/acknowledged?guide_revisionid=${made.revisionid}`,
    { ...asAnn, json: {} },
  );
  await usb.save(both.desk);
  expect(await usb.take(second)).toBe(2);
  expect((await at.syncSecond()).round).toMatchObject({ outcome: 'clean', pushed: 2 });
  const [there] = await jobs(both.hub, both.admin);
  const report = await both.hub.json<WorkLogEntry>(`GET /work_log/${there?.entryid}`, { token: both.admin });
  expect(report.benchside.events?.filter(({ type }) => type === 'acknowledged')).toMatchObject([
    { revisionid, userid: ann.userid },
  ]);
});

const jobs = async (core: Pair['desk'], token: string): Promise<WorkLogEntry[]> =>
  (await core.json<{ results: WorkLogEntry[] }>('GET /work_log?limit=20', { token })).results;

it('a file with an edit of an unknown person is refused completely, and accepted once the person is known', async () => {
  using usb = stick();
  await using both = await pair();
  const guideid = await addGuide(both.hub, both.admin);
  await using second = testCore({ profile: 'desk', site: both.net.url });
  const here = engineOf(second, both.net.url);
  const ann = await deskPerson(both, 'ann', 'author');
  const { token } = await signInAt(second, 'ann');
  const people = [{ userid: ann.userid, token }];
  await here.round({ people });
  const bo = await deskPerson(both, 'bo', 'author');
  await both.round({ people: [ann, bo] });
  for (const { token: by } of [ann, bo])
    await both.desk.json(`POST /comments/guide/${guideid}`, { token: by, json: { text: 'Mind this' } });
  await usb.save(both.desk);
  const accepted = (): number => second.ctx.store.read(null, (s) => s.journal.editCounts().accepted);
  await expect(usb.take(second)).rejects.toThrow('Nothing was imported');
  expect(accepted()).toBe(0);
  await here.round({ people });
  expect(await usb.take(second)).toBe(2);
  expect(accepted()).toBe(2);
});

it('[J9.3] a guide that a desk may no longer show stays hidden there when an imported edit of it is discarded', async () => {
  using usb = stick();
  await using both = await pair();
  const guideid = await addGuide(both.hub, both.admin);
  await using second = testCore({ profile: 'desk', site: both.net.url });
  const here = engineOf(second, both.net.url);
  const ann = await deskPerson(both, 'ann', 'author');
  const { token } = await signInAt(second, 'ann');
  const people = [{ userid: ann.userid, token }];
  await here.round({ people });
  await both.round({ people: [ann] });
  const { revisionid } = await both.hub.json<{ revisionid: number }>(`GET /guides/${guideid}`);
  await both.desk.json(`PATCH /guides/${guideid}?revisionid=${revisionid}`, {
    token: ann.token,
    json: { title: 'Mended' },
  });
  await both.hub.json(`DELETE /guides/${guideid}/public?revisionid=${revisionid}`, { token: both.admin });
  await here.round({ people });
  await usb.save(both.desk);
  expect(await usb.take(second)).toBe(1);
  await here.round({ people });
  const { entries } = await second.json<{ entries: { entryid: string; state: string }[] }>(
    'GET /benchside/journal',
    { token },
  );
  expect(entries.map(({ state }) => state)).toEqual(['parked']);
  await second.json(`POST /benchside/journal/${entries[0]?.entryid}/discard`, { token, json: {} });
  await here.round({ people });
  expect(await everything(second)).toEqual(await everything(both.hub));
  await second.json(`GET /guides/${guideid}`, { token, expect: 404 });
});

it.each([
  ['PATCH', '/users/{userid}', { greatest_privilege: 'Admin' }],
  ['PUT', '/teams/{teamid}/users/{userid}', {}],
])(
  '[security journal files] a file cannot say that an admin gave someone rights: %s %s',
  async (method, path, body) => {
    using usb = stick();
    await using both = await pair();
    const boss = await deskPerson(both, 'boss', 'admin');
    const mallory = await deskPerson(both, 'mallory');
    const { teamid } = await both.hub.json<{ teamid: number }>('POST /benchside/teams', {
      token: both.admin,
      json: { name: 'Secret', join_code: 'let-me-in-now' },
    });
    const guideid = await addGuide(both.hub, both.admin);
    await both.round({ people: [boss, mallory] });
    await both.desk.json(`POST /comments/guide/${guideid}`, {
      token: mallory.token,
      json: { text: 'Hello' },
    });
    await usb.save(both.desk);
    interface Export {
      entries: Record<string, unknown>[];
    }
    const written = JSON.parse(readFileSync(usb.file, 'utf8')) as Export;
    const [entry] = written.entries;
    const forged = {
      ...entry,
      entryid: '0198f0a2-0000-7000-8000-000000000001',
      operation: `${method} ${path}`,
      params: { userid: String(mallory.userid), teamid: String(teamid) },
      body,
      userid: boss.userid,
      issued: [],
      touched: [],
      before: [],
    };
    writeFileSync(usb.file, JSON.stringify({ ...written, entries: [forged] }));
    await expect(usb.take(both.desk)).rejects.toThrow('changes what people may do');
    await both.round({ people: [boss, mallory] });
    expect(await both.hub.json(`GET /users/${mallory.userid}`, { token: both.admin })).toMatchObject({
      greatest_privilege: 'User',
      teams: [],
    });
  },
);

it('an interrupted import continues: later edits refer to things that the earlier ones made', async () => {
  using usb = stick();
  await using both = await pair();
  const ann = await deskPerson(both, 'ann', 'author');
  await both.round({ people: [ann] });
  both.net.disconnect();
  const guide = { category: 'Pump', type: 'repair', title: 'Made at the first desk' };
  const made = await both.desk.json<{ guideid: number }>('POST /guides', { token: ann.token, json: guide });
  await both.desk.json(`POST /comments/guide/${made.guideid}`, {
    token: ann.token,
    json: { text: 'Mind this' },
  });
  await usb.save(both.desk);
  const whole: { entries: unknown[] } = JSON.parse(readFileSync(usb.file, 'utf8'));

  both.net.connect();
  await using second = testCore({ profile: 'desk', site: both.net.url });
  const { token } = await signInAt(second, 'ann');
  await engineOf(second, both.net.url).round({ people: [{ userid: ann.userid, token }] });
  // Ids of its own: the first desk's are used for other things here.
  await second.json('POST /guides', { token, json: { ...guide, title: 'Of the second desk' } });
  writeFileSync(usb.file, JSON.stringify({ ...whole, entries: whole.entries.slice(0, 1) }));
  expect(await usb.take(second)).toBe(1);
  writeFileSync(usb.file, JSON.stringify(whole));
  expect(await usb.take(second)).toBe(1);

  const guides = await second.json<{ guideid: number; title: string }[]>('GET /user/guides', { token });
  const { guideid = 0 } = guides.find(({ title }) => title === guide.title) ?? {};
  expect(await second.json('GET /comments', { token })).toMatchObject([
    { text_raw: 'Mind this', contextid: guideid },
  ]);
});
