/** Content security policy of our pages: scripts and resources from their own server only. */
const policy: Record<string, string> = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' data: blob:",
  'media-src': "'self'",
  'font-src': "'self'",
  'connect-src': "'self'",
  'form-action': "'self'",
  'base-uri': "'none'",
  'frame-ancestors': "'none'",
};

/** Returns the headers of a page; `override` replaces single directives of its content security policy. */
export function pageHeaders(override: Record<string, string> = {}): Record<string, string> {
  const directives = Object.entries({ ...policy, ...override }).map(([name, value]) => `${name} ${value}`);
  return {
    'Content-Security-Policy': directives.join('; '),
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
  };
}
