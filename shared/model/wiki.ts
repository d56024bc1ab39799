import { z } from 'zod';

import type { Known } from './known.ts';

import { guideSummary } from './guide.ts';
import { image } from './image.ts';

export const namespaces = ['WIKI', 'CATEGORY', 'INFO', 'ITEM', 'USER', 'TEAM'] as const;
export type Namespace = (typeof namespaces)[number];

export const isNamespace = (word: string): word is Namespace =>
  namespaces.some((namespace) => namespace === word);

/** Light wiki object of lists, `children` and `ancestors` (CONTRACT 8.2). */
export const wikiSummary = z.looseObject({
  dataType: z.literal('wiki'),
  wikiid: z.int(),
  /** Not every site includes it in lists. */
  revisionid: z.int().optional(),
  langid: z.string(),
  namespace: z.string(),
  title: z.string(),
  display_title: z.string(),
  url: z.string(),
  summary: z.string(),
  text: z.string(),
  image: image.nullable(),
  modified_date: z.number(),
  author: z.int(),
});
export type WikiSummary = Known<z.infer<typeof wikiSummary>>;

/** Full wiki object, fields common to all namespaces (CONTRACT 8.3). */
export const wiki = z.looseObject({
  wikiid: z.int(),
  langid: z.string(),
  namespace: z.string(),
  title: z.string(),
  display_title: z.string(),
  page_title: z.string().nullable(),
  url: z.string(),
  revisionid: z.int(),
  source_revisionid: z.int().nullable(),
  contents_raw: z.string(),
  contents_json: z.looseObject({ type: z.string() }),
  contents_rendered: z.string(),
  created_date: z.number(),
  modified_date: z.number(),
  author: z.int(),
  available_langids: z.array(z.string()),
  can_edit: z.boolean(),
  description: z.string(),
  documents: z.array(z.looseObject({})),
  flags: z.union([z.record(z.string(), z.looseObject({})), z.array(z.unknown())]),
  image: image.nullable(),
  tags: z.array(z.string()),
  linked_wikis: z.array(z.looseObject({ wikiid: z.int(), namespace: z.string(), title: z.string() })),
  table_of_contents: z.boolean(),
});
export type Wiki = Known<z.infer<typeof wiki>>;

/** A wiki of the CATEGORY namespace, with the fields that only it has. */
export const categoryWiki = wiki.extend({
  ancestors: z.array(wikiSummary),
  children: z.array(wikiSummary),
  parent: z.string().nullable(),
  guides: z.array(guideSummary),
  featured_guides: z.array(guideSummary),
  related_wikis: z.array(wikiSummary),
  info: z.array(z.looseObject({ name: z.string(), value: z.string() })),
  solutions_url: z.string(),
});
export type CategoryWiki = Known<z.infer<typeof categoryWiki>>;

/** A page of any namespace; only a category has a parent and facts. */
export type WikiDocument = Wiki & Partial<Pick<CategoryWiki, 'parent' | 'info'>>;

/** `GET /benchside/wikis/{namespace}/{title}/revisions`; newest first. */
export const wikiRevision = z.object({
  revisionid: z.int(),
  /** Null where a desk has only the site's version, without its editor. */
  userid: z.int().nullable(),
  username: z.string().nullable(),
  date: z.number(),
  current: z.boolean(),
});
export type WikiRevision = z.infer<typeof wikiRevision>;

/**
 * `GET /wikis/CATEGORY/{title}/identification`: how to recognise a device. The contract names no fields and no client
 * was seen; these are ours.
 */
export const identification = z.object({
  wikiid: z.int(),
  langid: z.string(),
  title: z.string(),
  display_title: z.string(),
  url: z.string(),
  revisionid: z.int(),
  description: z.string(),
  image: image.nullable(),
  /** Properties; `inheritedFrom` is the title of the ancestor that has the property, null for the category's own. */
  info: z.array(z.object({ name: z.string(), value: z.string(), inheritedFrom: z.string().nullable() })),
  /** The section of the page whose heading speaks of identifying; empty when it has none. */
  text_raw: z.string(),
  text_rendered: z.string(),
  /** Devices directly below, with their pictures, to tell them apart. */
  children: z.array(wikiSummary),
});
export type Identification = z.infer<typeof identification>;
