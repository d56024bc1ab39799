import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { Replica } from '../../app/replica/replica.ts';
import { connectToPrimary } from '../../app/shared-site/connect.ts';
import { openSharedSite } from '../../app/shared-site/open-site.ts';
import { headOf, lockHead } from '../../app/shared-site/tables.ts';
import { renewCopy } from '../../app/shared-site/renew-copy.ts';
import { rowsIn } from '../helpers/copies.ts';
import { PostgresServer, postgresVersions } from '../helpers/postgres.ts';
import { benchside, json, password, serve, succeed, until } from '../helpers/process.ts';
import { SharedSite, addAnn, makeGuide, signIn, titlesAt } from '../helpers/shared-site.ts';

describe.for(postgresVersions)('a site in PostgreSQL $version that several hubs share', ({ bin }) => {
  let postgres: PostgresServer;
  let names = 0;

  beforeAll(async () => {
    postgres = await PostgresServer.create(bin);
  });
  afterAll(() => postgres[Symbol.asyncDispose]());

  const newSite = async (): Promise<SharedSite> => {
    names += 1;
    const client = await connectToPrimary(postgres.url);
    await client.query(`CREATE DATABASE site${names}`);
    await client.end();
    return new SharedSite(postgres.url.replace(/[^/]+$/, `site${names}`));
  };

  it('shows in the next answer of each hub what any of them has saved, kept answers included', async () => {
    await using site = await newSite();
    const first = await site.start('first');
    await site.addAnn();
    const second = await site.start('second');
    const token = await signIn(first);
    for (const [index, [writer, reader]] of [[first, second] as const, [second, first] as const].entries()) {
      // Kept by the reader, and then out of date.
      expect(await titlesAt(reader)).toHaveLength(index);
      expect((await makeGuide(writer, { token, title: `From hub ${index}` })).status).toBe(201);
      expect(await titlesAt(reader)).toHaveLength(index + 1);
    }
    expect(await titlesAt(second)).toEqual(['From hub 0', 'From hub 1']);
  });

  it('takes edits at several hubs at once, in one order, and every copy is equal', async () => {
    await using site = await newSite();
    const [first, second] = [await site.start('first'), await site.start('second')];
    await site.addAnn();
    const token = await signIn(first);
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        makeGuide(index % 2 === 0 ? first : second, { token, title: `Guide ${index}` }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    expect(await titlesAt(second)).toHaveLength(40);
    for (const hub of [first, second]) await hub.kill('SIGTERM');
    // Each wrote its last uses of tokens when it stopped; starting again brings them the other's.
    for (const name of ['first', 'second', 'first']) await (await site.start(name)).kill('SIGTERM');
    await (await site.start('second')).kill('SIGKILL');
    const [one, other] = [rowsIn(site.data('first')), rowsIn(site.data('second'))];
    expect(Object.keys(one)).toEqual(Object.keys(other));
    expect(one['guide']).toEqual(other['guide']);
    expect(one['change_feed']).toEqual(other['change_feed']);
    expect(one['guide']).toHaveLength(40);
  });

  it('carries out a batch of 50 edits in one commit', async () => {
    await using site = await newSite();
    const hub = await site.start('first');
    await site.addAnn();
    const token = await signIn(hub);
    const { guideid } = (await (await makeGuide(hub, { token, title: 'Pump' })).json()) as {
      guideid: number;
    };
    const client = await connectToPrimary(site.database);
    const before = await headOf(client);
    const answer = await json<{ answers: { status: number }[] }>(`${hub.url}/benchside/edits`, {
      method: 'POST',
      headers: { Authorization: `api ${token}` },
      body: JSON.stringify({
        edits: Array.from({ length: 50 }, (_, index) => ({
          key: randomUUID(),
          route: `${index % 2 === 0 ? 'PUT' : 'DELETE'} /user/favorites/guides/{guideid}`,
          params: { guideid: String(guideid) },
        })),
      }),
    });
    const after = await headOf(client);
    await client.end();
    expect(answer.answers.map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 204));
    expect(after?.number).toBe((before?.number ?? 0) + 1);
  });

  it('lets a transaction that cannot wait use the turn of a request that waits, which then gets another', async () => {
    await using site = await newSite();
    const log = await openSharedSite(site.database, site.data('first'));
    const store = new Replica({ dataDir: site.data('first'), commitLog: log });
    const set = (key: string): void => store.transact(null, (s) => s.meta.set(key, true));
    const turns = [store.takeTurn(), store.takeTurn()];
    set('first');
    await turns[0];
    set('second');
    await turns[1];
    set('third');
    expect(store.read(null, (s) => ['first', 'second', 'third'].map((key) => s.meta.get(key)))).toEqual([
      true,
      true,
      true,
    ]);
    store.close();
    await log.close();
    await expect(store.takeTurn()).rejects.toThrow('cannot be reached');
  });

  it('leaves the turn to others after a transaction that waited for it in vain', async () => {
    await using site = await newSite();
    const log = await openSharedSite(site.database, site.data('first'));
    const store = new Replica({ dataDir: site.data('first'), commitLog: log });
    const set = (): void => store.transact(null, (s) => s.meta.set('kept', true));
    const lock = async (client: Awaited<ReturnType<typeof connectToPrimary>>): Promise<void> => {
      await client.query('BEGIN');
      await lockHead(client);
    };
    const [one, other] = [await connectToPrimary(site.database), await connectToPrimary(site.database)];
    await lock(one);
    expect(set).toThrow('cannot be reached');
    await one.query('ROLLBACK');
    // Less than the database lets a process keep a turn that it does not use.
    await other.query("SET lock_timeout = '5s'");
    await lock(other);
    await other.query('ROLLBACK');
    set();
    expect(store.read(null, (s) => s.meta.get('kept'))).toBe(true);
    store.close();
    await Promise.all([log.close(), one.end(), other.end()]);
  });

  it('keeps an edit whose hub was killed after the database took it, once, and the hub has it when it starts again', async () => {
    await using site = await newSite();
    const second = await site.start('second');
    await site.addAnn();
    const token = await signIn(second);
    // Its first commit is that it begins an epoch, as each hub does when it starts.
    const dying = await site.start('first', { BENCHSIDE_FAILPOINTS: 'after-shared-commit 2' });
    const edit = { token, title: 'Sent to a hub that dies', key: randomUUID() };
    await expect(makeGuide(dying, edit)).rejects.toThrow('fetch failed');
    expect((await makeGuide(second, edit)).status).toBe(201);
    expect(await titlesAt(second)).toEqual([edit.title]);
    const again = await site.start('first');
    expect(await titlesAt(again)).toEqual([edit.title]);
  });

  it('answers 503 while the database is away or silent, stays alive, and goes on by itself', async () => {
    await using site = await newSite();
    const hub = await site.start('first');
    await site.addAnn();
    const token = await signIn(hub);
    const { origin } = new URL(hub.url);
    const edit = { token, title: 'Made while the database was away', key: randomUUID() };
    for (const [stop, go] of [
      ['SIGSTOP', () => postgres.signal('SIGCONT')],
      ['SIGKILL', () => postgres.start()],
    ] as const) {
      await postgres.signal(stop);
      try {
        const refused = await makeGuide(hub, edit);
        expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '2']);
        expect(await refused.json()).toMatchObject({
          message: expect.stringContaining('database') as string,
        });
        expect((await fetch(`${hub.url}/guides`)).status).toBe(503);
        expect((await fetch(`${origin}/healthz`)).status).toBe(200);
        expect((await fetch(`${origin}/readyz`)).status).toBe(503);
      } finally {
        await go();
      }
      await until(
        () => fetch(`${origin}/readyz`),
        ({ status }) => status === 200,
      );
    }
    expect((await makeGuide(hub, edit)).status).toBe(201);
    expect(await titlesAt(hub)).toEqual([edit.title]);
  });

  it('gives a new hub a copy and the commits after it, and forgets commits that nobody needs', async () => {
    await using site = await newSite();
    const hub = await site.start('first');
    await site.addAnn();
    const token = await signIn(hub);
    for (const title of ['One', 'Two', 'Three']) {
      await makeGuide(hub, { token, title });
      expect(await renewCopy(site.database, site.data('first'), { commits: 1, bytes: 1 })).toBe(true);
    }
    await makeGuide(hub, { token, title: 'Four' });
    const client = await connectToPrimary(site.database);
    const count = async (table: string): Promise<number> =>
      Number((await client.query<{ n: string }>(`SELECT count(*) AS n FROM ${table}`)).rows[0]?.n);
    expect(await count('benchside_copy')).toBe(2);
    // A site begins with a commit for each migration.
    expect(await count('benchside_commit')).toBeLessThan(15);
    await client.end();
    expect(await titlesAt(await site.start('second'))).toEqual(['Four', 'One', 'Three', 'Two']);
  });

  it('stops a hub whose database was set back, and starts it again with what the database has', async () => {
    await using site = await newSite();
    const hub = await site.start('first');
    await site.addAnn();
    const token = await signIn(hub);
    await makeGuide(hub, { token, title: 'In the backup' });
    await hub.kill('SIGTERM');
    const client = await connectToPrimary(site.database);
    const { rows } = await client.query<{ number: string; id: string }>(
      'SELECT number, id FROM benchside_head',
    );
    const running = await site.start('first');
    await makeGuide(running, { token, title: 'Lost by the restore' });
    await client.query('UPDATE benchside_head SET number = $1, id = $2', [rows[0]?.number, rows[0]?.id]);
    await client.query('DELETE FROM benchside_commit WHERE number > $1', [rows[0]?.number]);
    await client.end();
    expect((await fetch(`${running.url}/guides`)).status).toBe(500);
    const { code, stderr } = await running.finished;
    expect([code, stderr]).toEqual([1, expect.stringContaining('this process can no longer use its copy')]);
    expect(await titlesAt(await site.start('first'))).toEqual(['In the backup']);
  });

  it('refuses the folder of a hub of its own, a copy without its database, pictures in one folder, a database that is not there, and a backup of a copy', async () => {
    await using site = await newSite();
    await using bare = await newSite();
    await (await site.start('copy')).kill('SIGTERM');
    await succeed([...addAnn, '--data', site.data('own')], { stdin: password });
    for (const [args, message] of [
      [['hub', '--data', site.data('own'), ...site.shared], 'belongs to a hub of its own'],
      [['hub', '--data', site.data('copy')], 'Give the address of that database with --database'],
      [['backup', join(site.folder.path, 'backup'), '--data', site.data('copy')], 'Back up that database'],
      [['hub', '--data', site.data('new'), '--database', bare.database], 'need one place for pictures'],
      [['hub', '--data', site.data('new'), '--database', 'postgres://127.0.0.1:1/none'], 'cannot be reached'],
      [
        ['hub', '--data', site.data('new'), '--database', 'mysql://127.0.0.1'],
        'must be an address like postgres://',
      ],
    ] as const) {
      const { code, stderr } = await benchside(args);
      expect(stderr).toContain(message);
      expect(code).not.toBe(0);
    }
  });

  it('is made from a hub and made a hub again, with every row, and begins with nothing half', async () => {
    await using site = await newSite();
    const own = site.data('own');
    await succeed([...addAnn, '--data', own], { stdin: password });
    await succeed(['move-media', '--data', own, '--to', join(site.folder.path, 'pictures')]);
    const move = (to: string, data: string): Promise<string> =>
      succeed(['move-hub', to, '--data', data, '--database', site.database, '--json']);
    let token: string;
    {
      await using hub = await serve(['hub', '--data', own, '--port', '0']);
      token = await signIn(hub);
      await makeGuide(hub, { token, title: 'Made at the hub' });
      await hub.kill('SIGTERM');
    }
    const before = rowsIn(own);
    const toPostgres = ['move-hub', 'postgres', '--data', own, '--database', site.database];
    const cutOff = async (point: string): Promise<void> => {
      const env = { BENCHSIDE_FAILPOINTS: `${point} 1` };
      expect((await benchside(toPostgres, { env })).stderr).toContain('failpoint');
    };
    await cutOff('after-copy-part');
    await cutOff('after-copy');
    const early = await benchside(['hub', '--data', own, '--port', '0', ...site.shared]);
    expect([early.code, early.stderr]).toEqual([
      1,
      expect.stringContaining('If "benchside move-hub" was cut off, run it again'),
    ]);
    expect(JSON.parse(await move('folder', own))).toEqual({ moved: 'folder' });
    // A hub begins an epoch each time it is opened.
    expect({ ...rowsIn(own), epoch: [] }).toEqual({ ...before, epoch: [] });
    await cutOff('after-copy-part');
    expect(JSON.parse(await move('postgres', own))).toEqual({ moved: 'postgres' });
    const { code, stderr } = await benchside(toPostgres);
    expect([code, stderr]).toEqual([1, expect.stringContaining('--database')]);
    {
      const hub = await site.start('second');
      expect(await titlesAt(hub)).toEqual(['Made at the hub']);
      await makeGuide(hub, { token, title: 'Made at the shared site' });
      await hub.kill('SIGTERM');
    }
    const running = await site.start('third');
    expect(JSON.parse(await move('folder', site.data('back')))).toEqual({ moved: 'folder' });
    await fetch(`${running.url}/guides`);
    expect((await running.finished).code).toBe(1);
    const after = rowsIn(site.data('back'));
    expect(Object.keys(after)).toEqual(Object.keys(before));
    expect(after['session']).toHaveLength(before['session']?.length ?? 0);
    expect(after['guide']).toHaveLength(2);
    expect(after['guide']?.[0]).toEqual(before['guide']?.[0]);
    await using hub = await serve(['hub', '--data', site.data('back'), '--port', '0']);
    expect(await titlesAt(hub)).toEqual(['Made at the hub', 'Made at the shared site']);
    expect((await makeGuide(hub, { token, title: 'Made at the hub again' })).status).toBe(201);
    rmSync(own, { recursive: true });
  });
});
