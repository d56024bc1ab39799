import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { viewsOperation } from '../../app/replica/journal/entry.ts';
import { exported, retitle, sentByAnother, taken } from '../helpers/bundle.ts';
import { temporaryFolder } from '../helpers/core.ts';
import type { TestCore } from '../helpers/core.ts';
import { addGuide, deskPerson, everything, pair } from '../helpers/pair.ts';
import type { Pair } from '../helpers/pair.ts';

const editStates = (desk: TestCore): string[] =>
  desk.ctx.store.read(null, (s) =>
    s.journal
      .list(['pending', 'sending', 'parked', 'done', 'discarded'])
      .filter(({ route }) => route !== viewsOperation)
      .map(({ state }) => state),
  );

describe('the answers to edits in a bundle', () => {
  /** A desk whose edits reach the hub, and whose answers are lost. */
  async function cutOff(both: Pair): Promise<{ token: string; userid: number; guideid: number }> {
    const guideid = await addGuide(both.hub, both.admin);
    const ann = await deskPerson(both, 'ann', 'author');
    await both.round({ people: [ann] });
    const { token } = ann;
    await retitle(both.desk, guideid, token, 'Changed at the desk');
    const guide = await both.desk.json<{ steps: { stepid: number; revisionid: number }[] }>(
      `GET /guides/${guideid}?unpatrolled`,
      { token },
    );
    const [step] = guide.steps;
    await both.desk.json(`PATCH /guides/${guideid}/steps/${step?.stepid}?revisionid=${step?.revisionid}`, {
      token,
      json: { lines: [{ text: 'Changed step', bullet: 'black', level: 0 }] },
    });
    const made = await both.desk.json<{ guideid: number }>('POST /guides', {
      token,
      json: { category: 'Pump', type: 'repair', title: 'Made at the desk' },
    });
    await both.desk.json(`POST /comments/guide/${guideid}`, { token, json: { text: 'Mind this' } });
    await both.desk.json('POST /wikis', {
      token,
      json: { namespace: 'WIKI', title: 'Page of the desk', contents: 'x' },
    });
    return { token, userid: ann.userid, guideid: made.guideid };
  }

  it('[U4.1] complete the edits of a desk that sent them by a stick, with the ids of the site', async () => {
    using folder = temporaryFolder();
    await using both = await pair();
    const { token, userid } = await cutOff(both);
    expect(await sentByAnother(both, both.desk)).toBe(5);
    const file = await exported(both.hub, join(folder.path, 'site'));
    expect(editStates(both.desk)).toEqual(['pending', 'pending', 'pending', 'pending', 'pending']);
    expect(await taken(both.desk, file)).toMatchObject({ arrived: 5 });
    expect(new Set(editStates(both.desk))).toEqual(new Set(['done']));
    const all = await both.hub.json<{ guideid: number; title: string }[]>('GET /guides?includePrivate', {
      token: both.admin,
    });
    expect(all.map(({ title }) => title).sort()).toEqual(['Changed at the desk', 'Made at the desk']);
    for (const { guideid, title } of all)
      expect(await both.desk.json(`GET /guides/${guideid}`, { token })).toMatchObject({ guideid, title });
    expect(await taken(both.desk, file)).toMatchObject({ arrived: 0 });
    both.net.requests.length = 0;
    expect((await both.round({ people: [{ userid, token }] })).round).toMatchObject({
      outcome: 'clean',
      pushed: 0,
    });
    expect(
      both.net.requests.filter((request) => /^(?:PUT|PATCH|DELETE|POST \/(?!benchside))/.test(request)),
    ).toEqual([]);
    expect(await everything(both.desk)).toEqual(await everything(both.hub));
  });

  it('[U4.1] complete edits of one field that its author changed again', async () => {
    using folder = temporaryFolder();
    await using both = await pair();
    const guideid = await addGuide(both.hub, both.admin);
    const ann = await deskPerson(both, 'ann', 'author');
    await both.round({ people: [ann] });
    for (const title of ['First', 'Second', 'Third']) await retitle(both.desk, guideid, ann.token, title);
    expect(await sentByAnother(both, both.desk)).toBe(3);
    const file = await exported(both.hub, join(folder.path, 'site'));
    expect(await taken(both.desk, file)).toMatchObject({ arrived: 3 });
    expect(editStates(both.desk)).toEqual(['done', 'done', 'done']);
    expect(await everything(both.desk)).toEqual(await everything(both.hub));
  });

  it('[U4.1] leave the other edits as they are', async () => {
    using folder = temporaryFolder();
    await using both = await pair();
    const { token, userid } = await cutOff(both);
    expect(await sentByAnother(both, both.desk)).toBe(5);
    const file = await exported(both.hub, join(folder.path, 'site'));
    await both.desk.json('POST /guides', {
      token,
      json: { category: 'Pump', type: 'repair', title: 'Made since' },
    });
    expect(await taken(both.desk, file)).toMatchObject({ arrived: 5 });
    expect(editStates(both.desk).filter((state) => state !== 'done')).toEqual(['pending']);
    expect((await both.round({ people: [{ userid, token }] })).round).toMatchObject({
      outcome: 'clean',
      pushed: 1,
    });
    const all = await both.hub.json<{ title: string }[]>('GET /guides?includePrivate', { token: both.admin });
    expect(all.map(({ title }) => title).sort()).toEqual([
      'Changed at the desk',
      'Made at the desk',
      'Made since',
    ]);
  });
});
