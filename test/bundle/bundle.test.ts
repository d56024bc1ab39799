import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';

import { describe, expect, it } from 'vitest';

import { BundleReader } from '../../app/bundle/bundle-file.ts';
import { exportBundle } from '../../app/bundle/export-bundle.ts';
import type { ExportOptions } from '../../app/bundle/export-bundle.ts';
import { bindToBundle } from '../../app/desk/connect.ts';
import { openDesk } from '../../app/desk/open.ts';
import { workerSync } from '../../app/desk/sync-host.ts';
import { memoryVault } from '../../app/identity/vault.ts';
import { createLog } from '../../app/log.ts';
import { Replica } from '../../app/replica/replica.ts';
import { settingsOf } from '../../app/store/desk-settings.ts';
import { migrations } from '../../app/store/migrations/index.ts';
import { sql } from '../../app/store/sql.ts';
import { exported, retitle, rewritten, taken } from '../helpers/bundle.ts';
import { temporaryFolder, testCore } from '../helpers/core.ts';
import type { TestCore } from '../helpers/core.ts';
import { buildWorld, secrets, tokens } from '../helpers/hidden-world.ts';
import { addGuide, addUser, deskPerson, engineOf, everything, pair } from '../helpers/pair.ts';
import { photo } from '../media/pictures.ts';

const newDesk = (): TestCore => testCore({ profile: 'desk', site: 'http://later.test/api/2.0' });

/** Adds a guide with a picture at the hub. @returns its number and the guid of the picture */
async function guideWithPicture(hub: TestCore, token: string): Promise<{ guideid: number; guid: string }> {
  const { image } = await hub.json<{ image: { id: number; guid: string } }>(
    'POST /user/media/images?file=a.png',
    { token, body: new Uint8Array(await (await photo(900, 700)).png().toBuffer()) },
  );
  const guideid = await addGuide(hub, token, { title: 'With a picture', image: image.id });
  return { guideid, guid: image.guid };
}

