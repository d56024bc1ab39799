import { endpoints } from '../../app/api/index.ts';

/** Changes of the desk itself, and those that are sent to the site at once: they never stand in the journal. */
const never =
  /^(?:GET |\w+ \/(?:user\/token|users$|users\/reset|benchside\/(?:journal|sync|settings|reading|drafts|preview|tokens|users|kiosk|update)))/;

/** Everything that can be changed at a desk, and is sent to the site later. */
export const journaledRoutes: readonly string[] = endpoints
  .filter(({ route, forwarded, profile }) => !never.test(route) && !forwarded && profile !== 'hub')
  .map(({ route }) => route);
