const outsideUrls = /[\p{Cc}\p{Zl}\p{Zp}\\]/u;

/**
 * Returns the URL if it is safe in an href, else undefined: http, https, mailto, and paths of the site itself (`/…`, never
 * `//…`). Characters that browsers skip inside a URL (tabs, line ends, other control characters) or read as a slash (the
 * backslash) make it unsafe.
 */
export function linkUrl(url: string): string | undefined {
  const trimmed = url.trim();
  if (/^mailto:/i.test(trimmed)) {
    return /\s/.test(trimmed) || outsideUrls.test(trimmed) || !trimmed.includes('@') ? undefined : trimmed;
  }
  return mediaUrl(trimmed);
}

/** Returns the URL if it is safe in a src, else undefined: http, https, and paths of the site itself. */
export function mediaUrl(url: string): string | undefined {
  const trimmed = url.trim();
  const known = isRemote(trimmed) || /^\/(?!\/)/.test(trimmed);
  return known && !outsideUrls.test(trimmed) ? trimmed.replaceAll(' ', '%20') : undefined;
}

export function isRemote(url: string): boolean {
  return /^https?:\/\/[^/\s]/i.test(url);
}
