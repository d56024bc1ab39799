import type { Question } from '../../replica/operations/question.ts';
import { absent, undecidable } from '../../replica/operations/found.ts';
import type { Found } from '../../replica/operations/found.ts';
import { TooLong, Unreadable } from './ask-site.ts';
import { operationOf } from '../../replica/operations/index.ts';

/**
 * Finds out whether an edit has arrived at a site that ignores `Idempotency-Key` (SPEC J11). Never guesses. Edits of versioned
 * documents need no probe: they are planned on the site's current version.
 *
 * @throws RemoteError when the site cannot be asked
 */
export async function probe(question: Question): Promise<Found> {
  const { route } = question.sent;
  const operation = operationOf(route);
  if (operation.probe) return probeWith(operation.probe, question);
  // PUT, PATCH and DELETE are idempotent.
  if (operation.repeatable || !route.startsWith('POST ')) return absent;
  return undecidable('there is no way to ask the site for it');
}

async function probeWith(ask: (question: Question) => Promise<Found>, question: Question): Promise<Found> {
  try {
    return await ask(question);
  } catch (error) {
    if (error instanceof Unreadable)
      return undecidable('the list of the site in which it would be has things that cannot be read');
    if (error instanceof TooLong) return undecidable('the list of the site in which it would be has no end');
    throw error;
  }
}
