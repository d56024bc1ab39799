import { setTimeout as pause } from 'node:timers/promises';

import { z } from 'zod';

import { limits } from '../../shared/limits.ts';
import { plainName } from '../../shared/plain-name.ts';
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
    name: z.string().transform(plainName).pipe(z.string().trim().min(1).max(limits.user.name.max)),
    tls: z.enum(['0', '1']).default('0'),
    url: z
      .url({ protocol: /^https?$/ })
      .max(limits.lan.url.max)
      .transform(plainName)
      .optional(),
  }),
});

/** The hubs of which announcements came. One computer announces few, so that its inventions leave room for the others. */
export class FoundHubs {
  private readonly byUrl = new Map<string, FoundHub & { sender: string }>();

  /** @returns whether the announcement is of a hub in the list */
  note(service: unknown): boolean {
    const { data } = announcement.safeParse(service);
    if (!data) return false;
    const { address: sender } = data.referer;
    const { name, tls, url = `${tls === '1' ? 'https' : 'http'}://${sender}:${data.port}` } = data.txt;
    if (this.byUrl.has(url)) return true;
    const { hubs, perSender } = limits.lan;
    const ofSender = [...this.byUrl.values()].filter((hub) => hub.sender === sender).length;
    if (this.byUrl.size >= hubs.max || ofSender >= perSender.max) return false;
    this.byUrl.set(url, { name, url, sender });
    return true;
  }

  /** Returns the hubs by name. */
  list(): FoundHub[] {
    return [...this.byUrl.values()]
      .map(({ name, url }) => ({ name, url }))
      .sort((a, b) => a.name.localeCompare(b.name));
  }
}

/**
 * Looks for hubs that announce themselves. Sends them nothing but the question: who chooses one of them connects to it as to an address
 * that was typed.
 *
 * @param network address of this computer in the only network to use; absent: all
 */
export function findHubs(log: Logger, network?: string): HubSearch {
  const found = new FoundHubs();
  const { promise: isFirst, resolve: onFirst } = Promise.withResolvers<void>();
  const multicast = openMulticast(network, (error) => {
    log.info({ err: error }, 'hubs in this network cannot be looked for');
    onFirst();
  });
  const note = (service: unknown): void => {
    if (found.note(service)) onFirst();
  };
  multicast.find({ type: serviceType }, note);
  return {
    hubs: () => found.list(),
    first: (ms) => Promise.race([isFirst, pause(ms, undefined, { ref: false })]),
    close: () => new Promise((resolve) => multicast.destroy(resolve)),
  };
}
