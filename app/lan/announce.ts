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
    // Two hubs of one name in one network must not take each other's place.
    name: `${name.slice(0, 40)} ${port}`,
    type: serviceType,
    port,
    txt: { name: name.slice(0, 100), tls: isEncrypted ? '1' : '0', ...(publicUrl && { url: publicUrl }) },
    probe: false,
  });
  return () =>
    new Promise((resolve) => {
      multicast.unpublishAll(() => multicast.destroy(resolve));
    });
}
