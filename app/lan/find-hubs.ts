import { setTimeout as pause } from 'node:timers/promises';

import { z } from 'zod';

import { limits } from '../../shared/limits.ts';
import type { Logger } from '../log.ts';
import { openMulticast, serviceType } from './multicast.ts';

export interface FoundHub {
  name: string;
  /** Address of the hub, without the path of the API. */
  url: string;
}

export interface HubSearch {
  /** The hubs found until now, by name. */
  hubs(): FoundHub[];
  /** Resolves when the first hub was found, or after `ms`. */
  first(ms: number): Promise<void>;
  close(): Promise<void>;
}

/** An announcement of a hub. Anybody in the network can send one, so everything in it is checked. */
const announcement = z.object({
  port: z.int().min(1).max(65_535),
  host: z.string().max(limits.lan.host.max),
  referer: z.object({ address: z.ipv4() }),
  txt: z.object({
    name: z.string().trim().min(1).max(limits.user.name.max),
    tls: z.enum(['0', '1']).default('0'),
    url: z
      .url({ protocol: /^https?$/ })
      .max(limits.lan.url.max)
      .optional(),
  }),
});

/**
 * Looks for hubs that announce themselves. Sends them nothing but the question: who chooses one of them connects to it as to an address
 * that was typed.
 *
 * @param network address of this computer in the only network to use; absent: all
 */
export function findHubs(log: Logger, network?: string): HubSearch {
  const found = new Map<string, FoundHub>();
  const { promise: isFirst, resolve: onFirst } = Promise.withResolvers<void>();
  const multicast = openMulticast(network, (error) => {
    log.info({ err: error }, 'hubs in this network cannot be looked for');
    onFirst();
  });
  const note = (service: unknown): void => {
    const { data } = announcement.safeParse(service);
    if (!data || found.size >= limits.lan.hubs.max) return;
    const {
      name,
      tls,
      url = `${tls === '1' ? 'https' : 'http'}://${data.referer.address}:${data.port}`,
    } = data.txt;
    found.set(url, { name, url });
    onFirst();
  };
  multicast.find({ type: serviceType }, note);
  return {
    hubs: () => [...found.values()].sort((a, b) => a.name.localeCompare(b.name)),
    first: (ms) => Promise.race([isFirst, pause(ms, undefined, { ref: false })]),
    close: () => new Promise((resolve) => multicast.destroy(resolve)),
  };
}
