/**
 * Returns whether `Origin` names another origin than the requested one. Browsers send it at least with every request that changes
 * something.
 *
 * @param publicUrl address of this server behind a proxy
 */
export function hasForeignOrigin({ headers, url }: Request, publicUrl?: string): boolean {
  const origin = headers.get('Origin');
  if (origin === null) return false;
  if (!URL.canParse(origin)) return true;
  const isPublic = publicUrl !== undefined && origin === new URL(publicUrl).origin;
  return !isPublic && new URL(origin).host !== new URL(url).host;
}
