import { Worker } from 'node:worker_threads';

import { limits } from '../../shared/limits.ts';
import { moduleBeside } from '../module-beside.ts';

/** A decoded HEIC, upright. */
export interface HeicPixels {
  /** Four bytes a pixel: red, green, blue, opacity. */
  data: Uint8Array<ArrayBuffer>;
  width: number;
  height: number;
}

export interface HeicJob {
  bytes: Uint8Array;
  mostPixels: number;
}

export type FromHeicThread = { pixels: HeicPixels } | { refused: string };

/** Far more than a picture of 100 megapixels needs on a slow computer. */
const mostMs = 60_000;

/**
 * Decodes a HEIC, the photo of a phone: sharp reads only its header. Each picture has a thread of its own, because libheif
 * never returns memory, blocks for seconds, and may abort or hang on a hostile file.
 *
 * @throws Error with the reason
 */
export async function decodeHeic(bytes: Uint8Array): Promise<HeicPixels> {
  const job: HeicJob = { bytes, mostPixels: limits.media.pixels.max };
  const thread = new Worker(moduleBeside(import.meta.url, 'heic-worker'), {
    workerData: job,
    // libheif writes about each damaged file, which the answer says too.
    stdout: true,
    stderr: true,
  });
  // The thread must not keep the process alive.
  thread.unref();
  const answer = Promise.withResolvers<FromHeicThread>();
  thread.on('message', answer.resolve);
  thread.on('error', answer.reject);
  thread.on('exit', () => answer.resolve({ refused: 'its decoder ended' }));
  const late = setTimeout(() => answer.resolve({ refused: 'it takes too long' }), mostMs).unref();
  try {
    const made = await answer.promise;
    if ('refused' in made) throw new Error(made.refused);
    return made.pixels;
  } finally {
    clearTimeout(late);
    await thread.terminate();
  }
}

const iccName = 'ICC_PROFILE\0';

/**
 * Returns a JPEG with a colour profile, in the segment after its first marker (ICC.1:2022, annex B.4). A profile that needs several
 * segments is left out: those of cameras have less than a kilobyte.
 */
export function withProfile(jpeg: Uint8Array, profile: Uint8Array | undefined): Uint8Array {
  const length = 2 + iccName.length + 2 + (profile?.length ?? 0);
  if (!profile || profile.length === 0 || length > 0xff_ff) return jpeg;
  const head = Buffer.from([0xff, 0xe2, length >> 8, length & 0xff]);
  const part = Buffer.concat([head, Buffer.from(iccName, 'latin1'), Buffer.from([1, 1]), profile]);
  return Buffer.concat([jpeg.subarray(0, 2), part, jpeg.subarray(2)]);
}
