import { forbidden } from '../../../shared/errors.ts';
import type { Context } from '../../context.ts';
import { isLead } from '../../store/actor.ts';
import type { Viewer } from '../../store/actor.ts';
import { allPeople } from '../../replica/desk-people/people.ts';

/**
 * Admits leads to what concerns everyone at a desk; also the window of a desk that nobody has signed in to yet.
 *
 * @throws AppError `forbidden`
 */
export function requireDeskLead(actor: Viewer, { store }: Context): void {
  const isNew = actor === null && store.read(null, allPeople).length === 0;
  if (!isLead(actor) && !isNew) throw forbidden('This needs a lead.', ['Author', 'Admin']);
}
