import { invalid } from '../../../shared/errors.ts';
import { limits } from '../../../shared/limits.ts';
import type { ReadAccess } from '../access.ts';
import { picturesInHtml } from '../media/facts.ts';
import { feedSize, mayExceed, requireSize } from '../sizes.ts';
import { guideImages } from './document.ts';
import type { GuideDocument } from './document.ts';

/**
 * @param text JSON of the guide, if the caller has it
 * @param before returns the version that is changed
 * @throws AppError `invalid` if the guide would grow beyond what every desk reads
 */
export function requireGuideSize(
  s: ReadAccess,
  after: GuideDocument,
  text = JSON.stringify(after),
  before?: () => GuideDocument,
): void {
  const { steps, whole } = limits.guide;
  if (after.steps.length > steps.max && after.steps.length > (before?.().steps.length ?? 0))
    throw invalid('steps', `A guide has at most ${steps.max} steps. Use several guides.`);
  // The fields that are left out below add less than a MiB.
  if (!mayExceed(whole.max - 1_048_576, { text, pictures: picturesIn(after, text) })) return;
  requireSize(
    whole,
    { before: () => (before ? contentSize(s, before()) : 0), after: contentSize(s, after) },
    'steps',
    (most) => `A guide with all its steps takes at most ${most}. Use several guides.`,
  );
}

/** A guide of any size can be hidden, reported and given to another author. */
function contentSize(s: ReadAccess, document: GuideDocument): number {
  const { body, ...others } = document;
  const text = JSON.stringify({
    ...others,
    userid: 0,
    body: { ...body, public: true, published_date: null, flags: [] },
  });
  return feedSize(s, { text, pictures: picturesIn(document, text) });
}

/** @param text JSON of the guide */
const picturesIn = (document: GuideDocument, text: string): string[] => [
  ...new Set([...guideImages(document), ...picturesInHtml(text)]),
];
