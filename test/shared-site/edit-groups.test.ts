import { randomUUID } from 'node:crypto';

import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { connectToPrimary } from '../../app/shared-site/connect.ts';
import { SharedLog } from '../../app/shared-site/shared-log.ts';
import { headOf, lockHead } from '../../app/shared-site/tables.ts';
import { beforeAll as nothing } from '../../app/store/commit-log.ts';
import type { Commit } from '../../app/store/commit-log.ts';
import { rowsIn } from '../helpers/copies.ts';
import { PostgresServer, postgresVersions } from '../helpers/postgres.ts';
import { json, until } from '../helpers/process.ts';
import type { Server } from '../helpers/process.ts';
import { SharedSite, makeGuide, signIn, titlesAt } from '../helpers/shared-site.ts';

describe.for(postgresVersions)('single edits at hubs that share a site in PostgreSQL $version', ({ bin }) => {
  let postgres: PostgresServer;
  let names = 0;

  beforeAll(async () => {
    postgres = await PostgresServer.create(bin);
  });
  afterAll(() => postgres[Symbol.asyncDispose]());

  const newSite = async (): Promise<SharedSite> => {
    names += 1;
    await postgres.run(`CREATE DATABASE site${names}`);
    return new SharedSite(postgres.url.replace(/[^/]+$/, `site${names}`));
  };

  it('share commits, each is answered as if it had come alone, and every copy is equal', async () => {
    await using site = await newSite();
    const hubs = [await site.start('first'), await site.start('second')] as const;
    await site.addAnn();
    const token = await signIn(hubs[0]);
    const { guideid, revisionid } = (await (await makeGuide(hubs[0], { token, title: 'Pump' })).json()) as {
      guideid: number;
      revisionid: number;
    };
    const client = await connectToPrimary(site.database);
    const before = await headOf(client);
    const clientCount = 16;
    /** Comments that are taken, refused for an unknown guide, and sent twice; and one title, which only one of all may change. */
    const statuses = await Promise.all(
      Array.from({ length: clientCount }, async (_, index) => {
        const [near, far] = index % 2 === 0 ? hubs : [hubs[1], hubs[0]];
        const key = randomUUID();
        const send = (hub: Server, route: string, body: unknown, sent = randomUUID()): Promise<number> =>
          edit(hub, route, { token, body, key: sent });
        return [
          await send(near, `POST /comments/guide/${guideid}`, { text: `Comment ${index}` }, key),
          await send(near, 'POST /comments/guide/999', { text: 'Never' }),
          await send(near, `PATCH /guides/${guideid}?revisionid=${revisionid}`, { title: `By ${index}` }),
          await send(far, `POST /comments/guide/${guideid}`, { text: `Comment ${index}` }, key),
        ];
      }),
    );
    const after = await headOf(client);
    await client.end();
    expect(statuses.map(([comment, unknown, , again]) => [comment, unknown, again])).toEqual(
      statuses.map(() => [201, 404, 201]),
    );
    expect(statuses.map(([, , title]) => title).sort()).toEqual([
      200,
      ...Array<number>(clientCount - 1).fill(409),
    ]);
    // Each of the clients has at least one comment, and one of them a title.
    expect((after?.number ?? 0) - (before?.number ?? 0)).toBeLessThan(clientCount + 1);
    for (const hub of hubs) {
      const guide = await json<{ comments: { text_raw: string }[] }>(`${hub.url}/guides/${guideid}`);
      expect(guide.comments.map(({ text_raw }) => text_raw).sort()).toEqual(
        Array.from({ length: clientCount }, (_, index) => `Comment ${index}`).sort(),
      );
    }
    for (const hub of hubs) await hub.kill('SIGTERM');
    // Each wrote its last uses of tokens when it stopped; starting again brings them the other's.
    for (const name of ['first', 'second', 'first']) await (await site.start(name)).kill('SIGTERM');
    await (await site.start('second')).kill('SIGKILL');
    const [one, other] = [rowsIn(site.data('first')), rowsIn(site.data('second'))];
    for (const table of ['guide', 'comment', 'account', 'idempotency', 'change_feed'])
      expect(one[table]).toEqual(other[table]);
  });

  it('go on at other hubs after a commit that could not be written', async () => {
    await using site = await newSite();
    const hub = await site.start('first');
    await site.addAnn();
    const token = await signIn(hub);
    const client = await connectToPrimary(site.database);
    const copy = {
      position: (await headOf(client)) ?? nothing,
      replay(commits: readonly Commit[]) {
        this.position = commits.at(-1) ?? this.position;
      },
    };
    await client.end();
    const log = new SharedLog(site.database);
    await log.takeTurn(copy);
    const changes = [{ sql: 'SELECT ?', parameters: [() => 'no value that can be written'] }];
    expect(() => log.commit({ changes, isNote: true })).toThrow('could not be cloned');
    log.cancel();
    expect((await makeGuide(hub, { token, title: 'Pump' })).status).toBe(201);
    await log.close();
  });

  it('are kept once, all or none, when their hub is killed before or after the database took their commit', async () => {
    await using site = await newSite();
    const second = await site.start('second');
    await site.addAnn();
    const token = await signIn(second);
    const all: string[] = [];
    // The first commit of a hub is that it begins an epoch, as each does when it starts.
    for (const env of [undefined, { BENCHSIDE_FAILPOINTS: 'after-shared-commit 2' }]) {
      const dying = await site.start('first', env ?? {});
      const edits = guidesToMake(token);
      all.push(...edits.map(({ title }) => title));
      await using held = await heldTurn(site.database);
      const sent = Promise.allSettled(edits.map((wanted) => makeGuide(dying, wanted)));
      await held.untilWaiting(dying);
      if (!env) await dying.kill('SIGKILL');
      await held.release();
      expect((await sent).map(({ status }) => status)).toEqual(edits.map(() => 'rejected'));
      await dying.finished;
      // None of the edits that wait has begun; those of a commit are all there.
      expect(await titlesAt(second)).toHaveLength(env ? all.length : 0);
      const answers = await Promise.all(edits.map((wanted) => makeGuide(second, wanted)));
      expect(answers.map(({ status }) => status)).toEqual(edits.map(() => 201));
      expect(await titlesAt(second)).toEqual([...all].sort());
    }
    expect(await titlesAt(await site.start('first'))).toEqual([...all].sort());
  });

  it('are all answered 503 while the database is silent or lost, and are carried out once when they come again', async () => {
    await using site = await newSite();
    const hub = await site.start('first');
    await site.addAnn();
    const token = await signIn(hub);
    const all: string[] = [];
    for (const [stop, go] of [
      ['SIGSTOP', () => postgres.signal('SIGCONT')],
      ['SIGKILL', () => postgres.start()],
    ] as const) {
      const edits = guidesToMake(token);
      all.push(...edits.map(({ title }) => title));
      const held = await heldTurn(site.database);
      const sent = Promise.all(edits.map((wanted) => makeGuide(hub, wanted)));
      await held.untilWaiting(hub);
      await postgres.signal(stop);
      try {
        // A request that only reads is refused soon, and what waits for a turn with it.
        expect((await fetch(`${hub.url}/guides`)).status).toBe(503);
        for (const answer of await sent) {
          expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '2']);
          expect(await answer.json()).toMatchObject({
            message: expect.stringContaining('database') as string,
          });
        }
      } finally {
        await go();
      }
      await held.end();
      await until(
        () => fetch(new URL('/readyz', hub.url)),
        ({ status }) => status === 200,
      );
      const answers = await Promise.all(edits.map((wanted) => makeGuide(hub, wanted)));
      expect(answers.map(({ status }) => status)).toEqual(edits.map(() => 201));
      expect(await titlesAt(hub)).toEqual([...all].sort());
    }
  });
});

