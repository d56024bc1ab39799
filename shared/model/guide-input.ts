import { z } from 'zod';

import { limits, longestText } from '../limits.ts';
import { isFlag } from './flag.ts';
import { bullets, difficulties } from './guide.ts';
import { langid } from './langid.ts';

const longest = longestText.guide;
const id = z.int();
const seconds = z.int().min(0).max(limits.guide.timeRequired.max);

/** A title has one line: it appears in lists and URLs. */
const plainLine = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, 'must be one line of plain characters');

const itemInput = z.object({
  name: z.string().trim().min(1).max(limits.guide.itemName.max),
  type: z.string().max(limits.guide.itemName.max).optional(),
  quantity: z.int().min(1).max(limits.guide.quantity.max).optional(),
  notes: z.string().max(limits.guide.itemText.max).optional(),
  featured: z.boolean().optional(),
  isoptional: z.boolean().optional(),
  summary: z.string().max(limits.guide.itemText.max).optional(),
  url: z.string().max(limits.guide.itemUrl.max).optional(),
});
/** A part or tool in a request (CONTRACT 4.4). */
export type ItemInput = z.infer<typeof itemInput>;

const items = z
  .array(itemInput)
  .max(limits.guide.items.max)
  .refine((list) => list.slice(1).every((entry) => !entry.featured), 'only the first entry can be featured');

/** Everything a person may set on a guide. Absent fields stay unchanged (CONTRACT 4.10). */
export const guideInput = z.object({
  category: plainLine(longest.category).trim().min(1, 'must not be empty').optional(),
  /** A type of the site (CONTRACT 4.3). */
  type: z.string().optional(),
  subject: plainLine(longest.subject).optional(),
  title: plainLine(longest.title).optional(),
  summary: z.string().max(longest.summary).optional(),
  introduction: z
    .string()
    .max(longest.introduction)
    .refine(
      (text) => text.split('\n').length <= limits.guide.introductionLines.max,
      `must have at most ${limits.guide.introductionLines.max} lines`,
    )
    .optional(),
  conclusion: z.string().max(longest.conclusion).optional(),
  flags: z
    .array(z.string().refine(isFlag, 'is not a flag of this site'))
    .max(limits.guide.flags.max)
    .optional(),
  time_required_min: seconds.optional(),
  time_required_max: seconds.optional(),
  difficulty: z.enum(difficulties).nullable().optional(),
  image: id.nullable().optional(),
  prerequisites: z.array(id).max(limits.guide.prerequisites.max).optional(),
  /** `null` is the most recent release. */
  prerequisite_releases: z
    .array(z.object({ guideid: id, releaseid: id.nullable() }))
    .max(limits.guide.prerequisites.max)
    .optional(),
  documents: z.array(id).max(limits.guide.documents.max).optional(),
  featured_documentid: id.nullable().optional(),
  public: z.boolean().optional(),
  parts: items.optional(),
  tools: items.optional(),
  author: id.optional(),
  langid: langid.optional(),
  /** Intro video. */
  objectid: id.nullable().optional(),
});
export type GuideInput = z.infer<typeof guideInput>;

const lineInput = z.object({
  text: z.string().min(1).max(limits.step.line.max),
  bullet: z.enum(bullets),
  level: z.int().min(0).max(limits.step.level.max),
  lineid: z.int().nullable().optional(),
});
export type LineInput = z.infer<typeof lineInput>;

const lines = z
  .array(lineInput)
  .max(limits.step.lines.max)
  .refine((list) => (list[0]?.level ?? 0) === 0, 'the first line has level 0')
  .refine(
    (list) => list.every((line, index) => line.level <= (list[index - 1]?.level ?? 0) + 1),
    'a line is at most one level deeper than the line before',
  );

const media = z.discriminatedUnion('type', [
  z.object({ type: z.literal('image'), data: z.array(id).max(limits.step.pictures.max) }),
  z.object({ type: z.literal('object'), data: id.nullable() }),
]);

/** A step in a request (CONTRACT 4.11). Absent fields stay unchanged. */
export const stepInput = z.object({
  title: z.string().max(limits.step.title.max).optional(),
  lines: lines.optional(),
  media: media.optional(),
});
export type StepInput = z.infer<typeof stepInput>;
