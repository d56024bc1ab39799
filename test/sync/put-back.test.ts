import { describe, expect, it } from 'vitest';

import type { Comment } from '../../shared/model/comment.ts';
import type { Guide } from '../../shared/model/guide.ts';
import type { JournalItem } from '../../shared/model/journal.ts';
import type { Release } from '../../shared/model/release.ts';
import type { Wiki } from '../../shared/model/wiki.ts';
import { addGuide, deskPerson, everything, pair } from '../helpers/pair.ts';
import type { DeskPerson, Pair } from '../helpers/pair.ts';

const parked = async ({ desk }: Pair, { token }: DeskPerson): Promise<JournalItem[]> =>
  (await desk.json<{ entries: JournalItem[] }>('GET /benchside/journal?state=parked', { token })).entries;

const take = (both: Pair, { token }: DeskPerson, { entryid }: JournalItem, what: 'mine' | 'theirs') =>
  both.desk.json<JournalItem>(`POST /benchside/journal/${entryid}/decide`, { token, json: { take: what } });

async function bench() {
  const both = await pair();
  const guideid = await addGuide(both.hub, both.admin, { summary: 'Old', difficulty: 'Easy' }, 3);
  await both.hub.json(`PUT /guides/${guideid}/tag`, { token: both.admin, json: { tag: 'seal' } });
  const ann = await deskPerson(both, 'ann', 'author');
  await both.round({ people: [ann] });
  const guide = (id = guideid): Promise<Guide> => both.desk.json(`GET /guides/${id}`, { token: ann.token });
  return { both, ann, guideid, guide, [Symbol.asyncDispose]: () => both[Symbol.asyncDispose]() };
}

const linesOf = ({ steps }: Guide): string[] => steps.map(({ lines }) => lines[0]?.text_raw ?? '');

