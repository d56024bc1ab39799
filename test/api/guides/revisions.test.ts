import { describe, expect, it } from 'vitest';

import type { Guide, Step } from '../../../shared/model/guide.ts';
import { addGuide, pair } from '../../helpers/pair.ts';
import { bench, draftOf, line, ownGuide, patch, release, revisionsOf, shownTo, textsOf } from './people.ts';
import type { Bench } from './people.ts';

const revisionOf = (b: Bench, guideid: number, revisionid: number, token?: string): Promise<Guide> =>
  b.json<Guide>(token, `GET /guides/${guideid}?revisionid=${revisionid}`);

describe('GET /guides/{guideid}?revisionid', () => {
  it('answers the guide as it was, with the steps and prerequisites it had', async () => {
    await using b = await bench();
    const bottom = await ownGuide(b, { title: 'Bottom' }, ['Drain it.']);
    const before = await ownGuide(b, { prerequisites: [bottom.guideid] });
    const { guideid } = before;
    const now = await patch(b, guideid, { title: 'New', introduction: 'Mind!', prerequisites: [] });
    const old = await revisionOf(b, guideid, before.revisionid);
    expect(old).toMatchObject({
      title: 'Mend the pump',
      introduction_raw: '',
      revisionid: before.revisionid,
    });
    expect(textsOf(old)).toEqual(['Drain it.', 'Open the lid.', 'Take out the seal.']);
    expect(old.prerequisites.map((one) => one.guideid)).toEqual([bottom.guideid]);
    const query = `excludePrerequisiteSteps&revisionid=${before.revisionid}`;
    expect((await b.json<Guide>(undefined, `GET /guides/${guideid}?${query}`)).steps).toHaveLength(2);
    expect(await revisionOf(b, guideid, now.revisionid)).toEqual(await shownTo(b, guideid));
  });

  it('answers 404 for a missing revision or one of another guide, and checks who may see the guide', async () => {
    await using b = await bench();
    const { guideid, revisionid } = await ownGuide(b, { public: false });
    const other = await ownGuide(b);
    for (const unknown of [999, -5, other.revisionid]) {
      const path = `GET /guides/${guideid}?revisionid=${unknown}`;
      expect(await b.json(b.owner.token, path, { expect: 404 })).toMatchObject({
        message: 'Revision not found',
      });
    }
    const path = `GET /guides/${guideid}?revisionid=${revisionid}`;
    await b.json(undefined, path, { expect: 403 });
    await b.json(b.owner.token, `GET /guides/${guideid}?revisionid=x`, { expect: 422 });
    expect((await revisionOf(b, guideid, revisionid, b.owner.token)).revisionid).toBe(revisionid);
  });
});

