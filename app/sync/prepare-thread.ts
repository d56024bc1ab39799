import { Worker } from 'node:worker_threads';

import { moduleBeside } from '../module-beside.ts';
import type { SiteAddresses } from '../store/template-addresses.ts';
import { prepare } from './preparer.ts';
import type { Prepared, Preparer } from './preparer.ts';

export interface ToPrepareThread {
  documents: Uint8Array<ArrayBuffer>[];
  site: SiteAddresses;
}

/** Prepared guides in the order of the documents sent. An empty list says that the thread has started. */
export type FromPrepareThread = Prepared[];

/** Fewer guides are prepared on this thread: starting another takes longer. */
const worthIt = 150;
/** Guides in a message: enough to make messages cheap, few enough to keep both threads busy. */
const mostTogether = 16;

/** Bytes in a message. A larger guide is prepared on this thread, whose heap is not limited. */
const mostBytes = 1_000_000;

/** Guides are short-lived objects: with the default limits a first sync leaves 100 MB of garbage. */
const resourceLimits = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 96 };

/**
 * Prepares guides in another thread: parsing, compressing and indexing cost as much as storing, so a first sync does both at
 * once. If the thread dies, the guides it was given fail, and the next round starts another.
 */
export function prepareInThread(): Preparer {
  let thread: Worker | undefined;
  /** Until the thread has started, guides are prepared on this one. */
  let isReady = false;
  let documents: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  let takers: ((prepared: Prepared) => void)[] = [];
  const sent: ((prepared: Prepared) => void)[][] = [];

  const fail = (failure: string): void => {
    for (const take of [...sent.splice(0).flat(), ...takers.splice(0)]) take({ failure });
    documents = [];
    bytes = 0;
  };

  const start = (): Worker => {
    const started = new Worker(moduleBeside(import.meta.url, 'prepare-worker'), { resourceLimits });
    let failure = 'the thread that prepares guides ended';
    started.on('message', (all: FromPrepareThread) => {
      // A terminated thread may still answer for the round before.
      if (thread !== started) return;
      isReady = true;
      for (const [index, take] of (sent.shift() ?? []).entries()) take(all[index] ?? { failure });
    });
    started.on(
      'error',
      (error) => (failure = error instanceof Error ? (error.stack ?? error.message) : String(error)),
    );
    started.on('exit', () => {
      if (thread !== started) return;
      thread = undefined;
      isReady = false;
      fail(failure);
    });
    return started;
  };

  const send = (site: SiteAddresses): void => {
    if (documents.length === 0) return;
    if (!thread) return fail('the thread that prepares guides ended');
    const message: ToPrepareThread = { documents, site };
    thread.postMessage(
      message,
      documents.map(({ buffer }) => buffer),
    );
    sent.push(takers);
    documents = [];
    bytes = 0;
    takers = [];
  };

  return {
    expect: async (guides) => {
      if (guides < worthIt || thread) return;
      const starting = (thread = start());
      await new Promise((resolve) => starting.once('message', resolve).once('exit', resolve));
    },
    guide: async (json, site) => {
      if (!isReady || json.length > mostBytes) return prepare(json, site);
      if (bytes + json.length > mostBytes) send(site);
      return new Promise((resolve) => {
        documents.push(json);
        bytes += json.length;
        takers.push(resolve);
        if (documents.length >= mostTogether) send(site);
        else if (documents.length === 1) setImmediate(send, site);
      });
    },
    rest: () => {
      const ending = thread;
      thread = undefined;
      isReady = false;
      fail('the round has ended');
      void ending?.terminate();
    },
  };
}
