import { invalid } from '../../shared/errors.ts';
import type { Replica } from '../replica/replica.ts';

/**
 * Checks the application id: a site with public registration accepts sign-ins and registrations only from known applications
 * (CONTRACT 3.3).
 *
 * @throws AppError `invalid`: 401 would blame the password, and 400 is for invalid JSON (CONTRACT 2.2)
 */
export function requireAppId(store: Replica, request: Request): void {
  const { publicRegistration, appids } = store.read(null, (s) => s.meta.site);
  if (!publicRegistration || appids.length === 0) return;
  if (!appids.includes(request.headers.get('X-App-Id')?.trim() ?? ''))
    throw invalid('X-App-Id', 'Invalid app id');
}
