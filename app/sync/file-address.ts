import { SITE_HOLE } from '../store/holes.ts';
import type { Reach } from './reach.ts';
import type { Round } from './round.ts';

type Site = Pick<Round, 'remote' | 'hub' | 'namedBy'>;

const api = /\/api\/2\.0\/?$/;

/**
 * The address of a file that a document names, as this desk reaches it: what a hub says under its public address is asked
 * for where the hub itself is asked. `undefined` for what is no address.
 */
export function fileAddress(text: string, { remote, namedBy }: Site): URL | undefined {
  const named = namedBy?.replace(api, '/');
  const isNamed = named !== undefined && text.startsWith(named);
  const address = isNamed ? remote.url.replace(api, '/') + text.slice(named.length) : text;
  return URL.parse(address.replace(SITE_HOLE, remote.origin)) ?? undefined;
}

/** Where a site's files may lie: a hub keeps its own, and pictures of imported guides may have stayed where they were. */
export const reachOf = ({ hub }: Site, what: 'picture' | 'file'): Reach => {
  if (!hub) return 'near';
  return what === 'picture' ? 'public' : 'own';
};