describe('[J7.9] a document that the site deleted while it was edited here', () => {
  it('a guide is recreated there, once, with its steps, its tags and all edits', async () => {
    await using at = await bench();
    const { both, ann, guideid } = at;
    const { token } = ann;
    const before = await at.guide();
    await both.desk.json(`PATCH /guides/${guideid}?revisionid=${before.revisionid}`, {
      token,
      json: { title: 'Mine' },
    });
    const [step] = (await at.guide()).steps;
    await both.desk.json(`PATCH /guides/${guideid}/steps/${step?.stepid}?revisionid=${step?.revisionid}`, {
      token,
      json: { lines: [{ text: 'My line', bullet: 'red', level: 0 }] },
    });
    const there = await both.hub.json<Guide>(`GET /guides/${guideid}`, { token: both.admin });
    await both.hub.json(`DELETE /guides/${guideid}?revisionid=${there.revisionid}`, { token: both.admin });
    await both.round({ people: [ann] });

    const [first, ...rest] = await parked(both, ann);
    expect(first).toMatchObject({
      canPutBack: true,
      cause: { conflicts: [{ field: 'document', theirs: null }] },
    });
    if (!first) throw new Error('nothing is parked');
    expect(await take(both, ann, first, 'mine')).toMatchObject({ state: 'discarded', canPutBack: false });
    expect(rest.length + 1).toBeGreaterThanOrEqual(1);
    expect(await parked(both, ann)).toEqual([]);
    // It is here at once.
    const local = await both.desk.json<Guide[]>('GET /guides');
    expect(local).toMatchObject([{ title: 'Mine' }]);
    expect(local[0]?.guideid).toBeLessThan(0);
    expect(both.desk.ctx.store.read(null, (s) => s.journal.verify())).toEqual([]);

    await both.round({ people: [ann] });
    const made = await both.hub.json<Guide[]>('GET /guides', { token: both.admin });
    expect(made).toHaveLength(1);
    const whole = await both.hub.json<Guide>(`GET /guides/${made[0]?.guideid}`, { token: both.admin });
    expect(whole).toMatchObject({
      title: 'Mine',
      summary: 'Old',
      difficulty: 'Easy',
      public: true,
      author: { userid: ann.userid },
    });
    expect(linesOf(whole)).toEqual(['My line', 'Do thing 2', 'Do thing 3']);
    expect(await both.hub.json(`GET /guides/${whole.guideid}/tags`, { token: both.admin })).toEqual(['seal']);
    expect(both.desk.ctx.store.read(null, (s) => s.journal.editCounts())).toMatchObject({
      pending: 0,
      parked: 0,
      sending: 0,
    });
    await both.round({ people: [ann] });
    expect(await everything(both.desk)).toEqual(await everything(both.hub));
  });

  it('a form and a comment on a new step, and the form of a former one, come with the recreated guide', async () => {
    await using at = await bench();
    const { both, ann, guideid } = at;
    const { hub, desk, admin } = both;
    const { token } = ann;
    const form = (label: string): object => ({
      fields: [{ field_type: 'Text Input', label, required: false }],
    });
    const [first, second] = (await at.guide()).steps;
    await hub.json(`POST /step_forms/${first?.stepid}`, { token: admin, json: form('Torque') });
    await hub.json(`POST /step_forms/${second?.stepid}`, { token: admin, json: form('Depth') });
    await both.round({ people: [ann] });
    const lines = [{ text: 'One more', bullet: 'black', level: 0 }];
    const guide = await desk.json<Guide>(`POST /guides/${guideid}/steps`, {
      token,
      json: { orderby: 4, lines },
    });
    const stepid = guide.steps[3]?.stepid;
    await desk.json(`POST /step_forms/${stepid}`, { token, json: form('Gap') });
    await desk.json(`POST /comments/step/${stepid}`, { token, json: { text: 'Mind the gap' } });
    await desk.json(`POST /comments/step/${first?.stepid}`, { token, json: { text: 'Mind the spring' } });
    await desk.json(`POST /step_forms/${second?.stepid}`, { token, json: form('Deep') });
    const there = await hub.json<Guide>(`GET /guides/${guideid}`, { token: admin });
    await hub.json(`DELETE /guides/${guideid}?revisionid=${there.revisionid}`, { token: admin });
    await both.round({ people: [ann] });
    const step = (await parked(both, ann)).find(({ operation }) => operation.endsWith('/steps'));
    if (!step) throw new Error('the step is not parked');
    await take(both, ann, step, 'mine');
    expect(await parked(both, ann)).toEqual([]);
    for (let n = 0; n < 2; n += 1) await both.round({ people: [ann] });
    expect(desk.ctx.store.read(null, (s) => s.journal.verify())).toEqual([]);
    expect(desk.ctx.store.read(null, (s) => s.journal.editCounts())).toMatchObject({ pending: 0, parked: 0 });

    const [again] = await hub.json<Guide[]>('GET /guides', { token: admin });
    const whole = await hub.json<Guide>(`GET /guides/${again?.guideid}`, { token: admin });
    expect(linesOf(whole)).toEqual(['Do thing 1', 'Do thing 2', 'Do thing 3', 'One more']);
    const forms = await hub.json<{ stepid: number; fields: { label: string }[] }[]>(
      `GET /step_forms/guideid/${again?.guideid}`,
      { token: admin },
    );
    const labelOf = ({ stepid }: { stepid: number }): string | undefined =>
      forms.find((one) => one.stepid === stepid)?.fields[0]?.label;
    expect(whole.steps.map(labelOf)).toEqual(['Torque', 'Deep', undefined, 'Gap']);
    expect(whole.steps.map(({ comments }) => comments.map(({ text_raw }) => text_raw))).toEqual([
      ['Mind the spring'],
      [],
      [],
      ['Mind the gap'],
    ]);
    await both.round({ people: [ann] });
    expect(await everything(desk)).toEqual(await everything(hub));
    expect(await desk.json(`GET /step_forms/guideid/${again?.guideid}`, { token })).toEqual(forms);
  });

  it('[F4.17] a guide is recreated there without what its author may not set or the site has deleted', async () => {
    await using at = await bench();
    const { both, ann, guideid } = at;
    const [gone, stays] = [await addGuide(both.hub, both.admin), await addGuide(both.hub, both.admin)];
    const admin = { token: both.admin };
    const { revisionid } = await both.hub.json<Guide>(`GET /guides/${guideid}`);
    await both.hub.json(`PATCH /guides/${guideid}?revisionid=${revisionid}`, {
      ...admin,
      json: { flags: ['GUIDE_STARRED', 'DANGER'], prerequisites: [gone, stays] },
    });
    await both.round({ people: [ann] });
    await both.desk.json(`PATCH /guides/${guideid}?revisionid=${(await at.guide()).revisionid}`, {
      token: ann.token,
      json: { title: 'Mine' },
    });
    for (const id of [guideid, gone]) {
      const there = await both.hub.json<Guide>(`GET /guides/${id}`);
      await both.hub.json(`DELETE /guides/${id}?revisionid=${there.revisionid}`, admin);
    }
    await both.round({ people: [ann] });
    for (const item of await parked(both, ann)) await take(both, ann, item, 'mine');
    await both.round({ people: [ann] });
    const again = (await both.hub.json<Guide[]>('GET /guides')).find(({ title }) => title === 'Mine');
    expect(await both.hub.json(`GET /guides/${again?.guideid}`)).toMatchObject({
      flags: [{ flagid: 'DANGER' }],
      prerequisites: [{ guideid: stays }],
    });
    expect(await parked(both, ann)).toEqual([]);
  });

  it('or it is deleted here too, and its text stays in the journal', async () => {
    await using at = await bench();
    const { both, ann, guideid } = at;
    const before = await at.guide();
    await both.desk.json(`PATCH /guides/${guideid}?revisionid=${before.revisionid}`, {
      token: ann.token,
      json: { title: 'Mine' },
    });
    await both.hub.json(`DELETE /guides/${guideid}?revisionid=${before.revisionid}`, { token: both.admin });
    await both.round({ people: [ann] });
    const [entry] = await parked(both, ann);
    if (!entry) throw new Error('nothing is parked');
    expect(await take(both, ann, entry, 'theirs')).toMatchObject({
      state: 'discarded',
      body: { title: 'Mine' },
      canPutBack: false,
    });
    expect(await both.desk.json('GET /guides')).toEqual([]);
  });

  it('a page is recreated there under its title', async () => {
    await using at = await bench();
    const { both, ann } = at;
    await both.hub.json('POST /wikis', {
      token: both.admin,
      json: { namespace: 'WIKI', title: 'Seals', contents: 'Rubber.', description: 'About seals' },
    });
    await both.round({ people: [ann] });
    const page = await both.desk.json<Wiki>('GET /wikis/WIKI/Seals', { token: ann.token });
    await both.desk.json(`PATCH /wikis/WIKI/Seals?revisionid=${page.revisionid}`, {
      token: ann.token,
      json: { contents: 'Rubber, and more.' },
    });
    await both.hub.json(`DELETE /wikis/WIKI/Seals?revisionid=${page.revisionid}`, { token: both.admin });
    await both.round({ people: [ann] });
    const [entry] = await parked(both, ann);
    if (!entry) throw new Error('nothing is parked');
    expect(entry.canPutBack).toBe(true);
    await take(both, ann, entry, 'mine');
    await both.round({ people: [ann] });
    expect(await both.hub.json('GET /wikis/WIKI/Seals', { token: both.admin })).toMatchObject({
      contents_raw: 'Rubber, and more.',
      description: 'About seals',
    });
    expect(await parked(both, ann)).toEqual([]);
    await both.round({ people: [ann] });
    expect(await everything(both.desk)).toEqual(await everything(both.hub));
  });

  it.each(['before', 'after'])(
    '[J7.5] a page takes the edits of the one before it, recreated %s a desk looks',
    async (when) => {
      await using at = await bench();
      const { both, ann } = at;
      const { token } = ann;
      const add = (description: string): Promise<Wiki> =>
        both.hub.json<Wiki>('POST /wikis', {
          token: both.admin,
          json: { namespace: 'WIKI', title: 'Seals', contents: 'Rubber.', description },
        });
      const old = await add('About seals');
      await both.round({ people: [ann] });
      await both.desk.json(`PATCH /wikis/WIKI/Seals?revisionid=${old.revisionid}`, {
        token,
        json: { contents: 'Rubber, and more.' },
      });
      await both.desk.json('PUT /wikis/WIKI/Seals/tag', { token, json: { tag: 'round' } });
      await both.hub.json(`DELETE /wikis/WIKI/Seals?revisionid=${old.revisionid}`, { token: both.admin });
      if (when === 'after') {
        await both.round({ people: [ann] });
        expect((await parked(both, ann)).length).toBeGreaterThan(0);
      }
      await add('About all seals');
      await both.round({ people: [ann] });
      expect((await parked(both, ann)).filter(({ operation }) => operation.startsWith('PATCH'))).toEqual([]);
      const expected = { contents_raw: 'Rubber, and more.', description: 'About all seals' };
      expect(await both.hub.json('GET /wikis/WIKI/Seals', { token: both.admin })).toMatchObject(expected);
      expect(await both.desk.json('GET /wikis/WIKI/Seals', { token })).toMatchObject(expected);
    },
  );

  it("a translation of it is parked with the site's message", async () => {
    await using at = await bench();
    const { both, ann, guideid } = at;
    const { token } = ann;
    const { revisionid } = await at.guide();
    await both.desk.json(`PATCH /guides/${guideid}?revisionid=${revisionid}&langid=de`, {
      token,
      json: { title: 'Titel' },
    });
    await both.hub.json(`DELETE /guides/${guideid}?revisionid=${revisionid}`, { token: both.admin });
    await both.round({ people: [ann] });
    expect((await parked(both, ann)).map(({ cause }) => cause)).toMatchObject([
      { kind: 'gone', message: 'Guide not found' },
    ]);
  });

  it('[J7.13] its pending edits are sent automatically once it is restored', async () => {
    await using at = await bench();
    const { both, ann, guideid } = at;
    const { token } = ann;
    const { hub, desk, admin } = both;
    const { revisionid, steps } = await at.guide();
    await desk.json(`PATCH /guides/${guideid}?revisionid=${revisionid}&langid=de`, {
      token,
      json: { title: 'Titel' },
    });
    await desk.json(`POST /comments/step/${steps[1]?.stepid}`, { token, json: { text: 'Mind the spring' } });
    await desk.json(`PUT /guides/${guideid}/tag`, { token, json: { tag: 'rubber' } });
    await desk.json(`PATCH /guides/${guideid}?revisionid=${revisionid}`, { token, json: { title: 'Mine' } });
    await hub.json(`DELETE /guides/${guideid}?revisionid=${revisionid}`, { token: admin });
    await both.round({ people: [ann] });
    expect(await parked(both, ann)).toHaveLength(4);
    await both.round({ people: [ann] });
    expect(await parked(both, ann)).toHaveLength(4);
    await hub.json(`POST /guides/${guideid}/en/restore`, { token: admin });
    await both.round({ people: [ann] });
    expect(await parked(both, ann)).toEqual([]);
    expect(await hub.json(`GET /guides/${guideid}?langid=de`)).toMatchObject({ title: 'Titel' });
    expect(await hub.json(`GET /guides/${guideid}`)).toMatchObject({
      title: 'Mine',
      steps: [{}, { comments: [{ text_raw: 'Mind the spring' }] }, {}],
    });
    expect(await hub.json(`GET /guides/${guideid}/tags`)).toEqual(['rubber', 'seal']);
    await both.round({ people: [ann] });
    expect(await everything(desk)).toEqual(await everything(hub));
  });

  it('[J7.13] a change of a release is sent automatically once its guide is restored', async () => {
    await using at = await bench();
    const { both, ann, guideid } = at;
    const { hub, desk, admin } = both;
    const { revisionid } = await at.guide();
    const { releaseid } = await hub.json<Release>('POST /guides/releases', {
      token: admin,
      json: { guideid, title: 'First' },
    });
    await both.round({ people: [ann] });
    await desk.json(`PATCH /guides/releases/${releaseid}`, { token: ann.token, json: { title: 'Second' } });
    await hub.json(`DELETE /guides/${guideid}?revisionid=${revisionid}`, { token: admin });
    for (const _ of [1, 2]) {
      await both.round({ people: [ann] });
      expect(await parked(both, ann)).toMatchObject([{ cause: { kind: 'gone' } }]);
    }
    await hub.json(`POST /guides/${guideid}/en/restore`, { token: admin });
    await both.round({ people: [ann] });
    expect(await parked(both, ann)).toEqual([]);
    for (const core of [hub, desk])
      expect(await core.json(`GET /guides/${guideid}/releases`, { token: ann.token })).toMatchObject({
        releases: [{ releaseid, title: 'Second' }],
      });
  });

  it('[J7.13] an edit of a step is merged once the step is restored', async () => {
    await using at = await bench();
    const { both, ann, guideid } = at;
    const { hub, desk, admin } = both;
    const before = await at.guide();
    const step = before.steps[1];
    const path = `/guides/${guideid}/steps/${step?.stepid}?revisionid=${step?.revisionid}`;
    await desk.json(`PATCH ${path}`, { token: ann.token, json: { title: 'Mine' } });
    const without = await hub.json<Guide>(`DELETE ${path}`, { token: admin });
    await both.round({ people: [ann] });
    expect(await parked(both, ann)).toHaveLength(1);
    await hub.json(
      `POST /benchside/guides/${guideid}/revert?revisionid=${without.revisionid}&to_revisionid=${before.revisionid}`,
      { token: admin },
    );
    await both.round({ people: [ann] });
    expect(await parked(both, ann)).toEqual([]);
    expect((await hub.json<Guide>(`GET /guides/${guideid}`)).steps[1]).toMatchObject({
      stepid: step?.stepid,
      title: 'Mine',
    });
  });

  it.each(['before', 'after'])(
    '[J7.14] a comment on a page goes to the page that was made again %s a desk looks',
    async (when) => {
      await using at = await bench();
      const { both, ann } = at;
      const { token } = ann;
      const { hub, desk, admin } = both;
      const json = { namespace: 'WIKI', title: 'Seals', contents: 'Rubber.' };
      const old = await hub.json<Wiki>('POST /wikis', { token: admin, json });
      const asked = await hub.json<Comment>(`POST /comments/wiki/${old.wikiid}`, {
        token: admin,
        json: { text: 'Which size?' },
      });
      await both.round({ people: [ann] });
      const say = (text: string, parentid?: number): Promise<Comment> =>
        desk.json<Comment>(`POST /comments/wiki/${old.wikiid}`, { token, json: { text, parentid } });
      const mine = await say('Where from?');
      await say('From here', mine.commentid);
      await say('Size 3', asked.commentid);
      await hub.json(`DELETE /wikis/WIKI/Seals?revisionid=${old.revisionid}`, { token: admin });
      if (when === 'after') {
        await both.round({ people: [ann] });
        expect((await parked(both, ann)).length).toBeGreaterThan(0);
      }
      const fresh = await hub.json<Wiki>('POST /wikis', { token: admin, json });
      await both.round({ people: [ann] });
      await both.round({ people: [ann] });
      expect(await parked(both, ann)).toEqual([]);
      const list = await hub.json<Comment[]>('GET /comments?context=wiki', { token: admin });
      expect(list.map(({ text_raw, contextid }) => [text_raw, contextid])).toEqual(
        ['Where from?', 'From here', 'Size 3'].map((text) => [text, fresh.wikiid]),
      );
      expect(list[1]?.parentid).toBe(list[0]?.commentid);
      expect(await everything(desk)).toEqual(await everything(hub));
    },
  );

  it('a comment is created there again', async () => {
    await using at = await bench();
    const { both, ann, guideid } = at;
    const said = await both.desk.json<Comment>(`POST /comments/guide/${guideid}`, {
      token: ann.token,
      json: { text: 'Mind the spring' },
    });
    await both.round({ people: [ann] });
    const [known] = await both.desk.json<Comment[]>(`GET /comments?context=guide`, { token: ann.token });
    expect(known?.commentid).toBeGreaterThan(0);
    await both.desk.json(`PATCH /comments/${said.commentid}`, {
      token: ann.token,
      json: { text: 'Mind the spring, it jumps' },
    });
    await both.hub.json(`DELETE /comments/${known?.commentid}`, { token: both.admin });
    await both.round({ people: [ann] });
    const [entry] = await parked(both, ann);
    if (!entry) throw new Error('nothing is parked');
    expect(entry).toMatchObject({ canPutBack: true, cause: { kind: 'gone' } });
    await take(both, ann, entry, 'mine');
    await both.round({ people: [ann] });
    expect(await both.hub.json('GET /comments?context=guide', { token: both.admin })).toMatchObject([
      { text_raw: 'Mind the spring, it jumps', author: { userid: ann.userid } },
    ]);
    expect(await parked(both, ann)).toEqual([]);
  });
});

