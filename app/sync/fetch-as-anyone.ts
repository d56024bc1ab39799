import { withRetry } from './pages.ts';
import { requireSite } from './push/ask-site.ts';
import { notOnSite } from './removals.ts';
import { RemoteError } from './remote.ts';
import type { Round } from './round.ts';

/**
 * Fetches a path with each person's token until the site shows it to one of them; it cannot be known in advance to whom.
 *
 * @returns the answer, or why the site shows it to nobody
 */
export async function fetchAsAnyone<T>(
  round: Round,
  path: string,
  ask: (path: string, token: string | undefined) => Promise<T> = (at, by) => round.remote.get<T>(at, by),
): Promise<{ answer: T; reason?: undefined } | { answer?: undefined; reason: string }> {
  const tokens = round.people.length > 0 ? round.people.map(({ token }) => token) : [undefined];
  let reason: string | undefined;
  for (const [index, token] of tokens.entries()) {
    try {
      return { answer: await withRetry(round, () => ask(path, token)) };
    } catch (error) {
      const isHidden = error instanceof RemoteError && ['not-found', 'forbidden'].includes(error.kind);
      // An ended sign-in is no proof that the path is hidden or gone.
      const hasEnded = index > 0 && error instanceof RemoteError && error.kind === 'unauthorized';
      if (!isHidden && !hasEnded) throw error;
      reason ??= error.message;
    }
  }
  // A guest network's 404 says nothing about the site.
  await requireSite({ round, token: tokens[0] });
  return { reason: reason ?? notOnSite };
}