describe('a desk that never had a network', () => {
  it('[U1.1 U2.1 U3.1] has all public content of the hub and its pictures after an import, and the same after another', async () => {
    using folder = temporaryFolder();
    await using hub = testCore();
    const admin = await addUser(hub, 'admin@example.org', 'admin');
    await buildWorld(hub);
    const { guid } = await guideWithPicture(hub, admin);
    const file = await exported(hub, join(folder.path, 'site.bundle'));
    await using desk = newDesk();
    const first = await taken(desk, file);
    expect(first).toMatchObject({ isNewer: true, removed: 0, arrived: 0 });
    expect(first.guides).toBeGreaterThan(1);
    expect(first.pictures).toBeGreaterThan(0);
    expect(await everything(desk)).toEqual(await everything(hub));
    const picture = await desk.call(`GET /igi/${guid}.large`);
    expect(picture.status).toBe(200);
    expect(Buffer.from(await picture.arrayBuffer())).toEqual(
      Buffer.from(await (await hub.call(`GET /igi/${guid}.large`)).arrayBuffer()),
    );
    expect(desk.ctx.sync.status()).toMatchObject({ firstSync: false });
    expect(await taken(desk, file)).toMatchObject({ isNewer: true, guides: 0, wikis: 0, pictures: 0 });
    expect(await everything(desk)).toEqual(await everything(hub));
  });

  it('[U2.3] dates its guides by when the bundle was made, by the clock of the hub', async () => {
    using folder = temporaryFolder();
    await using hub = testCore();
    const guideid = await addGuide(hub, await addUser(hub, 'admin@example.org', 'admin'));
    const file = join(folder.path, 'site.bundle');
    const made = 1_750_000_000;
    await exported(hub, file, { pictures: 'none' }, () => made);
    await using desk = newDesk();
    await taken(desk, file);
    expect(desk.ctx.store.read(null, (s) => s.guides.checkedDate(guideid))).toBe(made);
  });

  it('[U2.3] begins with the snapshot of the bundle, which has what its feed has', async () => {
    using folder = temporaryFolder();
    await using hub = testCore();
    const admin = await addUser(hub, 'admin@example.org', 'admin');
    await buildWorld(hub);
    await guideWithPicture(hub, admin);
    const file = await exported(hub, join(folder.path, 'site.bundle'), { pictures: 'none' });
    const onlySnapshot = join(folder.path, 'only-snapshot');
    await rewritten(hub, { file, to: onlySnapshot, feed: (lines) => [lines[0] ?? '', ...lines.slice(-2)] });
    const onlyFeed = join(folder.path, 'only-feed');
    await rewritten(hub, { file, to: onlyFeed, schema: migrations.length + 1 });
    await using quick = newDesk();
    await using slow = newDesk();
    expect(await taken(quick, onlySnapshot)).toEqual(await taken(slow, onlyFeed));
    expect(await everything(quick)).toEqual(await everything(hub));
    for (const path of ['/guides?limit=200', '/categories', '/suggest/pump', '/wikis/CATEGORY', '/tags']) {
      const [ours, theirs] = [await quick.call(`GET ${path}`), await slow.call(`GET ${path}`)];
      expect([path, ours.status, await ours.text()]).toEqual([path, 200, await theirs.text()]);
    }
    expect(readdirSync(quick.dataDir)).not.toContain('snapshot');
    expect(await taken(quick, file)).toMatchObject({ isNewer: true, guides: 0, wikis: 0, pictures: 0 });
  });

  it('[U3.1] takes from a newer bundle only what is newer', async () => {
    using folder = temporaryFolder();
    await using hub = testCore();
    const admin = await addUser(hub, 'admin@example.org', 'admin');
    const guideid = await addGuide(hub, admin);
    const other = await addGuide(hub, admin, { title: 'Stays' });
    const gone = await addGuide(hub, admin, { title: 'Goes' });
    const before = await exported(hub, join(folder.path, 'before'));
    await using desk = newDesk();
    expect(await taken(desk, before)).toMatchObject({ guides: 3 });
    await retitle(hub, guideid, admin, 'Newer');
    const { revisionid } = await hub.json<{ revisionid: number }>(`GET /guides/${gone}`);
    await hub.json(`DELETE /guides/${gone}?revisionid=${revisionid}`, { token: admin });
    const after = await exported(hub, join(folder.path, 'after'));
    expect(await taken(desk, after)).toMatchObject({ guides: 1, removed: 1 });
    expect(await desk.json(`GET /guides/${guideid}`)).toMatchObject({ title: 'Newer' });
    expect(await desk.json(`GET /guides/${other}`)).toMatchObject({ title: 'Stays' });
    expect(await everything(desk)).toEqual(await everything(hub));
  });

  it('[U3.2] keeps what it has when an older bundle comes later, and takes only its pictures', async () => {
    using folder = temporaryFolder();
    await using hub = testCore();
    const admin = await addUser(hub, 'admin@example.org', 'admin');
    const { guideid } = await guideWithPicture(hub, admin);
    const before = await exported(hub, join(folder.path, 'before'));
    await retitle(hub, guideid, admin, 'Newer');
    const after = await exported(hub, join(folder.path, 'after'), { pictures: 'none' });
    await using desk = newDesk();
    expect(await taken(desk, after)).toMatchObject({ isNewer: true, pictures: 0 });
    const late = await taken(desk, before);
    expect(late).toMatchObject({ isNewer: false, guides: 0 });
    expect(late.pictures).toBeGreaterThan(0);
    expect(await desk.json(`GET /guides/${guideid}`)).toMatchObject({ title: 'Newer' });
  });

  it('[U3.4] reads over the network later only what the bundle does not have', async () => {
    using folder = temporaryFolder();
    await using both = await pair();
    const guideid = await addGuide(both.hub, both.admin);
    const file = await exported(both.hub, join(folder.path, 'site'));
    await using desk = testCore({ profile: 'desk', site: both.net.url });
    await taken(desk, file);
    await retitle(both.hub, guideid, both.admin, 'Newer');
    both.net.requests.length = 0;
    expect((await engineOf(desk, both.net.url).round({ people: [] })).round).toMatchObject({
      outcome: 'clean',
      guides: 1,
    });
    expect(both.net.requests.filter((request) => request.includes('after=0'))).toEqual([]);
    expect(await everything(desk)).toEqual(await everything(both.hub));
  });
});

