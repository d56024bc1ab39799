import { unavailable } from '../../../shared/errors.ts';
import type { AppError } from '../../../shared/errors.ts';
import type { Paging } from '../../store/users/search.ts';

/**
 * Returns a page of `search`. Some clients encode a space as `+`: a text with `+` that finds nobody is searched with spaces.
 *
 * @param text as it is in the address
 */
export function searchText<T>(text: string, page: Paging, search: (text: string, page: Paging) => T[]): T[] {
  const isName = !text.includes('+') || search(text, { offset: 0, limit: 1 }).length > 0;
  return search(isName ? text : text.replaceAll('+', ' '), page);
}

/** A desk knows only the e-mail addresses of people who signed in at it. */
export const onSiteOnly = (): AppError =>
  unavailable(
    'Only the hub knows the e-mail addresses of people who did not sign in at this desk. Ask there.',
  );
