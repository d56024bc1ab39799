import { invalid } from '../../../shared/errors.ts';
import { limits } from '../../../shared/limits.ts';
import { bytesOf, requireSize } from '../sizes.ts';
import type { GuideDocument } from './document.ts';

/**
 * @param text JSON of the guide, if the caller has it
 * @param before returns the version that is changed
 * @throws AppError `invalid` if the guide would grow beyond what every desk reads
 */
export function requireGuideSize(
  after: GuideDocument,
  text = JSON.stringify(after),
  before?: () => GuideDocument,
): void {
  const { max } = limits.guide.steps;
  if (after.steps.length > max && after.steps.length > (before?.().steps.length ?? 0))
    throw invalid('steps', `A guide has at most ${max} steps. Use several guides.`);
  // Hardly any guide has to be measured: a character takes at most three bytes, and the fields left out add a few.
  if (text.length * 4 <= limits.guide.whole.max) return;
  const size = contentSize(after);
  if (size <= limits.guide.whole.max) return;
  requireSize(
    limits.guide.whole,
    { before: before ? contentSize(before()) : 0, after: size },
    'steps',
    (most) => `A guide with all its steps takes at most ${most}. Use several guides.`,
  );
}

/** A guide of any size can be hidden, reported and given to another author. */
const contentSize = ({ body, ...document }: GuideDocument): number =>
  bytesOf(
    JSON.stringify({
      ...document,
      userid: 0,
      body: { ...body, public: true, published_date: null, flags: [] },
    }),
  );