it('[U2.1] a new desk belongs to the hub of a bundle, at the address that the bundle or a person gives', async () => {
  using folder = temporaryFolder();
  await using hub = testCore();
  await addGuide(hub, await addUser(hub, 'admin@example.org', 'admin'));
  const silent = await exported(hub, join(folder.path, 'silent'));
  const telling = await exported(hub, join(folder.path, 'telling'), { site: 'https://told.test/api/2.0' });
  const data = join(folder.path, 'desk');
  const bound = async (file: string, site: string): Promise<string> => {
    await bindToBundle(data, { file, site, deskName: 'Bench 3' }, memoryVault());
    const opened = openDesk(data, undefined, { createSync: workerSync });
    const { core } = opened;
    core.ctx.carry.importFile(core.ctx, file);
    await expect
      .poll(() => core.ctx.carry.state(core.ctx))
      .toMatchObject({ state: 'done', result: { guides: 1 } });
    expect(core.ctx.store.read(null, settingsOf).deskName).toBe('Bench 3');
    await opened.close();
    rmSync(data, { recursive: true });
    return opened.site;
  };
  await expect(bindToBundle(data, { file: silent, site: '' }, memoryVault())).rejects.toThrow(
    /does not say where the hub of Workshop is/,
  );
  await expect(
    bindToBundle(data, { file: import.meta.filename, site: 'told.test' }, memoryVault()),
  ).rejects.toThrow(/is not a bundle/);
  expect(existsSync(data)).toBe(false);
  expect(await bound(telling, '')).toBe('https://told.test/api/2.0');
  expect(await bound(silent, 'typed.test')).toBe('https://typed.test/api/2.0');
});

it('[U1.2 U4.2] what is private is nowhere in a bundle, and answers to edits cannot be read without the edit', async () => {
  using folder = temporaryFolder();
  await using both = await pair();
  await buildWorld(both.hub);
  const ann = await deskPerson(both, 'ann', 'author');
  await both.round({ people: [ann] });
  await both.desk.json('POST /guides', {
    token: ann.token,
    json: { category: 'Pump', type: 'repair', title: 'Not for everybody', introduction: 'draftword' },
  });
  await both.round({ people: [ann] });
  const bundle = new BundleReader(await exported(both.hub, join(folder.path, 'site')));
  try {
    const { feed, snapshot, receipts, files } = bundle.manifest;
    const text = [feed, snapshot, receipts, files]
      .map((part) => zstdDecompressSync(bundle.part(part)).toString())
      .concat(readFileSync(bundle.path, 'latin1'))
      .join('\n');
    expect(text).toContain('"sealed"');
    expect(secrets.filter(({ needle }) => text.includes(needle)).map(({ what }) => what)).toEqual([]);
    for (const token of Object.values(tokens)) expect(text).not.toContain(token);
    expect(text).not.toContain('draftword');
    expect(text).not.toContain('PRIVATE KEY');
    both.desk.ctx.store.read(null, (s) => {
      for (const { entryid } of s.journal.list(['done'])) expect(text).not.toContain(entryid);
    });
  } finally {
    bundle.close();
  }
});