it('[J7.7] a page that was created, deleted and created again here is on the site as in its second version', async () => {
  await using at = await bench();
  const { both, ann, guideid } = at;
  const { token } = ann;
  const needs = async (...names: string[]): Promise<void> => {
    const { revisionid } = await both.desk.json<Guide>(`GET /guides/${guideid}`, { token });
    await both.desk.json(`PATCH /guides/${guideid}?revisionid=${revisionid}`, {
      token,
      json: { tools: names.map((name) => ({ name, quantity: 1 })) },
    });
  };
  const page = (): Promise<Wiki> => both.desk.json<Wiki>('GET /wikis/ITEM/Crowbar', { token });
  await needs('Crowbar');
  await both.desk.json(`DELETE /wikis/ITEM/Crowbar?revisionid=${(await page()).revisionid}`, {
    token,
    expect: 204,
  });
  await needs('Crowbar', 'Hammer');
  const again = await page();
  await both.desk.json(`PATCH /wikis/ITEM/Crowbar?revisionid=${again.revisionid}`, {
    token,
    json: { contents: 'Of steel.' },
  });
  await both.desk.json(`POST /comments/wiki/${again.wikiid}`, { token, json: { text: 'Long enough?' } });
  const shown: Promise<Wiki>[] = [];
  both.net.intercept = (request) => {
    if (request.startsWith('DELETE')) shown.push(page());
    return undefined;
  };
  await both.round({ people: [ann] });
  both.net.intercept = undefined;
  const contents = (await Promise.all(shown)).map(({ contents_raw }) => contents_raw);
  expect(new Set(contents)).toEqual(new Set(['Of steel.']));
  expect(await parked(both, ann)).toEqual([]);
  expect(await both.hub.json('GET /wikis/ITEM/Crowbar')).toMatchObject({ contents_raw: 'Of steel.' });
  expect(await page()).toMatchObject({ contents_raw: 'Of steel.' });
  const comments = await both.hub.json<Comment[]>('GET /comments', { token: both.admin });
  expect(comments.map(({ text_raw }) => text_raw)).toEqual(['Long enough?']);
});

