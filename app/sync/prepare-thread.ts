import { Worker } from 'node:worker_threads';

import type { SiteAddresses } from './localise.ts';
import { prepare } from './preparer.ts';
import type { Prepared, Preparer } from './preparer.ts';

export interface ToPrepareThread {
  documents: Uint8Array<ArrayBuffer>[];
  site: SiteAddresses;
}

/** In the order in which they were sent; none when it has started. */
export type FromPrepareThread = Prepared[];

/** Fewer are made here before a thread has started. */
const worthIt = 150;
/** Sent together: enough to make a message cheap, few enough to keep both threads busy. */
const mostTogether = 16;

/** Bytes sent together; a guide of more is made here, where memory has no such limit. */
const mostBytes = 1_000_000;

/** Guides live shortly: with the usual limits a first sync would leave 100 MB of them lying about. */
const resourceLimits = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 96 };

/**
 * Parsing, compressing and indexing guides costs as much as storing them, so a first sync does both at a time. A thread
 * that dies fails what it was given; the next round starts another.
 */
export function prepareInThread(): Preparer {
  let thread: Worker | undefined;
  /** Until it has started, guides are made here. */
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
    // Beside this module as source; beside the bundle when built.
    const file = import.meta.url.endsWith('.ts') ? './prepare-worker.ts' : './prepare-worker.js';
    const started = new Worker(new URL(file, import.meta.url), { resourceLimits });
    let failure = 'the thread that prepares guides ended';
    started.on('message', (all: FromPrepareThread) => {
      // What one that was ended says of the round before is nobody's.
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
