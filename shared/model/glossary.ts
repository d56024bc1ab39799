import { z } from 'zod';

/** A term and what it is called in other languages of the site (CONTRACT 11.2). */
export const glossaryEntry = z.object({
  entryid: z.int(),
  /** Language of `term`. */
  langid: z.string(),
  term: z.string(),
  /** By language id. */
  translations: z.record(z.string(), z.string()),
  /** Who changed it last. */
  userid: z.int(),
  modified_date: z.number(),
});
export type GlossaryEntry = z.infer<typeof glossaryEntry>;
