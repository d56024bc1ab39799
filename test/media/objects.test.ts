import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';

import { describe, expect, it } from 'vitest';

import { MediaObjects } from '../../app/media/objects.ts';
import { temporaryFolder } from '../helpers/core.ts';
import { bucket, keyId, secret, startS3 } from '../helpers/s3.ts';
import type { S3Server } from '../helpers/s3.ts';

const at = ({ endpoint }: S3Server, prefix = 'workshop') => ({
  endpoint,
  region: 'eu-test-1',
  accessKeyId: keyId,
  secretAccessKey: secret,
  bucket,
  prefix,
});
const hello = Buffer.from('hello');
const helloHash = createHash('sha256').update(hello).digest('hex');
const helloKey = `workshop/${helloHash.slice(0, 2)}/${helloHash.slice(2)}`;

async function* pieces(): AsyncGenerator<Uint8Array> {
  yield hello.subarray(0, 2);
  yield hello.subarray(2);
}

async function* broken(): AsyncGenerator<Uint8Array> {
  yield hello.subarray(0, 2);
  throw new Error('connection reset');
}

describe('media in an object storage', () => {
  it('are stored under their hash with a checksum, and read whole, in parts and as a stream', async () => {
    await using s3 = await startS3();
    using folder = temporaryFolder();
    const files = new MediaObjects(at(s3), folder.path);
    expect(await files.write(pieces())).toEqual({ sha256: helloHash, bytes: 5 });
    expect([...s3.objects.keys()]).toEqual([helloKey]);
    expect(readdirSync(folder.path)).toEqual([]);
    expect(await files.size(helloHash)).toBe(5);
    expect((await files.read(helloHash)).toString()).toBe('hello');
    expect(await files.body(helloHash)).toEqual({ bytes: 5, content: new Uint8Array(hello) });
    expect((await buffer(files.stream(helloHash, 1, 3))).toString()).toBe('ell');
    const large = Buffer.alloc(2_000_000, 'x');
    const { sha256 } = await files.write(large);
    const body = await files.body(sha256);
    expect(body?.bytes).toBe(2_000_000);
    expect(body?.content).toBeInstanceOf(ReadableStream);
    expect(await buffer(body?.content as ReadableStream)).toEqual(large);
    await files.remove(sha256);
    expect([await files.size(sha256), await files.body(sha256)]).toEqual([undefined, undefined]);
    await expect(files.read(sha256)).rejects.toMatchObject({ code: 'ENOENT' });
    expect(await files.usage()).toEqual({ files: 1, bytes: 5 });
  });

  it('are not sent at all if an upload breaks off, differs from its announcement, or is refused', async () => {
    await using s3 = await startS3();
    using folder = temporaryFolder();
    const files = new MediaObjects(at(s3), folder.path);
    await expect(files.write(broken())).rejects.toThrow('connection reset');
    await expect(files.write(hello, { bytes: 6 })).rejects.toThrow('bytes is 5 instead of 6');
    const refuse = async (): Promise<void> => {
      throw new Error('not a picture');
    };
    await expect(files.write(hello, {}, refuse)).rejects.toThrow('not a picture');
    expect(s3.requests).toEqual([]);
    expect(readdirSync(folder.path)).toEqual([]);
  });

  it("are not reported absent because of a fault: an unreachable storage, a missing bucket, or a proxy's page", async () => {
    await using s3 = await startS3();
    using folder = temporaryFolder();
    const files = new MediaObjects(at(s3), folder.path);
    await files.write(hello);
    const away = { code: 'unavailable', message: expect.stringContaining('cannot be reached') };
    const refused = async (storage: MediaObjects): Promise<void> => {
      await expect(storage.size(helloHash)).rejects.toMatchObject(away);
      await expect(storage.body(helloHash)).rejects.toMatchObject(away);
      await expect(storage.read(helloHash)).rejects.toMatchObject(away);
      await expect(storage.requireUsable()).rejects.toMatchObject(away);
    };
    for (const status of [404, 503]) {
      s3.fault = (_request, response) =>
        void response.writeHead(status, { 'Content-Type': 'text/html' }).end('<p>');
      await refused(files);
    }
    s3.fault = (request) => void request.socket.destroy();
    await refused(files);
    s3.fault = undefined;
    await refused(new MediaObjects({ ...at(s3), bucket: 'another' }, folder.path));
    await refused(new MediaObjects({ ...at(s3), secretAccessKey: 'wrong' }, folder.path));
    await files.requireUsable();
    expect(await files.size(helloHash)).toBe(5);
  });

  it('are requested again after a fault that may pass', async () => {
    await using s3 = await startS3();
    using folder = temporaryFolder();
    s3.fault = (_request, response) => {
      s3.fault = undefined;
      response.writeHead(503).end();
    };
    await new MediaObjects(at(s3), folder.path).write(hello);
    expect(s3.requests).toEqual([`PUT /${bucket}/${helloKey}`, `PUT /${bucket}/${helloKey}`]);
    expect(s3.objects.get(helloKey)?.bytes).toEqual(hello);
  });

  it('are swept page by page if they are old and unused, and nothing else of the bucket', async () => {
    await using s3 = await startS3(2);
    using folder = temporaryFolder();
    const files = new MediaObjects(at(s3), folder.path);
    const hashes: string[] = [];
    for (const text of ['a', 'b', 'c', 'd', 'e']) hashes.push((await files.write(Buffer.from(text))).sha256);
    const [needed = '', young = ''] = hashes;
    s3.objects.set('workshop/notes.txt', { bytes: hello, modified: new Date(0) });
    s3.objects.set(helloKey.replace('workshop', 'other'), { bytes: hello, modified: new Date(0) });
    const key = (hash: string): string => `workshop/${hash.slice(0, 2)}/${hash.slice(2)}`;
    for (const hash of hashes)
      if (hash !== young) Object.assign(s3.objects.get(key(hash)) ?? {}, { modified: new Date(0) });
    const known = (hash: string): boolean => hash === needed;
    // Files that this process has just uploaded may have no row yet.
    expect(await files.sweep(known)).toEqual({ orphans: 0, temporaries: 0, bytes: 0 });
    const restarted = new MediaObjects(at(s3), folder.path);
    expect(await restarted.sweep(known)).toEqual({ orphans: 3, temporaries: 0, bytes: 3 });
    expect([...s3.objects.keys()].toSorted()).toEqual(
      [key(needed), key(young), 'workshop/notes.txt', helloKey.replace('workshop', 'other')].toSorted(),
    );
  });
});