it('[J3.2] an edit of a page that was deleted and created again here waits if the deletion is parked', async () => {
  await using at = await bench();
  const { both, ann, guideid } = at;
  const { token } = ann;
  const { hub, desk, admin } = both;
  const json = { namespace: 'ITEM', title: 'Crowbar', contents: 'Bent.' };
  await hub.json('POST /wikis', { token: admin, json });
  await both.round({ people: [ann] });
  const page = (core = desk): Promise<Wiki> => core.json<Wiki>('GET /wikis/ITEM/Crowbar', { token });
  const path = async (core = desk): Promise<string> =>
    `/wikis/ITEM/Crowbar?revisionid=${(await page(core)).revisionid}`;
  await desk.json(`DELETE ${await path()}`, { token, expect: 204 });
  const { revisionid } = await at.guide();
  await desk.json(`PATCH /guides/${guideid}?revisionid=${revisionid}`, {
    token,
    json: { tools: [{ name: 'Crowbar', quantity: 1 }] },
  });
  await desk.json(`PATCH ${await path()}`, { token, json: { description: 'To pull nails' } });
  await hub.json(`PATCH ${await path(hub)}`, { token: admin, json: { contents: 'Of steel.' } });
  await both.round({ people: [ann] });
  const [deletion, ...others] = await parked(both, ann);
  if (!deletion) throw new Error('nothing is parked');
  expect([deletion.operation, others]).toEqual(['DELETE /wikis/{namespace}/{title}', []]);
  expect(await page()).toMatchObject({ description: 'To pull nails' });
  await take(both, ann, deletion, 'theirs');
  await both.round({ people: [ann] });
  expect(await parked(both, ann)).toEqual([]);
  const expected = { contents_raw: 'Of steel.', description: 'To pull nails' };
  expect(await page(hub)).toMatchObject(expected);
  expect(await page()).toMatchObject(expected);
});

