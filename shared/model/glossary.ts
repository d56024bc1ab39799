import { z } from 'zod';

import { limits } from '../limits.ts';
import { langid } from './langid.ts';
import { limitedRecord } from './limited-record.ts';

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

const term = z.string().trim().min(1, 'must not be empty').max(limits.glossary.term.max);

/** One change of the glossary: adds an entry without `entryid`, changes one with it, and deletes one with `deleted`. */
export const glossaryChange = z.object({
  entryid: z.int().optional(),
  langid: langid.optional(),
  term: term.optional(),
  /** The complete new list: translation by langid. */
  translations: limitedRecord(langid, term, limits.site.languages.max).optional(),
  deleted: z.boolean().optional(),
});
export type GlossaryChange = z.infer<typeof glossaryChange>;
