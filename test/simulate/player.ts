import { parentPort } from 'node:worker_threads';

import { invariant } from '../../shared/assert.ts';
import { play } from './episode.ts';
import type { Plan } from './plan.ts';
import { makeTemplate } from './template.ts';

const port = parentPort;
invariant(port, 'this file runs as a worker');
const template = await makeTemplate();

port.on('message', (plan: Plan | 'end') => {
  if (plan !== 'end') void play(plan, template).then((outcome) => port.postMessage(outcome));
  else {
    template.close();
    port.close();
  }
});