describe('GET /benchside/guides/{guideid}/revisions', () => {
  it('lists the author, changes and date of each revision, newest first, in pages', async () => {
    await using b = await bench();
    const { guideid } = await ownGuide(b, {}, ['One', 'Two']);
    b.time.now += 60;
    const edited = await patch(b, guideid, { title: 'New', difficulty: 'Easy', time_required_max: 60 });
    const [one, two] = edited.steps;
    const author = b.author.token;
    await b.json(author, `PUT /guides/${guideid}/steporder?revisionid=${edited.revisionid}`, {
      json: { stepids: [two?.stepid, one?.stepid] },
    });
    await b.json(author, `PATCH /guides/${guideid}/steps/${one?.stepid}?revisionid=${one?.revisionid}`, {
      json: { title: 'First' },
    });
    await b.json(author, `DELETE /guides/${guideid}/steps/${two?.stepid}?revisionid=${two?.revisionid}`);
    const list = await revisionsOf(b, guideid);
    expect(list.map(({ username, changes }) => [username, changes])).toEqual([
      ['ines', ['step 1 removed']],
      ['ines', ['step 2']],
      ['ines', ['order of steps']],
      ['tomas', ['title', 'difficulty', 'time required']],
      ['tomas', ['step 2 added']],
      ['tomas', ['step 1 added']],
      ['tomas', ['created']],
    ]);
    expect(list[3]).toEqual({
      revisionid: edited.revisionid,
      date: b.time.now,
      userid: b.owner.userid,
      username: 'tomas',
      changes: ['title', 'difficulty', 'time required'],
      draft: false,
    });
    const path = `GET /benchside/guides/${guideid}/revisions`;
    expect(await b.json(undefined, `${path}?limit=2&offset=3`)).toEqual(list.slice(3, 5));
    await b.json(undefined, 'GET /benchside/guides/999/revisions', { expect: 404 });
    const secret = await ownGuide(b, { public: false });
    await b.json(undefined, `GET /benchside/guides/${secret.guideid}/revisions`, { expect: 403 });
  });

  it('gets no revision from an edit that changes nothing', async () => {
    await using b = await bench();
    const fields = {
      title: 'Same',
      subject: 'Seal',
      introduction: "''Slowly''",
      flags: ['DANGER'],
      tools: [{ name: 'Wrench', quantity: 2 }],
      difficulty: 'Easy',
      time_required_min: 60,
      author: b.owner.userid,
      langid: 'en',
      documents: [],
      objectid: null,
      public: true,
    };
    const bottom = await ownGuide(b, { title: 'Bottom' });
    const before = await ownGuide(b, { ...fields, prerequisites: [bottom.guideid] }, ['One', 'One', 'Two']);
    const { guideid, revisionid, steps } = before;
    const { token } = b.owner;
    const at = `revisionid=${revisionid}`;
    const [first] = steps;
    const step = `/guides/${guideid}/steps/${first?.stepid}`;
    const same = [
      b.json<Guide>(token, `PATCH /guides/${guideid}?${at}`, {
        json: { ...fields, prerequisites: [bottom.guideid], prerequisite_releases: [] },
      }),
      b.json<Guide>(token, `PATCH /guides/${guideid}?${at}`, { json: {} }),
      b.json<Guide>(token, `PUT /guides/${guideid}/public?${at}`),
      b.json<Guide>(token, `PUT /guides/${guideid}/steporder?${at}`, {
        json: { stepids: steps.map(({ stepid }) => stepid) },
      }),
    ];
    for (const answer of same) expect((await answer).revisionid).toBe(revisionid);
    const sent: object[] = [
      {},
      { lines: [line('One')] },
      { lines: [{ ...line('One'), lineid: 0 }] },
      { lines: [{ ...line('One'), lineid: first?.lines[0]?.lineid }] },
      { title: '', media: { type: 'image', data: [] } },
    ];
    for (const json of sent) {
      const path = `PATCH ${step}?revisionid=${first?.revisionid}`;
      expect(await b.json<Step>(token, path, { json })).toEqual(first);
    }
    expect(await shownTo(b, guideid)).toMatchObject({ revisionid, modified_date: before.modified_date });
    await b.json(token, `DELETE /guides/${guideid}/public?${at}`);
    expect(await revisionsOf(b, guideid, token)).toHaveLength(5);
  });
});

describe('lines of a step', () => {
  it('keep their ids if they are named or unchanged, and never share one', async () => {
    await using b = await bench();
    const { guideid, steps } = await ownGuide(b, {}, ['One']);
    const path = (revisionid = 0): string =>
      `PATCH /guides/${guideid}/steps/${steps[0]?.stepid}?revisionid=${revisionid}`;
    const first = await b.json<Step>(b.owner.token, path(steps[0]?.revisionid), {
      json: { lines: [line('One'), line('Two', 1), line('Three')] },
    });
    const [one, two, three] = first.lines.map(({ lineid }) => lineid);
    expect(one).toBe(steps[0]?.lines[0]?.lineid);
    const second = await b.json<Step>(b.owner.token, path(first.revisionid), {
      json: {
        lines: [
          { ...line('Three, changed'), lineid: three },
          { ...line('Three, again'), lineid: three },
          line('Two'),
          { ...line('Four'), lineid: 4711 },
        ],
      },
    });
    const ids = second.lines.map(({ lineid }) => lineid);
    expect(ids).toEqual([three, expect.any(Number), two, expect.any(Number)]);
    expect(new Set([...ids, one]).size).toBe(5);
  });
});

