import { z } from 'zod';

/** A term with its translations into other languages of the site (CONTRACT 11.2). */
export const glossaryEntry = z.object({
  entryid: z.int(),
  /** Language of `term`. */
  langid: z.string(),
  term: z.string(),
  /** Translations by language id. */
  translations: z.record(z.string(), z.string()),
  /** The person who changed it last. */
  userid: z.int(),
  modified_date: z.number(),
});
export type GlossaryEntry = z.infer<typeof glossaryEntry>;
