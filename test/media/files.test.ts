import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { fromDisk } from '../../app/disk-error.ts';
import { MediaFiles } from '../../app/media/files.ts';
import { temporaryFolder } from '../helpers/core.ts';

const twoHoursAgo = (): Date => new Date(Date.now() - 7_200_000);
const helloHash = '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824';

const age = (path: string): void => utimesSync(path, twoHoursAgo(), twoHoursAgo());

async function* pieces(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('hel');
  yield Buffer.from('lo');
}

async function* broken(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('hel');
  throw new Error('connection reset');
}

describe('picture files', () => {
  it('are named by their hash, and equal content is stored once', async () => {
    using folder = temporaryFolder();
    const files = new MediaFiles(folder.path);
    expect(await files.write(Buffer.from('hello'))).toEqual({ sha256: helloHash, bytes: 5 });
    expect(await files.write(pieces())).toEqual({ sha256: helloHash, bytes: 5 });
    expect(readFileSync(join(folder.path, '2c', helloHash.slice(2)), 'utf8')).toBe('hello');
    expect(await files.usage()).toEqual({ files: 1, bytes: 5 });
    expect(readdirSync(join(folder.path, '.writing'))).toEqual([]);
    await files.remove(helloHash);
    expect([await files.size(helloHash), await files.body(helloHash)]).toEqual([undefined, undefined]);
    await expect(files.read(helloHash)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('that are removed while they are read are whole or absent', async () => {
    using folder = temporaryFolder();
    const files = new MediaFiles(folder.path);
    const lengths = new Set<number | undefined>();
    for (let n = 0; n < 200; n += 1) {
      await files.write(Buffer.from('hello'));
      const [found] = await Promise.all([files.body(helloHash), files.remove(helloHash)]);
      lengths.add(found && new Uint8Array(await new Response(found.content).arrayBuffer()).length);
    }
    expect([undefined, 5]).toEqual(expect.arrayContaining([...lengths]));
  });

  it('that two sweeps find at once are removed once, and both sweeps go on', async () => {
    using folder = temporaryFolder();
    const files = new MediaFiles(folder.path);
    for (let n = 0; n < 50; n += 1) {
      await files.write(Buffer.from('hello'));
      age(join(folder.path, '2c', helloHash.slice(2)));
      const swept = await Promise.all([files.sweep(() => false), files.sweep(() => false)]);
      expect(swept.reduce((sum, { orphans }) => sum + orphans, 0)).toBe(1);
    }
  });

  it('that are written again while a sweep removes them can be read at any moment', async () => {
    using folder = temporaryFolder();
    const files = new MediaFiles(folder.path);
    const path = join(folder.path, '2c', helloHash.slice(2));
    const looks: ReturnType<MediaFiles['body']>[] = [];
    for (let n = 0; n < 50; n += 1) {
      await files.write(Buffer.from('hello'));
      age(path);
      await files.sweep(() => {
        utimesSync(path, new Date(), new Date());
        looks.push(Promise.resolve().then(() => files.body(helloHash)));
        return false;
      });
    }
    expect(new Set((await Promise.all(looks)).map((found) => found?.bytes))).toEqual(new Set([5]));
  });

  it('with equal content that are written at the same time are stored once and whole', async () => {
    using folder = temporaryFolder();
    const files = new MediaFiles(folder.path);
    const content = Buffer.alloc(300_000, 'x');
    const written = await Promise.all(Array.from({ length: 8 }, () => files.write(content)));
    expect(new Set(written.map(({ sha256 }) => sha256)).size).toBe(1);
    expect(await files.usage()).toEqual({ files: 1, bytes: 300_000 });
    expect(await files.isWhole(written[0]?.sha256 ?? '')).toBe(true);
  });

  it('that the disk has damaged are repaired when they are written again', async () => {
    using folder = temporaryFolder();
    const files = new MediaFiles(folder.path);
    await files.write(Buffer.from('hello'));
    writeFileSync(join(folder.path, '2c', helloHash.slice(2)), 'hallo');
    expect(await files.isWhole(helloHash)).toBe(false);
    await files.write(Buffer.from('hello'));
    expect(await files.isWhole(helloHash)).toBe(true);
  });

  it('with another length or hash than expected are refused and leave nothing behind', async () => {
    using folder = temporaryFolder();
    const files = new MediaFiles(folder.path);
    await expect(files.write(Buffer.from('hello'), { bytes: 6 })).rejects.toThrow('bytes is 5 instead of 6');
    await expect(files.write(Buffer.from('hullo'), { sha256: helloHash })).rejects.toThrow('sha256 is');
    await expect(files.write(broken())).rejects.toThrow('connection reset');
    expect(await files.usage()).toEqual({ files: 0, bytes: 0 });
    expect(readdirSync(join(folder.path, '.writing'))).toEqual([]);
  });

  it.skipIf(process.platform !== 'linux')(
    'are refused with a message when the disk is full, and leave nothing behind',
    async () => {
      using folder = temporaryFolder();
      mkdirSync(join(folder.path, '.writing'));
      // The kernel's own full device: every write to it fails with ENOSPC.
      symlinkSync('/dev/full', join(folder.path, '.writing', 'full'));
      const files = new MediaFiles(folder.path, () => 'full');
      const error: unknown = await files.write(Buffer.alloc(100_000)).catch((failure: unknown) => failure);
      expect(error).toMatchObject({ code: 'ENOSPC' });
      expect(fromDisk(error)?.code).toBe('unavailable');
      expect(readdirSync(join(folder.path, '.writing'))).toEqual([]);
      expect(existsSync('/dev/full')).toBe(true);
    },
  );

  it('are swept if a killed write left them or nothing refers to them, but not if they are young', async () => {
    using folder = temporaryFolder();
    const module = new URL('../../app/media/files.ts', import.meta.url).href;
    const program =
      `import { MediaFiles } from ${JSON.stringify(module)};` +
      `async function* slow() { yield Buffer.alloc(50_000); console.log('writing'); await new Promise(() => setInterval(() => {}, 1000)); }` +
      `await new MediaFiles(${JSON.stringify(folder.path)}).write(slow());`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    child.kill('SIGKILL');
    await once(child, 'exit');
    const left = readdirSync(join(folder.path, '.writing'));
    expect(left).toHaveLength(1);

    const files = new MediaFiles(folder.path);
    const known = await files.write(Buffer.from('known'));
    const orphan = await files.write(Buffer.from('orphan'));
    expect(await files.sweep(() => false)).toEqual({ orphans: 0, temporaries: 0, bytes: 0 });
    age(join(folder.path, '.writing', left[0] ?? ''));
    for (const { sha256 } of [known, orphan]) age(join(folder.path, sha256.slice(0, 2), sha256.slice(2)));
    const isKnown = (sha256: string): boolean => sha256 === known.sha256;
    expect(await files.sweep(isKnown)).toEqual({ orphans: 1, temporaries: 1, bytes: 50_006 });
    expect(await files.usage()).toEqual({ files: 1, bytes: 5 });
    expect(readdirSync(join(folder.path, '.writing'))).toEqual([]);
  });

  it('are never swept while they are being written again', async () => {
    using folder = temporaryFolder();
    const files = new MediaFiles(folder.path);
    const { sha256 } = await files.write(Buffer.from('again'));
    const path = join(folder.path, sha256.slice(0, 2), sha256.slice(2));
    utimesSync(path, twoHoursAgo(), twoHoursAgo());
    // Called between checking the file and removing it, when a write could happen.
    const swept = await files.sweep(() => {
      utimesSync(path, new Date(), new Date());
      return false;
    });
    expect(swept.orphans).toBe(0);
    expect(readFileSync(path, 'utf8')).toBe('again');
  });

  it('are streamed if they are large, and returned at once if small', async () => {
    using folder = temporaryFolder();
    const files = new MediaFiles(folder.path);
    for (const size of [10_000, 3_000_000]) {
      const content = Buffer.alloc(size, 'ab');
      const { sha256 } = await files.write(content);
      const body = await files.body(sha256);
      expect(body?.bytes).toBe(size);
      expect(body?.content instanceof ReadableStream).toBe(size > 1_048_576);
      expect(Buffer.from(await new Response(body?.content).arrayBuffer()).equals(content)).toBe(true);
    }
  });

  it('have only hashes as names', () => {
    const files = new MediaFiles('/nowhere');
    expect(() => files.read('../../etc/passwd')).toThrow('invariant');
  });
});
