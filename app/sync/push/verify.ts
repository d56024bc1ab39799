import type { Question } from '../../replica/operations/question.ts';
import { operationOf } from '../../replica/operations/index.ts';
import type { ReadBack } from '../../replica/operations/read-back.ts';

/**
 * Reads from a third-party site whether it shows an edit that it accepted, if its answer does not say so (SPEC J6; CONTRACT 5,
 * 4.10, 9, 10.2). Such a site may read from a replica that is behind.
 *
 * @throws RemoteError when the site cannot be asked
 */
export async function verifyAnswer(question: Question, answer: unknown): Promise<ReadBack> {
  const { readBack } = operationOf(question.sent.route);
  return readBack ? readBack(question, answer) : { shown: true, answer };
}
