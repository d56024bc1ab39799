import { describe, expect, it } from 'vitest';

import type { Guide } from '../../shared/model/guide.ts';
import type { JournalItem } from '../../shared/model/journal.ts';
import type { Release } from '../../shared/model/release.ts';
import type { Wiki } from '../../shared/model/wiki.ts';
import type { WorkLogEntry } from '../../shared/model/work-log.ts';
import { addGuide, deskPerson, pair } from '../helpers/pair.ts';
import type { DeskPerson, Pair } from '../helpers/pair.ts';

interface Bench extends AsyncDisposable {
  both: Pair;
  ann: DeskPerson;
  guideid: number;
}

async function bench(): Promise<Bench> {
  const both = await pair();
  const guideid = await addGuide(both.hub, both.admin);
  const ann = await deskPerson(both, 'ann', 'author');
  await both.round({ people: [ann] });
  return { both, ann, guideid, [Symbol.asyncDispose]: () => both[Symbol.asyncDispose]() };
}

const journal = async ({ desk }: Pair, { token }: DeskPerson, filter = ''): Promise<JournalItem[]> =>
  (await desk.json<{ entries: JournalItem[] }>(`GET /benchside/journal${filter}`, { token })).entries;

async function expectAllSent(both: Pair, ann: DeskPerson): Promise<void> {
  await expectNoneWaits(both, ann);
  expect(await journal(both, ann, '?state=discarded')).toEqual([]);
}

async function expectNoneWaits(both: Pair, ann: DeskPerson): Promise<void> {
  await both.round({ people: [ann] });
  expect(await journal(both, ann, '?state=pending,sending,parked')).toEqual([]);
}

/** Runs a round in which the site refuses every change of an existing thing. */
async function roundRefused(both: Pair, ann: DeskPerson): Promise<void> {
  both.net.intercept = (request) =>
    request.startsWith('PATCH')
      ? { kind: 'status', status: 422, body: '{"message":"Not today"}' }
      : undefined;
  await both.round({ people: [ann] });
  both.net.intercept = undefined;
}

const introduce = async (
  { desk }: Pair,
  { token }: DeskPerson,
  guideid: number,
  text: string,
): Promise<Guide> => {
  const { revisionid } = await desk.json<Guide>(`GET /guides/${guideid}`, { token });
  const path = `/guides/${guideid}?revisionid=${revisionid}`;
  return desk.json<Guide>(`PATCH ${path}`, { token, json: { introduction: text } });
};

