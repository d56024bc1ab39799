import { forbidden } from '../../../shared/errors.ts';
import type { Context } from '../../context.ts';
import { isLead } from '../../store/actor.ts';
import type { Viewer } from '../../store/actor.ts';
import { allPeople } from '../../replica/desk-people/people.ts';

/**
 * Allows leads to use endpoints that affect everyone at a desk. Also allows the window of a desk at which nobody has signed in yet.
 *
 * @throws AppError `forbidden`
 */
export function requireDeskLead(actor: Viewer, { store }: Context): void {
  const isNew = actor === null && store.read(null, allPeople).length === 0;
  if (!isLead(actor) && !isNew) throw forbidden('Only a lead may do this.', ['Author', 'Admin']);
}
