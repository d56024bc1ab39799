import { invalid } from '../../shared/errors.ts';
import type { Context } from '../context.ts';
import { hasPoint, historyHeader, parsePoint } from '../store/feed/epochs.ts';

/**
 * Returns whether the calling desk has read a line of the feed that this hub, restored since, does not have.
 *
 * @throws AppError `invalid` for a malformed header
 */
export function isOfOtherHistory(request: Request, { store }: Pick<Context, 'store'>): boolean {
  const text = request.headers.get(historyHeader);
  if (text === null) return false;
  const point = parsePoint(text);
  if (!point)
    throw invalid(historyHeader, 'must be a sequence number of the feed, a colon and the stamp of that line');
  return !store.read(null, (s) => hasPoint(s, point));
}
