import type { DocType, View } from '../../../shared/model/view.ts';
import type { Config } from '../../config.ts';
import type { Logger } from '../../log.ts';
import type { Actor, Viewer } from '../actor.ts';
import type { Store } from '../store.ts';
import { sameViewSeconds } from './views.ts';

export interface ViewRecorderOptions {
  store: Store;
  profile: Config['profile'];
  log: Logger;
  /** UNIX seconds. */
  now?: (() => number) | undefined;
}

const flushMs = 1_000;
const retryMs = 10_000;
/** Maximum of views kept after a failed write, as on a full disk; above it all are dropped. */
const mostUnsaved = 10_000;
const pruneEverySeconds = 86_400;

/**
 * Records who reads what. Reading never waits for a write: views are collected in memory and written together; at a desk
 * as an edit that is sent to the site.
 */
export class ViewRecorder {
  private readonly options: ViewRecorderOptions;
  private readonly now: () => number;
  /** UNIX seconds of each person's last view of a document, oldest first. */
  private readonly recent = new Map<string, number>();
  private unsaved = new Map<number, { actor: Actor; views: View[] }>();
  private timer: NodeJS.Timeout | undefined;
  private pruned = 0;

  constructor(options: ViewRecorderOptions) {
    this.options = options;
    this.now = options.now ?? (() => Date.now() / 1000);
  }

  /** Records a view in memory only. */
  saw(viewer: Viewer, doc_type: DocType, docid: number): void {
    if (!viewer) return;
    const date = Math.floor(this.now());
    const key = `${viewer.userid} ${doc_type} ${docid}`;
    if (date - (this.recent.get(key) ?? Number.NEGATIVE_INFINITY) < sameViewSeconds) return;
    this.recent.delete(key);
    this.recent.set(key, date);
    const own = this.unsaved.get(viewer.userid) ?? { actor: viewer, views: [] };
    own.views.push({ doc_type, docid: String(docid), date });
    this.unsaved.set(viewer.userid, own);
    this.timer ??= setTimeout(() => this.flush(), flushMs).unref();
  }

  /** Writes the collected views. If that fails, it is tried again later. */
  flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const people = [...this.unsaved.values()];
    const { store } = this.options;
    const spared = store.sparesReserve;
    try {
      store.sparesReserve = true;
      this.write(people);
      this.unsaved = new Map();
      this.tidy();
    } catch (error) {
      this.options.log.warn({ err: error }, 'views could not be stored');
      const count = people.reduce((sum, { views }) => sum + views.length, 0);
      if (count > mostUnsaved) this.unsaved = new Map();
      else this.timer = setTimeout(() => this.flush(), retryMs).unref();
    } finally {
      store.sparesReserve = spared;
    }
  }

  /** Writes the rest. Call it before the store is closed. */
  close(): void {
    this.flush();
    clearTimeout(this.timer);
  }

  private write(people: readonly { actor: Actor; views: View[] }[]): void {
    if (people.length === 0) return;
    const { store, profile } = this.options;
    if (profile === 'hub') {
      store.note((s) => {
        for (const { actor, views } of people) s.views.record(actor.userid, views);
      });
      return;
    }
    for (const { actor, views } of people) {
      const operation = { route: 'POST /benchside/views', params: {}, query: {}, body: { views } };
      store.edit(actor, operation, (s) => s.views.record(actor.userid, views));
      this.unsaved.delete(actor.userid);
    }
  }

  private tidy(): void {
    const now = this.now();
    for (const [key, date] of this.recent) {
      if (now - date < sameViewSeconds) break;
      this.recent.delete(key);
    }
    if (now - this.pruned < pruneEverySeconds) return;
    const isMore = this.options.store.transact(null, (s) => s.views.prune());
    if (!isMore) this.pruned = now;
  }
}
