/**
 * Whether `Origin` names a page of another address than the one that is asked. Browsers send it at least with everything
 * that changes something.
 *
 * @param publicUrl address this server has behind a proxy
 */
export function hasForeignOrigin({ headers, url }: Request, publicUrl?: string): boolean {
  const origin = headers.get('Origin');
  if (origin === null) return false;
  if (!URL.canParse(origin)) return true;
  const isPublic = publicUrl !== undefined && origin === new URL(publicUrl).origin;
  return !isPublic && new URL(origin).host !== new URL(url).host;
}