describe('POST /benchside/guides/{guideid}/revert', () => {
  it('makes an old version the newest: steps and lines keep their ids, also those that return', async () => {
    await using b = await bench();
    const before = await ownGuide(b, { title: 'Old', summary: 'Before' }, ['One', 'Two', 'Three']);
    const { guideid } = before;
    const { token } = b.owner;
    const [one, two, three] = before.steps;
    await patch(b, guideid, { title: 'New', public: false, summary: 'After' });
    await b.json(token, `DELETE /guides/${guideid}/steps/${two?.stepid}?revisionid=${two?.revisionid}`);
    const changed = await b.json<Step>(
      token,
      `PATCH /guides/${guideid}/steps/${three?.stepid}?revisionid=${three?.revisionid}`,
      { json: { lines: [line('Another'), { ...line('3'), lineid: three?.lines[0]?.lineid }] } },
    );
    const now = await draftOf(b, guideid);
    const revert = (revisionid: number, target: number): string =>
      `POST /benchside/guides/${guideid}/revert?revisionid=${revisionid}&to_revisionid=${target}`;
    const back = await b.json<Guide>(token, revert(now.revisionid, before.revisionid));
    expect(back).toMatchObject({ title: 'Old', summary: 'Before', public: false });
    expect(back.url).toContain('/Guide/Old/');
    expect(back.revisionid).toBeGreaterThan(now.revisionid);
    expect(textsOf(back)).toEqual(['One', 'Two', 'Three']);
    const [again, returned, third] = back.steps;
    expect(again).toEqual(one);
    expect([returned?.stepid, third?.stepid]).toEqual([two?.stepid, three?.stepid]);
    expect(returned?.revisionid).toBe(back.revisionid);
    expect(returned?.lines[0]?.lineid).toBe(two?.lines[0]?.lineid);
    expect(third?.lines[0]?.lineid).toBe(three?.lines[0]?.lineid);
    expect(third?.revisionid).toBe(back.revisionid);
    expect(third?.revisionid).toBeGreaterThan(changed.revisionid);
    expect((await revisionsOf(b, guideid, token))[0]?.changes).toContain('step 2 added');

    const same = await b.json<Guide>(token, revert(back.revisionid, back.revisionid), { expect: 422 });
    expect(same).toMatchObject({ errors: [{ field: 'to_revisionid' }] });
    const other = await ownGuide(b);
    await b.json(token, revert(back.revisionid, other.revisionid), { expect: 422 });
    expect(await b.json<Guide>(token, revert(before.revisionid, 1), { expect: 409 })).toMatchObject({
      title: 'Old',
      revisionid: back.revisionid,
    });
    await b.json(undefined, revert(back.revisionid, 1), { expect: 401 });
    await b.json(b.stranger.token, revert(back.revisionid, 1), { expect: 403 });
    await b.json(b.admin.token, `POST /benchside/guides/${guideid}/revert?revisionid=1`, { expect: 422 });
    await b.json(b.admin.token, 'POST /benchside/guides/999/revert?revisionid=1&to_revisionid=1', {
      expect: 404,
    });
  });

  it('refuses a circle of prerequisites, and reverts the draft of a released guide', async () => {
    await using b = await bench();
    const bottom = await ownGuide(b, { title: 'Bottom' });
    const before = await ownGuide(b, { prerequisites: [bottom.guideid] });
    const { guideid } = before;
    const open = await patch(b, guideid, { title: 'Open', prerequisites: [] });
    await release(b, guideid);
    const now = await patch(b, guideid, { title: 'Draft' });
    const path = `POST /benchside/guides/${guideid}/revert?revisionid=${now.revisionid}`;
    const back = await b.json<Guide>(b.owner.token, `${path}&to_revisionid=${open.revisionid}`);
    expect(back).toMatchObject({ title: 'Open', prerequisites: [] });
    expect(back.revisionid).toBeGreaterThan(now.revisionid);
    expect((await shownTo(b, guideid)).revisionid).toBe(open.revisionid);
    await patch(b, bottom.guideid, { prerequisites: [guideid] });
    const circle = path.replace(String(now.revisionid), String(back.revisionid));
    await b.json(b.owner.token, `${circle}&to_revisionid=${before.revisionid}`, { expect: 422 });
  });
});