describe('[J2.3] a version to which a desk reverts before it has sent it', () => {
  it('is a step that edits find again under its id', async () => {
    await using at = await bench();
    const { both, ann, guideid } = at;
    const { token } = ann;
    const { desk, hub } = both;
    const before = await desk.json<Guide>(`GET /guides/${guideid}`, { token });
    const [first] = before.steps;
    const without = await desk.json<Guide>(
      `DELETE /guides/${guideid}/steps/${first?.stepid}?revisionid=${first?.revisionid}`,
      { token },
    );
    const back = await desk.json<Guide>(
      `POST /benchside/guides/${guideid}/revert?revisionid=${without.revisionid}&to_revisionid=${before.revisionid}`,
      { token },
    );
    const step = back.steps[0];
    expect(step?.stepid).toBe(first?.stepid);
    await desk.json(`PATCH /guides/${guideid}/steps/${step?.stepid}?revisionid=${step?.revisionid}`, {
      token,
      json: {
        title: 'Back again',
        lines: step?.lines.map(({ lineid }) => ({ text: 'Kept', bullet: 'black', level: 0, lineid })),
      },
    });
    await expectAllSent(both, ann);
    const { steps } = await hub.json<Guide>(`GET /guides/${guideid}`, { token: both.admin });
    expect(steps.map(({ title }) => title)).toEqual([
      'Back again',
      ...before.steps.slice(1).map(({ title }) => title),
    ]);
    expect(steps[0]?.lines.map(({ text_raw }) => text_raw)).toEqual(first?.lines.map(() => 'Kept'));
  });

  it('is an edit after another one of the same desk', async () => {
    await using at = await bench();
    const { both, ann, guideid } = at;
    const { token } = ann;
    const one = await introduce(both, ann, guideid, 'First thought');
    const two = await introduce(both, ann, guideid, 'Second thought');
    await both.desk.json(
      `POST /benchside/guides/${guideid}/revert?revisionid=${two.revisionid}&to_revisionid=${one.revisionid}`,
      { token },
    );
    await expectAllSent(both, ann);
    const guide = await both.hub.json<Guide>(`GET /guides/${guideid}`, { token: both.admin });
    expect(guide.introduction_raw).toBe('First thought');
  });

  it.each(['a report', 'a withdrawal', 'the first of two reports'])('[seed 70003822] is %s', async (what) => {
    await using at = await bench();
    const { both, ann, guideid } = at;
    const { token } = ann;
    const path = `/benchside/guides/${guideid}`;
    const flag = `${path}/flags/GUIDE_INCORRECT_TOOLS`;
    await both.desk.json(`PUT ${flag}`, { token });
    if (what === 'a withdrawal') {
      await expectAllSent(both, ann);
      await both.desk.json(`DELETE ${flag}`, { token });
    }
    const newest = async (): Promise<number> =>
      (await both.desk.json<Guide>(`GET /guides/${guideid}`, { token })).revisionid;
    const to = await newest();
    expect(to).toBeLessThan(0);
    if (what === 'the first of two reports')
      await both.desk.json(`PUT ${path}/flags/GUIDE_MISSING_IMAGES`, { token });
    else await introduce(both, ann, guideid, 'Second thought');
    await both.desk.json(`POST ${path}/revert?revisionid=${await newest()}&to_revisionid=${to}`, { token });
    await expectAllSent(both, ann);
    const guide = await both.hub.json<Guide>(`GET /guides/${guideid}`, { token: both.admin });
    expect(guide.introduction_raw).not.toBe('Second thought');
    expect(guide.flags.map(({ flagid }) => flagid)).toEqual(
      what === 'a withdrawal' ? [] : ['GUIDE_INCORRECT_TOOLS'],
    );
  });

  it('[J2.4] is not the site’s version after a report if that has what others have changed', async () => {
    await using at = await bench();
    const { both, ann, guideid } = at;
    const { token } = ann;
    await both.desk.json(`PUT /benchside/guides/${guideid}/flags/GUIDE_INCORRECT_TOOLS`, { token });
    const { revisionid } = await both.desk.json<Guide>(`GET /guides/${guideid}`, { token });
    await both.desk.json(`DELETE /guides/${guideid}?revisionid=${revisionid}`, { token });
    const theirs = await both.hub.json<Guide>(`GET /guides/${guideid}`, { token: both.admin });
    await both.hub.json(`PATCH /guides/${guideid}?revisionid=${theirs.revisionid}`, {
      token: both.admin,
      json: { introduction: 'Not seen by Ann' },
    });
    await both.round({ people: [ann] });
    expect(await both.hub.json<Guide>(`GET /guides/${guideid}`, { token: both.admin })).toMatchObject({
      introduction_raw: 'Not seen by Ann',
    });
    const [parked] = both.desk.ctx.store.read(null, (s) => s.journal.list(['parked']));
    expect(parked).toMatchObject({ route: 'DELETE /guides/{guideid}', cause: { kind: 'conflict' } });
  });

  it('is an edit of a guide that was made here', async () => {
    await using at = await bench();
    const { both, ann } = at;
    const { token } = ann;
    const { desk } = both;
    const { guideid } = await desk.json<Guide>('POST /guides', {
      token,
      json: { category: 'Phones', type: 'repair', title: 'New here' },
    });
    const one = await introduce(both, ann, guideid, 'First thought');
    const two = await introduce(both, ann, guideid, 'Second thought');
    await desk.json(
      `POST /benchside/guides/${guideid}/revert?revisionid=${two.revisionid}&to_revisionid=${one.revisionid}`,
      { token },
    );
    await expectAllSent(both, ann);
    expect(await desk.json(`GET /guides/${guideid}`, { token })).toMatchObject({
      introduction_raw: 'First thought',
    });
  });

  it('is an edit of a page', async () => {
    await using at = await bench();
    const { both, ann } = at;
    const { token } = ann;
    const { desk } = both;
    const page = await desk.json<Wiki>('POST /wikis', {
      token,
      json: { namespace: 'WIKI', title: 'Notes', contents: 'None' },
    });
    const path = `/wikis/WIKI/Notes`;
    const write = ({ revisionid }: Wiki, contents: string): Promise<Wiki> =>
      desk.json<Wiki>(`PATCH ${path}?revisionid=${revisionid}`, { token, json: { contents } });
    const one = await write(page, 'First thought');
    const two = await write(one, 'Second thought');
    await desk.json(`POST ${path}/revert?revisionid=${two.revisionid}&to_revisionid=${one.revisionid}`, {
      token,
    });
    await expectAllSent(both, ann);
    expect(await both.hub.json(`GET ${path}`, { token: both.admin })).toMatchObject({
      contents_raw: 'First thought',
    });
  });

  it('waits for a person if the edit that made it was discarded', async () => {
    await using at = await bench();
    const { both, ann, guideid } = at;
    const { token } = ann;
    const { desk } = both;
    const one = await introduce(both, ann, guideid, 'First thought');
    const two = await desk.json<Guide>(`PATCH /guides/${guideid}?revisionid=${one.revisionid}`, {
      token,
      json: { conclusion: 'Done' },
    });
    await desk.json(
      `POST /benchside/guides/${guideid}/revert?revisionid=${two.revisionid}&to_revisionid=${one.revisionid}`,
      { token },
    );
    await roundRefused(both, ann);
    // The edit that builds on it waits behind it, and is not reported as lost.
    const [first, ...others] = await journal(both, ann, '?state=parked');
    expect(others).toEqual([]);
    await desk.json(`POST /benchside/journal/${first?.entryid}/discard`, { token });
    await both.round({ people: [ann] });
    expect((await journal(both, ann, '?state=parked')).map(({ cause }) => cause?.message)).toEqual([
      'It reverts to a version that the hub does not have.',
    ]);
  });
});

