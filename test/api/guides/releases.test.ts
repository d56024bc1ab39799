import { describe, expect, it } from 'vitest';

import type { Guide, GuideSummary, Step } from '../../../shared/model/guide.ts';
import type { Release } from '../../../shared/model/release.ts';
import {
  bench,
  draftOf,
  line,
  ownGuide,
  patch,
  release,
  releasesOf,
  revisionsOf,
  shownTo,
  textsOf,
  withHelpers,
} from './people.ts';

describe('a guide with a release', () => {
  it('shows the release to readers, and the draft to editors who ask for it', async () => {
    await using b = await bench();
    const before = await ownGuide(b);
    const { guideid } = before;
    withHelpers(b, guideid);
    b.time.now += 10;
    expect(await release(b, guideid, { title: 'First', notes: 'Good.', type: 'minor' })).toEqual({
      releaseid: 1,
      guideid,
      langid: 'en',
      revisionid: before.revisionid,
      user: expect.objectContaining({ userid: b.owner.userid, username: 'tomas' }) as unknown,
      status: 'released',
      title: 'First',
      init_date: b.time.now,
      release_date: b.time.now,
      notes: 'Good.',
      type: 'minor',
    });
    const released = await shownTo(b, guideid);
    expect(released).toMatchObject({ revisionid: before.revisionid, modified_date: b.time.now });
    b.time.now += 10;
    const edited = await patch(b, guideid, { title: 'Mend it better', introduction: 'Carefully.' });
    expect(edited).toMatchObject({ title: 'Mend it better', modified_date: b.time.now, can_edit: true });
    expect(edited.revisionid).toBeGreaterThan(before.revisionid);
    const hasDraft = [b.admin, b.author, b.owner, b.collaborator, b.member];
    for (const { token } of hasDraft) {
      expect((await shownTo(b, guideid, token)).title).toBe('Mend the pump');
      const draft = await b.json<Guide>(token, `GET /guides/${guideid}?unpatrolled`);
      expect(draft).toMatchObject({ title: 'Mend it better', revisionid: edited.revisionid });
    }
    for (const token of [b.stranger.token, undefined]) {
      expect((await b.json<Guide>(token, `GET /guides/${guideid}?unpatrolled`)).title).toBe('Mend the pump');
    }
    // Editing earns its author reputation.
    expect(await shownTo(b, guideid)).toEqual({ ...released, author: expect.anything() as unknown });
    const [summary] = await b.json<GuideSummary[]>(undefined, 'GET /guides');
    expect(summary).toMatchObject({ title: 'Mend the pump', revisionid: before.revisionid });
    const found = async (word: string): Promise<number> =>
      (await b.json<{ total: number }>(undefined, `GET /benchside/search?q=${word}`)).total;
    expect([await found('better'), await found('carefully')]).toEqual([0, 0]);

    await release(b, guideid, { title: 'Second' });
    expect(await shownTo(b, guideid)).toMatchObject({
      title: 'Mend it better',
      revisionid: edited.revisionid,
      modified_date: b.time.now,
    });
    expect(await draftOf(b, guideid)).toMatchObject({ revisionid: edited.revisionid });
    expect([await found('better'), await found('carefully')]).toEqual([1, 1]);
    expect((await releasesOf(b, guideid)).map(({ title, status }) => [title, status])).toEqual([
      ['First', 'superseded'],
      ['Second', 'released'],
    ]);
  });

  it('takes every edit against its draft: 409 for the release’s revision, with the draft as body', async () => {
    await using b = await bench();
    const { guideid, revisionid, steps } = await ownGuide(b);
    await release(b, guideid);
    const edited = await patch(b, guideid, { title: 'Draft' });
    const { token } = b.owner;
    const guideWrites = [
      `PATCH /guides/${guideid}`,
      `DELETE /guides/${guideid}`,
      `PUT /guides/${guideid}/public`,
      `DELETE /guides/${guideid}/public`,
      `PUT /guides/${guideid}/steporder`,
      `POST /guides/${guideid}/steps`,
      `POST /benchside/guides/${guideid}/revert`,
    ];
    for (const route of guideWrites) {
      const current = await b.json<Guide>(token, `${route}?revisionid=${revisionid}&to_revisionid=1`, {
        json: { title: 'x', stepids: steps.map((step) => step.stepid), orderby: 1, lines: [line('x')] },
        expect: 409,
      });
      expect(current).toMatchObject({ guideid, title: 'Draft', revisionid: edited.revisionid });
    }
    const [first, second] = steps;
    const path = `/guides/${guideid}/steps/${first?.stepid}`;
    const changed = await b.json<Step>(token, `PATCH ${path}?revisionid=${first?.revisionid}`, {
      json: { lines: [line('Open the lid slowly.')] },
    });
    for (const method of ['PATCH', 'DELETE']) {
      const stale = await b.json<Step>(token, `${method} ${path}?revisionid=${first?.revisionid}`, {
        json: { title: 'x' },
        expect: 409,
      });
      expect(stale).toEqual(changed);
    }
    await b.json(token, `DELETE /guides/${guideid}/steps/${second?.stepid}?revisionid=${second?.revisionid}`);
    expect(textsOf(await draftOf(b, guideid))).toEqual(['Open the lid slowly.']);
    expect(textsOf(await shownTo(b, guideid))).toEqual(['Open the lid.', 'Take out the seal.']);
    const draft = await draftOf(b, guideid);
    await b.json(token, `PUT /guides/${guideid}/public?revisionid=${draft.revisionid}`);
    expect((await draftOf(b, guideid)).revisionid).toBe(draft.revisionid);
  });

  it('lets editors add forms and comments to steps of the draft, which others do not see', async () => {
    await using b = await bench();
    const { guideid, steps } = await ownGuide(b);
    await release(b, guideid);
    const draft = await b.json<Guide>(b.owner.token, `POST /guides/${guideid}/steps`, {
      json: { orderby: 1, lines: [line('Let it cool.')] },
    });
    const added = draft.steps[0]?.stepid ?? 0;
    await b.json(b.stranger.token, `POST /comments/step/${added}`, { json: { text: 'Hm.' }, expect: 404 });
    await b.json(b.owner.token, `POST /comments/step/${added}`, { json: { text: 'How long?' }, expect: 201 });
    await b.json(b.owner.token, `POST /step_forms/${added}`, {
      json: { fields: [{ field_type: 'Text Input', label: 'Temperature' }] },
    });
    expect((await draftOf(b, guideid)).steps[0]?.comments).toMatchObject([{ text_raw: 'How long?' }]);
    const dropped = steps[0]?.stepid ?? 0;
    await b.json(
      b.owner.token,
      `DELETE /guides/${guideid}/steps/${dropped}?revisionid=${steps[0]?.revisionid}`,
    );
    await b.json(b.stranger.token, `POST /comments/step/${dropped}`, { json: { text: 'Mine.' } });
    expect((await shownTo(b, guideid)).steps[0]?.comments).toMatchObject([{ text_raw: 'Mine.' }]);
    await release(b, guideid);
    expect((await shownTo(b, guideid)).steps.map(({ stepid }) => stepid)).toEqual([added, steps[1]?.stepid]);
    await b.json(b.stranger.token, `POST /comments/step/${added}`, { json: { text: 'Hm.' } });
    // A step of an earlier release, which a person may be working from.
    await b.json(b.stranger.token, `POST /comments/step/${dropped}`, { json: { text: 'Again.' } });
  });

  it('is hidden, published and given another author at once, in its draft and for its readers', async () => {
    await using b = await bench();
    const { guideid } = await ownGuide(b);
    await release(b, guideid);
    await patch(b, guideid, { title: 'Draft' });
    const shown = await shownTo(b, guideid);
    b.time.now += 5;
    const hidden = await patch(b, guideid, { public: false });
    expect(hidden).toMatchObject({ title: 'Draft', public: false });
    await b.json(undefined, `GET /guides/${guideid}`, { expect: 403 });
    expect(await shownTo(b, guideid, b.owner.token)).toMatchObject({
      title: 'Mend the pump',
      public: false,
      revisionid: shown.revisionid,
      modified_date: b.time.now,
    });
    await b.json(b.admin.token, `PATCH /guides/${guideid}?revisionid=${hidden.revisionid}`, {
      json: { author: b.stranger.userid },
    });
    expect((await shownTo(b, guideid, b.stranger.token)).author.username).toBe('omar');
    await b.json(b.owner.token, `GET /guides/${guideid}`, { expect: 403 });
  });

  it('shows pictures of its draft only to people who may edit it', async () => {
    await using b = await bench();
    const { guideid } = await ownGuide(b);
    await release(b, guideid);
    const { imageid } = b.core.ctx.store.transact(null, (s) =>
      s.media.add({ userid: b.owner.userid, width: 800, height: 600, mime: 'image/png' }, []),
    );
    const edited = await patch(b, guideid, { image: imageid });
    await b.json(b.author.token, `GET /media/images/${imageid}`);
    await b.json(b.stranger.token, `GET /media/images/${imageid}`, { expect: 404 });
    await b.json(b.owner.token, `DELETE /user/media/images/${imageid}`);
    expect((await patch(b, guideid, { title: 'Goes on' })).image).toEqual(edited.image);
    await release(b, guideid);
    await b.json(b.stranger.token, `GET /media/images/${imageid}`);
    expect((await shownTo(b, guideid)).image?.id).toBe(imageid);
  });

  it('can revert to an old revision, and keeps newer edits as its draft', async () => {
    await using b = await bench();
    const first = await ownGuide(b);
    const { guideid } = first;
    const second = await patch(b, guideid, { title: 'Second' });
    const old = await release(b, guideid, { revisionid: first.revisionid });
    expect(await shownTo(b, guideid)).toMatchObject({
      title: 'Mend the pump',
      revisionid: first.revisionid,
    });
    expect(await draftOf(b, guideid)).toMatchObject({ title: 'Second', revisionid: second.revisionid });
    await patch(b, guideid, { title: 'Third' });
    const next = await release(b, guideid);
    await patch(b, guideid, { title: 'Fourth' });
    b.time.now += 5;

    await b.json(b.owner.token, `PATCH /guides/releases/${next.releaseid}`, {
      json: { status: 'withdrawn' },
    });
    expect(await shownTo(b, guideid)).toMatchObject({ title: 'Mend the pump', modified_date: b.time.now });
    expect((await releasesOf(b, guideid)).map(({ releaseid, status }) => [releaseid, status])).toEqual([
      [old.releaseid, 'released'],
    ]);
    expect((await releasesOf(b, guideid, b.owner.token)).map(({ status }) => status)).toEqual([
      'released',
      'withdrawn',
    ]);
    await b.json(b.owner.token, `DELETE /guides/releases/${old.releaseid}`, { expect: 204 });
    expect(await shownTo(b, guideid)).toMatchObject({ title: 'Fourth' });
    expect(await draftOf(b, guideid)).toMatchObject({ title: 'Fourth' });
    expect((await patch(b, guideid, { title: 'In the open' })).title).toBe('In the open');
    expect((await shownTo(b, guideid)).title).toBe('In the open');
  });

  it('reports the guide and every changed release in the feed', async () => {
    await using b = await bench();
    const { guideid } = await ownGuide(b);
    const changes = (after: number): unknown[] =>
      b.core.ctx.store
        .read(null, (s) => s.feed.after(after, 99))
        .filter(({ kind }) => kind !== 'user')
        .map(({ kind, id, deleted }) => [kind, id, deleted]);
    const sequence = (): number => b.core.ctx.store.read(null, (s) => s.feed.sequence);
    await release(b, guideid);
    let at = sequence();
    await patch(b, guideid, { title: 'Draft' });
    expect(changes(at)).toEqual([['guide', guideid, false]]);
    at = sequence();
    await release(b, guideid);
    expect(changes(at)).toEqual([
      ['release', 1, false],
      ['release', 2, false],
      ['guide', guideid, false],
    ]);
    at = sequence();
    await b.json(b.owner.token, 'DELETE /guides/releases/2');
    expect(changes(at)).toEqual([
      ['release', 2, true],
      ['release', 1, false],
      ['guide', guideid, false],
    ]);
    const { releaseid } = await release(b, guideid, { status: 'draft' });
    const toldTo = (userid: number): unknown =>
      b.core.ctx.store.read(
        b.core.ctx.store.read(null, (s) => s.users.actor(userid)),
        (s) => s.releases.change(releaseid)?.document?.body.title,
      );
    expect([b.owner, b.stranger].map(({ userid }) => toldTo(userid))).toEqual(['Draft', undefined]);
  });
});

