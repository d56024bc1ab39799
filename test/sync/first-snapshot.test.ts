import { createPrivateKey, generateKeyPairSync, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { Replica } from '../../app/replica/replica.ts';
import { signedManifest } from '../../app/snapshot-signature.ts';
import { keepSynonyms, siteSynonyms } from '../../app/store/search/site-synonyms.ts';
import { sql } from '../../app/store/sql.ts';
import type { SnapshotManifest } from '../../shared/model/snapshot.ts';
import type { SyncStatus } from '../../shared/sync-status.ts';
import { temporaryFolder, testCore } from '../helpers/core.ts';
import { buildWorld } from '../helpers/hidden-world.ts';
import { addGuide, deskPerson, engineOf, everything, pair } from '../helpers/pair.ts';
import { json, serve, until } from '../helpers/process.ts';
import { passing, readsOf, thingsOf } from '../helpers/reads.ts';
import { workshop } from '../helpers/restorable.ts';
import { smallDisk } from '../helpers/small-disk.ts';
import { eagerly, snapshotSite } from '../helpers/snapshot-site.ts';
import type { NewDesk, SnapshotSite } from '../helpers/snapshot-site.ts';

/** Leaves out addresses, which differ between desks, and counts that change by reading. */
const plainly = (text: string): string =>
  text
    .replaceAll(/http:\\?\/\\?\/[\w.:]+/g, 'http://site')
    .replaceAll(new RegExp(`"(?:${[...passing].join('|')})":[^,}]+`, 'g'), '');

/** Answers to every read that a desk answers as its hub does, by path. */
async function allReads(
  { hub, admin }: SnapshotSite,
  { desk, person }: NewDesk,
): Promise<Map<string, string>> {
  const things = await thingsOf(async (path) => {
    const answer = await hub.call(`GET ${path}`, { token: admin });
    const text = await answer.text();
    return answer.ok ? (JSON.parse(text) as unknown) : undefined;
  });
  const found = new Map<string, string>();
  for (const path of readsOf(things)) {
    const answer = await desk.call(`GET ${path}`, { token: person.token });
    found.set(path, `${answer.status} ${plainly(await answer.text())}`);
  }
  return found;
}

const asked = ({ net }: SnapshotSite, part: string): string[] =>
  net.requests.filter((request) => request.includes(part));
const fromTheBeginning = 'GET /benchside/changes?after=0';
const file = /^GET \/benchside\/snapshot\/\w+$/;

async function siteOf(guides: number): Promise<SnapshotSite> {
  const site = await snapshotSite();
  for (let n = 1; n <= guides; n += 1) await addGuide(site.hub, site.admin, { title: `Guide ${n}` });
  return site;
}

/** A snapshot that arrives in several pieces, because its texts cannot be packed. */
async function largeSite(): Promise<SnapshotSite> {
  const site = await siteOf(1);
  for (let n = 1; n <= 6; n += 1)
    await addGuide(site.hub, site.admin, { introduction: randomBytes(45_000).toString('hex') }, 0);
  await site.snapshot();
  return site;
}

it('[S2.1 S3.1] a desk that began with a snapshot answers as one that read the feed, and as the hub', async () => {
  await using site = await snapshotSite();
  const { hub, admin, net } = site;
  await buildWorld(hub);
  await hub.json('PATCH /benchside/site', { token: admin, json: { name: 'The workshop', offlineDays: 14 } });
  hub.ctx.store.transact(null, (s) => {
    keepSynonyms(s, [['gizmo', 'widget']]);
    s.feed.record('site', 0);
  });
  const gone = await addGuide(hub, admin, { title: 'Gone later' });
  const hidden = await addGuide(hub, admin, { title: 'Private later' });
  const feed = await site.bench();
  expect((await feed.round()).problem).toBeNull();
  expect(asked(site, '/benchside/snapshot')).toEqual([]);

  await site.snapshot();
  // Edits between the snapshot and the first sync of the desk come by the feed.
  const revisionOf = async (guideid: number): Promise<number> =>
    (await hub.json<{ revisionid: number }>(`GET /guides/${guideid}`, { token: admin })).revisionid;
  await hub.json(`DELETE /guides/${gone}?revisionid=${await revisionOf(gone)}`, { token: admin });
  await hub.json(`DELETE /guides/${hidden}/public?revisionid=${await revisionOf(hidden)}`, { token: admin });
  await addGuide(hub, admin, { title: 'Made later' });
  await feed.round();

  const quick = await site.bench();
  const { sequence } = await hub.json<SnapshotManifest>('GET /benchside/snapshot');
  net.requests.length = 0;
  expect(await quick.round()).toMatchObject({ problem: null, round: { outcome: 'clean' } });
  expect(asked(site, 'changes')).toEqual([
    `${fromTheBeginning}&beyond=public`,
    `GET /benchside/changes?after=${sequence}`,
  ]);
  expect(asked(site, '/benchside/snapshot')).toHaveLength(2);
  expect(existsSync(join(quick.desk.dataDir, 'snapshot'))).toBe(false);

  await feed.round();
  const [theirs, ours] = [await allReads(site, feed), await allReads(site, quick)];
  for (const [path, answer] of theirs) expect([path, ours.get(path)]).toEqual([path, answer]);
  expect(theirs.size).toBeGreaterThan(100);
  const told = ({ desk }: NewDesk): unknown =>
    desk.ctx.store.read(null, (s) => [s.meta.get('site'), siteSynonyms(s)]);
  expect(told(quick)).toEqual(told(feed));
  expect(told(quick)).toMatchObject([
    { name: 'The workshop', offlineDays: 14 },
    { own: true, sets: [['gizmo', 'widget']] },
  ]);
  expect(await everything(quick.desk)).toEqual(await everything(hub));
  quick.desk.ctx.store.read(null, (s) => {
    expect(s.db.pragma('integrity_check')).toBe('ok');
    expect(s.db.all(sql`PRAGMA foreign_key_check`)).toEqual([]);
    expect(s.db.pragma('foreign_keys')).toBe(1);
  });

  // Edits, later rounds and the search index go on as on any desk.
  const [guideid] = quick.desk.ctx.store.read(null, (s) => s.guides.ids());
  const path = `/guides/${guideid}`;
  const { revisionid } = await quick.desk.json<{ revisionid: number }>(`GET ${path}`, {
    token: quick.person.token,
  });
  await quick.desk.json(`PATCH ${path}?revisionid=${revisionid}`, {
    token: quick.person.token,
    json: { introduction: 'uncommonword' },
  });
  await addGuide(hub, admin, { title: 'Made last', introduction: 'uncommonword' });
  net.requests.length = 0;
  expect(await quick.round()).toMatchObject({ problem: null, round: { outcome: 'clean', pushed: 1 } });
  expect(asked(site, '/benchside/snapshot')).toEqual([]);
  expect(await everything(quick.desk)).toEqual(await everything(hub));
  const hits = await quick.desk.json<{ totalResults: number }>('GET /search/uncommonword');
  expect(hits.totalResults).toBe(2);
});

it('[S2.1] people, sign-ins, settings and drafts of the desk stay', async () => {
  await using site = await siteOf(3);
  await site.snapshot();
  const { desk, person, round } = await site.bench();
  const { token } = person;
  await desk.json('PUT /benchside/drafts/guide-new', { token, json: { title: 'Half a thought' } });
  desk.ctx.store.transact(null, (s) => s.meta.set('settings', { deskName: 'Bench 7' }));
  const email = desk.ctx.store.read(null, (s) => s.users.row(person.userid)?.email);
  expect((await round()).problem).toBeNull();
  expect(asked(site, '/benchside/snapshot')).toHaveLength(2);
  expect(await desk.json('GET /benchside/drafts/guide-new', { token })).toMatchObject({
    body: { title: 'Half a thought' },
  });
  expect(await desk.json('GET /benchside/settings', { window: true })).toMatchObject({ deskName: 'Bench 7' });
  expect(desk.ctx.store.read(null, (s) => s.users.row(person.userid)?.email)).toBe(email);
  expect(await desk.json('GET /user', { token })).toMatchObject({ userid: person.userid });
});

it('[S2.1] a desk that was killed while it unpacked a snapshot begins with one', async () => {
  await using site = await largeSite();
  const { desk, round } = await site.bench();
  mkdirSync(join(desk.dataDir, 'snapshot'));
  writeFileSync(join(desk.dataDir, 'snapshot', 'snapshot.sqlite'), randomBytes(45_000));
  expect(await round()).toMatchObject({ problem: null });
  expect(asked(site, 'changes?after=0')).toEqual([`${fromTheBeginning}&beyond=public`]);
  expect(await everything(desk)).toEqual(await everything(site.hub));
});

it('[S2.3] a desk shows how much of a snapshot has come', async () => {
  await using site = await largeSite();
  const { desk, person } = await site.bench();
  const shown: SyncStatus['progress']['guides'][] = [];
  const engine = engineOf(desk, site.net.url, undefined, ({ phase, progress: { guides } }) => {
    if (phase === 'text' && desk.ctx.store.read(null, (s) => s.guides.ids()).length === 0) shown.push(guides);
  });
  expect(await engine.round({ people: [person] })).toMatchObject({ problem: null, round: { guides: 7 } });
  const coming = shown.filter(({ total }) => total !== null);
  expect(coming.length).toBeGreaterThan(1);
  expect(new Set(coming.map(({ total }) => total))).toEqual(new Set([7]));
  const done = coming.map((guides) => guides.done);
  expect(done).toEqual(done.toSorted((a, b) => a - b));
  expect(done.some((count) => count > 0)).toBe(true);
  expect(done.at(-1)).toBe(6);
});

it('[S2.1] a desk with an edit reads the feed', async () => {
  await using site = await siteOf(2);
  await site.snapshot();
  const { desk, person, round } = await site.bench();
  await addGuide(desk, person.token, { title: 'Made here' }, 0);
  expect(await round()).toMatchObject({ problem: null });
  expect(asked(site, '/benchside/snapshot')).toEqual([]);
  expect(await everything(desk)).toEqual(await everything(site.hub));
});

describe('[S2.2] the feed is read from its beginning in the place of a snapshot', () => {
  const { privateKey } = generateKeyPairSync('ed25519');
  const otherKey = createPrivateKey(privateKey.export({ type: 'pkcs8', format: 'pem' }));

  /** Bad manifests: the fault of each, and a function that makes it from the hub's own. */
  const manifests: [string, (manifest: SnapshotManifest, sign: typeof signedManifest) => unknown][] = [
    ['without a manifest', () => ({ error: true })],
    ['of another site', (manifest) => ({ ...manifest, siteid: 'another' })],
    ['of other tables', (manifest) => ({ ...manifest, schema: manifest.schema + 1 })],
    ['that is too large', (manifest) => ({ ...manifest, unpackedBytes: 2 ** 40 })],
    ['that is larger than announced', (manifest) => ({ ...manifest, unpackedBytes: 4096 })],
    ['of another hash', (manifest) => ({ ...manifest, sha256: 'a'.repeat(64) })],
    ['that is shorter than announced', (manifest) => ({ ...manifest, bytes: manifest.bytes + 1 })],
    ['that is longer than announced', (manifest) => ({ ...manifest, bytes: manifest.bytes - 1 })],
  ];

  it.each(manifests)('%s', async (_, change) => {
    await using site = await siteOf(2);
    await site.snapshot();
    const { hub, net } = site;
    const manifest = await hub.json<SnapshotManifest>('GET /benchside/snapshot');
    const { privateKey: pem } = hub.ctx.store.read(null, (s) =>
      s.meta.get<{ privateKey: string }>('snapshot-key'),
    ) ?? { privateKey: '' };
    const changed = change(manifest, signedManifest);
    const signed = isManifest(changed) ? signedOrNot(changed, createPrivateKey(pem)) : changed;
    net.intercept = (request) =>
      request === 'GET /benchside/snapshot'
        ? { kind: 'status', status: 200, body: JSON.stringify(signed) }
        : undefined;
    await requireFeed(site);
  });

  const isManifest = (value: unknown): value is SnapshotManifest =>
    typeof value === 'object' && value !== null && 'sha256' in value;
  /** A manifest beyond the limits cannot be signed by the code of the hub. */
  const signedOrNot = (manifest: SnapshotManifest, key: typeof otherKey): SnapshotManifest =>
    manifest.unpackedBytes > 2 ** 33 ? manifest : signedManifest(manifest, key);

  it('with the signature of another key', async () => {
    await using site = await siteOf(2);
    await site.snapshot();
    const manifest = await site.hub.json<SnapshotManifest>('GET /benchside/snapshot');
    const body = JSON.stringify(signedManifest(manifest, otherKey));
    site.net.intercept = (request) =>
      request === 'GET /benchside/snapshot' ? { kind: 'status', status: 200, body } : undefined;
    await requireFeed(site);
  });

  it.each(['GET /benchside/snapshot', 'the file'])('where the hub answers an error to %s', async (what) => {
    await using site = await siteOf(2);
    await site.snapshot();
    site.net.intercept = (request) =>
      request === what || (what === 'the file' && file.test(request))
        ? { kind: 'status', status: 500 }
        : undefined;
    await requireFeed(site);
  });

  it('where a byte of the file changed on the way', async () => {
    await using site = await siteOf(2);
    await site.snapshot();
    const { hub, net } = site;
    const { sha256 } = await hub.json<SnapshotManifest>('GET /benchside/snapshot');
    const bytes = readFileSync(join(hub.dataDir, 'snapshot', `${sha256}.zst`)).toString('latin1');
    const body = bytes.replaceAll('a', 'b');
    expect(body).not.toBe(bytes);
    net.intercept = (request) => (file.test(request) ? { kind: 'status', status: 200, body } : undefined);
    await requireFeed(site);
  });

  async function requireFeed(site: SnapshotSite): Promise<void> {
    const { desk, round } = await site.bench();
    expect(await round()).toMatchObject({ problem: null, round: { outcome: 'clean' } });
    expect(asked(site, fromTheBeginning)).toEqual([fromTheBeginning]);
    expect(await everything(desk)).toEqual(await everything(site.hub));
    await round();
    expect(existsSync(join(desk.dataDir, 'snapshot'))).toBe(false);
  }
});

describe('[S2.3] a download that was cut off', () => {
  const bytes = 200_000;

  it('goes on where it stopped, in the same round', async () => {
    await using site = await largeSite();
    let cuts = 1;
    site.net.intercept = (request) =>
      file.test(request) && cuts-- > 0 ? { kind: 'truncate', bytes } : undefined;
    const { desk, round } = await site.bench();
    expect(await round()).toMatchObject({ problem: null });
    expect(site.ranges).toEqual([null, expect.stringMatching(/^bytes=[1-9]\d+-$/)]);
    expect(asked(site, 'changes?after=0')).toEqual([`${fromTheBeginning}&beyond=public`]);
    expect(await everything(desk)).toEqual(await everything(site.hub));
  });

  it('goes on where it stopped if the whole file is sent once more', async () => {
    await using site = await largeSite();
    let cuts = 1;
    site.net.intercept = (request) =>
      file.test(request) && cuts-- > 0 ? { kind: 'truncate', bytes } : undefined;
    site.sendsRanges = false;
    const { desk, round } = await site.bench();
    expect(await round()).toMatchObject({ problem: null });
    expect(site.ranges).toHaveLength(2);
    expect(asked(site, 'changes?after=0')).toEqual([`${fromTheBeginning}&beyond=public`]);
    expect(await everything(desk)).toEqual(await everything(site.hub));
  });

  it('goes on in a later round, and not from the file of another snapshot', async () => {
    await using site = await largeSite();
    const { net } = site;
    const cut = async ({ round }: NewDesk): Promise<void> => {
      net.intercept = (request) => {
        if (!file.test(request)) return undefined;
        net.intercept = () => ({ kind: 'drop' });
        return { kind: 'truncate', bytes };
      };
      expect(await round()).toMatchObject({ round: { outcome: 'unreachable', guides: 0 } });
      net.intercept = undefined;
    };
    const ann = await site.bench();
    await cut(ann);
    expect(await ann.round()).toMatchObject({ problem: null });
    expect(site.ranges).toEqual([null, expect.stringMatching(/^bytes=[1-9]\d+-$/)]);
    expect(await everything(ann.desk)).toEqual(await everything(site.hub));

    const other = await site.bench();
    await cut(other);
    await addGuide(site.hub, site.admin, { title: 'Newer' });
    await site.snapshot();
    expect(await other.round()).toMatchObject({ problem: null });
    expect(site.ranges.slice(2)).toEqual([null, null]);
    expect(await everything(other.desk)).toEqual(await everything(site.hub));
  });
});

it.skipIf(process.platform !== 'linux')(
  '[S2.2] on a disk without room for it, or one that fills up while it comes, a desk is left with nothing of it',
  async () => {
    using folder = temporaryFolder();
    await using site = await siteOf(3);
    await site.snapshot();
    {
      using disk = smallDisk(join(folder.path, 'tight'), 24);
      const { desk, round } = await site.bench(disk.path);
      disk.fill(5_000_000);
      await round();
      expect(asked(site, '/benchside/snapshot')).toEqual(['GET /benchside/snapshot']);
      expect(await everything(desk)).toEqual(await everything(site.hub));
      await desk.close();
    }
    using disk = smallDisk(join(folder.path, 'full'), 24);
    const { desk, round } = await site.bench(disk.path);
    site.net.intercept = (request) => {
      if (file.test(request)) disk.fill();
      return undefined;
    };
    expect((await round()).problem).toMatchObject({ kind: 'disk-full' });
    expect(desk.ctx.store.read(null, (s) => s.guides.ids())).toEqual([]);
    expect(existsSync(join(desk.dataDir, 'snapshot'))).toBe(false);
    site.net.intercept = undefined;
    disk.empty();
    site.net.requests.length = 0;
    expect((await round()).problem).toBeNull();
    expect(asked(site, 'changes?after=0')).toEqual([`${fromTheBeginning}&beyond=public`]);
    expect(await everything(desk)).toEqual(await everything(site.hub));
    await desk.close();
  },
);

const kills = [
  'before-send 1 GET /benchside/snapshot$',
  'after-answer 1 GET /benchside/snapshot/',
  'before-file 1 snapshot',
  'after-file 1 snapshot',
  'before-commit 1 snapshot',
  'after-commit 1 snapshot',
  'before-send 1 GET /benchside/changes',
];

it.each(kills)(
  '[S2.4] a desk that is killed at "%s" has all of a snapshot or nothing, and ends equal to the hub',
  async (point) => {
    using folder = temporaryFolder();
    const data = join(folder.path, 'desk');
    await using site = await siteOf(3);
    await site.snapshot();
    const start = ['desk', '--data', data, '--site', site.net.url];
    const victim = await serve(start, { env: { BENCHSIDE_FAILPOINTS: point } });
    expect(await victim.finished).toMatchObject({ code: null, stderr: expect.stringContaining('failpoint') });
    const store = new Replica({ dataDir: data, purpose: 'look' });
    store.read(null, (s) => {
      const isAdopted = /^(?:after-commit|before-send 1 GET \/benchside\/changes)/.test(point);
      expect(s.db.pragma('integrity_check')).toBe('ok');
      expect(s.guides.ids()).toHaveLength(isAdopted ? 3 : 0);
      expect(s.watermarks.get('feed:0') !== undefined).toBe(isAdopted);
    });
    store.close();
    const desk = await serve(start);
    await until(
      () => json<SyncStatus>(`${desk.url}/benchside/sync`),
      ({ phase, lastSuccessAt }) => phase === 'idle' && lastSuccessAt !== null,
    );
    const ended = await desk.kill('SIGTERM');
    // Windows ends it at once.
    if (process.platform !== 'win32') expect(ended).toMatchObject({ code: 0 });
    expect(asked(site, fromTheBeginning)).toEqual([]);
    expect(existsSync(join(data, 'snapshot'))).toBe(false);
    await using copy = testCore({ profile: 'desk', dataDir: data, site: site.net.url });
    expect(await everything(copy)).toEqual(await everything(site.hub));
  },
);

it('[S1.4] a desk of a private site begins with a snapshot under the token of its person', async () => {
  await using site = await siteOf(2);
  site.hub.ctx.store.transact(null, (s) => s.meta.set('site', { private: true }));
  await site.snapshot();
  const { desk, person, round } = await site.bench();
  expect((await round()).problem).toBeNull();
  expect(asked(site, 'changes?after=0')).toEqual([`${fromTheBeginning}&beyond=public`]);
  expect(await desk.json('GET /guides', { token: person.token })).toHaveLength(2);
});

it('[S3.3] a desk whose hub was put back to before the snapshot while it came ends equal to the hub', async () => {
  await using shop = await workshop({ snapshots: eagerly });
  await addGuide(shop.hub, shop.admin, { title: 'Kept' });
  const ann = await shop.bench('ann');
  const copy = await shop.backUp();
  await addGuide(shop.hub, shop.admin, { title: 'Lost' });
  shop.hub.ctx.snapshots?.noteFirstRead();
  await shop.hub.ctx.snapshots?.settled();
  const { sha256 } = await shop.hub.json<SnapshotManifest>('GET /benchside/snapshot');
  await shop.hub.ctx.snapshots?.settled();
  const there = shop.hub;
  shop.after = {
    path: `/snapshot/${sha256}`,
    act: async () => {
      await shop.goOnWith(copy);
    },
  };
  await ann.round({ acceptRemovals: true });
  expect(shop.hub).not.toBe(there);
  const titles = (core: typeof there): Promise<string[]> =>
    core.json<{ title: string }[]>('GET /guides').then((guides) => guides.map(({ title }) => title));
  expect(await titles(ann.desk)).toEqual(['Kept']);
  expect(await titles(shop.hub)).toEqual(['Kept']);
});

it('[S3.2] who is the first to sign in at a desk that was used without a sign-in reads only what else they may see', async () => {
  await using both = await pair();
  const { hub, desk, net, admin } = both;
  await addGuide(hub, admin, { title: 'For everybody' });
  const secret = await addGuide(hub, admin, { title: 'For admins', public: false });
  const later = await addGuide(hub, admin, { title: 'Hidden later' });
  await both.round();
  const read = desk.ctx.store.read(null, (s) => s.watermarks.get<number>('feed:0'));
  const { revisionid } = await hub.json<{ revisionid: number }>(`GET /guides/${later}`, { token: admin });
  await hub.json(`DELETE /guides/${later}/public?revisionid=${revisionid}`, { token: admin });
  const ann = await deskPerson(both, 'ann', 'technician');
  net.requests.length = 0;
  const shown = async ({ token }: { token: string }): Promise<number[]> => {
    const guides = await desk.json<{ guideid: number }[]>('GET /guides?includePrivate=true', { token });
    return guides.map(({ guideid }) => guideid).sort();
  };
  expect((await both.round({ people: [ann] })).problem).toBeNull();
  expect(net.requests.filter((request) => request.includes('/changes'))).toEqual([
    `${fromTheBeginning}&beyond=public`,
    `GET /benchside/changes?after=${read}`,
  ]);
  expect(await shown(ann)).toEqual([1]);
  const ada = await deskPerson(both, 'ada', 'admin');
  expect((await both.round({ people: [ada, ann] })).problem).toBeNull();
  expect(await shown(ada)).toEqual([1, secret, later]);
  expect(await shown(ann)).toEqual([1]);
  expect(desk.ctx.store.read(null, (s) => s.watermarks.get(`feed:${ada.userid}`))).toBe(
    hub.ctx.store.read(null, (s) => s.feed.sequence),
  );
});
