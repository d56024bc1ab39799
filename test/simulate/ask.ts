import type { Core } from '../../app/core.ts';
import { siteOrigin } from './site.ts';

export interface Answered {
  status: number;
  text: string;
}

/**
 * Calls a desk or the site, both under the site's address, so that their answers can be compared.
 *
 * @param body bytes, or anything else as JSON
 * @param key under which a hub carries out an edit once
 */
export async function ask(
  core: Core,
  token: string,
  route: string,
  body?: unknown,
  key?: string,
): Promise<Answered> {
  const [method = '', path = ''] = route.split(' ');
  const request = new Request(`${siteOrigin}/api/2.0${path}`, {
    method,
    headers: {
      Authorization: `api ${token}`,
      ...(key === undefined ? {} : { 'Idempotency-Key': key }),
      ...(body === undefined || body instanceof Uint8Array ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined
      ? {}
      : { body: body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body) }),
  });
  const response = await core.fetch(request);
  return { status: response.status, text: await response.text() };
}
