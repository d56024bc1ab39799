import type { Endpoint } from '../api/endpoint.ts';
import { AppError, unauthorized, unavailable } from '../../shared/errors.ts';
import { askSite } from './site-client.ts';

export interface SendOn {
  /** Address of the site's API. */
  site: string | undefined;
  /** The person's token of the site, if there is a person and it is known. */
  token: string | undefined;
  appId: string | null;
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
 * @throws AppError `unavailable` while the site cannot be reached, `unauthorized` when it does not know the person, `bad-json`
 */
export async function sendOn(
  { route, auth }: Endpoint,
  request: Request,
  { site, token, appId, onRefused }: SendOn,
): Promise<SiteResult> {
  if (site === undefined)
    throw unavailable('Only a site can do this, and this desk belongs to none yet. Set its address first.');
  const sent = parse(await request.text());
  const { pathname, search } = new URL(request.url);
  const path = pathname.slice(pathname.indexOf('/api/2.0') + '/api/2.0'.length);
  const answer = await askSite(site, `${route.split(' ', 1).join('')} ${path}${search}`, {
    token,
    appId,
    json: sent,
  });
  if (answer.kind === 'not-a-site') {
    throw unavailable(
      `Only the site can do this, and ${site} is not the address of an API 2.0 site: ${answer.reason}. ` +
        'Check the address in the settings.',
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

/** Bodies are JSON whatever their `Content-Type` says (fact sheet 1.1); none at all counts as `{}`. */
function parse(text: string): unknown {
  if (text.trim() === '') return {};
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new AppError('bad-json', `The body is not valid JSON: ${String(error)}`);
  }
}
