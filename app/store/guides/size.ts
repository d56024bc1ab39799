import { invalid } from '../../../shared/errors.ts';
import { limits } from '../../../shared/limits.ts';
import { bytesOf, requireSize } from '../sizes.ts';
import type { GuideDocument } from './document.ts';

/**
 * @param text JSON of the document
 * @param before JSON and number of steps of the version that is changed
 * @throws AppError `invalid` if the guide would grow beyond what every desk reads
 */
export function requireGuideSize(
  { steps }: GuideDocument,
  text: string,
  before: { text: string; stepcount: number } = { text: '', stepcount: 0 },
): void {
  const { max } = limits.guide.steps;
  if (steps.length > max && steps.length > before.stepcount)
    throw invalid('steps', `A guide has at most ${max} steps. Use several guides.`);
  requireSize(
    limits.guide.whole,
    { before: bytesOf(before.text), after: bytesOf(text) },
    'steps',
    (size) => `A guide with all its steps takes at most ${size}. Use several guides.`,
  );
}
