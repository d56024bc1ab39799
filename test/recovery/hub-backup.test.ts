import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync, readdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

import Database from 'better-sqlite3';
import { expect, it } from 'vitest';

import { lockDataFolder } from '../../app/store/folder-lock.ts';
import { temporaryFolder, testCore } from '../helpers/core.ts';
import { addGuide, addUser, everything } from '../helpers/pair.ts';
import { addAccount, benchside, serve, succeed, until } from '../helpers/process.ts';
import { smallDisk } from '../helpers/small-disk.ts';
import { photo } from '../media/pictures.ts';

const root = join(import.meta.dirname, '../..');

/** Makes a hub with a guide and a picture, in `hub` of a folder. */
async function workshop(path: string) {
  const data = join(path, 'hub');
  await using hub = testCore({ dataDir: data });
  const token = await addUser(hub, 'ann@example.org', 'admin');
  const picture = await (await photo(800, 600)).png().toBuffer();
  const { image } = await hub.json<{ image: { id: number } }>('POST /user/media/images?file=a.png', {
    token,
    body: new Uint8Array(picture),
  });
  await addGuide(hub, token, { image: image.id });
  return { data, token, all: await everything(hub) };
}

const filesOf = (folder: string): string[] =>
  readdirSync(join(folder, 'media'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .sort();

it('[chaos 1] a hub is backed up completely while it runs, and a restored hub gives ids that were never used', async () => {
  using folder = temporaryFolder();
  const file = join(folder.path, 'hub.backup');
  const { data, token, all } = await workshop(folder.path);
  {
    await using running = await serve(['hub', '--data', data, '--port', '0']);
    expect(running.ready.event).toBe('ready');
    const text = await succeed(['backup', file, '--data', data, '--json']);
    expect(JSON.parse(text)).toMatchObject({ file, files: filesOf(data).length });
    const again = await benchside(['backup', file, '--data', data]);
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('already') as string });
    // A backup cannot replace the folder of a running hub.
    const inUse = await benchside(['restore', file, '--data', data, '--replace']);
    expect(inUse).toMatchObject({ code: 1, stderr: expect.stringContaining('in use') as string });
  }
  const elsewhere = join(folder.path, 'elsewhere');
  await succeed(['restore', file, '--data', elsewhere]);
  expect(filesOf(elsewhere)).toEqual(filesOf(data));
  await using hub = testCore({ dataDir: elsewhere });
  expect(await everything(hub)).toEqual(all);
  expect(await addGuide(hub, token)).toBeGreaterThan(100_000);
});

it('a hub cannot start in a folder while a backup is restored in its place', async () => {
  using folder = temporaryFolder();
  const file = join(folder.path, 'hub.backup');
  const { data } = await workshop(folder.path);
  await succeed(['backup', file, '--data', data]);
  const backup = new Database(file);
  const bytes = Buffer.from('a film');
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const add = backup.prepare('INSERT INTO backup_file VALUES (?, 0, ?, ?)');
  backup.transaction(() => {
    for (let n = 0; n < 20_000; n += 1) add.run(`films/${n}`, sha256, bytes);
  })();
  backup.close();
  const restored = succeed(['restore', file, '--data', data, '--replace']);
  await until(
    async () => existsSync(join(folder.path, 'hub.part', 'films')),
    (isUnpacking) => isUnpacking,
  );
  expect(() => lockDataFolder(data)()).toThrow('in use');
  await restored;
  lockDataFolder(data)();
});

it('[chaos 1] a backup replaces a folder only on request, and the former content is kept', async () => {
  using folder = temporaryFolder();
  const file = join(folder.path, 'hub.backup');
  const { data } = await workshop(folder.path);
  await succeed(['backup', file, '--data', data]);
  await addAccount(data, 'Bo', 'technician');
  const refused = await benchside(['restore', file, '--data', data]);
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('--replace') as string });
  const { kept } = JSON.parse(await succeed(['restore', file, '--data', data, '--replace', '--json'])) as {
    kept: string;
  };
  const usersIn = (path: string): unknown => {
    using database = closing(new Database(join(path, 'benchside.sqlite'), { readonly: true }));
    return database.prepare('SELECT count(*) FROM account').pluck().get();
  };
  expect([usersIn(data), usersIn(kept)]).toEqual([1, 2]);
});

