import { z } from 'zod';

/** `keep`: pictures of imported guides stay at their addresses; `fetch`: the hub fetches them from there. */
export const importedPictures = z.enum(['keep', 'fetch']);
export type ImportedPictures = z.infer<typeof importedPictures>;

/** `GET /benchside/import`: the import that runs at this hub, or the last one since it started. */
export const importState = z.object({
  state: z.enum(['none', 'running', 'done', 'failed', 'stopped']),
  /** Name of the file; empty for the sample. */
  file: z.string(),
  guides: z.int(),
  /** Lines without a guide. */
  failed: z.int(),
  /** Pictures that are stored, of those known so far; none if they stay at their addresses. */
  pictures: z.object({ done: z.int(), total: z.int() }),
  /** The first oddities, each with its line; `noteCount` counts all. */
  notes: z.array(z.object({ line: z.int(), note: z.string() })),
  noteCount: z.int(),
  /** Why it failed. */
  message: z.string().nullable(),
  /** True if this hub has the sample and no guides, so that the sample or a fixture can be loaded. */
  sample: z.boolean(),
});
export type ImportState = z.infer<typeof importState>;
