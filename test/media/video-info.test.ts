import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { AppError } from '../../shared/errors.ts';
import { videoInfo } from '../../app/media/video-info.ts';
import { inMemory } from './in-memory.ts';
import { mp4, webm } from './videos.ts';

const info = (bytes: Buffer, name = 'a.mp4') => videoInfo(inMemory(bytes), name);

describe('videoInfo', () => {
  it('reads length, dimensions and codecs of an MP4 with short and long fields, with dimensions as displayed', async () => {
    const expected = { duration: 2500, width: 640, height: 360, codecs: 'avc1, mp4a' };
    expect(await info(mp4())).toEqual(expected);
    expect(await info(mp4({ long: true }))).toEqual(expected);
    expect(await info(mp4({ turned: true }), 'A.M4V')).toEqual({ ...expected, width: 360, height: 640 });
    expect(await info(mp4({ brand: 'qt' }), 'a.mov')).toEqual(expected);
    expect(await info(mp4().subarray(20), 'before-2001.mov')).toEqual(expected);
    expect(await info(mp4({ duration: 0xffffffff }))).toEqual({ ...expected, duration: 0 });
    const toTheEnd = mp4();
    toTheEnd.writeUInt32BE(0, toTheEnd.length - 28);
    expect(await info(toTheEnd)).toEqual(expected);
  });

  it('reads the same of a WebM, and length 0 for one that a browser recorded', async () => {
    const expected = { duration: 1500, width: 320, height: 240, codecs: 'vp9' };
    expect(await info(webm(), 'a.webm')).toEqual(expected);
    expect(await info(webm({ open: true }), 'a.webm')).toEqual({ ...expected, duration: 0 });
  });

  it('explains a refusal in words', async () => {
    const cases: [Buffer, string, string][] = [
      [mp4(), 'a.avi', 'must be one of mp4, m4v, mov, webm'],
      [mp4(), 'constructor', 'must be one of'],
      [Buffer.alloc(0), 'a.mp4', 'no bytes'],
      [Buffer.from('Just a text.'), 'a.mp4', 'no video that Benchside can play'],
      [webm(), 'a.mp4', 'its content is WEBM'],
      [mp4(), 'a.mov', 'its content is MP4'],
      [webm({ type: 'matroska' }), 'a.webm', 'no video that Benchside can play'],
      [mp4().subarray(0, -5), 'a.mp4', '"mdat" is cut off'],
      [mp4().subarray(0, 200), 'a.mp4', '"moov" is cut off'],
      [mp4().subarray(0, 24), 'a.mp4', 'last part is cut off'],
      [mp4().subarray(0, 20), 'a.mp4', 'table of contents is missing'],
      [mp4({ picture: false }), 'a.mp4', 'no video track'],
      [mp4().subarray(0, -28), 'a.mp4', 'frames are missing'],
      [webm().subarray(0, -5), 'a.webm', 'end is missing'],
      [webm({ open: true }).subarray(0, 70), 'a.webm', 'end is missing'],
      [webm({ trackType: 2 }), 'a.webm', 'no video track'],
    ];
    for (const [bytes, name, words] of cases) {
      const error = await info(bytes, name).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(AppError);
      expect((error as AppError).code).toBe('invalid');
      expect((error as AppError).message).toContain(words);
    }
  });

  it('ends with facts or a refusal, whatever the bytes are', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom<[Buffer, string]>([mp4(), 'a.mp4'], [webm(), 'a.webm']),
        fc.array(fc.tuple(fc.nat(600), fc.nat(255)), { maxLength: 12 }),
        async ([original, name], changes) => {
          const bytes = Buffer.from(original);
          for (const [at, value] of changes) bytes[at % bytes.length] = value;
          const result: unknown = await info(bytes, name).catch((thrown: unknown) => thrown);
          if (result instanceof Error) expect(result).toMatchObject({ name: 'AppError', code: 'invalid' });
          else expect(result).toHaveProperty('width', expect.any(Number));
        },
      ),
      { numRuns: 500 },
    );
  });
});
