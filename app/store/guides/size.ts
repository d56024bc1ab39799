import { invalid } from '../../../shared/errors.ts';
import { limits } from '../../../shared/limits.ts';
import type { StoreReader } from '../aggregates.ts';
import { picturesInHtml } from '../media/facts.ts';
import { countPlaceholders } from '../placeholders.ts';
import { bytesOf, requireSize } from '../sizes.ts';
import { listOf, sql } from '../sql.ts';
import { guideImages } from './content.ts';
import type { GuideDocument } from './document.ts';

/**
 * @param text JSON of the guide, if the caller has it
 * @param before returns the version that is changed
 * @throws AppError `invalid` if the guide would grow beyond what every desk reads
 */
export function requireGuideSize(
  s: StoreReader,
  after: GuideDocument,
  text = JSON.stringify(after),
  before?: () => GuideDocument,
): void {
  const { steps, whole, aroundPicture, aroundAddress } = limits.guide;
  if (after.steps.length > steps.max && after.steps.length > (before?.().steps.length ?? 0))
    throw invalid('steps', `A guide has at most ${steps.max} steps. Use several guides.`);
  // Hardly any guide has to be measured: a character of JSON takes at most three bytes and the fields left out add a few, and a character of
  // marks takes at most six bytes of JSON.
  const most =
    text.length * 4 +
    picturesIn(after, text).length * (aroundPicture.max + limits.media.markup.max * 6) +
    countPlaceholders(text) * aroundAddress.max;
  if (most <= whole.max) return;
  const size = sizeOf(s, after);
  if (size <= whole.max) return;
  requireSize(
    whole,
    { before: before ? sizeOf(s, before()) : 0, after: size },
    'steps',
    (most) => `A guide with all its steps takes at most ${most}. Use several guides.`,
  );
}

/** Returns what counts as the size of a guide, in bytes. A guide of any size can be hidden, reported and given to another author. */
function sizeOf(s: StoreReader, { body, ...document }: GuideDocument): number {
  const text = JSON.stringify({
    ...document,
    userid: 0,
    body: { ...body, public: true, published_date: null, flags: [] },
  });
  const guids = picturesIn({ body, ...document }, text);
  const marks = s.db.one(sql<{ bytes: number | null }>`SELECT sum(octet_length(json_quote(markup))) AS bytes
     FROM image WHERE guid IN ${listOf(guids)}`);
  return (
    bytesOf(text) +
    countPlaceholders(text) * limits.guide.aroundAddress.max +
    guids.length * limits.guide.aroundPicture.max +
    Number(marks?.bytes)
  );
}

/** @param text JSON of the guide */
const picturesIn = (document: GuideDocument, text: string): string[] => [
  ...new Set([...guideImages(document), ...picturesInHtml(text)]),
];
