import { lookup } from 'node:dns';
import { lookup as lookupNow } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import type { LookupFunction } from 'node:net';

/**
 * The range around the site within which a file named in a document is fetched.
 *
 * - `own`: at the site's origin
 * - `public`: also anywhere on the Internet
 * - `near`: like `public`, and in the kind of private network that the site is in, where it may keep its pictures
 * - `any`: anywhere, because a person named the source
 */
export type FetchScope = 'own' | 'public' | 'near' | 'any';

/** Thrown for an address in a document that this machine must not request (SSRF). */
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
  // Includes shared, test, multicast and reserved addresses, which no server on the Internet has.
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

let lists: { kind: Kind; list: BlockList }[] | undefined;

const makeLists = (): { kind: Kind; list: BlockList }[] =>
  Object.entries(ranges).map(([kind, subnets]) => {
    const list = new BlockList();
    for (const [address, bits] of subnets) list.addSubnet(address, bits, family(address));
    return { kind: kind as Kind, list };
  });

function family(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}

/** Returns the kind of network that an IP address is in. */
export const addressKind = (address: string): Kind =>
  (lists ??= makeLists()).find(({ list }) => list.check(address, family(address)))?.kind ?? 'public';

const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

/** Decides which addresses in a site's documents may be requested. */
export class Guard {
  readonly #site: URL;
  /** Kinds of network that the site itself is in, once they are known. */
  #near: ReadonlySet<Kind> = new Set();
  #known: Promise<void> | undefined;

  constructor(origin: string) {
    this.#site = new URL(origin);
  }

  /**
   * Checks an address before it is requested. Host names are checked only when they are resolved for the connection.
   *
   * @throws OutOfReach for an IP address or origin out of reach
   */
  async require(url: URL, scope: FetchScope): Promise<void> {
    if (scope === 'any' || url.origin === this.#site.origin) return;
    const host = hostOf(url);
    if (scope === 'own') throw outOfReach(host);
    if (scope === 'near') await (this.#known ??= this.#learn());
    if (isIP(host) !== 0 && !this.#allows(host, scope)) throw outOfReach(host);
  }

  /** Returns a DNS lookup that yields only addresses within reach. Checking at connection time defeats DNS rebinding. */
  lookup(scope: 'public' | 'near'): LookupFunction {
    return (host, options, callback) => {
      lookup(host, { ...options, all: true }, (error, found) => {
        const allowed = error ? [] : found.filter(({ address }) => this.#allows(address, scope));
        const [first] = allowed;
        if (!first) callback(error ?? outOfReach(host), '', 0);
        else if (options.all) callback(null, allowed);
        else callback(null, first.address, first.family);
      });
    };
  }

  #allows(address: string, scope: FetchScope): boolean {
    const kind = addressKind(address);
    return kind === 'public' || (scope === 'near' && this.#near.has(kind));
  }

  async #learn(): Promise<void> {
    const host = hostOf(this.#site);
    this.#near = new Set((await addressesOf(host)).map(addressKind));
  }
}

async function addressesOf(host: string): Promise<string[]> {
  if (isIP(host) !== 0) return [host];
  try {
    return (await lookupNow(host, { all: true })).map(({ address }) => address);
  } catch (error) {
    // The site's name does not resolve, so no private network counts as near.
    if (error instanceof Error && 'code' in error) return [];
    throw error;
  }
}

const outOfReach = (host: string): OutOfReach =>
  new OutOfReach(`The hub gives an address that this computer may not contact: ${host}`);