describe('[J2.3] the version that a person has read during work', () => {
  it('is sent to the site by its revisionid there, or by the previous one if it has none', async () => {
    await using at = await bench();
    const { both, ann, guideid } = at;
    const { token } = ann;
    const { desk, hub } = both;
    const asAdmin = { token: both.admin };
    const run = await desk.json<WorkLogEntry>('POST /work_log', {
      token,
      json: { guideid, workorderid: '7' },
    });
    const editAndRead = async (text: string): Promise<void> => {
      const { revisionid } = await introduce(both, ann, guideid, text);
      expect(revisionid).toBeLessThan(0);
      const path = `/benchside/work_log/${run.entryid}/acknowledged`;
      await desk.json(`PUT ${path}?guide_revisionid=${revisionid}`, { token, json: {} });
    };
    const readUpTo = async (): Promise<unknown> => {
      const { results } = await hub.json<{ results: WorkLogEntry[] }>('GET /work_log', asAdmin);
      const told = await hub.json<WorkLogEntry>(`GET /work_log/${results[0]?.entryid}`, asAdmin);
      return told.benchside.events?.flatMap(({ type, revisionid }) =>
        type === 'acknowledged' ? [revisionid] : [],
      );
    };
    const before = await hub.json<Guide>(`GET /guides/${guideid}`, asAdmin);
    await editAndRead('Read this');
    await roundRefused(both, ann);
    expect(await readUpTo()).toEqual([before.revisionid]);

    for (const { entryid } of await journal(both, ann, '?state=parked'))
      await desk.json(`POST /benchside/journal/${entryid}/retry`, { token });
    await editAndRead('And this');
    await expectAllSent(both, ann);
    const after = await hub.json<Guide>(`GET /guides/${guideid}`, asAdmin);
    expect(after.introduction_raw).toBe('And this');
    expect(await readUpTo()).toEqual([before.revisionid, after.revisionid]);
  });
});

