import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import type { Guide } from '../../shared/model/guide.ts';
import type { Decision, JournalItem } from '../../shared/model/journal.ts';
import { exported, retitle, taken } from '../helpers/bundle.ts';
import { handed, saved, separated, unsent } from '../helpers/carry.ts';
import { temporaryFolder } from '../helpers/core.ts';
import type { TestCore } from '../helpers/core.ts';
import { deskPerson, everything } from '../helpers/pair.ts';
import type { DeskPerson } from '../helpers/pair.ts';

/** Two sites apart from each other, and the only way between them: files. */
async function apart() {
  const folder = temporaryFolder();
  const both = await separated();
  const { hub, desk, admin, ann } = both;
  let files = 0;
  return Object.assign(both, {
    /** Takes the edits of the desk to its hub. */
    send: async () => handed(hub, admin, await saved(desk, ann)),
    bundle: () => exported(hub, join(folder.path, `site${(files += 1)}`)),
    [Symbol.asyncDispose]: async () => {
      await both.net[Symbol.asyncDispose]();
      await desk[Symbol.asyncDispose]();
      await hub[Symbol.asyncDispose]();
      folder[Symbol.dispose]();
    },
  });
}

const parked = async (desk: TestCore, { token }: DeskPerson): Promise<JournalItem[]> =>
  (await desk.json<{ entries: JournalItem[] }>('GET /benchside/journal?state=parked', { token })).entries;

/** Decides about the only edit that waits for a person. */
async function decide(desk: TestCore, who: DeskPerson, decision: Partial<Decision>): Promise<void> {
  const [one] = await parked(desk, who);
  await desk.json(`POST /benchside/journal/${one?.entryid}/decide`, { token: who.token, json: decision });
}

const titleOf = async (core: TestCore, guideid: number, token?: string): Promise<string> =>
  (await core.json<Guide>(`GET /guides/${guideid}`, token === undefined ? {} : { token })).title;

const nothing = { pending: 0, sending: 0, parked: 0 };

