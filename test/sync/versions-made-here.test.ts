import { describe, expect, it } from 'vitest';

import type { Guide } from '../../shared/model/guide.ts';
import type { JournalItem } from '../../shared/model/journal.ts';
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
  await both.round({ people: [ann] });
  expect((await journal(both, ann)).filter(({ state }) => state !== 'done')).toEqual([]);
}

/** A round in which the site refuses every change of something that is there. */
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

describe('[J2.3] what a desk goes back to before it has sent it', () => {
  it('is a step that edits find again under the id that the site gives it', async () => {
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
    expect(step?.stepid).toBeLessThan(0);
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

  it('is an edit after another of the same desk', async () => {
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

  it('waits for a person where the edit that made it was given up', async () => {
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
    // What builds on it waits behind it, and is not called lost.
    const [first, ...others] = await journal(both, ann, '?state=parked');
    expect(others).toEqual([]);
    await desk.json(`POST /benchside/journal/${first?.entryid}/discard`, { token });
    await both.round({ people: [ann] });
    expect((await journal(both, ann, '?state=parked')).map(({ cause }) => cause?.message)).toEqual([
      'It goes back to a version that the site does not have.',
    ]);
  });
});

describe('[J2.3] what somebody has read of a guide during work', () => {
  it('is told to the site by its number of the version, or of the one before where it has none', async () => {
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
