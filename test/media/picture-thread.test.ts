import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { MediaFiles } from '../../app/media/files.ts';
import { makeHere } from '../../app/media/make-pictures.ts';
import type { MadePictures, PictureJob } from '../../app/media/make-pictures.ts';
import { makeInThread } from '../../app/media/picture-thread.ts';
import { temporaryFolder } from '../helpers/core.ts';
import { photo } from './pictures.ts';

const thread = makeInThread();
let jpeg: Buffer;

beforeAll(async () => {
  jpeg = await (await photo(900, 600)).jpeg().toBuffer();
});

afterAll(() => thread.close());

async function* inChunks(bytes: Buffer, length = 50_000): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}

const job: PictureJob = { name: 'a.jpg', ratio: 'FOUR_THREE', edit: { turn: 0, part: null } };

it('makes the same pictures as the process itself, several at once', async () => {
  using folder = temporaryFolder();
  const [here, there] = ['here', 'there'].map((name) => new MediaFiles(join(folder.path, name))) as [
    MediaFiles,
    MediaFiles,
  ];
  const expected = await makeHere.make(here, inChunks(jpeg), job);
  const made = await Promise.all([
    thread.make(there, inChunks(jpeg), job),
    thread.make(there, inChunks(jpeg, 7_001), { ...job, ratio: undefined }),
  ]);
  expect(made[0]).toEqual(expected);
  expect(made[1]).toEqual<MadePictures>({ kept: expected.source ?? expected.kept, source: null });
  expect(await there.usage()).toEqual(await here.usage());
});

it.skipIf(process.platform !== 'linux')(
  'refuses like the process itself, and reports what the machine lacks',
  async () => {
    using folder = temporaryFolder();
    const media = new MediaFiles(folder.path);
    for (const maker of [makeHere, thread]) {
      await expect(maker.make(media, inChunks(jpeg.subarray(0, 9_000)), job)).rejects.toMatchObject({
        name: 'AppError',
        code: 'invalid',
        message: expect.stringContaining('damaged or incomplete'),
        details: { errors: [{ field: 'file', code: 'invalid' }] },
      });
    }
    const upload = async function* (): AsyncGenerator<Uint8Array> {
      yield* inChunks(jpeg.subarray(0, 60_000));
      throw new Error('the connection broke');
    };
    await expect(thread.make(media, upload(), job)).rejects.toThrow('the connection broke');
    // A file instead of a folder, as on a broken disk.
    mkdirSync(join(folder.path, 'full'));
    symlinkSync('/dev/full', join(folder.path, 'full', '.writing'));
    await expect(
      thread.make(new MediaFiles(join(folder.path, 'full')), inChunks(jpeg), job),
    ).rejects.toMatchObject({
      code: expect.stringMatching(/^E(NOTDIR|EXIST)$/),
    });
  },
);

it('fails its jobs when the thread ends, and starts another for the next job', async () => {
  using folder = temporaryFolder();
  const media = new MediaFiles(folder.path);
  const maker = makeInThread();
  const first = maker.make(media, inChunks(jpeg), job);
  void setImmediate().then(() => maker.close());
  await expect(first).rejects.toThrow('the thread that makes pictures ended');
  expect((await maker.make(media, inChunks(jpeg), job)).kept.width).toBe(800);
  await maker.close();
});

it('fails a job whose upload still comes when the thread ends, and nothing else', async () => {
  using folder = temporaryFolder();
  const maker = makeInThread();
  const rest = Promise.withResolvers<void>();
  const isComing = Promise.withResolvers<void>();
  const upload = async function* (): AsyncGenerator<Uint8Array> {
    yield jpeg.subarray(0, 1_000);
    isComing.resolve();
    await rest.promise;
    yield jpeg.subarray(1_000);
  };
  const unhandled: unknown[] = [];
  const note = (reason: unknown): void => void unhandled.push(reason);
  process.on('unhandledRejection', note);
  const made = maker.make(new MediaFiles(folder.path), upload(), job);
  const refusal = made.catch((error: unknown) => error);
  await isComing.promise;
  await maker.close();
  await setImmediate();
  rest.resolve();
  expect(await refusal).toMatchObject({ message: 'the thread that makes pictures ended' });
  process.off('unhandledRejection', note);
  expect(unhandled).toEqual([]);
  await maker.close();
});
