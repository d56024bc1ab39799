import { parentPort, workerData } from 'node:worker_threads';

import openLibheif from 'libheif-js/libheif-wasm/libheif-bundle.mjs';

import { invariant } from '../../shared/assert.ts';
import type { FromHeicThread, HeicJob } from './heic.ts';

invariant(parentPort, 'this file runs as a worker');
const port = parentPort;
const { bytes, mostPixels } = workerData as HeicJob;

const { HeifDecoder } = await openLibheif();
const images = new HeifDecoder().decode(bytes);
const image = images.find((one) => one.is_primary()) ?? images[0];
const [width, height] = [image?.get_width() ?? 0, image?.get_height() ?? 0];

const answer = (message: FromHeicThread): void =>
  port.postMessage(message, 'pixels' in message ? [message.pixels.data.buffer] : []);

if (!image || width * height === 0) answer({ refused: 'no picture in it' });
else if (width * height > mostPixels) answer({ refused: 'exceeds pixel limit' });
else {
  const wanted = { data: new Uint8ClampedArray(width * height * 4), width, height };
  image.display(wanted, (made) =>
    answer(
      made
        ? { pixels: { data: new Uint8Array(wanted.data.buffer), width, height } }
        : { refused: 'its pixels cannot be read' },
    ),
  );
}