describe('[J2.5] a release that names a version made here', () => {
  const releaseBench = async () => {
    const at = await bench();
    const { both, ann, guideid } = at;
    const { token } = ann;
    const prepare = (fields: object): Promise<Release> =>
      both.desk.json<Release>('POST /guides/releases', { token, json: { guideid, ...fields } });
    const change = ({ releaseid }: Release, fields: object): Promise<Release> =>
      both.desk.json<Release>(`PATCH /guides/releases/${releaseid}`, { token, json: fields });
    const releases = async (core = both.desk): Promise<Release[]> => {
      const list = await core.json<{ releases: Release[] }>(`GET /guides/${guideid}/releases`, { token });
      // Both use the address of the request for themselves.
      return list.releases.map((one) => ({ ...one, user: { ...one.user, url: '' } }));
    };
    const shown = (core = both.desk): Promise<Guide> => core.json<Guide>(`GET /guides/${guideid}`);
    const expectEqual = async (): Promise<void> => {
      await both.round({ people: [ann] });
      expect(await releases()).toEqual(await releases(both.hub));
      expect(JSON.stringify([await releases(), await shown()])).not.toMatch(/-10000\d+/);
    };
    return { at, both, ann, guideid, token, prepare, change, releases, shown, expectEqual };
  };

  it('is sent with the id that the site gave that version', async () => {
    const { at, both, ann, guideid, prepare, releases, shown, expectEqual } = await releaseBench();
    await using _ = at;
    const one = await introduce(both, ann, guideid, 'First thought');
    await introduce(both, ann, guideid, 'Second thought');
    await prepare({ revisionid: one.revisionid, status: 'released' });
    await expectAllSent(both, ann);
    expect(await releases(both.hub)).toMatchObject([{ status: 'released' }]);
    expect(await shown(both.hub)).toMatchObject({ introduction_raw: 'First thought' });
    await expectEqual();
    expect(await shown()).toMatchObject({ introduction_raw: 'First thought' });
  });

  it('may be changed to another version, in a chain of edits and releases', async () => {
    const { at, both, ann, guideid, token, prepare, change, shown, expectEqual } = await releaseBench();
    await using _ = at;
    const one = await introduce(both, ann, guideid, 'First thought');
    const release = await prepare({});
    const { steps } = one;
    await both.desk.json(
      `PATCH /guides/${guideid}/steps/${steps[0]?.stepid}?revisionid=${steps[0]?.revisionid}`,
      { token, json: { title: 'Renamed' } },
    );
    const two = await both.desk.json<Guide>(`GET /guides/${guideid}?unpatrolled`, { token });
    await change(release, { revisionid: two.revisionid });
    await introduce(both, ann, guideid, 'Third thought');
    await change(release, { status: 'released' });
    await both.desk.json(`PATCH /guides/${guideid}?revisionid=${(await working()).revisionid}`, {
      token,
      json: { conclusion: 'Done' },
    });
    await expectAllSent(both, ann);
    expect(await shown(both.hub)).toMatchObject({
      introduction_raw: 'First thought',
      conclusion_raw: '',
      steps: [{ title: 'Renamed' }, {}],
    });
    await expectEqual();
    expect(await shown()).toMatchObject({ introduction_raw: 'First thought', conclusion_raw: '' });
    expect(await working(both.hub)).toMatchObject({
      introduction_raw: 'Third thought',
      conclusion_raw: 'Done',
    });
    expect((await working()).revisionid).toBe((await working(both.hub)).revisionid);

    async function working(core = both.desk): Promise<Guide> {
      return core.json<Guide>(`GET /guides/${guideid}?unpatrolled`, { token });
    }
  });

  it('waits for the edit that made the version, and is parked when that edit is discarded', async () => {
    const { at, both, ann, guideid, token, prepare, releases } = await releaseBench();
    await using _ = at;
    const one = await introduce(both, ann, guideid, 'First thought');
    await prepare({ revisionid: one.revisionid, title: 'Named' });
    await roundRefused(both, ann);
    expect(await releases(both.hub)).toEqual([]);
    const [first, ...others] = await journal(both, ann, '?state=parked');
    expect(others).toEqual([]);
    await both.desk.json(`POST /benchside/journal/${first?.entryid}/discard`, { token });
    await both.round({ people: [ann] });
    expect((await journal(both, ann, '?state=parked')).map(({ cause }) => cause?.message)).toEqual([
      'It builds on an edit that was discarded.',
    ]);
  });
});

