import { z } from 'zod';

import { bullets, difficulties } from '../../../shared/model/guide.ts';
import { isFlag } from '../../content/flags.ts';
import type { Context } from '../../context.ts';
import { invalid } from '../../../shared/errors.ts';

const id = z.int();
const seconds = z.int().min(0).max(10_000_000);

const item = z.object({
  name: z.string().trim().min(1).max(200),
  type: z.string().max(200).optional(),
  quantity: z.int().positive().max(1_000_000).optional(),
  notes: z.string().max(1000).optional(),
  featured: z.boolean().optional(),
  isoptional: z.boolean().optional(),
  summary: z.string().max(1000).optional(),
  url: z.string().max(2000).optional(),
});

const items = z
  .array(item)
  .max(200)
  .refine((list) => list.slice(1).every((entry) => !entry.featured), 'only the first entry can be featured');

/** Everything a person may set on a guide, all optional (contract 4.3; limits of section 8). */
export const guideFields = z.object({
  category: z.string().min(1).max(200).optional(),
  type: z.string().optional(),
  subject: z.string().max(200).optional(),
  title: z.string().max(500).optional(),
  summary: z.string().max(155, 'must be fewer than 156 characters').optional(),
  introduction: z
    .string()
    .max(100_000)
    .refine((text) => text.split('\n').length < 50, 'must be fewer than 50 lines')
    .optional(),
  conclusion: z.string().max(100_000).optional(),
  flags: z.array(z.string().refine(isFlag, 'is not a flag of this site')).max(100).optional(),
  time_required_min: seconds.optional(),
  time_required_max: seconds.optional(),
  difficulty: z.enum(difficulties).nullable().optional(),
  image: id.nullable().optional(),
  prerequisites: z.array(id).max(100).optional(),
  prerequisite_releases: z
    .array(z.object({ guideid: id, releaseid: id.nullable() }))
    .max(100)
    .optional(),
  documents: z.array(id).max(100).optional(),
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
  text: z.string().min(1).max(350),
  bullet: z.enum(bullets),
  level: z.int().min(0).max(2),
  lineid: z.int().nullable().optional(),
});

const lines = z
  .array(stepLine)
  .min(1)
  .max(8)
  .refine((list) => list[0]?.level === 0, 'the first line has level 0')
  .refine(
    (list) => list.every((line, index) => line.level <= (list[index - 1]?.level ?? 0) + 1),
    'a line is at most one level deeper than the line before',
  );

const media = z.discriminatedUnion('type', [
  z.object({ type: z.literal('image'), data: z.array(id).max(3) }),
  z.object({ type: z.literal('object'), data: id.nullable() }),
]);

/** A step as written (fact sheet 4.7). */
export const stepFields = z.object({
  title: z.string().max(200).optional(),
  lines: lines.optional(),
  media: media.optional(),
});

/** Guide types are a setting of the site (contract 2.4). */
export function checkType(type: string | undefined, ctx: Context): void {
  const allowed = ctx.store.read(null, (s) => s.meta.site.guideTypes);
  if (type !== undefined && !allowed.includes(type)) {
    throw invalid('type', `The type must be one of: ${allowed.join(', ')}.`);
  }
}
