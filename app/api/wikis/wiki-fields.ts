import { z } from 'zod';

import { notFound } from '../../../shared/errors.ts';
import { limits } from '../../../shared/limits.ts';
import { categoryWiki, isNamespace, namespaces, wiki } from '../../../shared/model/wiki.ts';
import { flagids } from '../../content/flags.ts';
import { flagQuery, langidQuery, order, paging, revisionidQuery, sinceQuery } from '../fields.ts';

/** Any other word answers 404: there is no such collection. */
export const namespaceParam = z.string().meta({ enum: [...namespaces] });

export const wikiParams = z.object({ namespace: namespaceParam, title: z.string() });
export const categoryParams = z.object({ title: z.string() });

export const editQuery = revisionidQuery.extend(langidQuery.shape);

/** Filters of flat lists (CONTRACT 8.2). */
export const listQuery = z.object({
  ...paging,
  order,
  modifiedSince: sinceQuery,
  ...langidQuery.shape,
  includeStubs: flagQuery,
});

/** The namespace decides which fields there are (CONTRACT 8.1). */
export const anyWiki = z.union([categoryWiki, wiki]);

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

/** Everything a person may set on a wiki, all optional (CONTRACT 8.6). */
export const wikiFields = z.object({
  contents: z.string().max(limits.wiki.contents.max).optional(),
  display_title: z.string().trim().max(limits.wiki.title.max).optional(),
  page_title: z.string().trim().max(limits.wiki.title.max).nullable().optional(),
  description: z.string().max(limits.wiki.description.max).optional(),
  image: z.int().nullable().optional(),
  table_of_contents: z.boolean().optional(),
  documents: z.array(z.int()).max(limits.wiki.documents.max).optional(),
  flags: z
    .array(z.string().refine((flagid) => flagids.includes(flagid), 'is not a flag of this site'))
    .max(limits.wiki.flags.max)
    .optional(),
  source_revisionid: z.int().nullable().optional(),
  info: z.array(info).max(limits.wiki.rows.max).optional(),
  repairability_score: z.int().min(0).max(10).nullable().optional(),
  suppliers: z.array(supplier).max(limits.wiki.rows.max).optional(),
});

export function requireNamespace(namespace: string): void {
  if (!isNamespace(namespace)) throw notFound('Namespace');
}
