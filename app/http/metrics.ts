import { Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';

import type { Context } from '../context.ts';
import { databaseBytes } from '../replica/desk-reports/storage.ts';
import type { DeviceTotals } from '../store/devices/devices.ts';
import type { AnsweredRequest } from './node.ts';

export interface Metrics {
  observe(answered: AnsweredRequest): void;
  /** Returns all metrics in Prometheus' text format. */
  text(): Promise<string>;
  readonly contentType: string;
}

/** From a cached answer to a whole upload; seconds. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120];
const dayS = 86_400;

/** Creates a hub's metrics. Loaded only by a hub that serves them. */
export function createMetrics({ store, mail, config }: Context): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'benchside_request_seconds',
    help: 'Time from the first byte of a request to the last of its answer, by endpoint',
    labelNames: ['route', 'status'] as const,
    buckets,
    registers: [registry],
  });
  const gauge = (name: string, help: string, count: () => number | Promise<number>): Gauge =>
    new Gauge({
      name: `benchside_${name}`,
      help,
      registers: [registry],
      async collect() {
        this.set(await count());
      },
    });
  gauge('feed_sequence', 'Number of the newest change that desks read', () =>
    store.read(null, (s) => s.feed.sequence),
  );
  const totals = (): DeviceTotals => store.read(null, (s) => s.devices.totals(Date.now() / 1000 - dayS));
  const desks = new Gauge({
    name: 'benchside_desks',
    help: 'Desks that reported to this hub, by when they were last seen',
    labelNames: ['seen'] as const,
    registers: [registry],
    collect() {
      const all = totals();
      desks.set({ seen: 'today' }, all.recent);
      desks.set({ seen: 'earlier' }, all.desks - all.recent);
    },
  });
  gauge('waiting_edits', 'Edits that wait at desks, as these last reported', () => totals().waiting);
  gauge('waiting_mails', 'Mails that no server has accepted yet', async () => (await mail.waiting()).length);
  gauge('database_bytes', 'Size of the database with its log', () => databaseBytes(config.dataDir));
  gauge('disk_reserve_broken', '1 while the disk is so full that the space reserved for edits is used', () =>
    Number(store.reserve.isBroken),
  );
  return {
    // Neither methods nor paths outside the API are labels: callers choose them, and each label is kept for ever.
    observe: ({ route = 'other', status, seconds }) =>
      requests.observe({ route, status: String(status) }, seconds),
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}
