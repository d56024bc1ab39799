import { z } from 'zod';

import { limits } from '../../../shared/limits.ts';
import { bullets, difficulties } from '../../../shared/model/guide.ts';
import { isFlag } from '../../content/flags.ts';
import type { Context } from '../../context.ts';
import { invalid } from '../../../shared/errors.ts';

const id = z.int();
const seconds = z.int().min(0).max(limits.guide.timeRequired.max);

const item = z.object({
  name: z.string().trim().min(1).max(limits.guide.itemName.max),
  type: z.string().max(limits.guide.itemName.max).optional(),
  quantity: z.int().positive().max(limits.guide.quantity.max).optional(),
  notes: z.string().max(limits.guide.itemText.max).optional(),
  featured: z.boolean().optional(),
  isoptional: z.boolean().optional(),
  summary: z.string().max(limits.guide.itemText.max).optional(),
  url: z.string().max(limits.guide.itemUrl.max).optional(),
});

const items = z
  .array(item)
  .max(limits.guide.items.max)
  .refine((list) => list.slice(1).every((entry) => !entry.featured), 'only the first entry can be featured');

/** A title stands on one line, in lists and addresses. */
const plainLine = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, 'must be one line of plain characters');

/** Everything a person may set on a guide, all optional (CONTRACT 4.10). */
export const guideFields = z.object({
  category: plainLine(limits.guide.category.max).trim().min(1, 'must not be empty').optional(),
  type: z.string().optional(),
  subject: plainLine(limits.guide.subject.max).optional(),
  title: plainLine(limits.guide.title.max).optional(),
  summary: z
    .string()
    .max(limits.guide.summary.max, `must be fewer than ${limits.guide.summary.max + 1} characters`)
    .optional(),
  introduction: z
    .string()
    .max(limits.guide.text.max)
    .refine(
      (text) => text.split('\n').length <= limits.guide.introductionLines.max,
      `must be fewer than ${limits.guide.introductionLines.max + 1} lines`,
    )
    .optional(),
  conclusion: z.string().max(limits.guide.text.max).optional(),
  flags: z
    .array(z.string().refine(isFlag, 'is not a flag of this site'))
    .max(limits.guide.flags.max)
    .optional(),
  time_required_min: seconds.optional(),
  time_required_max: seconds.optional(),
  difficulty: z.enum(difficulties).nullable().optional(),
  image: id.nullable().optional(),
  prerequisites: z.array(id).max(limits.guide.prerequisites.max).optional(),
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
  langid: z
    .string()
    .regex(/^[a-z]{2}(-[A-Za-z]{2,4})?$/, 'is not a language id')
    .optional(),
  objectid: id.nullable().optional(),
});

const stepLine = z.object({
  text: z.string().min(1).max(limits.step.line.max),
  bullet: z.enum(bullets),
  level: z.int().min(0).max(limits.step.level.max),
  lineid: z.int().nullable().optional(),
});

const lines = z
  .array(stepLine)
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

/** A step as written (CONTRACT 4.11). */
export const stepFields = z.object({
  title: z.string().max(limits.step.title.max).optional(),
  lines: lines.optional(),
  media: media.optional(),
});

/** Guide types are a setting of the site (CONTRACT 4.3). */
export function checkType(type: string | undefined, ctx: Context): void {
  const allowed = ctx.store.read(null, (s) => s.meta.site.guideTypes);
  if (type !== undefined && !allowed.includes(type)) {
    throw invalid('type', `The type must be one of: ${allowed.join(', ')}.`);
  }
}