describe('[U6.6] a conflict of an edit that went by a stick', () => {
  it('comes back with a bundle, is decided without a network, and the next file takes the decision to the hub', async () => {
    await using both = await apart();
    const { hub, desk, admin, ann, guideid } = both;
    await retitle(desk, guideid, ann.token, 'Pump of the desk');
    await retitle(hub, guideid, admin, 'Pump of the hub');
    expect(await both.send()).toMatchObject({
      result: { arrived: 0, waiting: [{ author: 'ann', edits: 1, reason: 'conflict' }] },
    });
    expect(await taken(desk, await both.bundle())).toMatchObject({ arrived: 0 });
    expect(await parked(desk, ann)).toMatchObject([
      {
        cause: {
          kind: 'conflict',
          conflicts: [{ field: 'title', base: 'Pump', mine: 'Pump of the desk', theirs: 'Pump of the hub' }],
          theirs: { username: 'admin' },
        },
      },
    ]);
    expect(await titleOf(desk, guideid, ann.token)).toBe('Pump of the desk');

    await decide(desk, ann, { take: 'mine' });
    expect(unsent(desk)).toEqual({ ...nothing, pending: 1 });
    expect(await both.send()).toMatchObject({ result: { arrived: 1, waiting: [] } });
    const { title, author } = await hub.json<Guide>(`GET /guides/${guideid}`);
    expect(title).toBe('Pump of the desk');
    expect(author.username).toBe('admin');
    const [newest] = await hub.json<{ username: string }[]>(
      `GET /benchside/guides/${guideid}/revisions?limit=1`,
      { token: admin },
    );
    expect(newest?.username).toBe('ann');

    expect(await taken(desk, await both.bundle())).toMatchObject({ arrived: 1 });
    expect(unsent(desk)).toEqual(nothing);
    both.net.connect();
    expect((await both.round({ people: [ann] })).round).toMatchObject({ outcome: 'clean', pushed: 0 });
    expect(await everything(desk)).toEqual(await everything(hub));
  });

  it('can be settled by a mix, or for the site, which leaves nothing to send', async () => {
    await using both = await apart();
    const { hub, desk, admin, ann, guideid } = both;
    await retitle(desk, guideid, ann.token, 'Pump of the desk');
    await retitle(hub, guideid, admin, 'Pump of the hub');
    await both.send();
    await taken(desk, await both.bundle());
    await decide(desk, ann, { fields: { title: { value: 'Pump of both' } } });
    expect(await both.send()).toMatchObject({ result: { arrived: 1, waiting: [] } });
    expect(await titleOf(hub, guideid)).toBe('Pump of both');
    await taken(desk, await both.bundle());

    await retitle(desk, guideid, ann.token, 'Again the desk');
    await retitle(hub, guideid, admin, 'Again the hub');
    await both.send();
    await taken(desk, await both.bundle());
    await decide(desk, ann, { take: 'theirs' });
    expect(unsent(desk)).toEqual(nothing);
    expect(await titleOf(desk, guideid)).toBe('Again the hub');
    expect((await saved(desk, ann)).entries).toEqual([]);
    expect(await everything(desk)).toEqual(await everything(hub));
  });

  it('in a guide that only its author may read comes sealed with the version that they see', async () => {
    await using both = await apart();
    const { hub, desk, ann } = both;
    const { guideid } = await hub.json<{ guideid: number }>('POST /guides', {
      token: ann.token,
      json: { category: 'Pump', type: 'repair', title: 'Secret' },
    });
    both.net.connect();
    await both.round({ people: [ann] });
    both.net.disconnect();
    await retitle(desk, guideid, ann.token, 'Secret of the desk');
    await retitle(hub, guideid, ann.token, 'Secret of the hub');
    await both.send();
    await taken(desk, await both.bundle());
    expect(await parked(desk, ann)).toMatchObject([
      { cause: { conflicts: [{ field: 'title', theirs: 'Secret of the hub' }] } },
    ]);
    await decide(desk, ann, { take: 'mine' });
    expect(await both.send()).toMatchObject({ result: { arrived: 1, waiting: [] } });
    expect(await titleOf(hub, guideid, ann.token)).toBe('Secret of the desk');
  });

  it('[F9.1] about a guide that its author may no longer see leaves it to the others of the desk', async () => {
    await using both = await apart();
    const { hub, desk, admin, ann, guideid } = both;
    both.net.connect();
    const bob = await deskPerson(both, 'bob', 'author');
    await both.round({ people: [ann, bob] });
    both.net.disconnect();
    await retitle(desk, guideid, ann.token, 'Pump of the desk');
    const { revisionid } = await hub.json<Guide>(`GET /guides/${guideid}`);
    await hub.json(`PATCH /guides/${guideid}?revisionid=${revisionid}`, {
      token: admin,
      json: { author: bob.userid, title: 'Pump of Bob' },
    });
    const { revisionid: last } = await hub.json<Guide>(`GET /guides/${guideid}`);
    await hub.json(`DELETE /guides/${guideid}/public?revisionid=${last}`, { token: admin });
    await both.send();
    await taken(desk, await both.bundle());
    const [item] = await parked(desk, ann);
    await desk.json(`POST /benchside/journal/${item?.entryid}/discard`, { token: ann.token });
    expect(await titleOf(desk, guideid, bob.token)).toBe('Pump');
  });

  it('about a guide that the hub deleted recreates the guide if the person takes theirs', async () => {
    await using both = await apart();
    const { hub, desk, admin, ann, guideid } = both;
    await retitle(desk, guideid, ann.token, 'Pump of the desk');
    const { revisionid } = await hub.json<Guide>(`GET /guides/${guideid}`);
    await hub.json(`DELETE /guides/${guideid}?revisionid=${revisionid}`, { token: admin, expect: 204 });
    expect(await both.send()).toMatchObject({ result: { waiting: [{ reason: 'conflict' }] } });
    await taken(desk, await both.bundle());
    expect(await parked(desk, ann)).toMatchObject([
      { canPutBack: true, cause: { conflicts: [{ field: 'document', theirs: null }] } },
    ]);
    await decide(desk, ann, { take: 'mine' });
    const { result } = await both.send();
    expect(result?.waiting).toEqual([]);
    expect((await hub.json<Guide[]>('GET /guides')).map(({ title }) => title)).toEqual(['Pump of the desk']);
    await taken(desk, await both.bundle());
    expect(unsent(desk)).toEqual(nothing);
    expect(await everything(desk)).toEqual(await everything(hub));
  });

  it('about a page that two people made, and about a translation, is the one that the hub found', async () => {
    await using both = await apart();
    const { hub, desk, admin, ann, guideid } = both;
    const page = (contents: string): { json: object } => ({
      json: { namespace: 'WIKI', title: 'Seals', contents },
    });
    await desk.json('POST /wikis', { token: ann.token, ...page('By Ann') });
    await hub.json('POST /wikis', { token: admin, ...page('By the admin') });
    const translate = async (core: TestCore, token: string, title: string): Promise<void> => {
      const { revisionid } = await core.json<Guide>(`GET /guides/${guideid}?langid=de`, { token });
      await core.json(`PATCH /guides/${guideid}?langid=de&revisionid=${revisionid}`, {
        token,
        json: { title },
      });
    };
    await translate(desk, ann.token, 'Pumpe von Ann');
    await translate(hub, admin, 'Pumpe des Hubs');
    expect(await both.send()).toMatchObject({
      result: { arrived: 0, waiting: [{ author: 'ann', edits: 2, reason: 'conflict' }] },
    });
    const bundle = await both.bundle();
    await taken(desk, bundle);
    const waiting = await parked(desk, ann);
    expect(waiting.flatMap(({ cause }) => cause?.conflicts ?? [])).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ field: 'contents', mine: 'By Ann', theirs: 'By the admin' }),
        expect.objectContaining({ field: 'title', mine: 'Pumpe von Ann', theirs: 'Pumpe des Hubs' }),
      ]),
    );
    for (const { entryid } of waiting)
      await desk.json(`POST /benchside/journal/${entryid}/decide`, {
        token: ann.token,
        json: { take: 'mine' },
      });
    // The same bundle again asks nobody a second time.
    await taken(desk, bundle);
    expect(unsent(desk)).toEqual({ ...nothing, pending: 2 });
    expect(await both.send()).toMatchObject({ result: { arrived: 2, waiting: [] } });
    expect(await hub.json('GET /wikis/WIKI/Seals')).toMatchObject({ contents_raw: 'By Ann' });
    expect(await hub.json(`GET /guides/${guideid}?langid=de`)).toMatchObject({ title: 'Pumpe von Ann' });
    await taken(desk, await both.bundle());
    expect(unsent(desk)).toEqual(nothing);
  });
});

