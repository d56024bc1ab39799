import { z } from 'zod';

import type { Known } from './known.ts';

/**
 * A document as guides, wikis and the media manager list it (CONTRACT 4.5). `url` is relative to the site, `size` in
 * bytes, `date` in UNIX seconds, `pages` null where it is not known.
 */
export const document = z.looseObject({
  documentid: z.int(),
  guid: z.string(),
  title: z.string(),
  filename: z.string(),
  text: z.string(),
  size: z.int(),
  pages: z.int().nullable(),
  date: z.number(),
  document_extension: z.string(),
  image: z.looseObject({}).nullable(),
  url: z.string(),
  download_url: z.string(),
});

export type Document = Known<z.infer<typeof document>>;
