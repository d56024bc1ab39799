import { parentPort } from 'node:worker_threads';

import { invariant } from '../../shared/assert.ts';
import { play } from './episode.ts';
import type { Playing } from './episode.ts';
import { makeTemplate } from './template.ts';

const port = parentPort;
invariant(port, 'this file runs as a worker');
const template = await makeTemplate();

port.on('message', (playing: Playing | 'end') => {
  if (playing !== 'end') void play(playing, template).then((outcome) => port.postMessage(outcome));
  else {
    template.close();
    port.close();
  }
});