it.skipIf(process.platform !== 'linux')(
  '[chaos minor] a backup without enough disk space says so, and leaves nothing behind',
  async () => {
    using folder = temporaryFolder();
    using disk = smallDisk(join(folder.path, 'disk'), 24);
    const { data } = await workshop(folder.path);
    // The database fits, but a file that is larger than a piece does not.
    writeFileSync(join(data, 'media', 'film.mp4'), randomBytes(30 * 1_048_576));
    const file = join(disk.path, 'hub.backup');
    const { code, stderr } = await benchside(['backup', file, '--data', data]);
    expect([code, stderr]).toEqual([1, expect.stringContaining(`no room for the backup ${file}`) as string]);
    expect(readdirSync(disk.path)).toEqual([]);
    // Not even the database fits.
    disk.fill();
    expect(await benchside(['backup', file, '--data', data])).toMatchObject({ code: 1, stderr });
    disk.empty();
    expect(readdirSync(disk.path)).toEqual([]);
  },
);

it('[chaos minor] a backup takes less memory than the largest file in it', async () => {
  using folder = temporaryFolder();
  const { data } = await workshop(folder.path);
  const film = join(data, 'media', 'film.mp4');
  const megabytes = 320;
  for (let n = 0; n < megabytes; n += 16) appendFileSync(film, randomBytes(16 * 1_048_576));
  const file = join(folder.path, 'hub.backup');
  const backUp = `
    import { backUpHub, restoreHub } from ${JSON.stringify(join(root, 'app/backup/hub-backup.ts'))};
    backUpHub(${JSON.stringify(data)}, ${JSON.stringify(file)});
    restoreHub(${JSON.stringify(file)}, ${JSON.stringify(join(folder.path, 'elsewhere'))}, false);
    console.log(process.resourceUsage().maxRSS / 1024);`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', backUp]);
  expect(Number(stdout)).toBeLessThan(megabytes);
  const copy = readFileSync(join(folder.path, 'elsewhere', 'media', 'film.mp4'));
  expect(copy.equals(readFileSync(film))).toBe(true);
});

const closing = (database: Database.Database): Database.Database & Disposable =>
  Object.assign(database, { [Symbol.dispose]: () => void database.close() });

it('[chaos 1] an incomplete backup is refused in words, and leaves nothing behind', async () => {
  using folder = temporaryFolder();
  const at = (name: string): string => join(folder.path, name);
  const { data } = await workshop(folder.path);
  await succeed(['backup', at('whole'), '--data', data]);
  const whole = readFileSync(at('whole'));
  writeFileSync(at('cut'), whole);
  truncateSync(at('cut'), Math.floor(whole.length * 0.6));
  writeFileSync(at('text'), 'no backup at all\n'.repeat(500));
  writeFileSync(at('empty'), '');
  writeFileSync(at('changed'), whole);
  {
    using database = closing(new Database(at('changed')));
    database.exec("UPDATE backup_file SET bytes = x'00'");
  }
  writeFileSync(at('newer'), whole);
  {
    using database = closing(new Database(at('newer')));
    database.pragma('user_version = 9999');
  }
  for (const [name, words] of [
    ['cut', 'cut off'],
    ['text', 'not a backup of a hub'],
    ['empty', 'not a backup of a hub'],
    ['changed', 'damaged'],
    ['newer', 'newer version'],
  ] as const) {
    const { code, stderr } = await benchside(['restore', at(name), '--data', at('new')]);
    expect([name, code, stderr]).toEqual([name, 1, expect.stringContaining(words) as string]);
  }
  expect((await benchside(['restore', at('none'), '--data', at('new')])).code).toBe(64);
  expect((await benchside(['backup', at('b'), '--data', at('none')])).code).toBe(64);
  expect((await benchside(['backup', join(data, 'b'), '--data', data])).code).toBe(64);
  expect([existsSync(at('new')), existsSync(at('b'))]).toEqual([false, false]);
  expect(readdirSync(folder.path).filter((name) => name.includes('.part'))).toEqual([]);
});
