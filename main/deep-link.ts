import { limits } from '../shared/limits.ts';

const scheme = 'benchside:';

const id = '(-?[1-9]\\d{0,14})';
const guide = new RegExp(`^/${id}(?:/step/${id})?/?$`);
const run = new RegExp(`^/${id}/?$`);

/**
 * Returns the place for a link from outside: `benchside://guide/123`, `…/guide/123/step/4`, `benchside://run/5`,
 * `benchside://search?q=words`. Undefined for anything else, including the application's own addresses
 * (`benchside://desk/…`): a link only shows a place and never changes anything.
 */
export function placeOfLink(link: string): string | undefined {
  if (link.length > limits.link.address.max || !URL.canParse(link)) return undefined;
  const { protocol, username, password, host, pathname, searchParams, hash } = new URL(link);
  if (protocol !== scheme || username !== '' || password !== '' || hash !== '') return undefined;
  if (host.toLowerCase() === 'search') return searchPlace(pathname, searchParams);
  if ([...searchParams].length > 0) return undefined;
  if (host.toLowerCase() === 'guide') {
    const [, guideid, stepid] = guide.exec(pathname) ?? [];
    if (guideid === undefined) return undefined;
    return stepid === undefined ? `/guide/${guideid}` : `/guide/${guideid}/step/${stepid}`;
  }
  const entryid = host.toLowerCase() === 'run' ? run.exec(pathname)?.[1] : undefined;
  return entryid === undefined ? undefined : `/run/${entryid}`;
}

function searchPlace(pathname: string, params: URLSearchParams): string | undefined {
  const [given, ...others] = params;
  if (!/^\/?$/.test(pathname) || given?.[0] !== 'q' || others.length > 0) return undefined;
  const words = given[1].trim();
  if (words === '' || words.length > limits.link.search.max || /\p{Cc}/u.test(words)) return undefined;
  return `/search?${new URLSearchParams({ q: words }).toString()}`;
}

/** Returns the link on a command line, if any; Chromium puts switches between its parts. */
export const linkIn = (argv: readonly string[]): string | undefined =>
  argv.slice(1).findLast((part) => part.toLowerCase().startsWith(scheme));

/** Shortens a link to one line for a sentence about it. */
export function shownLink(link: string): string {
  const line = link.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  return line.length > 80 ? `${line.slice(0, 79)}…` : line;
}
