import { isCallout } from './bullet-texts.ts';
import { limits } from './limits.ts';
import type { Guide, GuideItem, Line, Step } from './model/guide.ts';
import type { Image } from './model/image.ts';
import { picturesOf } from './model/step-pictures.ts';
import { stepGroups } from './model/step-groups.ts';
import { escapeMarkdown, inlineMarkdown, linkTarget, wikiMarkdown } from './wiki/markdown.ts';
import { parseInline, parseWiki } from './wiki/parse.ts';
import { writeZip } from './zip.ts';
import type { ZipFile } from './zip.ts';

/** Returns a guide's file name: its title without what file systems do not take. */
export const guideFileName = (title: string, extension: string): string =>
  `${
    title
      .replace(/[^\p{L}\p{N} ._-]/gu, '')
      .trim()
      .slice(0, 100) || 'guide'
  }.${extension}`;

/** The words of an exported guide that are not its author's. */
export interface ExportWords {
  /** Returns what stands below the title, such as its category and who changed it when; empty lines are left out. */
  about: (guide: Guide) => readonly string[];
  tools: string;
  parts: string;
  quantity: (count: number) => string;
  /** `title` is empty for a step without one. */
  step: (position: number, title: string) => string;
  picture: (position: number, index: number, total: number) => string;
  missing: (picture: string) => string;
  callout: (bullet: string) => string;
  /** The refusal of pictures that are larger than `limits.export.bytes`. */
  tooLarge: (bytes: number) => string;
}

/** Names the file or the address of a picture; null for one that is missing. */
export type PathOf = (image: Image) => string | null;

/** Returns a guide as Markdown. */
export function guideMarkdown(guide: Guide, words: ExportWords, pathOf: PathOf): string {
  const groups = stepGroups(guide);
  const parts = [
    `# ${escapeMarkdown(guide.title)}`,
    ...words.about(guide).map(escapeMarkdown),
    escapeMarkdown(guide.summary),
    wikiMarkdown(parseWiki(guide.introduction_raw)),
    itemsMarkdown(words.tools, guide.tools, words),
    itemsMarkdown(words.parts, guide.parts, words),
    ...groups.flatMap((group) => [
      groups.length > 1 ? `## ${escapeMarkdown(group.title)}` : '',
      ...group.steps.map(({ step, position }) => stepMarkdown(step, position, words, pathOf)),
    ]),
    wikiMarkdown(parseWiki(guide.conclusion_raw)),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function stepMarkdown(step: Step, position: number, words: ExportWords, pathOf: PathOf): string {
  const images = picturesOf(step);
  const pictures = images.map((image, index) => {
    const path = pathOf(image);
    const name = words.picture(position, index + 1, images.length);
    return path === null
      ? `*${escapeMarkdown(words.missing(name))}*`
      : `![${escapeMarkdown(name)}](${linkTarget(path)})`;
  });
  const lines = step.lines.flatMap((line) => lineMarkdown(line, words)).join('\n');
  return [`### ${escapeMarkdown(words.step(position, step.title))}`, ...pictures, lines]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** Returns the line, or nothing if it has no text. */
function lineMarkdown({ text_raw, bullet, level }: Line, words: ExportWords): string[] {
  const text = inlineMarkdown(parseInline(text_raw));
  if (text === '') return [];
  const callout = isCallout(bullet) ? `**${words.callout(bullet)}:** ` : '';
  return [`${'  '.repeat(level)}- ${callout}${text}`];
}

function itemsMarkdown(title: string, items: readonly GuideItem[], words: ExportWords): string {
  if (items.length === 0) return '';
  const rows = items.map(({ text, quantity, notes }) => {
    const count = quantity > 1 ? `${words.quantity(quantity)} ` : '';
    return `- ${count}${escapeMarkdown(text)}${notes ? ` (${escapeMarkdown(notes)})` : ''}`;
  });
  return [`## ${title}`, '', ...rows].join('\n');
}

export interface PictureFile {
  mime: string;
  bytes: Uint8Array;
}

/**
 * Returns a guide as a ZIP archive: `guide.md`, and its pictures.
 *
 * @param read returns the largest size of a picture that is here; null if none is
 * @throws Error, as a sentence, if the pictures are larger than `limits.export.bytes`
 */
export async function guideZip(
  guide: Guide,
  words: ExportWords,
  read: (image: Image) => Promise<PictureFile | null>,
): Promise<Uint8Array<ArrayBuffer>> {
  const pictures = new Map<string, ZipFile>();
  let total = 0;
  for (const image of guide.steps.flatMap(picturesOf)) {
    if (pictures.has(image.guid)) continue;
    const file = await read(image);
    if (!file) continue;
    total += file.bytes.length;
    if (total > limits.export.bytes.max) throw new Error(words.tooLarge(limits.export.bytes.max));
    const extension = file.mime === 'image/png' ? 'png' : 'jpg';
    pictures.set(image.guid, { name: `pictures/${pictures.size + 1}.${extension}`, bytes: file.bytes });
  }
  const text = guideMarkdown(guide, words, ({ guid }) => pictures.get(guid)?.name ?? null);
  return writeZip([{ name: 'guide.md', bytes: new TextEncoder().encode(text) }, ...pictures.values()]);
}
