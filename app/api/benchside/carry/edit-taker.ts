import { unavailable } from '../../../../shared/errors.ts';
import type { Context, EditTaker } from '../../../context.ts';

/** @throws AppError `unavailable` in a program that takes no files with edits */
export function editTaker({ edits }: Context): EditTaker {
  if (!edits) throw unavailable('This program takes no files with edits.');
  return edits;
}
