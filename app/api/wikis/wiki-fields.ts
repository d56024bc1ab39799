import { z } from 'zod';

import { notFound } from '../../../shared/errors.ts';
import { categoryWiki, isNamespace, namespaces, wiki } from '../../../shared/model/wiki.ts';
import { flagQuery, langidQuery, order, paging, revisionidQuery, sinceQuery } from '../fields.ts';

/** Any other namespace answers 404. */
export const namespaceParam = z.string().meta({ enum: [...namespaces] });

export const wikiParams = z.object({ namespace: namespaceParam, title: z.string() });
export const categoryParams = z.object({ title: z.string() });

export const editQuery = revisionidQuery.extend(langidQuery.shape);

/** Filters of flat lists (CONTRACT 8.2). */
export const wikiListQuery = z.object({
  ...paging,
  order,
  modifiedSince: sinceQuery,
  ...langidQuery.shape,
  includeStubs: flagQuery,
});

/** The fields depend on the namespace (CONTRACT 8.1). */
export const anyWiki = z.union([categoryWiki, wiki]);

export function requireNamespace(namespace: string): void {
  if (!isNamespace(namespace)) throw notFound('Namespace');
}