it('[J7.6] deleting a page that the site deleted and created again does not delete the new one', async () => {
  await using at = await bench();
  const { both, ann } = at;
  const { token } = ann;
  const { hub, desk, admin } = both;
  const path = '/wikis/ITEM/Crowbar';
  const make = (contents: string): Promise<Wiki> =>
    hub.json<Wiki>('POST /wikis', { token: admin, json: { namespace: 'ITEM', title: 'Crowbar', contents } });
  const old = await make('Bent.');
  await both.round({ people: [ann] });
  await desk.json(`DELETE ${path}?revisionid=${old.revisionid}`, { token, expect: 204 });
  await hub.json(`DELETE ${path}?revisionid=${old.revisionid}`, { token: admin, expect: 204 });
  const again = await make('Of steel.');
  await both.round({ people: [ann] });
  expect(await parked(both, ann)).toEqual([]);
  for (const core of [hub, desk]) expect((await core.json<Wiki>(`GET ${path}`)).wikiid).toBe(again.wikiid);
});

it('[J3.1] an edit of a page waits with earlier ones, also if the page gets its id from the site meanwhile', async () => {
  await using at = await bench();
  const { both, ann, guideid } = at;
  const { token } = ann;
  const { hub, desk, admin } = both;
  const other = await addGuide(hub, admin);
  const [step] = (await at.guide()).steps;
  const stepPath = `/guides/${guideid}/steps/${step?.stepid}?revisionid=${step?.revisionid}`;
  await desk.json(`DELETE ${stepPath}`, { token });
  await hub.json(`PATCH ${stepPath}`, { token: admin, json: { title: 'Changed there' } });
  const needs = async (core: typeof desk, id: number): Promise<void> => {
    const { revisionid } = await core.json<Guide>(`GET /guides/${id}`, { token });
    const json = { tools: [{ name: 'Crowbar', quantity: 1 }] };
    await core.json(`PATCH /guides/${id}?revisionid=${revisionid}`, { token, json });
  };
  await needs(desk, guideid);
  await needs(hub, other);
  const edit = async (json: object): Promise<void> => {
    const { revisionid } = await desk.json<Wiki>('GET /wikis/ITEM/Crowbar', { token });
    await desk.json(`PATCH /wikis/ITEM/Crowbar?revisionid=${revisionid}`, { token, json });
  };
  await edit({ description: 'To pull nails' });
  await desk.json('PUT /wikis/ITEM/Crowbar/tag', { token, json: { tag: 'steel' } });
  await edit({ contents: 'Long.' });
  await both.round({ people: [ann] });
  const pages = async (): Promise<string[]> =>
    (await desk.json<{ entries: JournalItem[] }>('GET /benchside/journal', { token })).entries
      .filter(({ operation }) => operation === 'PATCH /wikis/{namespace}/{title}')
      .map(({ state }) => state);
  expect(await pages()).toEqual(['pending', 'pending']);
  const [deletion] = await parked(both, ann);
  if (!deletion) throw new Error('nothing is parked');
  await take(both, ann, deletion, 'theirs');
  await both.round({ people: [ann] });
  expect(await pages()).toEqual(['done', 'done']);
  const expected = { contents_raw: 'Long.', description: 'To pull nails', tags: ['steel'] };
  expect(await hub.json('GET /wikis/ITEM/Crowbar', { token })).toMatchObject(expected);
});

