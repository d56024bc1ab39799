import { AppError, forbidden, notFound, unauthorized, unavailable } from '../../shared/errors.ts';
import { askSite, messageOf } from './site-client.ts';

/** A change of the current user's lists that the site makes first. */
export interface Forwarded {
  /** As the site's API names it, with ids: `PUT /user/favorites/guides/7`. */
  route: string;
  /** What changes, for messages: `Favorites`. */
  what: string;
}

/**
 * @param onRefused called when the site no longer accepts the token
 * @throws AppError `unavailable` while the site cannot be reached, or the site's own refusal
 */
export async function forwardToSite(
  site: string | undefined,
  token: string | undefined,
  { route, what }: Forwarded,
  onRefused: () => void,
): Promise<void> {
  if (site === undefined)
    throw unavailable(`${what} belong to a site, and this desk has none yet. Set its address first.`);
  if (token === undefined) throw unauthorized(`To change this, sign in again while the site is reachable.`);
  const answer = await askSite(site, route, { token });
  if (answer.kind === 'unreachable') {
    throw unavailable(
      `${what} can be changed when the site is reachable; this desk is offline. The site cannot be reached: ${answer.reason}.`,
    );
  }
  if (answer.kind === 'not-a-site')
    throw unavailable(`${what} cannot be changed: ${site} is not an API 2.0 site, ${answer.reason}.`);
  const { status, body } = answer;
  if (status >= 200 && status < 300) return;
  const message = messageOf(body);
  if (status === 401) {
    onRefused();
    throw unauthorized('The site no longer accepts your sign-in. Sign in again.');
  }
  if (status === 403) throw forbidden(message ?? 'The site does not allow you this.');
  if (status === 404) throw message === undefined ? notFound('Guide') : new AppError('not-found', message);
  throw unavailable(
    `${what} cannot be changed: the site answered with status ${status}. ${message ?? ''}`.trim(),
  );
}
