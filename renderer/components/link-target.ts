import { useQuery } from '@tanstack/react-query';

import { infoQuery } from '../api/queries/site.ts';
import { paths } from '../location.ts';

const guide = /^\/(?:Guide|Teardown)\/(?:[^/]*\/)?(\d+)(?:\/\d+)?\/?$/;
const page = /^\/(Device|Topic|Category|Item|Info|Wiki|User)\/([^/]+)\/?$/i;

const namespaces: Record<string, string> = {
  device: 'CATEGORY',
  topic: 'CATEGORY',
  category: 'CATEGORY',
  item: 'ITEM',
  info: 'INFO',
  wiki: 'WIKI',
  user: 'USER',
};

/** Returns a function that maps an address to the path of our screen; to null for other addresses. */
export function useInAppPath(): (href: string) => string | null {
  // The app fetches this query; links only read the cache.
  const { data: info } = useQuery({ ...infoQuery, enabled: false });
  const site = info ? originOf(info.site) : null;
  return (href) => inAppPath(href, [originOf(window.location.href), site]);
}

/** Returns the path of our screen for a relative address or one of the given origins; else null. */
export function inAppPath(href: string, origins: readonly (string | null)[]): string | null {
  const path = pathOf(href, origins);
  if (path === null) return null;
  const guideid = guide.exec(path)?.[1];
  if (guideid !== undefined) return paths.guide(Number(guideid));
  const [, kind, title] = page.exec(path) ?? [];
  if (kind === undefined || title === undefined) return null;
  const namespace = namespaces[kind.toLowerCase()];
  return namespace === undefined ? null : paths.wiki(namespace, readTitle(title));
}

/** Returns scheme and host, because `URL.origin` is opaque for a custom scheme. */
export function originOf(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const { protocol, host } = new URL(address);
  return host ? `${protocol}//${host}` : null;
}

function pathOf(href: string, origins: readonly (string | null)[]): string | null {
  if (href.startsWith('/') && !href.startsWith('//')) return href.replace(/[?#].*$/, '');
  const origin = originOf(href);
  return origin !== null && origins.includes(origin) ? new URL(href).pathname : null;
}

function readTitle(encoded: string): string {
  const spaced = encoded.replaceAll(/[+_]/g, ' ');
  try {
    return decodeURIComponent(spaced);
  } catch (error) {
    if (error instanceof URIError) return spaced;
    throw error;
  }
}
