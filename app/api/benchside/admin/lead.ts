import { forbidden } from '../../../../shared/errors.ts';
import { isLead } from '../../../store/actor.ts';
import type { Actor } from '../../../store/actor.ts';

/** Admits leads only. @throws AppError `forbidden` */
export function requireLead(actor: Actor): void {
  if (!isLead(actor)) throw forbidden('This is for authors and admins.', ['Author', 'Admin']);
}
