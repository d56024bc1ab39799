import { z } from 'zod';

import { notFound } from '../../../shared/errors.ts';
import { categoryWiki, namespaces, wiki } from '../../../shared/model/wiki.ts';
import { flagids } from '../../content/flags.ts';
import { flagQuery, langidQuery, order, paging, revisionidQuery, sinceQuery } from '../fields.ts';

export const maxTitle = 200;

/** Any other word answers 404: there is no such collection. */
export const namespaceParam = z.string().meta({ enum: [...namespaces] });

export const wikiParams = z.object({ namespace: namespaceParam, title: z.string() });
export const categoryParams = z.object({ title: z.string() });

export const editQuery = revisionidQuery.extend(langidQuery.shape);

/** Filters of flat lists (fact sheet 7.1). */
export const listQuery = z.object({
  ...paging,
  order,
  modifiedSince: sinceQuery,
  ...langidQuery.shape,
  includeStubs: flagQuery,
});

/** The namespace decides which fields there are (contract 2.6). */
export const anyWiki = z.union([categoryWiki, wiki]);

const info = z.object({ name: z.string().trim().min(1).max(200), value: z.string().max(2000) });

const supplier = z.object({
  'part_#': z.string().max(200).default(''),
  type: z.string().max(200).default(''),
  supplier: z.string().max(200),
  url: z.string().max(2000).default(''),
});

/** Everything a person may set on a wiki, all optional (fact sheet 7.5). */
export const wikiFields = z.object({
  contents: z.string().max(1_000_000).optional(),
  display_title: z.string().trim().max(maxTitle).optional(),
  page_title: z.string().trim().max(maxTitle).nullable().optional(),
  description: z.string().max(2000).optional(),
  image: z.int().nullable().optional(),
  table_of_contents: z.boolean().optional(),
  documents: z.array(z.int()).max(100).optional(),
  flags: z
    .array(z.string().refine((flagid) => flagids.includes(flagid), 'is not a flag of this site'))
    .max(100)
    .optional(),
  source_revisionid: z.int().nullable().optional(),
  info: z.array(info).max(200).optional(),
  repairability_score: z.int().min(0).max(10).nullable().optional(),
  suppliers: z.array(supplier).max(200).optional(),
});

export function requireNamespace(namespace: string): void {
  if (!(namespaces as readonly string[]).includes(namespace)) throw notFound('Namespace');
}
