import { endpoints } from '../../app/api/index.ts';

/** Changes of the desk itself, and requests that are sent to the site at once: the journal never contains them. */
const never =
  /^(?:GET |\w+ \/(?:user\/token|users$|users\/reset|benchside\/(?:journal|sync|settings|reading|drafts|preview|tokens|users|kiosk|update|bundle|unsent_edits)))/;

/** Routes of all changes at a desk that are sent to the site later. */
export const journaledRoutes: readonly string[] = endpoints
  .filter(({ route, forwarded, profile }) => !never.test(route) && !forwarded && profile !== 'hub')
  .map(({ route }) => route);
