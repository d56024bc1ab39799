import { isOfItem } from './left-out.ts';
import { requireSite } from './push/ask-site.ts';
import { RemoteError } from './remote.ts';
import type { Round } from './round.ts';

const ofOneAnswer = new Set<RemoteError['kind']>([
  'bad-answer',
  'server-error',
  'not-a-site',
  'refused',
  'conflict',
  'unauthorized',
]);

/**
 * Decides whether only this answer of the third-party site is wrong, and everything else may go on (SPEC P11.3): the site answers others, and
 * still accepts the sign-in.
 *
 * @throws RemoteError when the site does not answer
 */
export async function isOnlyOneAnswer(round: Round, error: unknown): Promise<boolean> {
  if (!(error instanceof RemoteError)) return isOfItem(error);
  if (!ofOneAnswer.has(error.kind)) return false;
  const token = round.people[0]?.token;
  await requireSite({ round, token });
  if (error.kind !== 'unauthorized') return true;
  if (token === undefined) return false;
  await round.remote.get('/user', token);
  return true;
}
