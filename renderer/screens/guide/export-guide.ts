import type { Guide, GuideItem, Line, Step } from '../../../shared/model/guide.ts';
import type { Image } from '../../../shared/model/image.ts';
import { limits } from '../../../shared/limits.ts';
import { writeZip } from '../../../shared/zip.ts';
import type { ZipFile } from '../../../shared/zip.ts';
import { bulletTexts, isCallout } from '../../components/bullet-texts.ts';
import { htmlToText } from '../../components/html-to-react.tsx';
import { imageUrls } from '../../components/image-url.ts';
import { stepGroups } from '../../features/guide-view/reading.ts';
import { imagesOf } from '../../features/guide-view/step-media.ts';
import { guideTexts } from '../../features/guide-view/texts.ts';
import { bytes as bytesInWords, moment } from '../../format.ts';
import { difficultyName, timeWords } from '../../vocabulary.ts';
import { escaped, htmlToMarkdown } from './html-to-markdown.ts';

/** Returns a guide's file name: its title without what file systems do not take. */
export const guideFileName = (title: string, extension: string): string =>
  `${
    title
      .replace(/[^\p{L}\p{N} ._-]/gu, '')
      .trim()
      .slice(0, 100) || 'guide'
  }.${extension}`;

/** Returns a guide as Markdown. `pathOf` names the file of a picture; null for one that is missing. */
export function guideMarkdown(guide: Guide, pathOf: (image: Image) => string | null): string {
  const groups = stepGroups(guide);
  const about = [guide.category, difficultyName(guide.difficulty ?? ''), timeWords(guide)].filter(Boolean);
  const parts = [
    `# ${escaped(guide.title)}`,
    escaped(about.join(' · ')),
    escaped(
      [
        guideTexts.by(guide.author.username),
        guideTexts.revision(guide.revisionid),
        moment(guide.modified_date),
      ].join(' · '),
    ),
    htmlToMarkdown(guide.introduction_rendered),
    itemsMarkdown(guideTexts.tools, guide.tools),
    itemsMarkdown(guideTexts.parts, guide.parts),
    ...groups.flatMap((group) => [
      groups.length > 1 ? `## ${escaped(group.title)}` : '',
      ...group.steps.map(({ step, position }) => stepMarkdown(step, position, pathOf)),
    ]),
    htmlToMarkdown(guide.conclusion_rendered),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function stepMarkdown(step: Step, position: number, pathOf: (image: Image) => string | null): string {
  const { titled, untitled } = guideTexts.step;
  const pictures = imagesOf(step).map((image, index) => {
    const path = pathOf(image);
    const name = guideTexts.step.picture(position, index + 1, imagesOf(step).length);
    return path === null ? `*${escaped(guideTexts.export.missing(name))}*` : `![${escaped(name)}](${path})`;
  });
  return [
    `### ${step.title ? escaped(titled(position, step.title)) : untitled(position)}`,
    ...pictures,
    step.lines.map(lineMarkdown).join('\n'),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function lineMarkdown({ text_rendered, bullet, level }: Line): string {
  const text = escaped(htmlToText(text_rendered).trim()).replaceAll('\n', ' ');
  const callout = isCallout(bullet) ? `**${bulletTexts(bullet)}:** ` : '';
  return `${'  '.repeat(level)}- ${callout}${text}`;
}

function itemsMarkdown(title: string, items: readonly GuideItem[]): string {
  if (items.length === 0) return '';
  const rows = items.map(({ text, quantity, notes }) => {
    const count = quantity > 1 ? `${guideTexts.quantity(quantity)} ` : '';
    return `- ${count}${escaped(text)}${notes ? ` (${escaped(notes)})` : ''}`;
  });
  return [`## ${title}`, '', ...rows].join('\n');
}

/**
 * Returns a guide as a ZIP archive: `guide.md`, and its pictures in the largest size that is here.
 *
 * @throws Error, as a sentence, if the pictures are larger than `limits.export.bytes`
 */
export async function guideZip(guide: Guide): Promise<Uint8Array<ArrayBuffer>> {
  const pictures = new Map<string, ZipFile>();
  let total = 0;
  for (const step of guide.steps)
    for (const image of imagesOf(step)) {
      if (pictures.has(image.guid)) continue;
      const blob = await fetched(image);
      if (!blob) continue;
      total += blob.size;
      if (total > limits.export.bytes.max)
        throw new Error(guideTexts.export.tooLarge(bytesInWords(limits.export.bytes.max)));
      const extension = blob.type === 'image/png' ? 'png' : 'jpg';
      pictures.set(image.guid, {
        name: `pictures/${pictures.size + 1}.${extension}`,
        bytes: new Uint8Array(await blob.arrayBuffer()),
      });
    }
  const text = guideMarkdown(guide, ({ guid }) => pictures.get(guid)?.name ?? null);
  return writeZip([{ name: 'guide.md', bytes: new TextEncoder().encode(text) }, ...pictures.values()]);
}

/** Fetches the largest size of a picture that is here; null if none is. */
async function fetched(image: Image): Promise<Blob | null> {
  for (const url of new Set([image.original, ...imageUrls(image, 'huge')])) {
    const response = await fetch(url);
    if (response.ok) return response.blob();
  }
  return null;
}