it('[U1.3] a bundle has all pictures, those of opened guides, or none; and its name only when it is whole', async () => {
  using folder = temporaryFolder();
  await using hub = testCore();
  const admin = await addUser(hub, 'admin@example.org', 'admin');
  const { guideid } = await guideWithPicture(hub, admin);
  const step = await hub.json<{ image: { id: number } }>('POST /user/media/images?file=b.png', {
    token: admin,
    body: new Uint8Array(await (await photo(800, 640)).png().toBuffer()),
  });
  await hub.json(`POST /guides/${guideid}/steps`, {
    token: admin,
    json: {
      orderby: 1,
      lines: [{ text: 'Look', bullet: 'black', level: 0 }],
      media: { type: 'image', data: [step.image.id] },
    },
  });
  const pathsOf = async (name: string, pictures: ExportOptions['pictures']): Promise<number> => {
    const bundle = new BundleReader(await exported(hub, join(folder.path, name), { pictures }));
    bundle.close();
    return bundle.manifest.files.count;
  };
  const all = await pathsOf('all', 'all');
  expect(await pathsOf('none', 'none')).toBe(0);
  const covers = await pathsOf('opened', 'opened');
  expect(covers).toBeGreaterThan(0);
  expect(covers).toBeLessThan(all);
  await hub.json(`GET /guides/${guideid}`, { token: admin });
  hub.ctx.views.flush();
  expect(await pathsOf('later', 'opened')).toBe(all);
  await expect(exported(hub, join(folder.path, 'all'))).rejects.toThrow('There is a file');
  expect(readdirSync(folder.path).sort()).toEqual(['all', 'later', 'none', 'opened']);
  expect(readdirSync(join(hub.dataDir, 'snapshot'))).toEqual([]);
  await using desk = newDesk();
  const looking = new Replica({ dataDir: desk.dataDir, purpose: 'look' });
  await expect(
    exportBundle(looking, desk.ctx.media, join(folder.path, 'desk'), {
      pictures: 'none',
      log: createLog('bundle', 'fatal'),
    }),
  ).rejects.toThrow('belongs to a desk');
  looking.close();
});

