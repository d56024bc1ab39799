import type { z } from 'zod';

import { configSchema } from '../../config.ts';
import type { Context, HandlerInput } from '../../context.ts';
import type { Viewer } from '../../store/actor.ts';
import type { ReplayedEndpoint } from './replayer.ts';

/** The part of an API endpoint that a replay needs. */
export interface EditEndpoint {
  route: string;
  params: z.ZodType | undefined;
  query: z.ZodType | undefined;
  body: z.ZodType | undefined;
  handler(input: HandlerInput<unknown, unknown, unknown, Viewer>): unknown;
}

type Outside = Pick<Context, 'store' | 'media' | 'log'>;

/** Returns the API's endpoints as the replayer calls them. */
export function replayedEndpoints(endpoints: readonly EditEndpoint[], parts: Outside): ReplayedEndpoint[] {
  const { store } = parts;
  const ctx = replayContext(parts);
  const parse = (schema: z.ZodType | undefined, value: unknown): unknown => schema?.parse(value) ?? {};
  return endpoints.map((endpoint) => ({
    route: endpoint.route,
    body: endpoint.body,
    carryOut: (inner, { params, query, body }) => {
      endpoint.handler({
        params: parse(endpoint.params, params),
        query: parse(endpoint.query, query),
        body: endpoint.body?.parse(body ?? {}),
        actor: inner.viewer,
        ctx,
        request: new Request('http://replay.invalid/'),
        addresses: { media: '', site: '' },
        read: store.readAs(inner.viewer, query),
        write: (fn) => fn(inner),
        saw: () => undefined,
      });
      inner.search.flush();
    },
  }));
}

/** Returns the context for handlers that replay edits: the store, and nothing that acts outside of it. */
function replayContext({ store, media, log }: Outside): Context {
  const outside = (): never => {
    throw new Error('a replayed edit changes nothing outside the store');
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
    get backups() {
      return outside();
    },
    get restores() {
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
    get rates() {
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
    get bundles() {
      return outside();
    },
    get edits() {
      return outside();
    },
    get carry() {
      return outside();
    },
    address: outside,
    openApi: outside,
  };
}
