/** Origin of the desk's windows. Links from outside have other hosts (`deep-link.ts`). */
export const origin = 'benchside://desk';
export const homeAddress = `${origin}/`;

export const isOurs = (url: string): boolean => url === origin || url.startsWith(`${origin}/`);

/** Returns the address of a place in the application, such as `/guide/12`. */
export const addressOf = (place: string): string => (place === '/' ? homeAddress : `${homeAddress}#${place}`);

/** Returns the place of a window's address, also after its process died. */
export function windowPlace(address: string): string {
  if (!isOurs(address) || !URL.canParse(address)) return '/';
  const { pathname, searchParams, hash } = new URL(address);
  const place = pathname === '/stopped' ? (searchParams.get('place') ?? '') : hash.slice(1);
  return place.startsWith('/') ? place : '/';
}

/** Returns the page for a window whose process dies repeatedly. */
export const stoppedAt = (place: string): string =>
  `${origin}/stopped?${new URLSearchParams({ place }).toString()}`;