describe('a bundle that does not fit is refused, and changes nothing:', () => {
  const refused = async (desk: TestCore, file: string, message: RegExp): Promise<void> => {
    await expect(taken(desk, file)).rejects.toThrow(message);
    expect(await everything(desk)).toEqual({ guides: [] });
    expect(desk.ctx.store.read(null, (s) => s.meta.siteid)).toBeUndefined();
  };

  it('[U2.2] cut off anywhere, changed anywhere, something else, or of another format', async () => {
    using folder = temporaryFolder();
    await using hub = testCore();
    const admin = await addUser(hub, 'admin@example.org', 'admin');
    await addGuide(hub, admin);
    const whole = readFileSync(await exported(hub, join(folder.path, 'whole'), { pictures: 'none' }));
    await using desk = newDesk();
    const file = join(folder.path, 'broken');
    for (const length of [0, 5, 19, 100, 1000, Math.floor(whole.length / 2), whole.length - 1]) {
      writeFileSync(file, whole.subarray(0, length));
      await refused(desk, file, /cut off|is not a bundle/);
    }
    for (const length of ['-000000001', '1e-0000001', '0x0000000f', '0000000000', '9999999999']) {
      writeFileSync(file, Buffer.concat([whole.subarray(0, -10), Buffer.from(length)]));
      await refused(desk, file, /cut off/);
    }
    const { feed, snapshot, receipts, files } = partsOf(join(folder.path, 'whole'));
    for (const { offset } of [feed, snapshot, receipts, files]) {
      const changed = Buffer.from(whole);
      changed[offset + 3] = (changed[offset + 3] ?? 0) ^ 1;
      writeFileSync(file, changed);
      await refused(desk, file, /is damaged/);
    }
    writeFileSync(file, whole.toString('latin1').replace('"guides":1,', '"guides":2,'), 'latin1');
    await refused(desk, file, /wrong signature/);
    writeFileSync(file, '{"product":"something else"}');
    await refused(desk, file, /is not a bundle/);
    writeFileSync(file, Buffer.concat([Buffer.from('Benchside bundle 3\n'), whole.subarray(19)]));
    await refused(desk, file, /newer version of Benchside/);
    writeFileSync(file, Buffer.concat([Buffer.from('Benchside bundle 1\n'), whole.subarray(19)]));
    await refused(desk, file, /older version of Benchside/);
  });

  const partsOf = (file: string): BundleReader['manifest'] => {
    const bundle = new BundleReader(file);
    bundle.close();
    return bundle.manifest;
  };

  it('[U2.2] of another site, or signed by another key than the one of the site', async () => {
    using folder = temporaryFolder();
    await using hub = testCore();
    await using other = testCore();
    await addGuide(hub, await addUser(hub, 'admin@example.org', 'admin'));
    await addGuide(other, await addUser(other, 'admin@example.org', 'admin'), { title: 'Of the other' });
    await using desk = newDesk();
    await taken(desk, await exported(hub, join(folder.path, 'ours')));
    const before = await everything(desk);
    await expect(taken(desk, await exported(other, join(folder.path, 'other')))).rejects.toThrow(
      /belongs to another hub.*Nothing was changed/,
    );
    const siteid = hub.ctx.store.read(null, (s) => s.meta.siteid);
    other.ctx.store.transact(null, (s) => s.meta.set('siteid', siteid));
    await expect(taken(desk, await exported(other, join(folder.path, 'forged')))).rejects.toThrow(
      /was not made by the hub/,
    );
    expect(await everything(desk)).toEqual(before);
  });

  it('[U2.2] signed by another key than the one that the hub named over the network', async () => {
    using folder = temporaryFolder();
    await using both = await pair();
    await both.round();
    await using other = testCore();
    const siteid = both.hub.ctx.store.read(null, (s) => s.meta.siteid);
    other.ctx.store.transact(null, (s) => s.meta.set('siteid', siteid));
    await expect(taken(both.desk, await exported(other, join(folder.path, 'forged')))).rejects.toThrow(
      /was not made by the hub/,
    );
  });

  it('[U2.2] [security bundles] at a desk that belongs to a site and knows no key of it, as that of a third-party site', async () => {
    using folder = temporaryFolder();
    await using hub = testCore();
    await addGuide(hub, await addUser(hub, 'admin@example.org', 'admin'));
    await using desk = newDesk();
    const siteid = hub.ctx.store.read(null, (s) => s.meta.siteid);
    desk.ctx.store.transact(null, (s) => s.meta.set('siteid', siteid));
    await expect(taken(desk, await exported(hub, join(folder.path, 'forged')))).rejects.toThrow(
      /was not made by the hub/,
    );
  });

  it('[U3.3] of a history that the hub has lost, or that the desk has never read', async () => {
    using folder = temporaryFolder();
    await using hub = testCore();
    const admin = await addUser(hub, 'admin@example.org', 'admin');
    await addGuide(hub, admin);
    await using desk = newDesk();
    await taken(desk, await exported(hub, join(folder.path, 'before')));
    // The hub is another one after a restore: no epoch that the desk knows is in it.
    hub.ctx.store.transact(null, (s) => s.db.run(sql`UPDATE epoch SET stamp = 'another' || first`));
    await expect(taken(desk, await exported(hub, join(folder.path, 'after')))).rejects.toThrow(
      /restored from a backup.*Sync this desk over the network/,
    );
  });
});

it('[U5] an import that found no room goes on when it is repeated', async () => {
  using folder = temporaryFolder();
  await using hub = testCore();
  const admin = await addUser(hub, 'admin@example.org', 'admin');
  await using desk = newDesk();
  // A desk that has something reads the feed.
  await taken(desk, await exported(hub, join(folder.path, 'before')));
  for (let n = 0; n < 150; n += 1)
    await addGuide(hub, admin, { title: `Guide ${n}`, introduction: `Word ${n} `.repeat(200) }, 1);
  const file = await exported(hub, join(folder.path, 'site'));
  const pages = desk.ctx.store.read(null, (s) => Number(s.db.pragma('page_count')));
  const limitPages = (most: number): unknown =>
    desk.ctx.store.note((s) => s.db.pragma(`max_page_count = ${most}`));
  limitPages(pages + 8);
  await expect(taken(desk, file)).rejects.toThrow(/disk of this computer is full.*import the bundle again/);
  limitPages(1_000_000);
  expect(await taken(desk, file)).toMatchObject({ isNewer: true });
  expect(await everything(desk)).toEqual(await everything(hub));
});