describe('releases', () => {
  it('are prepared, changed and released; editors of the guide see them all, others only released ones', async () => {
    await using b = await bench();
    const { guideid, revisionid } = await ownGuide(b);
    const secret = await ownGuide(b, { title: 'Secret', public: false });
    withHelpers(b, guideid);
    const prepared = await b.json<Release>(b.collaborator.token, 'POST /guides/releases', {
      json: { guideid },
      expect: 201,
    });
    expect(prepared).toMatchObject({
      status: 'draft',
      title: '',
      notes: '',
      type: 'major',
      revisionid,
      release_date: null,
      user: { userid: b.collaborator.userid },
    });
    expect((await shownTo(b, guideid)).revisionid).toBe(revisionid);
    await release(b, secret.guideid, { title: 'Secret' });
    const edited = await patch(b, guideid, { title: 'Newer' });
    expect((await shownTo(b, guideid)).title).toBe('Newer');
    const path = `PATCH /guides/releases/${prepared.releaseid}`;
    const before = b.core.ctx.store.read(null, (s) => s.feed.sequence);
    await b.json(b.member.token, path, { json: { status: 'draft', title: '', revisionid } });
    expect(b.core.ctx.store.read(null, (s) => s.feed.sequence)).toBe(before);
    const changed = await b.json<Release>(b.member.token, path, {
      json: { title: 'One', notes: 'Now', type: 'minor', revisionid: edited.revisionid },
    });
    expect(changed).toMatchObject({
      title: 'One',
      notes: 'Now',
      type: 'minor',
      revisionid: edited.revisionid,
    });

    const titles = async (token: string | undefined, query = ''): Promise<string[]> =>
      (await b.json<{ releases: Release[] }>(token, `GET /guides/releases${query}`)).releases.map(
        ({ title }) => title,
      );
    for (const { token } of [b.admin, b.owner]) expect(await titles(token)).toEqual(['One', 'Secret']);
    for (const { token } of [b.author, b.collaborator, b.member])
      expect(await titles(token)).toEqual(['One']);
    for (const token of [b.stranger.token, undefined]) expect(await titles(token)).toEqual([]);
    await b.json(b.author.token, path, { json: { status: 'released' } });
    for (const token of [b.stranger.token, undefined]) expect(await titles(token)).toEqual(['One']);
    const { token } = b.admin;
    expect(await titles(token, '?order=DESC&limit=1')).toEqual(['Secret']);
    expect(await titles(token, '?offset=1')).toEqual(['Secret']);
    expect(await titles(token, `?guideid=${guideid}`)).toEqual(['One']);
    expect(await titles(token, '?status=draft')).toEqual([]);
    expect(await titles(token, '?status=released')).toEqual(['One', 'Secret']);
    await b.json(undefined, 'GET /guides/releases?status=wrong', { expect: 422 });
    await b.json(undefined, `GET /guides/${secret.guideid}/releases`, { expect: 403 });
    await b.json(undefined, 'GET /guides/999/releases', { expect: 404 });
  });

  const steps: [from: string, to: string, allowed: boolean][] = [
    ['draft', 'released', true],
    ['draft', 'superseded', false],
    ['draft', 'withdrawn', false],
    ['released', 'draft', false],
    ['released', 'superseded', false],
    ['released', 'withdrawn', true],
    ['superseded', 'released', false],
    ['superseded', 'draft', false],
    ['superseded', 'withdrawn', true],
    ['withdrawn', 'released', false],
    ['withdrawn', 'draft', false],
    ['withdrawn', 'superseded', false],
  ];

  it('accept only the changes that their state allows, and name that state', async () => {
    await using b = await bench();
    const { guideid } = await ownGuide(b);
    const inState = async (state: string): Promise<number> => {
      const { releaseid } = await release(b, guideid, state === 'draft' ? { status: 'draft' } : {});
      if (state === 'superseded') await release(b, guideid);
      if (state === 'withdrawn') {
        await b.json(b.owner.token, `PATCH /guides/releases/${releaseid}`, { json: { status: 'withdrawn' } });
      }
      return releaseid;
    };
    for (const [from, to, allowed] of steps) {
      const releaseid = await inState(from);
      const answer = await b.json<{ status?: string; message?: string }>(
        b.owner.token,
        `PATCH /guides/releases/${releaseid}`,
        { json: { status: to }, expect: allowed ? 200 : 422 },
      );
      if (allowed) expect(answer.status).toBe(to);
      else expect(answer.message).toContain(`This release is ${from}`);
    }
    for (const status of ['superseded', 'withdrawn']) {
      await b.json(b.owner.token, 'POST /guides/releases', { json: { guideid, status }, expect: 422 });
    }
    const done = await release(b, guideid);
    const { message } = await b.json<{ message: string }>(
      b.owner.token,
      `PATCH /guides/releases/${done.releaseid}`,
      { json: { revisionid: 1 }, expect: 422 },
    );
    expect(message).toContain('released');
  });

  it('are refused for invalid input, for people without rights, and without a sign-in', async () => {
    await using b = await bench();
    const { guideid } = await ownGuide(b);
    const secret = await ownGuide(b, { public: false });
    const other = await patch(b, secret.guideid, { title: 'Other' });
    const { releaseid } = await release(b, guideid);
    const prepared = await release(b, guideid, { status: 'draft' });
    const post = 'POST /guides/releases';
    const cases: [token: string | undefined, route: string, json: unknown, status: number][] = [
      [undefined, post, { guideid }, 401],
      [b.stranger.token, post, { guideid }, 403],
      [b.stranger.token, post, { guideid: secret.guideid }, 403],
      [b.author.token, post, { guideid: secret.guideid }, 403],
      [b.owner.token, post, { guideid: 999 }, 404],
      [b.owner.token, post, {}, 422],
      [b.owner.token, post, { guideid, revisionid: other.revisionid }, 422],
      [b.owner.token, post, { guideid, type: 'tiny' }, 422],
      [b.owner.token, post, { guideid, status: 'wrong' }, 422],
      [undefined, `PATCH /guides/releases/${releaseid}`, { title: 'x' }, 401],
      [b.stranger.token, `PATCH /guides/releases/${releaseid}`, { title: 'x' }, 403],
      [b.stranger.token, `PATCH /guides/releases/${prepared.releaseid}`, { title: 'x' }, 404],
      [b.owner.token, 'PATCH /guides/releases/999', { title: 'x' }, 404],
      [undefined, `DELETE /guides/releases/${releaseid}`, undefined, 401],
      [b.stranger.token, `DELETE /guides/releases/${releaseid}`, undefined, 403],
      [b.owner.token, 'DELETE /guides/releases/999', undefined, 404],
    ];
    const before = await releasesOf(b, guideid, b.owner.token);
    for (const [token, route, json, expect] of cases) await b.json(token, route, { json, expect });
    expect(await releasesOf(b, guideid, b.owner.token)).toEqual(before);
    for (const { token } of [b.admin, b.author]) {
      await b.json(token, `PATCH /guides/releases/${releaseid}`, { json: { title: token } });
    }
  });

  it('of a deleted guide return with it', async () => {
    await using b = await bench();
    const { guideid } = await ownGuide(b);
    const { releaseid } = await release(b, guideid);
    const { revisionid } = await patch(b, guideid, { title: 'Draft' });
    await b.json(b.owner.token, `DELETE /guides/${guideid}?revisionid=${revisionid}`);
    await b.json(b.owner.token, `PATCH /guides/releases/${releaseid}`, { json: {}, expect: 404 });
    expect(await b.json(b.admin.token, 'GET /guides/releases')).toEqual({ releases: [] });
    await b.json(b.admin.token, `POST /guides/${guideid}/en/restore`);
    expect((await shownTo(b, guideid)).title).toBe('Mend the pump');
    expect(await draftOf(b, guideid)).toMatchObject({ title: 'Draft', revisionid });
    expect(await releasesOf(b, guideid)).toMatchObject([{ releaseid, status: 'released' }]);
  });

  it('do not reveal to others which revisions were drafts', async () => {
    await using b = await bench();
    const { guideid } = await ownGuide(b);
    await release(b, guideid);
    const secret = await patch(b, guideid, { title: 'Secret' });
    const open = await patch(b, guideid, { title: 'Open' });
    await release(b, guideid);
    const draft = await patch(b, guideid, { title: 'Draft' });
    const mine = await revisionsOf(b, guideid, b.owner.token);
    expect(mine.slice(0, 3)).toMatchObject([
      { revisionid: draft.revisionid, draft: true, changes: ['title'], username: 'tomas' },
      { revisionid: open.revisionid, draft: false },
      { revisionid: secret.revisionid, draft: true },
    ]);
    expect((await revisionsOf(b, guideid)).map(({ revisionid }) => revisionid)).toEqual(
      mine.filter((revision) => !revision.draft).map(({ revisionid }) => revisionid),
    );
    const at = (revisionid: number) => `GET /guides/${guideid}?revisionid=${revisionid}`;
    expect((await b.json<Guide>(undefined, at(open.revisionid))).title).toBe('Open');
    for (const { revisionid } of [secret, draft]) {
      await b.json(undefined, at(revisionid), { expect: 403 });
      await b.json(b.stranger.token, at(revisionid), { expect: 403 });
      expect((await b.json<Guide>(b.author.token, at(revisionid))).revisionid).toBe(revisionid);
    }
  });
});
