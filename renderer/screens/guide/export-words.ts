import { bulletTexts } from '../../../shared/bullet-texts.ts';
import type { ExportWords, PictureFile } from '../../../shared/guide-export.ts';
import type { Image } from '../../../shared/model/image.ts';
import { imageUrls } from '../../components/image-url.ts';
import { guideTexts, revisionWords } from '../../features/guide-view/texts.ts';
import { bytes, moment } from '../../format.ts';
import { difficultyName, timeWords } from '../../vocabulary.ts';

/** The words of an exported guide in the person's language. */
export const exportWords: ExportWords = {
  about: (guide) => [
    [guide.category, difficultyName(guide.difficulty ?? ''), timeWords(guide)].filter(Boolean).join(' · '),
    [guideTexts.by(guide.author.username), revisionWords(guide.revisionid), moment(guide.modified_date)].join(
      ' · ',
    ),
  ],
  tools: guideTexts.tools,
  parts: guideTexts.parts,
  quantity: guideTexts.quantity,
  step: (position, title) =>
    title ? guideTexts.step.titled(position, title) : guideTexts.step.untitled(position),
  picture: guideTexts.step.picture,
  missing: guideTexts.export.missing,
  callout: bulletTexts,
  tooLarge: (size) => guideTexts.export.tooLarge(bytes(size)),
};

/** Fetches the largest size of a picture that is here; null if none is. */
export async function largestHere(image: Image): Promise<PictureFile | null> {
  for (const url of new Set([image.original, ...imageUrls(image, 'huge')])) {
    const response = await fetch(url);
    if (!response.ok) continue;
    const blob = await response.blob();
    return { mime: blob.type, bytes: new Uint8Array(await blob.arrayBuffer()) };
  }
  return null;
}
