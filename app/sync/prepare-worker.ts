import { parentPort } from 'node:worker_threads';

import { prepare } from './preparer.ts';
import type { FromPrepareThread, ToPrepareThread } from './prepare-thread.ts';

const port = parentPort;
if (!port) throw new Error('this file runs as a worker');

const started: FromPrepareThread = [];
port.postMessage(started);
port.on('message', ({ documents, site }: ToPrepareThread) => {
  const moved: ArrayBuffer[] = [];
  const all: FromPrepareThread = documents.map((json) => {
    const one = prepare(json, site);
    if (!('pulled' in one)) return one;
    // Copied, because posting a view also sends everything else in its buffer.
    const packed = new Uint8Array(one.pulled.guide.packed);
    moved.push(packed.buffer);
    return { pulled: { ...one.pulled, guide: { ...one.pulled.guide, packed } } };
  });
  port.postMessage(all, moved);
});