it('[J7.4] [seed 131] an edit of a page stays shown when a waiting deletion, made before the page was, has deleted the page', async () => {
  await using both = await pair();
  const { hub, desk, admin } = both;
  const ann = await deskPerson(both, 'ann', 'author');
  const { token } = ann;
  await both.round({ people: [ann] });
  const page = { namespace: 'WIKI', title: 'Gasket' };
  const path = '/wikis/WIKI/Gasket';
  const revisionOf = async (): Promise<number> =>
    (await desk.json<Wiki>(`GET ${path}`, { token })).revisionid;
  await desk.json('POST /wikis', { token, json: { ...page, contents: 'Mine.' } });
  const { revisionid } = await hub.json<Wiki>('POST /wikis', {
    token: admin,
    json: { ...page, contents: 'First.' },
  });
  await both.round({ people: [ann] });
  await desk.json(`DELETE ${path}?revisionid=${await revisionOf()}`, { token });
  await hub.json(`PATCH ${path}?revisionid=${revisionid}`, { token: admin, json: { contents: 'Theirs.' } });
  await both.round({ people: [ann] });
  await desk.json(`PATCH ${path}?revisionid=${await revisionOf()}`, {
    token,
    json: { contents: 'Theirs, and more.' },
  });
  // The hub's page has changed since the first time.
  for (let n = 0; n < 2; n += 1) {
    const made = (await parked(both, ann)).find(({ operation }) => operation === 'POST /wikis');
    if (!made) throw new Error('the new page is not parked');
    await take(both, ann, made, 'mine');
    await both.round({ people: [ann] });
  }
  expect((await hub.call(`GET ${path}`)).status).toBe(404);
  expect(await desk.json(`GET ${path}`, { token })).toMatchObject({ contents_raw: 'Theirs, and more.' });
  const [edit] = await parked(both, ann);
  expect(edit).toMatchObject({ canPutBack: true });
  if (edit) await take(both, ann, edit, 'mine');
  await both.round({ people: [ann] });
  expect(await hub.json(`GET ${path}`)).toMatchObject({ contents_raw: 'Theirs, and more.' });
  await both.round({ people: [ann] });
  expect(await everything(desk)).toEqual(await everything(hub));
});

