import { notFound } from '../../../../shared/errors.ts';
import type { Context } from '../../../context.ts';
import type { Kiosk } from '../../../identity/kiosk.ts';

/** Returns the kiosk of a desk. @throws AppError `not-found` on a hub */
export function kioskOf({ identity }: Context): Kiosk {
  if (!identity.kiosk) throw notFound('Endpoint');
  return identity.kiosk;
}
