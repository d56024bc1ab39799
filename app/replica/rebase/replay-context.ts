import { configSchema } from '../../config.ts';
import type { Context } from '../../context.ts';

/** Returns the context for handlers that replay edits: the store, and nothing that acts outside of it. */
export function replayContext({ store, media, log }: Pick<Context, 'store' | 'media' | 'log'>): Context {
  const outside = (): never => {
    throw new Error('an edit that is carried out again does nothing outside the store');
  };
  return {
    config: configSchema.parse({ profile: 'desk', dataDir: store.dataDir }),
    common: {},
    store,
    media,
    log,
    get identity() {
      return outside();
    },
    get pictures() {
      return outside();
    },
    get sizes() {
      return outside();
    },
    get views() {
      return outside();
    },
    get replayer() {
      return outside();
    },
    get editBatches() {
      return outside();
    },
    get sync() {
      return outside();
    },
    get resets() {
      return outside();
    },
    get mail() {
      return outside();
    },
    get setUp() {
      return outside();
    },
    get snapshots() {
      return outside();
    },
    get imports() {
      return outside();
    },
    address: outside,
  };
}
