import { randomUUID } from 'node:crypto';

import type { Logger } from '../log.ts';
import { openMulticast, serviceType } from './multicast.ts';

export interface AnnouncedHub {
  /** Name of the site. */
  name: string;
  port: number;
  isEncrypted: boolean;
  /** Address that others reach the hub by, if it was given one. */
  publicUrl?: string | undefined;
}

/**
 * Announces a hub in its network until the returned function is called.
 *
 * @param network address of this computer in the only network to use; absent: all
 */
export function announceHub(hub: AnnouncedHub, log: Logger, network?: string): () => Promise<void> {
  const { name, port, isEncrypted, publicUrl } = hub;
  const multicast = openMulticast(network, (error) => {
    log.warn({ err: error }, 'the hub could not be announced in its network; desks need its address');
  });
  multicast.publish({
    // People are shown the name of the site: this one is limited to 63 bytes, and must be of this hub alone.
    name: randomUUID(),
    type: serviceType,
    port,
    txt: { name: shortened(name), tls: isEncrypted ? '1' : '0', ...(publicUrl && { url: publicUrl }) },
    probe: false,
  });
  return () =>
    new Promise((resolve) => {
      multicast.unpublishAll(() => multicast.destroy(resolve));
    });
}

/** Returns the beginning of a text that fits into a TXT record with its key: 255 bytes. */
function shortened(text: string): string {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(240));
  return text.slice(0, read);
}
