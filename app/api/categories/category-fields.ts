import { z } from 'zod';

import { guideSummary } from '../../../shared/model/guide.ts';
import { image } from '../../../shared/model/image.ts';

/** A tree of titles; a leaf is `null` (CONTRACT 8.4). */
export const nestedCategories = z.record(
  z.string(),
  z.union([z.null(), z.lazy((): z.ZodType => nestedCategories)]),
);

export const hierarchy = z.object({
  hierarchy: nestedCategories,
  /** Only of titles whose display title differs. */
  display_titles: z.record(z.string(), z.string()),
});

export const orderedCategory = z.object({
  title: z.string(),
  display_title: z.string().nullable(),
  children: z.array(z.lazy((): z.ZodType => orderedCategory)),
});

/** A category's attributes (CONTRACT 8.5). */
export const category = z.object({
  wiki_title: z.string(),
  display_title: z.string(),
  title: z.string(),
  locale: z.string(),
  topic_info: z.object({
    name: z.string(),
    manufacturer: z.string(),
    introduced: z.string(),
    discontinued: z.string(),
  }),
  image: image.nullable(),
  description: z.string(),
  flags: z.union([z.record(z.string(), z.looseObject({})), z.array(z.unknown())]),
  solutions: z.object({ count: z.int(), url: z.string() }),
  parts: z.unknown(),
  tools: z.array(z.object({ text: z.string(), url: z.string().nullable() })),
  guides: z.array(guideSummary),
  ancestors: z.array(z.string()),
  children: z.array(z.string()),
  contents_raw: z.string(),
  contents_rendered: z.string(),
});