it('[J7.9] a waiting reply on a step of a recreated guide begins a thread on the recreated step', async () => {
  await using both = await pair();
  const { hub, desk, admin } = both;
  const guideid = await addGuide(hub, admin);
  const ann = await deskPerson(both, 'ann', 'admin');
  const { token } = ann;
  const { steps, revisionid } = await hub.json<Guide>(`GET /guides/${guideid}`);
  const path = `/comments/step/${steps[0]?.stepid}`;
  const first = await hub.json<Comment>(`POST ${path}`, { token: admin, json: { text: 'How tight?' } });
  await both.round({ people: [ann] });
  await desk.json(`PATCH /guides/${guideid}?revisionid=${revisionid}`, { token, json: { title: 'Mine' } });
  await desk.json(`POST ${path}`, { token, json: { text: '5 Nm', parentid: first.commentid } });
  await hub.json(`DELETE /guides/${guideid}?revisionid=${revisionid}`, { token: admin });
  await both.round({ people: [ann] });
  const edit = (await parked(both, ann)).find(({ cause }) => cause?.kind === 'conflict');
  if (edit) await take(both, ann, edit, 'mine');
  for (let n = 0; n < 2; n += 1) await both.round({ people: [ann] });
  expect((await parked(both, ann)).map(({ cause }) => cause?.message)).toEqual([]);
  const [again] = await hub.json<Guide[]>('GET /guides');
  const { steps: made } = await hub.json<Guide>(`GET /guides/${again?.guideid}`);
  expect(await hub.json('GET /comments')).toMatchObject([
    { text_raw: '5 Nm', contextid: made[0]?.stepid, parentid: null },
  ]);
  expect(await everything(desk)).toEqual(await everything(hub));
});

