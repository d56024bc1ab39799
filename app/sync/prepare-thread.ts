import { Worker } from 'node:worker_threads';

import type { SiteAddresses } from './localise.ts';
import { prepare } from './preparer.ts';
import type { Prepared, Preparer } from './preparer.ts';

export interface ToPrepareThread {
  texts: string[];
  site: SiteAddresses;
}

/** In the order in which they were sent. */
export type FromPrepareThread = Prepared[];

/** Until then a thread would take longer to start than the guides take here. */
const worthIt = 150;
/** Sent together: enough to make a message cheap, few enough to keep both threads busy. */
const mostTogether = 16;

/** Guides live shortly, and a young generation of the usual size would add 50 MB. */
const resourceLimits = { maxYoungGenerationSizeMb: 8 };

/**
 * Parsing, compressing and indexing guides costs as much as storing them, so a first sync does both at a time. A thread
 * that dies fails what it was given; the next round starts another.
 */
export function prepareInThread(): Preparer {
  let thread: Worker | undefined;
  let given = 0;
  let texts: string[] = [];
  let takers: ((prepared: Prepared) => void)[] = [];
  const sent: ((prepared: Prepared) => void)[][] = [];

  const start = (): Worker => {
    // Beside this module as source; beside the bundle when built.
    const file = import.meta.url.endsWith('.ts') ? './prepare-worker.ts' : './prepare-worker.js';
    const started = new Worker(new URL(file, import.meta.url), { resourceLimits });
    let failure = 'the thread that prepares guides ended';
    started.on('message', (all: FromPrepareThread) => {
      for (const [index, take] of (sent.shift() ?? []).entries()) take(all[index] ?? { failure });
    });
    started.on(
      'error',
      (error) => (failure = error instanceof Error ? (error.stack ?? error.message) : String(error)),
    );
    started.on('exit', () => {
      if (thread !== started) return;
      thread = undefined;
      for (const take of sent.splice(0).flat()) take({ failure });
    });
    return started;
  };

  const send = (site: SiteAddresses): void => {
    if (texts.length === 0) return;
    const message: ToPrepareThread = { texts, site };
    (thread ??= start()).postMessage(message);
    sent.push(takers);
    texts = [];
    takers = [];
  };

  return {
    guide: async (text, site) => {
      given += 1;
      if (given <= worthIt) return prepare(text, site);
      return new Promise((resolve) => {
        texts.push(text);
        takers.push(resolve);
        if (texts.length >= mostTogether) send(site);
        else if (texts.length === 1) setImmediate(send, site);
      });
    },
    rest: () => {
      given = 0;
      const ending = thread;
      thread = undefined;
      for (const take of sent.splice(0).flat()) take({ failure: 'the round has ended' });
      void ending?.terminate();
    },
  };
}
