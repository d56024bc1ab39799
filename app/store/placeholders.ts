/**
 * Stored JSON and HTML hold placeholders for this server's own addresses, because these differ by client: a window, a
 * loopback client, a proxy. The placeholders are two C1 control characters; `withoutPlaceholders` removes them from input.
 */
export const MEDIA_PLACEHOLDER = '\u0081';
export const SITE_PLACEHOLDER = '\u0082';

export interface Addresses {
  /** Base of picture addresses, such as `http://host/igi/`. */
  media: string;
  /** The site's own address without a trailing slash. */
  site: string;
}

export function fillPlaceholders(text: string, addresses: Addresses): string {
  return text.replaceAll(MEDIA_PLACEHOLDER, addresses.media).replaceAll(SITE_PLACEHOLDER, addresses.site);
}

export const countPlaceholders = (text: string): number => text.match(placeholders)?.length ?? 0;

const placeholders = /[\u0081\u0082]/g;

export function withoutPlaceholders(text: string): string {
  return text.replace(placeholders, '');
}
