import type { Core } from '../../app/core.ts';
import { siteOrigin } from './site.ts';

export interface Answered {
  status: number;
  text: string;
}

/** Asks a desk or the site, both under the site's address, so that their answers can be compared. */
export async function ask(core: Core, token: string, route: string, json?: unknown): Promise<Answered> {
  const [method = '', path = ''] = route.split(' ');
  const request = new Request(`${siteOrigin}/api/2.0${path}`, {
    method,
    headers: { Authorization: `api ${token}` },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  });
  const response = await core.fetch(request);
  return { status: response.status, text: await response.text() };
}
