/**
 * Stored JSON and HTML leave this server's own addresses open, because they differ by who asks: a window, a
 * loopback client, a proxy. Two C1 control characters mark the places; `withoutHoles` keeps them out of input.
 */
export const MEDIA_HOLE = '\u0081';
export const SITE_HOLE = '\u0082';

export interface Addresses {
  /** Base of picture addresses, such as `http://host/igi/`. */
  media: string;
  /** The site's own address without a trailing slash. */
  site: string;
}

export function fillHoles(text: string, addresses: Addresses): string {
  return text.replaceAll(MEDIA_HOLE, addresses.media).replaceAll(SITE_HOLE, addresses.site);
}

const holes = /[\u0081\u0082]/g;

export function withoutHoles(text: string): string {
  return text.replace(holes, '');
}