describe('POST /guides/{guideid}/{langid}/restore', () => {
  it('restores a deleted guide with everything that belongs to it, for admins', async () => {
    await using b = await bench();
    const before = await ownGuide(b);
    const { guideid, revisionid } = before;
    await b.json(b.owner.token, `PUT /guides/${guideid}/tag`, { json: { tag: 'pump' } });
    await b.json(b.owner.token, `POST /comments/step/${before.steps[0]?.stepid}`, {
      json: { text: 'Good.' },
    });
    const path = `POST /guides/${guideid}/en/restore`;
    const { message } = await b.json<{ message: string }>(b.admin.token, path, { expect: 422 });
    expect(message).toBe('This guide is not deleted: it is public.');
    await b.json(b.owner.token, `DELETE /guides/${guideid}?revisionid=${revisionid}`);
    await b.json(undefined, `GET /guides/${guideid}`, { expect: 404 });
    for (const [token, expect] of [
      [undefined, 401],
      [b.owner.token, 403],
      [b.author.token, 403],
    ] as const) {
      await b.json(token, path, { expect });
    }
    await b.json(b.admin.token, `POST /guides/${guideid}/de/restore`, { expect: 404 });
    await b.json(b.admin.token, 'POST /guides/999/en/restore', { expect: 404 });
    b.time.now += 5;
    const sequence = b.core.ctx.store.read(null, (s) => s.feed.sequence);
    const back = await b.json<Guide>(b.admin.token, path);
    expect(back).toMatchObject({ guideid, title: before.title, modified_date: b.time.now });
    expect(back.steps[0]?.comments).toMatchObject([{ text_raw: 'Good.' }]);
    expect(await b.json(undefined, `GET /guides/${guideid}/tags`)).toEqual(['pump']);
    const told = b.core.ctx.store.read(null, (s) => s.feed.after(sequence, 99));
    expect(
      told.filter(({ kind }) => kind !== 'user').map(({ kind, id, deleted }) => [kind, id, deleted]),
    ).toEqual([
      ['guide', guideid, false],
      ['tags', guideid, false],
      ['translations', guideid, false],
      ['collaborators', guideid, false],
    ]);
    expect(await b.json(undefined, 'GET /benchside/search?q=pump&type=repair')).toMatchObject({
      total: 1,
    });
    expect((await patch(b, guideid, { title: 'Goes on' })).title).toBe('Goes on');
    await b.json(b.admin.token, path, { expect: 422 });
  });

  it('is followed by desks', async () => {
    await using p = await pair();
    const { hub, desk, admin: token } = p;
    const guideid = await addGuide(hub, token);
    const { revisionid } = await hub.json<Guide>(`GET /guides/${guideid}`);
    await p.round();
    await hub.json(`DELETE /guides/${guideid}?revisionid=${revisionid}`, { token });
    await p.round();
    await desk.json(`GET /guides/${guideid}`, { expect: 404 });
    await hub.json(`POST /guides/${guideid}/en/restore`, { token });
    await p.round();
    expect(await desk.json(`GET /guides/${guideid}`)).toMatchObject({ guideid, revisionid });
  });
});
