import { z } from 'zod';

import { limits, longestText } from '../limits.ts';
import { isFlag } from './flag.ts';

const longest = longestText.wiki;

const info = z.object({
  name: z.string().trim().min(1).max(limits.wiki.cell.max),
  value: z.string().max(limits.wiki.cellText.max),
});

const supplier = z.object({
  'part_#': z.string().max(limits.wiki.cell.max).default(''),
  type: z.string().max(limits.wiki.cell.max).default(''),
  supplier: z.string().max(limits.wiki.cell.max),
  url: z.string().max(limits.wiki.cellText.max).default(''),
});

/** Everything a person may set on a page. Absent fields stay unchanged (CONTRACT 8.6). */
export const wikiInput = z.object({
  contents: z.string().max(longest.contents).optional(),
  display_title: z.string().trim().max(longest.display_title).optional(),
  page_title: z.string().trim().max(longest.page_title).nullable().optional(),
  description: z.string().max(longest.description).optional(),
  image: z.int().nullable().optional(),
  table_of_contents: z.boolean().optional(),
  /** Documentids. */
  documents: z.array(z.int()).max(limits.wiki.documents.max).optional(),
  flags: z
    .array(z.string().refine(isFlag, 'is not a flag of this site'))
    .max(limits.wiki.flags.max)
    .optional(),
  source_revisionid: z.int().nullable().optional(),
  /** `info` and `repairability_score`: CATEGORY only. */
  info: z.array(info).max(limits.wiki.rows.max).optional(),
  repairability_score: z.int().min(0).max(10).nullable().optional(),
  /** ITEM only. */
  suppliers: z.array(supplier).max(limits.wiki.rows.max).optional(),
});
export type WikiInput = z.infer<typeof wikiInput>;
