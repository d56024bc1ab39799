import { unauthorized, unavailable } from '../../shared/errors.ts';
import { askSite } from './site-client.ts';

/** A request that only the site can carry out. */
export interface Forwarded {
  request: Request;
  method: string;
  /** The parsed JSON body. */
  body: unknown;
  /** Needs no sign-in. */
  isOpen: boolean;
}

export interface Forwarding {
  /** Address of the site's API. */
  site: string | undefined;
  /** The person's site token; `undefined` without a person or if the token is unknown. */
  token: string | undefined;
  appId: string | null;
  /** The newest known line of a hub's feed: the ids in the request are from that history. */
  history: string | undefined;
  /** Called when the site no longer accepts the token. */
  onRefused: () => void;
}

export interface SiteResult {
  status: number;
  body: unknown;
}

/**
 * Forwards a request from this desk to the site.
 *
 * @throws AppError `unavailable` while the site cannot be reached, `unauthorized` when it does not know the person
 */
export async function forwardToSite(
  { request, method, body: json, isOpen }: Forwarded,
  { site, token, appId, history, onRefused }: Forwarding,
): Promise<SiteResult> {
  if (site === undefined)
    throw unavailable('Only a hub can do this, and this desk belongs to none yet. Set its address first.');
  const { pathname, search } = new URL(request.url);
  const path = pathname.slice(pathname.indexOf('/api/2.0') + '/api/2.0'.length);
  const answer = await askSite(site, `${method} ${path}${search}`, { token, appId, history, json });
  if (answer.kind === 'not-a-site') {
    throw unavailable(
      `Only the hub can do this, and ${site} is not the address of an API 2.0 site: ${answer.reason}. ` +
        'Check the address in the settings. If it is right, this network may want you to sign in first: open a web page in a browser.',
    );
  }
  if (answer.kind === 'unreachable') {
    throw unavailable(
      `Only the hub can do this, and it cannot be reached: ${answer.reason}. ` +
        'Connect this desk to the network and try again.',
    );
  }
  const { status, body } = answer;
  // A site may answer 401 to a registration, whatever token came with it.
  if (status === 401 && !isOpen) {
    onRefused();
    throw unauthorized(
      token === undefined
        ? 'Only the hub can do this, and you are not signed in there. Sign in again.'
        : 'The hub no longer accepts your sign-in. Sign in again.',
    );
  }
  return { status, body };
}