describe('[J2.7] a page in another language that was made from a version made here', () => {
  const path = '/wikis/WIKI/Notes';

  /** Opens a desk with a page of three versions that were made here. */
  const translationBench = async () => {
    const at = await bench();
    const { both, ann } = at;
    const { token } = ann;
    const json = { namespace: 'WIKI', title: 'Notes', contents: 'None' };
    const page = await both.desk.json<Wiki>('POST /wikis', { token, json });
    const write = ({ revisionid }: Wiki, contents: string): Promise<Wiki> =>
      both.desk.json<Wiki>(`PATCH ${path}?revisionid=${revisionid}`, { token, json: { contents } });
    const one = await write(page, 'First thought');
    const two = await write(one, 'Second thought');
    const translate = (source: Wiki): Promise<Wiki> =>
      both.desk.json<Wiki>('POST /wikis', {
        token,
        json: { ...json, langid: 'de', source_revisionid: source.revisionid },
      });
    const sourceOf = async (core = both.hub): Promise<number | null> =>
      (await core.json<Wiki>(`GET ${path}?langid=de`, { token })).source_revisionid;
    /** Returns the hub's ids of the versions, oldest first. */
    const there = async (): Promise<number[]> => {
      const list = await both.hub.json<Wiki[]>(`GET /benchside${path}/revisions`, { token });
      return list.map(({ revisionid }) => revisionid).sort((a, b) => a - b);
    };
    return { at, both, ann, token, one, two, translate, sourceOf, there };
  };

  it('names it with the id that the site gave that version', async () => {
    const { at, both, ann, one, translate, sourceOf, there } = await translationBench();
    await using _ = at;
    await translate(one);
    await expectAllSent(both, ann);
    expect(await sourceOf()).toBe((await there())[1]);
    expect(await sourceOf(both.desk)).toBe(await sourceOf());
  });

  it('may be updated to a later version', async () => {
    const { at, both, ann, token, one, two, translate, sourceOf, there } = await translationBench();
    await using _ = at;
    const { revisionid } = await translate(one);
    await both.desk.json(`PATCH ${path}?langid=de&revisionid=${revisionid}`, {
      token,
      json: { source_revisionid: two.revisionid },
    });
    await expectAllSent(both, ann);
    expect(await sourceOf()).toBe((await there())[2]);
    expect(await sourceOf(both.desk)).toBe(await sourceOf());
  });

  it('waits for the edit that made it, and names the newest version when that edit is discarded', async () => {
    const { at, both, ann, token, one, translate, sourceOf, there } = await translationBench();
    await using _ = at;
    await translate(one);
    await roundRefused(both, ann);
    const parked = await journal(both, ann, '?state=parked');
    expect(parked.map(({ operation }) => operation)).toEqual(['PATCH /wikis/{namespace}/{title}']);
    expect(await both.hub.json(`GET ${path}?langid=de`, { token })).toMatchObject({ langid: 'en' });
    await both.desk.json(`POST /benchside/journal/${parked[0]?.entryid}/discard`, { token });
    await both.round({ people: [ann] });
    // The text of the next version builds on it, so a person has to decide.
    const [next] = await journal(both, ann, '?state=parked');
    await both.desk.json(`POST /benchside/journal/${next?.entryid}/decide`, {
      token,
      json: { take: 'mine' },
    });
    await expectNoneWaits(both, ann);
    expect(await sourceOf()).toBe((await there()).at(-1));
    expect(await sourceOf(both.desk)).toBe(await sourceOf());
  });
});

describe('[J2.6] a page that was made along with an edit of a guide', () => {
  it.each(['at once', 'after it was edited at the hub'])(
    'is reverted to its first version %s',
    async (when) => {
      await using at = await bench();
      const { both, ann, guideid } = at;
      const { token } = ann;
      const { desk, hub, admin } = both;
      const path = '/wikis/ITEM/Seal';
      const { revisionid } = await desk.json<Guide>(`GET /guides/${guideid}`, { token });
      await desk.json(`PATCH /guides/${guideid}?revisionid=${revisionid}`, {
        token,
        json: { parts: [{ name: 'Seal', quantity: 1 }] },
      });
      const first = await desk.json<Wiki>(`GET ${path}`, { token });
      if (when !== 'at once') {
        await expectAllSent(both, ann);
        const there = await hub.json<Wiki>(`GET ${path}`, { token: admin });
        await hub.json(`PATCH ${path}?revisionid=${there.revisionid}`, {
          token: admin,
          json: { contents: 'Theirs' },
        });
        await both.round({ people: [ann] });
      }
      const before = await desk.json<Wiki>(`GET ${path}`, { token });
      const second = await desk.json<Wiki>(`PATCH ${path}?revisionid=${before.revisionid}`, {
        token,
        json: { contents: 'Of rubber' },
      });
      await desk.json(
        `POST ${path}/revert?revisionid=${second.revisionid}&to_revisionid=${first.revisionid}`,
        {
          token,
        },
      );
      await expectAllSent(both, ann);
      for (const core of [hub, desk])
        expect(await core.json<Wiki>(`GET ${path}`, { token })).toMatchObject({ contents_raw: '' });
      await both.round({ people: [ann] });
      const there = await hub.json<Wiki>(`GET ${path}`, { token });
      expect(there.revisionid).toBeGreaterThan(0);
      expect(await desk.json<Wiki>(`GET ${path}`, { token })).toMatchObject({
        revisionid: there.revisionid,
        wikiid: there.wikiid,
      });
    },
  );
});
