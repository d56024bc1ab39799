import { Bonjour } from 'bonjour-service';

/** DNS-SD type of a hub: `_benchside._tcp`. */
export const serviceType = 'benchside';

/** @param network address of this computer in the only network to use; absent: all */
export function openMulticast(
  network: string | undefined,
  onError: (error: unknown) => void,
): InstanceType<typeof Bonjour> {
  // The last two are options of multicast-dns, which gets all of them.
  const options = { disableIPv6: true, interface: network, bind: network && '0.0.0.0' };
  return new Bonjour(options, onError);
}
