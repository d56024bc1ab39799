import { lookup } from 'node:dns';
import { lookup as lookupNow } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import type { LookupFunction } from 'node:net';

/**
 * Where a file may be fetched that a document names.
 *
 * - `own`: at the site's own origin
 * - `public`: there, and anywhere on the Internet
 * - `near`: there, on the Internet, and in the kind of network the site itself is in: its pictures may be beside it
 * - `any`: anywhere, because a person named the source
 */
export type Reach = 'own' | 'public' | 'near' | 'any';

/** A document names an address that this site may not make this machine ask. */
export class OutOfReach extends Error {
  override readonly name = 'OutOfReach';
}

type Kind = 'loopback' | 'link-local' | 'private' | 'public';

const ranges: Record<Exclude<Kind, 'public'>, readonly [string, number][]> = {
  loopback: [
    ['127.0.0.0', 8],
    ['0.0.0.0', 8],
    ['::1', 128],
    ['::', 128],
  ],
  'link-local': [
    ['169.254.0.0', 16],
    ['fe80::', 10],
  ],
  // With what no server on the Internet has: shared, test, multicast and reserved addresses.
  private: [
    ['10.0.0.0', 8],
    ['172.16.0.0', 12],
    ['192.168.0.0', 16],
    ['100.64.0.0', 10],
    ['198.18.0.0', 15],
    ['224.0.0.0', 3],
    ['fc00::', 7],
    ['fec0::', 10],
    ['ff00::', 8],
  ],
};

const kinds = Object.entries(ranges).map(([kind, subnets]) => {
  const list = new BlockList();
  for (const [address, bits] of subnets) list.addSubnet(address, bits, family(address));
  return { kind: kind as Kind, list };
});

function family(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}

/** The network an IP address is in. */
export const kindOf = (address: string): Kind =>
  kinds.find(({ list }) => list.check(address, family(address)))?.kind ?? 'public';

const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

/** Decides which addresses may be asked in the name of a site. */
export class Guard {
  readonly #site: URL;
  /** Networks the site itself is in, once they are known. */
  #near: ReadonlySet<Kind> = new Set();
  #known: Promise<void> | undefined;

  constructor(origin: string) {
    this.#site = new URL(origin);
  }

  /** @throws OutOfReach for what the address says by itself: names are looked up when they are connected to */
  async require(url: URL, reach: Reach): Promise<void> {
    if (reach === 'any' || url.origin === this.#site.origin) return;
    const host = hostOf(url);
    if (reach === 'own') throw outOfReach(host);
    if (reach === 'near') await (this.#known ??= this.#learn());
    if (isIP(host) !== 0 && !this.#allows(host, reach)) throw outOfReach(host);
  }

  /** Looks names up, and knows only the addresses that may be asked. A name may lead elsewhere each time it is asked for. */
  lookup(reach: 'public' | 'near'): LookupFunction {
    return (host, options, callback) => {
      lookup(host, { ...options, all: true }, (error, found) => {
        const allowed = error ? [] : found.filter(({ address }) => this.#allows(address, reach));
        const [first] = allowed;
        if (!first) callback(error ?? outOfReach(host), '', 0);
        else if (options.all) callback(null, allowed);
        else callback(null, first.address, first.family);
      });
    };
  }

  #allows(address: string, reach: Reach): boolean {
    const kind = kindOf(address);
    return kind === 'public' || (reach === 'near' && this.#near.has(kind));
  }

  async #learn(): Promise<void> {
    const host = hostOf(this.#site);
    this.#near = new Set((await addressesOf(host)).map(kindOf));
  }
}

async function addressesOf(host: string): Promise<string[]> {
  if (isIP(host) !== 0) return [host];
  try {
    return (await lookupNow(host, { all: true })).map(({ address }) => address);
  } catch (error) {
    // To a site whose name nobody knows nothing is near.
    if (error instanceof Error && 'code' in error) return [];
    throw error;
  }
}

const outOfReach = (host: string): OutOfReach =>
  new OutOfReach(`The site names an address that it may not make this machine ask: ${host}`);
