import { z } from 'zod';

/** A translated text of a guide whose original has changed since. `stepid` and `line`, an index, are null for other texts. */
export const changedText = z.object({
  field: z.enum(['title', 'summary', 'introduction', 'conclusion', 'step-title', 'line']),
  stepid: z.int().nullable(),
  line: z.int().nullable(),
});
export type ChangedText = z.infer<typeof changedText>;

/** A translation of a guide, with its texts whose original has changed since they were translated. */
export const translationState = z.object({ langid: z.string(), changed: z.array(changedText) });
export type TranslationState = z.infer<typeof translationState>;
