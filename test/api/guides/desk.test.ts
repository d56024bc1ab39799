import { describe, expect, it } from 'vitest';

import type { Guide, Step } from '../../../shared/model/guide.ts';
import type { Release } from '../../../shared/model/release.ts';
import { bench, draftOf, line, ownGuide, patch, release, revisionsOf, shownTo, textsOf } from './people.ts';
import type { Bench } from './people.ts';

const pending = (b: Bench): number => b.core.ctx.store.read(null, (s) => s.journal.counts().pending);

describe('a desk without its site', () => {
  it('takes every edit of a guide with provisional ids, and adds each to its journal', async () => {
    await using b = await bench({ profile: 'desk' });
    const guide = await ownGuide(b);
    const { guideid } = guide;
    const { token } = b.owner;
    const ids = [guideid, guide.revisionid, ...guide.steps.flatMap((s) => [s.stepid, s.revisionid])];
    for (const id of [...ids, guide.steps[0]?.lines[0]?.lineid]) expect(id).toBeLessThan(0);
    const [first, second] = guide.steps;
    let before = pending(b);
    const writes: (() => Promise<unknown>)[] = [
      () => patch(b, guideid, { title: 'Offline', documents: [] }),
      async () =>
        b.json(
          token,
          `PUT /guides/${guideid}/steporder?revisionid=${(await draftOf(b, guideid)).revisionid}`,
          {
            json: { stepids: [second?.stepid, first?.stepid] },
          },
        ),
      () =>
        b.json<Step>(
          token,
          `PATCH /guides/${guideid}/steps/${first?.stepid}?revisionid=${first?.revisionid}`,
          {
            json: { title: 'Begin' },
          },
        ),
      () => release(b, guideid, { status: 'draft' }),
      () => release(b, guideid),
      () => b.json(token, `POST /guides/${guideid}/steps`, { json: { orderby: 1, lines: [line('Cool.')] } }),
      async () =>
        b.json(
          token,
          `DELETE /guides/${guideid}/public?revisionid=${(await draftOf(b, guideid)).revisionid}`,
        ),
      async () =>
        b.json(token, `PUT /guides/${guideid}/public?revisionid=${(await draftOf(b, guideid)).revisionid}`),
    ];
    for (const write of writes) {
      await write();
      expect(pending(b)).toBe((before += 1));
    }
    expect(textsOf(await shownTo(b, guideid))).toEqual(['Take out the seal.', 'Open the lid.']);
    expect(textsOf(await draftOf(b, guideid))).toEqual(['Cool.', 'Take out the seal.', 'Open the lid.']);
    await patch(b, guideid, {});
    expect(pending(b)).toBe(before);
    const [prepared] = (await b.json<{ releases: Release[] }>(token, `GET /guides/releases?status=draft`))
      .releases;
    expect(prepared?.releaseid).toBeLessThan(0);
    await b.json(token, `PATCH /guides/releases/${prepared?.releaseid}`, { json: { status: 'released' } });
    await b.json(token, `DELETE /guides/releases/${prepared?.releaseid}`);
    const list = await revisionsOf(b, guideid, token);
    expect(list.map(({ changes }) => changes[0])).toEqual([
      'public',
      'public',
      'step 1 added',
      'step 2',
      'order of steps',
      'title',
      'step 2 added',
      'step 1 added',
      'created',
    ]);
    const draft = await draftOf(b, guideid);
    const back = await b.json<Guide>(
      token,
      `POST /benchside/guides/${guideid}/revert?revisionid=${draft.revisionid}&to_revisionid=${guide.revisionid}`,
    );
    expect(back.title).toBe('Mend the pump');
    await b.json(token, `DELETE /guides/${guideid}?revisionid=${back.revisionid}`);
    await b.json(b.admin.token, `POST /guides/${guideid}/en/restore`);
    expect(pending(b)).toBe(before + 5);
    expect((await shownTo(b, guideid)).guideid).toBe(guideid);
  });

  it('keeps the site’s version it edits, so that an edit can be undone', async () => {
    await using b = await bench({ profile: 'desk' });
    await using hub = await bench();
    const made = await ownGuide(hub);
    const { guideid, revisionid } = made;
    const read = hub.core.ctx.store.read(null, (s) => s.guides.document(guideid));
    b.core.ctx.store.transact(null, (s) =>
      s.guides.put({ ...read, userid: b.owner.userid }, { keepRevision: false }),
    );
    expect(await revisionsOf(b, guideid, b.owner.token)).toEqual([
      expect.objectContaining({ revisionid, changes: [], userid: null }),
    ]);
    const edited = await patch(b, guideid, { title: 'Edited' });
    expect(edited.revisionid).toBeLessThan(0);
    const old = await b.json<Guide>(b.owner.token, `GET /guides/${guideid}?revisionid=${revisionid}`);
    expect(old.title).toBe('Mend the pump');
    const path = `POST /benchside/guides/${guideid}/revert?revisionid=${edited.revisionid}`;
    const back = await b.json<Guide>(b.owner.token, `${path}&to_revisionid=${revisionid}`);
    expect(back).toMatchObject({
      title: 'Mend the pump',
      steps: made.steps.map(({ stepid }) => ({ stepid })),
    });
    expect((await revisionsOf(b, guideid, b.owner.token)).map((one) => one.changes)).toEqual([
      ['title'],
      ['title'],
      [],
    ]);
  });

  it('stores drafts and releases of its site, and shows the pinned ones', async () => {
    await using b = await bench({ profile: 'desk' });
    await using hub = await bench();
    const bottom = await ownGuide(hub, { title: 'Bottom' }, ['Old']);
    const first = await release(hub, bottom.guideid);
    const [step] = bottom.steps;
    await hub.json(
      hub.owner.token,
      `DELETE /guides/${bottom.guideid}/steps/${step?.stepid}?revisionid=${step?.revisionid}`,
    );
    await release(hub, bottom.guideid);
    const pin = { guideid: bottom.guideid, releaseid: first.releaseid };
    const top = await ownGuide(hub, { prerequisite_releases: [pin] }, ['Top']);
    await patch(hub, bottom.guideid, { title: 'Draft' });
    const { documents, draft, releases } = hub.core.ctx.store.read(null, (s) => ({
      documents: [bottom.guideid, top.guideid].map((guideid) => s.guides.document(guideid)),
      draft: s.guides.working(bottom.guideid),
      releases: [1, 2].flatMap((releaseid) => s.releases.change(releaseid) ?? []),
    }));
    b.core.ctx.store.transact(null, (s) => {
      for (const document of documents) s.guides.put(document, { keepRevision: false });
      for (const one of releases) s.releases.putRemote(one);
      s.guides.putRemoteDraft(bottom.guideid, draft);
    });
    expect(textsOf(await shownTo(b, top.guideid))).toEqual(['Old', 'Top']);
    const { token } = b.admin;
    const shown = await b.json<Guide>(token, `GET /guides/${bottom.guideid}?unpatrolled`);
    expect(shown.title).toBe('Draft');
    expect(await b.json(token, 'GET /guides/releases')).toMatchObject({
      releases: [
        { releaseid: 1, status: 'superseded', title: 'A release', user: { username: 'tomas' } },
        { releaseid: 2, status: 'released' },
      ],
    });
    await b.json(token, `PATCH /guides/${bottom.guideid}?revisionid=${shown.revisionid}`, {
      json: { title: 'Offline' },
    });
    expect((await shownTo(b, bottom.guideid)).title).toBe('Bottom');
    b.core.ctx.store.transact(null, (s) => {
      s.releases.removeRemote(first.releaseid);
      s.guides.putRemoteDraft(bottom.guideid, undefined);
    });
    expect(textsOf(await shownTo(b, top.guideid))).toEqual(['Top']);
    expect((await b.json<Guide>(token, `GET /guides/${bottom.guideid}?unpatrolled`)).title).toBe('Bottom');
  });
});
