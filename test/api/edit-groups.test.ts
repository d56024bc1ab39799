import { describe, expect, it } from 'vitest';

import { AppError } from '../../shared/errors.ts';
import { EditGroups, mostOfCommit } from '../../app/api/edit-groups.ts';
import type { ReplicaWriter } from '../../app/replica/replica.ts';
import { currentRequest, withRequest } from '../../app/request-context.ts';
import type { Actor, Viewer } from '../../app/store/actor.ts';
import type { ChangeSet, CommitPosition, SiteCopy } from '../../app/store/commit-log.ts';
import { Repeated } from '../../app/store/idempotency/idempotency.ts';
import { testCore } from '../helpers/core.ts';
import { MemoryLog } from '../helpers/memory-log.ts';
import { addGuide, addUser } from '../helpers/pair.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

/** A log in which the turn can be refused, and the commits with a text. */
class FailingLog extends MemoryLog {
  refusesTurns = false;
  refused: { text: string; reason: Error } | undefined;

  override commit(set: ChangeSet): CommitPosition {
    const { refused } = this;
    if (refused && JSON.stringify(set).includes(refused.text)) throw refused.reason;
    return super.commit(set);
  }

  override async takeTurn(copy: SiteCopy): Promise<void> {
    if (this.refusesTurns) throw away;
    await super.takeTurn(copy);
  }
}

const away = new AppError('unavailable', 'The database is away.');

async function sharedHub() {
  const folder = temporaryFolder();
  const log = new FailingLog();
  const hub = testCore({ dataDir: folder.path }, { commitLog: log });
  const { store } = hub.ctx;
  const groups = new EditGroups(store);
  return {
    hub,
    log,
    store,
    /** Makes an edit with a key, which is also what its request is called. */
    edit: <T>(key: string, fn: (s: ReplicaWriter) => T, viewer: Viewer = null): Promise<T> =>
      withRequest({ id: key }, () =>
        groups.carryOut(viewer, () =>
          store.edit(
            viewer,
            { route: 'POST /example', params: {}, query: {}, body: {}, keyed: keyed(key) },
            fn,
          ),
        ),
      ),
    value: (key: string) => store.read(null, (s) => s.meta.get(key)),
    async [Symbol.asyncDispose]() {
      await hub[Symbol.asyncDispose]();
      folder[Symbol.dispose]();
    },
  };
}

const keyed = (key: string) => ({ key, textOf: (result: unknown) => JSON.stringify(result ?? null) });

const set =
  (key: string, value: unknown = true) =>
  (s: ReplicaWriter): unknown => {
    s.meta.set(key, value);
    return value;
  };

describe('edits that wait for the turn of a shared site', () => {
  it('share one commit in their order, and one that throws or repeats another undoes only itself', async () => {
    await using at = await sharedHub();
    const commits = at.log.commits.length;
    const results = await Promise.allSettled([
      at.edit('edit-number-1', set('text', 'first')),
      at.edit('edit-number-2', (s) => {
        set('undone')(s);
        throw new Error('no');
      }),
      at.edit('edit-number-3', (s) => set('text', `${String(s.meta.get('text'))}, then second`)(s)),
      at.edit('edit-number-3', set('text', 'twice')),
      at.edit('edit-number-4', () => at.store.read(null, (s) => s.meta.get('text'))),
      at.edit('edit-number-5', async () => undefined),
    ]);
    expect(results).toMatchObject([
      { value: 'first' },
      { reason: { message: 'no' } },
      { value: 'first, then second' },
      { reason: expect.any(Repeated) as Repeated },
      { value: 'first, then second' },
      { reason: { message: expect.stringContaining('answers at once') as string } },
    ]);
    expect(at.log.commits).toHaveLength(commits + 1);
    expect([at.value('text'), at.value('undone')]).toEqual(['first, then second', undefined]);
    const keys = [1, 2, 3, 4, 5].map((number) => `edit-number-${number}`);
    expect(at.store.read(null, (s) => s.idempotency.unknown(keys))).toEqual([
      'edit-number-2',
      'edit-number-5',
    ]);
  });

  it('are each carried out for their own request, at most so many in a commit, and later ones after them', async () => {
    await using at = await sharedHub();
    const commits = at.log.commits.length;
    const seen: string[] = [];
    const names = Array.from({ length: mostOfCommit * 2 + 1 }, (_, index) => `edit-number-${index}`);
    const note = (s: ReplicaWriter): void => {
      seen.push(currentRequest()?.id ?? '');
      set('seen', seen.length)(s);
    };
    await Promise.all(names.map((name) => at.edit(name, note)));
    expect(seen).toEqual(names);
    expect(at.log.commits).toHaveLength(commits + 3);
    await at.edit('edit-that-is-alone', note);
    expect(at.log.commits).toHaveLength(commits + 4);
  });

  it('are all refused if the turn or the commit fails, with nothing kept, and can be sent again', async () => {
    await using at = await sharedHub();
    const send = (): Promise<unknown[]> =>
      Promise.all(
        ['one', 'two', 'three'].map((name) =>
          at.edit(`edit-${name}`, set(name)).catch((error: unknown) => error),
        ),
      );
    at.log.refusesTurns = true;
    expect(await send()).toEqual([away, away, away]);
    at.log.refusesTurns = false;
    at.log.refused = { text: 'edit-two', reason: away };
    expect(await send()).toEqual([away, away, away]);
    expect(['one', 'two', 'three'].map(at.value)).toEqual([undefined, undefined, undefined]);
    at.log.refused = undefined;
    expect(await send()).toEqual([true, true, true]);
  });

  it('are carried out one by one if one of them makes their commit fail', async () => {
    await using at = await sharedHub();
    const reason = new Error('a defect');
    at.log.refused = { text: 'edit-two', reason };
    const results = await Promise.allSettled(
      ['one', 'two', 'three'].map((name) => at.edit(`edit-${name}`, set(name))),
    );
    expect(results).toMatchObject([{ value: true }, { reason }, { value: true }]);
    expect(['one', 'two', 'three'].map(at.value)).toEqual([true, undefined, true]);
  });

  it('count once for each of their authors', async () => {
    await using at = await sharedHub();
    const [ann, bob] = [
      await addUser(at.hub, 'ann@example.org', 'author'),
      await addUser(at.hub, 'bob@example.org', 'author'),
    ];
    const guideid = await addGuide(at.hub, ann);
    const person = (token: string): Actor => {
      const viewer = at.hub.ctx.identity.viewerOf(
        new Request('http://bench.test/', { headers: { Authorization: `api ${token}` } }),
      );
      if (!viewer) throw new Error('nobody is signed in');
      return viewer;
    };
    const points = (token: string): number =>
      at.store.read(null, (s) => s.users.row(person(token).userid)?.reputation ?? 0);
    const comment = (key: string, token: string): Promise<unknown> =>
      at.edit(key, (s) => s.comments.create('guide', guideid, key, null), person(token));
    const before = [points(ann), points(bob)];
    await comment('comment-alone', bob);
    const each = points(bob) - (before[1] ?? 0);
    const commits = at.log.commits.length;
    await Promise.all([
      comment('comment-1-of-ann', ann),
      comment('comment-1-of-bob', bob),
      comment('comment-2-of-ann', ann),
    ]);
    expect(at.log.commits).toHaveLength(commits + 1);
    expect(each).toBeGreaterThan(0);
    expect([points(ann), points(bob)]).toEqual([(before[0] ?? 0) + 2 * each, (before[1] ?? 0) + 2 * each]);
  });
});
