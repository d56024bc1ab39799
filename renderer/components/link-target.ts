import { safeUrl } from '../bridge.ts';
import { paths } from '../location.ts';

const guide = /^\/(?:Guide|Teardown)\/(?:[^/]*\/)?(\d+)(?:\/\d+)?\/?$/;
const page = /^\/(Device|Topic|Category|Item|Info|Wiki|User|Tools|Parts)\/([^/]+)\/?$/i;

const namespaces: Record<string, string> = {
  device: 'CATEGORY',
  topic: 'CATEGORY',
  category: 'CATEGORY',
  item: 'ITEM',
  tools: 'ITEM',
  parts: 'ITEM',
  info: 'INFO',
  wiki: 'WIKI',
  user: 'USER',
};

/**
 * The screen of ours a site's address stands for, or null. Guides and wiki pages are known by the path alone: a
 * site's own links are relative or carry its host, and either way the page is on this machine.
 */
export function inAppPath(href: string): string | null {
  const path = pathOf(href);
  if (path === null) return null;
  const guideid = guide.exec(path)?.[1];
  if (guideid !== undefined) return paths.guide(Number(guideid));
  const [, kind, title] = page.exec(path) ?? [];
  if (kind === undefined || title === undefined) return null;
  const namespace = namespaces[kind.toLowerCase()];
  return namespace === undefined ? null : paths.wiki(namespace, readTitle(title));
}

export const outsideUrl = (href: string): string | null => safeUrl(href);

function pathOf(href: string): string | null {
  if (href.startsWith('/') && !href.startsWith('//')) return href.replace(/[?#].*$/, '');
  const url = safeUrl(href);
  return url === null || url.startsWith('mailto:') ? null : new URL(url).pathname;
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