it('[J7.9] edits of a waiting comment follow it to the step of a recreated guide', async () => {
  await using both = await pair();
  const { hub, desk, admin } = both;
  const guideid = await addGuide(hub, admin);
  const ann = await deskPerson(both, 'ann', 'admin');
  const { token } = ann;
  const { steps, revisionid } = await hub.json<Guide>(`GET /guides/${guideid}`);
  await both.round({ people: [ann] });
  await desk.json(`PATCH /guides/${guideid}?revisionid=${revisionid}`, { token, json: { title: 'Mine' } });
  const say = async (text: string, parentid?: number): Promise<number> => {
    const json = { text, ...(parentid !== undefined && { parentid }) };
    return (await desk.json<Comment>(`POST /comments/step/${steps[0]?.stepid}`, { token, json })).commentid;
  };
  const kept = await say('How tight?');
  const dropped = await say('Never mind.');
  await say('5 Nm', kept);
  await desk.json(`PATCH /comments/${kept}`, { token, json: { text: 'How tight is it?' } });
  await desk.json(`DELETE /comments/${dropped}`, { token });
  await hub.json(`DELETE /guides/${guideid}?revisionid=${revisionid}`, { token: admin });
  await both.round({ people: [ann] });
  const edit = (await parked(both, ann)).find(({ cause }) => cause?.kind === 'conflict');
  if (edit) await take(both, ann, edit, 'mine');
  for (let n = 0; n < 2; n += 1) await both.round({ people: [ann] });
  expect(desk.ctx.store.read(null, (s) => s.journal.counts())).toMatchObject({ pending: 0, parked: 0 });
  const there = await hub.json<Comment[]>('GET /comments');
  const [question] = there.filter(({ parentid }) => parentid === null);
  expect(there.map(({ text_raw, parentid }) => [text_raw, parentid]).toSorted()).toEqual([
    ['5 Nm', question?.commentid],
    ['How tight is it?', null],
  ]);
  expect(await everything(desk)).toEqual(await everything(hub));
});