describe('[U6.7] files and bundles that come again or late', () => {
  it('undo no decision, and an older file changes nothing that a newer one has settled', async () => {
    await using both = await apart();
    const { hub, desk, admin, ann, guideid } = both;
    await retitle(desk, guideid, ann.token, 'Pump of the desk');
    const old = await saved(desk, ann);
    await retitle(hub, guideid, admin, 'Pump of the hub');
    await handed(hub, admin, old);
    const conflict = await both.bundle();
    await taken(desk, conflict);
    await taken(desk, conflict);
    expect(unsent(desk)).toEqual({ ...nothing, parked: 1 });
    await decide(desk, ann, { take: 'mine' });
    await taken(desk, conflict);
    expect(unsent(desk)).toEqual({ ...nothing, pending: 1 });
    const decided = await saved(desk, ann);
    // The older file comes first once more.
    expect(await handed(hub, admin, old)).toMatchObject({ result: { waiting: [{ reason: 'conflict' }] } });
    expect(await handed(hub, admin, decided)).toMatchObject({ result: { arrived: 1, waiting: [] } });
    await retitle(hub, guideid, admin, 'The last word');
    for (const file of [old, decided, old])
      expect(await handed(hub, admin, file)).toMatchObject({ result: { arrived: 0, known: 1, waiting: [] } });
    expect(await titleOf(hub, guideid)).toBe('The last word');
    expect(await taken(desk, await both.bundle())).toMatchObject({ arrived: 1 });
    expect(await taken(desk, conflict)).toMatchObject({ isNewer: false });
    expect(unsent(desk)).toEqual(nothing);
    expect(await everything(desk)).toEqual(await everything(hub));
  });

  it('[J7.2] ask again if the hub has another version than the one that was decided about', async () => {
    await using both = await apart();
    const { hub, desk, admin, ann, guideid } = both;
    await retitle(desk, guideid, ann.token, 'Pump of the desk');
    await retitle(hub, guideid, admin, 'Pump of the hub');
    await both.send();
    await taken(desk, await both.bundle());
    await decide(desk, ann, { take: 'mine' });
    await retitle(hub, guideid, admin, 'Pump of the hub, again');
    expect(await both.send()).toMatchObject({ result: { waiting: [{ reason: 'conflict' }] } });
    expect(await titleOf(hub, guideid)).toBe('Pump of the hub, again');
    await taken(desk, await both.bundle());
    expect(await parked(desk, ann)).toMatchObject([
      { cause: { conflicts: [{ theirs: 'Pump of the hub, again' }] } },
    ]);
  });

  it('do not keep an edit from the hub that arrives over the network', async () => {
    await using both = await apart();
    const { hub, desk, admin, ann, guideid } = both;
    await retitle(desk, guideid, ann.token, 'Pump of the desk');
    await retitle(hub, guideid, admin, 'Pump of the hub');
    await both.send();
    await taken(desk, await both.bundle());
    await decide(desk, ann, { take: 'mine' });
    both.net.connect();
    expect((await both.round({ people: [ann] })).round).toMatchObject({ outcome: 'clean', pushed: 1 });
    expect(await taken(desk, await both.bundle())).toMatchObject({ arrived: 0 });
    expect(unsent(desk)).toEqual(nothing);
    expect(await everything(desk)).toEqual(await everything(hub));
  });
});

