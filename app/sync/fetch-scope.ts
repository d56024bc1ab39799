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
    ['192.0.0.0', 24],
    ['192.0.2.0', 24],
    ['198.18.0.0', 15],
    ['198.51.100.0', 24],
    ['203.0.113.0', 24],
    ['224.0.0.0', 3],
    ['64:ff9b:1::', 48],
    ['100::', 64],
    // Teredo leads through other people's machines.
    ['2001::', 32],
    ['2001:db8::', 32],
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

/** Returns the kind of network that an IP address is in, or the IPv4 address to which it leads. */
export function addressKind(address: string): Kind {
  const [bare = ''] = address.split('%');
  const listed = (one: string): Kind | undefined =>
    (lists ??= makeLists()).find(({ list }) => list.check(one, family(one)))?.kind;
  const behind = family(bare) === 'ipv6' ? embedded(bare) : undefined;
  return listed(bare) ?? (behind === undefined ? undefined : listed(behind)) ?? 'public';
}

/** Prefixes of IPv6 addresses that a gateway translates to the IPv4 address after them: NAT64, 6to4, and two older forms. */
const translated = ['64:ff9b:0:0:0:0:', '2002:', '0:0:0:0:0:0:', '0:0:0:0:ffff:0:'];

/** Returns the IPv4 address inside an IPv6 address, if a gateway translates it. */
function embedded(address: string): string | undefined {
  const [left = '', right] = hostOf(new URL(`http://[${address}]`)).split('::');
  const groups = (part: string): string[] => (part === '' ? [] : part.split(':'));
  const [before, after] = [groups(left), groups(right ?? '')];
  const all = [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after];
  const prefix = translated.find((one) => all.join(':').startsWith(one));
  if (prefix === undefined) return undefined;
  const at = prefix.split(':').length - 1;
  return all
    .slice(at, at + 2)
    .map((group) => Number.parseInt(group, 16))
    .flatMap((group) => [group >> 8, group & 255])
    .join('.');
}

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
