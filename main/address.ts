/** What the windows of a desk show. Links from outside have other hosts (`deep-link.ts`). */
export const origin = 'benchside://desk';
export const home = `${origin}/`;

export const isOurs = (url: string): boolean => url === origin || url.startsWith(`${origin}/`);

/** Of a place in the application: `/guide/12`. */
export const addressOf = (place: string): string => (place === '/' ? home : `${home}#${place}`);

/** The place that a window's address stands for, or had before its process died. */
export function placeOf(address: string): string {
  if (!isOurs(address) || !URL.canParse(address)) return '/';
  const { pathname, searchParams, hash } = new URL(address);
  const place = pathname === '/stopped' ? (searchParams.get('place') ?? '') : hash.slice(1);
  return place.startsWith('/') ? place : '/';
}

/** Shown where a window's process dies again and again. */
export const stoppedAt = (place: string): string =>
  `${origin}/stopped?${new URLSearchParams({ place }).toString()}`;