describe('[U6.8] an edit that went by a stick and that the hub refuses', () => {
  it('is parked at its desk by the next bundle, and once for each try', async () => {
    await using both = await apart();
    const { hub, desk, admin, ann, guideid } = both;
    const allow = (greatest_privilege: string) =>
      hub.json(`PATCH /users/${ann.userid}`, { token: admin, json: { greatest_privilege } });
    await retitle(desk, guideid, ann.token, 'Pump of the desk');
    await allow('User');
    expect(await both.send()).toMatchObject({ result: { arrived: 0, waiting: [{ reason: 'refused' }] } });
    const refusal = await both.bundle();
    await taken(desk, refusal);
    const [one] = await parked(desk, ann);
    expect(one).toMatchObject({
      cause: { kind: 'forbidden', message: expect.stringContaining('edit this guide') },
    });
    expect(await titleOf(desk, guideid, ann.token)).toBe('Pump of the desk');

    await desk.json(`POST /benchside/journal/${one?.entryid}/retry`, { token: ann.token, json: {} });
    await taken(desk, refusal);
    expect(unsent(desk)).toEqual({ ...nothing, pending: 1 });
    await both.send();
    await taken(desk, await both.bundle());
    expect(unsent(desk)).toEqual({ ...nothing, parked: 1 });

    await allow('Author');
    await desk.json(`POST /benchside/journal/${one?.entryid}/retry`, { token: ann.token, json: {} });
    expect(await both.send()).toMatchObject({ result: { arrived: 1, waiting: [] } });
    expect(await taken(desk, await both.bundle())).toMatchObject({ arrived: 1 });
    expect(unsent(desk)).toEqual(nothing);
    expect(await everything(desk)).toEqual(await everything(hub));
  });

  it('can be discarded without a network', async () => {
    await using both = await apart();
    const { hub, desk, admin, ann, guideid } = both;
    await retitle(desk, guideid, ann.token, 'Pump of the desk');
    await hub.json(`PATCH /users/${ann.userid}`, { token: admin, json: { greatest_privilege: 'User' } });
    await both.send();
    const refusal = await both.bundle();
    await taken(desk, refusal);
    const [one] = await parked(desk, ann);
    await desk.json(`POST /benchside/journal/${one?.entryid}/discard`, { token: ann.token, json: {} });
    await taken(desk, refusal);
    expect(unsent(desk)).toEqual(nothing);
    expect(await titleOf(desk, guideid, ann.token)).toBe('Pump');
    expect(await everything(desk)).toEqual(await everything(hub));
  });
});
