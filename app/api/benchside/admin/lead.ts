import { forbidden } from '../../../../shared/errors.ts';
import { isLead } from '../../../store/actor.ts';
import type { Actor } from '../../../store/actor.ts';

/** Admits leads only. @throws AppError `forbidden` */
export function requireLead(actor: Actor): void {
  if (!isLead(actor)) throw forbidden('Only authors and admins may do this.', ['Author', 'Admin']);
}
