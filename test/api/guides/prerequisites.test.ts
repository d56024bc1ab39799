import { describe, expect, it } from 'vitest';

import type { Guide, GuideSummary } from '../../../shared/model/guide.ts';
import { bench, draftOf, ownGuide, patch, release, shownTo, textsOf } from './people.ts';
import type { Bench } from './people.ts';

const refused = async (
  b: Bench,
  guideid: number,
  json: Record<string, unknown>,
): Promise<string | undefined> => {
  const { revisionid } = await draftOf(b, guideid);
  const { errors } = await b.json<{ errors: { field: string }[] }>(
    b.owner.token,
    `PATCH /guides/${guideid}?revisionid=${revisionid}`,
    { json, expect: 422 },
  );
  return errors[0]?.field;
};

const needs = ({ prerequisites }: { prerequisites: GuideSummary[] }): number[] =>
  prerequisites.map(({ guideid }) => guideid);

describe('prerequisites', () => {
  it('form no circle, not even through drafts and guides that the editor cannot see', async () => {
    await using b = await bench();
    const [first, second, third] = [await ownGuide(b), await ownGuide(b), await ownGuide(b)].map(
      ({ guideid }) => guideid,
    ) as [number, number, number];
    expect(await refused(b, first, { prerequisites: [first] })).toBe('prerequisites');
    await release(b, second);
    await patch(b, second, { prerequisites: [first] });
    expect((await shownTo(b, second)).prerequisites).toEqual([]);
    expect(await refused(b, first, { prerequisites: [second] })).toBe('prerequisites');
    await patch(b, third, { prerequisites: [second] });
    expect(await refused(b, first, { prerequisites: [third] })).toBe('prerequisites');
    await patch(b, third, { public: false, author: undefined });
    const { revisionid } = await draftOf(b, third);
    await b.json(b.admin.token, `PATCH /guides/${third}?revisionid=${revisionid}`, {
      json: { author: b.stranger.userid },
    });
    const fourth = (await ownGuide(b)).guideid;
    const hidden = await b.json<Guide>(b.admin.token, `GET /guides/${fourth}`);
    await b.json(b.admin.token, `PATCH /guides/${fourth}?revisionid=${hidden.revisionid}`, {
      json: { prerequisites: [third] },
    });
    expect(await refused(b, first, { prerequisites: [fourth] })).toBe('prerequisites');
  });

  it('that are private are hidden from people who may not see them, and stay when these people edit the list', async () => {
    await using b = await bench();
    const open = await ownGuide(b, { title: 'Open' }, ['Open']);
    const secret = await ownGuide(b, { title: 'Secret', public: false }, ['Secret']);
    const top = await ownGuide(b, { prerequisites: [secret.guideid, open.guideid] }, ['Top']);
    const { guideid } = top;
    expect(needs(await shownTo(b, guideid, b.owner.token))).toEqual([secret.guideid, open.guideid]);
    expect(textsOf(await shownTo(b, guideid, b.owner.token))).toEqual(['Secret', 'Open', 'Top']);
    for (const token of [undefined, b.stranger.token, b.author.token]) {
      const seen = await shownTo(b, guideid, token);
      expect([needs(seen), textsOf(seen)]).toEqual([[open.guideid], ['Open', 'Top']]);
    }
    const edited = await b.json<Guide>(
      b.author.token,
      `PATCH /guides/${guideid}?revisionid=${top.revisionid}`,
      {
        json: { prerequisites: [] },
      },
    );
    expect(edited.prerequisites).toEqual([]);
    expect(needs(await shownTo(b, guideid, b.owner.token))).toEqual([secret.guideid]);
    await b.json(b.author.token, `PATCH /guides/${guideid}?revisionid=${edited.revisionid}`, {
      json: { prerequisites: [secret.guideid] },
    });
    const other = await ownGuide(b, {}, []);
    await b.json(b.author.token, `PATCH /guides/${other.guideid}?revisionid=${other.revisionid}`, {
      json: { prerequisites: [secret.guideid] },
      expect: 422,
    });
  });

  it('that were deleted do not prevent other edits, and return when they are restored', async () => {
    await using b = await bench();
    const bottom = await ownGuide(b, { title: 'Bottom' });
    const { guideid } = await ownGuide(b, { prerequisites: [bottom.guideid] });
    await b.json(b.owner.token, `DELETE /guides/${bottom.guideid}?revisionid=${bottom.revisionid}`);
    expect(await patch(b, guideid, { title: 'Goes on' })).toMatchObject({ prerequisites: [] });
    await b.json(b.admin.token, `POST /guides/${bottom.guideid}/en/restore`);
    expect(needs(await shownTo(b, guideid))).toEqual([bottom.guideid]);
  });

  it('end at a deleted guide: its own prerequisites do not change dates any more', async () => {
    await using b = await bench();
    const [top, middle, bottom] = [await ownGuide(b), await ownGuide(b), await ownGuide(b)];
    await patch(b, top.guideid, { prerequisites: [middle.guideid] });
    await patch(b, middle.guideid, { prerequisites: [bottom.guideid] });
    expect((await shownTo(b, top.guideid)).prereq_modified_date).toBeGreaterThan(0);
    const { revisionid } = await draftOf(b, middle.guideid);
    await b.json(b.owner.token, `DELETE /guides/${middle.guideid}?revisionid=${revisionid}`, { expect: 204 });
    expect(await shownTo(b, top.guideid)).toMatchObject({ prerequisites: [], prereq_modified_date: 0 });
  });
});

