import type { Guide } from '../../shared/model/guide.ts';
import type { FeedPicture } from '../../shared/model/image.ts';
import { limits } from '../../shared/limits.ts';
import { excessOf } from '../json-shape.ts';
import { analyse } from '../store/search/analyse.ts';
import type { SiteAddresses } from '../store/template-addresses.ts';
import { Unsound } from './sound.ts';
import { pulledGuide } from './pulled-guide.ts';
import type { PulledGuide, FeedGuide } from './pulled-guide.ts';

/**
 * A full guide prepared for storing; `broken` if the JSON is invalid or no guide, as when a guest network answers in the site's
 * place; `failure` (a stack trace) for a bug of ours.
 */
export type Prepared = { pulled: PulledGuide } | { broken: true } | { failure: string };

/** Prepares guides of the site for storing, on this thread or another. Never rejects. */
export interface Preparer {
  /** Announces how many guides will come. Resolves when the thread that prepares them has started. */
  expect(guides: number): Promise<void>;
  /** @param json a full guide, or a line of the feed with one as its `doc`; its buffer may be transferred to another thread */
  guide(json: Uint8Array<ArrayBuffer>, site: SiteAddresses): Promise<Prepared>;
  /** Ends the thread, if any, until the preparer is used again. */
  rest(): void;
}

export function prepare(json: Uint8Array<ArrayBuffer>, site: SiteAddresses): Prepared {
  if (hasTooManyValues(json)) return { broken: true };
  try {
    const given: unknown = JSON.parse(Buffer.from(json.buffer).toString('utf8'));
    if (!isGuideAnswer(given)) return { broken: true };
    // A line of the feed without these two means that there are none; any other answer says nothing about them.
    const told =
      'doc' in given
        ? {
            editors: [],
            had_drafts: false,
            ...given.doc,
            ...(given.pictures && { pictures: given.pictures }),
          }
        : given;
    const pulled = pulledGuide(told, site);
    const { texts } = pulled.guide;
    // Most pulled guides are new and have to be indexed.
    const analysed = 'digest' in texts ? texts : analyse(texts);
    return { pulled: { ...pulled, guide: { ...pulled.guide, texts: analysed } } };
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof Unsound) return { broken: true };
    return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

/** Returns whether JSON costs far more than its length to parse. What is shorter than the limit cannot, and is not read for it. */
export function hasTooManyValues(json: Uint8Array): boolean {
  const { values, depth } = limits.answer;
  if (json.length < values.max) return false;
  return excessOf(json, { values: values.max, depth: depth.max }) !== undefined;
}

type GuideAnswer = Guide | { doc: FeedGuide; pictures?: FeedPicture[] };

/** Returns whether an answer is a guide or a line of the feed with one, by what every guide has. */
const isGuideAnswer = (answer: unknown): answer is GuideAnswer =>
  hasSteps(answer) ||
  (typeof answer === 'object' && answer !== null && 'doc' in answer && hasSteps(answer.doc));

const hasSteps = (guide: unknown): boolean =>
  typeof guide === 'object' &&
  guide !== null &&
  'guideid' in guide &&
  Number(guide.guideid) > 0 &&
  'steps' in guide &&
  Array.isArray(guide.steps);

export const prepareHere: Preparer = {
  expect: async () => undefined,
  guide: async (json, site) => prepare(json, site),
  rest: () => undefined,
};
