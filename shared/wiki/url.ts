const outsideUrls = /[\p{Cc}\p{Zl}\p{Zp}\\]/u;

/**
 * The URL as it may stand in an href, or undefined: http, https, mailto, and paths of the site itself (`/…`, never
 * `//…`). Everything that browsers skip inside a URL (tabs, line ends, other control characters) or read as a slash
 * (the backslash) disqualifies it.
 */
export function linkUrl(url: string): string | undefined {
  const trimmed = url.trim();
  if (/^mailto:/i.test(trimmed)) {
    return /\s/.test(trimmed) || outsideUrls.test(trimmed) || !trimmed.includes('@') ? undefined : trimmed;
  }
  return mediaUrl(trimmed);
}

/** The URL as it may stand in a src, or undefined: http, https, and paths of the site itself. */
export function mediaUrl(url: string): string | undefined {
  const trimmed = url.trim();
  const known = isRemote(trimmed) || /^\/(?!\/)/.test(trimmed);
  return known && !outsideUrls.test(trimmed) ? trimmed.replaceAll(' ', '%20') : undefined;
}

export function isRemote(url: string): boolean {
  return /^https?:\/\/[^/\s]/i.test(url);
}
