import { createHash, createPublicKey } from 'node:crypto';
import { cpSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';

import { describe, expect, it } from 'vitest';

import { snapshotTables } from '../../app/replica/snapshot/adopt-snapshot.ts';
import { Replica } from '../../app/replica/replica.ts';
import { isSignedManifest } from '../../app/snapshot-signature.ts';
import { unpack } from '../../app/store/compress.ts';
import { databaseName } from '../../app/store/database-name.ts';
import { sql } from '../../app/store/sql.ts';
import type { StoredRow } from '../../app/store/sql.ts';
import type { Info } from '../../shared/model/benchside.ts';
import type { SnapshotManifest } from '../../shared/model/snapshot.ts';
import { temporaryFolder, testCore } from '../helpers/core.ts';
import type { TestCore } from '../helpers/core.ts';
import { buildWorld, secrets, tokens } from '../helpers/hidden-world.ts';
import { addGuide, addUser } from '../helpers/pair.ts';
import { eagerly, snapshotSite } from '../helpers/snapshot-site.ts';

/** Returns the key of the snapshot that a hub offers. */
async function keyOf(hub: TestCore): Promise<string | undefined> {
  const { snapshot, key } = await hub.json<Info>('GET /benchside/info');
  return snapshot && key;
}

/** Opens the snapshot of a hub as a data folder. */
async function opened(hub: TestCore, folder: string): Promise<Replica> {
  const { sha256 } = await hub.json<SnapshotManifest>('GET /benchside/snapshot');
  const answer = await hub.call(`GET /benchside/snapshot/${sha256}`);
  const packed = Buffer.from(await answer.arrayBuffer());
  expect(createHash('sha256').update(packed).digest('hex')).toBe(sha256);
  writeFileSync(join(folder, databaseName), zstdDecompressSync(packed));
  return new Replica({ dataDir: folder, purpose: 'look' });
}

/** Every value of every table, unpacked where it is packed. */
function valuesOf(store: Replica): string {
  return store.read(null, ({ db }) => {
    const tables = db.all(sql<{ name: string }>`SELECT name FROM pragma_table_list
       WHERE schema = 'main' AND type IN ('table', 'shadow')`);
    return tables
      .flatMap(({ name }) => db.all(sql<Record<string, unknown>>`SELECT * FROM ${sql.table(name)}`))
      .flatMap((row) => Object.values(row))
      .map((value) =>
        Buffer.isBuffer(value) ? `${value.toString('latin1')} ${unpacked(value)}` : String(value),
      )
      .join('\n');
  });
}

function unpacked(blob: Buffer): string {
  const isPacked = blob.subarray(0, 4).equals(Buffer.from([0x28, 0xb5, 0x2f, 0xfd]));
  return isPacked ? unpack(blob) : '';
}

/** Tables that have rows in a snapshot. */
const filled: ReadonlySet<string> = new Set([
  ...snapshotTables,
  'account',
  'meta',
  'watermark',
  'desk_state',
]);

it('[S1.1] what is private or personal is nowhere in a snapshot, and nothing of the hub or of its address', async () => {
  await using site = await snapshotSite();
  await buildWorld(site.hub);
  await addGuide(site.hub, site.admin, { title: 'For everybody', introduction: 'plainlyvisible' });
  await site.snapshot();
  using folder = temporaryFolder();
  const store = await opened(site.hub, folder.path);
  try {
    const values = valuesOf(store);
    expect(values).toContain('plainlyvisible');
    expect(secrets.filter(({ needle }) => values.includes(needle)).map(({ what }) => what)).toEqual([]);
    for (const token of Object.values(tokens)) expect(values).not.toContain(token);
    expect(values).not.toContain('hub.invalid');
    expect(values).not.toContain('PRIVATE KEY');
    store.read(null, ({ db }) => {
      const tables = db.all(sql<{ name: string }>`SELECT name FROM pragma_table_list
         WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%'`);
      const others = tables.map(({ name }) => name).filter((name) => !filled.has(name));
      expect(others).toContain('journal');
      for (const table of others)
        expect([table, db.one(sql`SELECT 1 FROM ${sql.table(table)} LIMIT 1`)]).toEqual([table, undefined]);
      // A desk takes over `site`, `synonyms` and ids; another key would have to be named where it adopts a snapshot.
      for (const { key } of db.all(sql<StoredRow<'meta', 'key'>>`SELECT key FROM meta`))
        expect(key).toMatch(/^(?:profile|site|synonyms|id:(?!provisional)\w+)$/);
      expect(db.all(sql`SELECT 1 FROM account WHERE password IS NOT NULL OR email IS NOT NULL`)).toEqual([]);
    });
  } finally {
    store.close();
  }
});

describe('when a hub makes a snapshot', () => {
  it('[S1.2] not while it is small, but when a desk reads all of a large one, and again when much has changed', async () => {
    let made = 0;
    await using hub = testCore(
      {},
      {
        snapshots: {
          ...eagerly,
          fromGuides: 3,
          changedShare: 2,
          make: (...args) => {
            made += 1;
            return eagerly.make(...args);
          },
        },
      },
    );
    const admin = await addUser(hub, 'admin@example.org', 'admin');
    const readAll = async (): Promise<number> => {
      await (await hub.call('GET /benchside/changes?after=0')).text();
      await hub.ctx.snapshots?.settled();
      return made;
    };
    await addGuide(hub, admin);
    await addGuide(hub, admin);
    expect(await readAll()).toBe(0);
    await addGuide(hub, admin);
    expect(made).toBe(0);
    await (await hub.call('GET /benchside/changes?after=1')).text();
    await (await hub.call('GET /benchside/changes?beyond=public', { token: admin })).text();
    expect(made).toBe(0);
    expect(await readAll()).toBe(1);
    const first = await hub.json<SnapshotManifest>('GET /benchside/snapshot');
    expect(first).toMatchObject({ guides: 3, wikis: 1 });
    await addGuide(hub, admin, {}, 0);
    expect(await readAll()).toBe(1);
    for (let n = 0; n < 6; n += 1) await addGuide(hub, admin, {}, 0);
    expect(await readAll()).toBe(2);
    const second = await hub.json<SnapshotManifest>('GET /benchside/snapshot');
    expect(second).toMatchObject({ guides: 10 });
    // Nothing of the old snapshot stays.
    expect(readdirSync(join(hub.dataDir, 'snapshot')).sort()).toEqual(
      ['manifest.json', `${second.sha256}.zst`].sort(),
    );
    await hub.call(`GET /benchside/snapshot/${first.sha256}`).then(({ status }) => expect(status).toBe(404));
  });

  it('[S1.2] in a process of its own, beside the running hub', async () => {
    await using hub = testCore({}, { snapshots: { fromGuides: 0 } });
    await addGuide(hub, await addUser(hub, 'admin@example.org', 'admin'));
    hub.ctx.snapshots?.noteFirstRead();
    expect(hub.ctx.snapshots?.offered()).toBeUndefined();
    await hub.ctx.snapshots?.settled();
    expect(hub.ctx.snapshots?.offered()?.manifest).toMatchObject({ guides: 1 });
  });

  it('[S1.2] not again within the hour, nor after one that failed', async () => {
    let made = 0;
    const make = (): ReturnType<typeof eagerly.make> => {
      made += 1;
      return { result: Promise.reject(new Error('no room')), stop: () => undefined };
    };
    await using hub = testCore(
      { logLevel: 'fatal' },
      { snapshots: { ...eagerly, everySeconds: 3600, make } },
    );
    for (let n = 0; n < 2; n += 1) {
      hub.ctx.snapshots?.noteFirstRead();
      await hub.ctx.snapshots?.settled();
    }
    expect(made).toBe(1);
    expect(await keyOf(hub)).toBeUndefined();
    expect(readdirSync(join(hub.dataDir, 'snapshot'))).toEqual([]);
  });
});

it('[S1.3] a snapshot is offered with its key, signed, also after a restart, and not in a history that does not have its last line', async () => {
  using folder = temporaryFolder();
  const [data, copy] = [join(folder.path, 'hub'), join(folder.path, 'copy')];
  {
    await using hub = testCore({ dataDir: data });
    await addGuide(hub, await addUser(hub, 'admin@example.org', 'admin'));
  }
  cpSync(data, copy, { recursive: true });
  {
    await using hub = testCore({ dataDir: data }, { snapshots: eagerly });
    expect(await keyOf(hub)).toBeUndefined();
    expect((await hub.call('GET /benchside/snapshot')).status).toBe(404);
    await hub.ctx.snapshots?.settled();
    const manifest = await hub.json<SnapshotManifest>('GET /benchside/snapshot');
    const key = createPublicKey((await keyOf(hub)) ?? '');
    expect(isSignedManifest(manifest, key)).toBe(true);
    expect(isSignedManifest({ ...manifest, sequence: manifest.sequence + 1 }, key)).toBe(false);
    await hub.ctx.snapshots?.settled();
  }
  {
    await using hub = testCore({ dataDir: data });
    expect(await keyOf(hub)).toContain('PUBLIC KEY');
    await addGuide(hub, await addUser(hub, 'later@example.org', 'admin'));
    hub.ctx.snapshots?.noteFirstRead();
  }
  {
    // The database is put back, and the folder of the snapshot is not.
    await using later = testCore({ dataDir: data }, { snapshots: eagerly });
    later.ctx.snapshots?.noteFirstRead();
    await later.ctx.snapshots?.settled();
    expect(await keyOf(later)).toContain('PUBLIC KEY');
  }
  cpSync(join(copy, databaseName), join(data, databaseName));
  await using restored = testCore({ dataDir: data });
  expect(await keyOf(restored)).toBeUndefined();
  expect((await restored.call('GET /benchside/snapshot')).status).toBe(404);
});

it('[S1.4] the file of a snapshot comes whole or by ranges, at a private site only to people who signed in', async () => {
  await using site = await snapshotSite();
  const { hub, admin } = site;
  await addGuide(hub, admin);
  await site.snapshot();
  const { sha256, bytes } = await hub.json<SnapshotManifest>('GET /benchside/snapshot');
  const file = `GET /benchside/snapshot/${sha256}`;
  const whole = Buffer.from(await (await hub.call(file)).arrayBuffer());
  expect(whole.length).toBe(bytes);
  const part = await hub.call(file, { headers: { Range: 'bytes=100-' } });
  expect([part.status, part.headers.get('Content-Range')]).toEqual([206, `bytes 100-${bytes - 1}/${bytes}`]);
  expect(Buffer.from(await part.arrayBuffer()).equals(whole.subarray(100))).toBe(true);
  expect((await hub.call(file, { headers: { Range: `bytes=${bytes}-` } })).status).toBe(416);
  expect((await hub.call(file, { headers: { 'If-None-Match': `"${sha256}"` } })).status).toBe(304);
  expect((await hub.call(`GET /benchside/snapshot/${'0'.repeat(64)}`)).status).toBe(404);
  const head = await hub.call(file.replace('GET', 'HEAD'));
  expect([head.status, head.headers.get('Content-Length'), await head.text()]).toEqual([
    200,
    String(bytes),
    '',
  ]);
  expect((await hub.call('POST /benchside/snapshot')).status).toBe(405);
  await using desk = testCore({ profile: 'desk', site: 'http://127.0.0.1:9/api/2.0' });
  expect((await desk.call('GET /benchside/snapshot')).status).toBe(404);
  hub.ctx.store.transact(null, (s) => s.meta.set('site', { private: true }));
  for (const route of [file, 'GET /benchside/snapshot']) {
    expect((await hub.call(route)).status).toBe(401);
    const answer = await hub.call(route, { token: admin });
    expect(answer.status).toBe(200);
    await answer.arrayBuffer();
  }
});
