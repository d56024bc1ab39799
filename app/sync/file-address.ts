import { SITE_PLACEHOLDER } from '../store/placeholders.ts';
import type { FetchScope } from './fetch-scope.ts';
import type { Round } from './round.ts';

type Site = Pick<Round, 'remote' | 'hub' | 'namedBy'>;

const api = /\/api\/2\.0\/?$/;

/**
 * Returns the address at which this desk fetches a file that a document names: a hub's public address is replaced by the one the
 * desk uses. `undefined` if `text` is no address.
 */
export function siteFileAddress(text: string, { remote, namedBy }: Site): URL | undefined {
  const named = namedBy?.replace(api, '/');
  const isNamed = named !== undefined && text.startsWith(named);
  const address = isNamed ? remote.url.replace(api, '/') + text.slice(named.length) : text;
  return URL.parse(address.replace(SITE_PLACEHOLDER, remote.origin)) ?? undefined;
}

/** Returns where files may be fetched. A hub keeps its own files, but pictures of imported guides may be elsewhere on the Internet. */
export const fetchScopeOf = ({ hub }: Site, what: 'picture' | 'file'): FetchScope => {
  if (!hub) return 'near';
  return what === 'picture' ? 'public' : 'own';
};
