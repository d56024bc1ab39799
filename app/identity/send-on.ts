import type { Endpoint } from '../api/endpoint.ts';
import { jsonBody } from '../api/input.ts';
import { unauthorized, unavailable } from '../../shared/errors.ts';
import type { Viewer } from '../store/actor.ts';
import { askSite } from './site-client.ts';

export interface SendOn {
  /** Address of the site's API. */
  site: string | undefined;
  /** The person's token of the site, if there is a person and it is known. */
  token: string | undefined;
  appId: string | null;
  /** The newest line of a hub's feed that is known here: what the request names goes by that. */
  history: string | undefined;
  /** The site no longer accepts the token. */
  onRefused: () => void;
}

export interface SiteResult {
  status: number;
  /** What was sent. */
  sent: unknown;
  body: unknown;
}

/**
 * Has the site carry out a request made to this desk.
 *
 * @throws AppError `unavailable` while the site cannot be reached, `unauthorized` when it does not know the person, `bad-json`,
 *   `too-large`
 */
export async function sendOn(
  endpoint: Endpoint,
  request: Request,
  viewer: Viewer,
  { site, token, appId, history, onRefused }: SendOn,
): Promise<SiteResult> {
  if (site === undefined)
    throw unavailable('Only a site can do this, and this desk belongs to none yet. Set its address first.');
  const sent = await jsonBody(request, endpoint, viewer);
  const { route, auth } = endpoint;
  const { pathname, search } = new URL(request.url);
  const path = pathname.slice(pathname.indexOf('/api/2.0') + '/api/2.0'.length);
  const answer = await askSite(site, `${route.split(' ', 1).join('')} ${path}${search}`, {
    token,
    appId,
    history,
    json: sent,
  });
  if (answer.kind === 'not-a-site') {
    throw unavailable(
      `Only the site can do this, and ${site} is not the address of an API 2.0 site: ${answer.reason}. ` +
        'Check the address in the settings. If it is right, this network may want you to sign in first: open a web page in a browser.',
    );
  }
  if (answer.kind === 'unreachable') {
    throw unavailable(
      `Only the site can do this, and it cannot be reached: ${answer.reason}. ` +
        'Connect this desk to the network and try again.',
    );
  }
  const { status, body } = answer;
  // A site may say 401 to a stranger's registration, whatever came along with it.
  if (status === 401 && auth !== 'open') {
    onRefused();
    throw unauthorized(
      token === undefined
        ? 'Only the site can do this, and it does not know you here. Sign in again.'
        : 'The site no longer accepts your sign-in. Sign in again.',
    );
  }
  return { status, sent, body };
}