describe('prerequisite_releases', () => {
  it('pin a prerequisite to a release, whose steps are then included; null is the most recent one', async () => {
    await using b = await bench();
    const below = await ownGuide(b, { title: 'Below' }, ['Below']);
    const bottom = await ownGuide(b, { title: 'Bottom', prerequisites: [below.guideid] }, ['Old']);
    const first = await release(b, bottom.guideid);
    const [old] = bottom.steps;
    await b.json(
      b.owner.token,
      `PATCH /guides/${bottom.guideid}/steps/${old?.stepid}?revisionid=${old?.revisionid}`,
      { json: { lines: [{ text: 'New', bullet: 'black', level: 0 }] } },
    );
    await patch(b, bottom.guideid, { prerequisites: [] });
    await release(b, bottom.guideid);
    const pin = { guideid: bottom.guideid, releaseid: first.releaseid };

    const top = await ownGuide(b, { prerequisite_releases: [pin] }, ['Top']);
    const { guideid } = top;
    expect(top).toMatchObject({ prerequisite_releases: [pin] });
    expect(textsOf(top)).toEqual(['Top']);
    const read = await shownTo(b, guideid);
    expect(read.prerequisite_releases).toEqual([pin]);
    expect([textsOf(read), needs(read)]).toEqual([['Below', 'Old', 'Top'], [bottom.guideid]]);
    const above = await ownGuide(b, { prerequisites: [bottom.guideid, guideid] }, ['Above']);
    expect(textsOf(await shownTo(b, above.guideid))).toEqual(['New', 'Top', 'Above']);
    await patch(b, above.guideid, { prerequisites: [guideid] });
    expect(textsOf(await shownTo(b, above.guideid))).toEqual(['Below', 'Old', 'Top', 'Above']);
    expect(b.core.ctx.store.read(null, (s) => s.readingPositions.stepsShown(guideid))).toEqual(
      read.steps.map(({ stepid }) => stepid),
    );

    const latest = await patch(b, guideid, {
      prerequisite_releases: [{ guideid: bottom.guideid, releaseid: null }],
    });
    expect(latest).not.toHaveProperty('prerequisite_releases');
    expect(textsOf(await shownTo(b, guideid))).toEqual(['New', 'Top']);
    await patch(b, guideid, { prerequisites: [below.guideid, bottom.guideid], prerequisite_releases: [pin] });
    expect((await shownTo(b, guideid)).prerequisite_releases).toEqual([
      { guideid: below.guideid, releaseid: null },
      pin,
    ]);
    await patch(b, guideid, { prerequisites: [bottom.guideid] });
    expect((await shownTo(b, guideid)).prerequisite_releases).toEqual([pin]);
    const before = (await shownTo(b, guideid)).prereq_modified_date;
    b.time.now += 5;
    await b.json(b.owner.token, `PATCH /guides/releases/${first.releaseid}`, {
      json: { status: 'withdrawn' },
    });
    const after = await shownTo(b, guideid);
    expect(textsOf(after)).toEqual(['New', 'Top']);
    expect(after.prereq_modified_date).toBeGreaterThan(before);
    expect((await patch(b, guideid, { title: 'Goes on' })).title).toBe('Goes on');
  });

  it('are refused for a release of another guide, one that was not released, and a guide that is not listed', async () => {
    await using b = await bench();
    const [bottom, other] = [await ownGuide(b), await ownGuide(b)];
    const prepared = await release(b, bottom.guideid, { status: 'draft' });
    const foreign = await release(b, other.guideid);
    const { guideid } = await ownGuide(b);
    const pin = (releaseid: number | null, of = bottom.guideid): object => ({
      prerequisite_releases: [{ guideid: of, releaseid }],
    });
    const field = 'prerequisite_releases';
    for (const releaseid of [prepared.releaseid, foreign.releaseid, 999]) {
      expect(await refused(b, guideid, { ...pin(releaseid) })).toBe(field);
    }
    expect(await refused(b, guideid, { prerequisites: [other.guideid], ...pin(null) })).toBe(field);
    expect(await refused(b, guideid, { ...pin(null, 999) })).toBe('prerequisites');
    expect(await refused(b, guideid, { [field]: [{ guideid: bottom.guideid }] })).toBe(field);
    expect((await shownTo(b, guideid)).prerequisites).toEqual([]);
  });

  it('close no circle: not through the prerequisites of the release, and not when a release would restore them', async () => {
    await using b = await bench();
    const [first, second] = [await ownGuide(b), await ownGuide(b)].map(({ guideid }) => guideid) as [
      number,
      number,
    ];
    await patch(b, second, { prerequisites: [first] });
    const old = await release(b, second);
    await patch(b, second, { prerequisites: [] });
    const newer = await release(b, second);
    const pin = [{ guideid: second, releaseid: old.releaseid }];
    expect(await refused(b, first, { prerequisite_releases: pin })).toBe('prerequisites');
    await patch(b, first, { prerequisites: [second] });
    const { revisionid } = old;
    await b.json(b.owner.token, 'POST /guides/releases', {
      json: { guideid: second, revisionid, status: 'released' },
      expect: 422,
    });
    // Withdrawing always works. The earlier release would form a circle, so readers get every edit.
    await b.json(b.owner.token, `PATCH /guides/releases/${newer.releaseid}`, {
      json: { status: 'withdrawn' },
    });
    expect((await shownTo(b, second)).prerequisites).toEqual([]);
    expect((await shownTo(b, second)).revisionid).toBe((await draftOf(b, second)).revisionid);
  });
});
