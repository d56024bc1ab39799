import { unavailable } from '../../../shared/errors.ts';
import type { AppError } from '../../../shared/errors.ts';
import type { Paging } from '../../store/users/search.ts';

/**
 * The page that `search` finds. Some clients encode a blank as `+`: where a text with one finds nobody, it is read so.
 *
 * @param text as it stands in the address
 */
export function searchText<T>(text: string, page: Paging, search: (text: string, page: Paging) => T[]): T[] {
  const isName = !text.includes('+') || search(text, { offset: 0, limit: 1 }).length > 0;
  return search(isName ? text : text.replaceAll('+', ' '), page);
}

/** A desk holds the e-mail addresses of people who signed in at it, and no others. */
export const onSiteOnly = (): AppError =>
  unavailable(
    'Only the site knows the e-mail addresses of people who did not sign in at this desk. Ask there.',
  );