const guidesToMake = (token: string): { token: string; title: string; key: string }[] =>
  Array.from({ length: 8 }, () => randomUUID()).map((key) => ({ token, title: `Guide ${key}`, key }));

async function edit(
  hub: Server,
  route: string,
  { token, body, key }: { token: string; body: unknown; key: string },
): Promise<number> {
  const [method = '', path = ''] = route.split(' ');
  const answer = await fetch(`${hub.url}${path}`, {
    method,
    headers: { Authorization: `api ${token}`, 'Idempotency-Key': key },
    body: JSON.stringify(body),
  });
  await answer.arrayBuffer();
  return answer.status;
}

/** Takes the turn of a site away from all of its hubs. */
async function heldTurn(database: string): Promise<HeldTurn> {
  const [client, watcher] = [await connectToPrimary(database), await connectToPrimary(database)];
  await client.query('BEGIN');
  await lockHead(client);
  return new HeldTurn(client, watcher);
}

class HeldTurn implements AsyncDisposable {
  private readonly client: pg.Client;
  private readonly watcher: pg.Client;

  constructor(client: pg.Client, watcher: pg.Client) {
    this.client = client;
    this.watcher = watcher;
  }

  /** Resolves when a hub waits for its turn, and has taken in what was sent to it before. */
  async untilWaiting(hub: Server): Promise<void> {
    await until(
      async () =>
        (await this.watcher.query(`SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'`)).rows
          .length,
      (count) => count > 0,
    );
    for (let times = 0; times < 5; times += 1) await titlesAt(hub);
  }

  async release(): Promise<void> {
    await this.client.query('COMMIT');
  }

  /** Gives up connections whose server may be gone. */
  async end(): Promise<void> {
    await Promise.allSettled([this.client.end(), this.watcher.end()]);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.end();
  }
}
