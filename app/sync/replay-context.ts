import { configSchema } from '../config.ts';
import type { Context } from '../context.ts';

/** What handlers may use when an edit of the journal is carried out again: the store, and nothing that acts outside. */
export function replayContext({ store, media, log }: Pick<Context, 'store' | 'media' | 'log'>): Context {
  const outside = (): never => {
    throw new Error('an edit that is carried out again does nothing outside the store');
  };
  return {
    config: configSchema.parse({ profile: 'desk', dataDir: store.dataDir }),
    store,
    media,
    log,
    get identity() {
      return outside();
    },
    get pictures() {
      return outside();
    },
    get views() {
      return outside();
    },
    get replayer() {
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
  };
}
