import { z } from 'zod';

import { limits } from '../../shared/limits.ts';

const issued = z.object({ kind: z.string(), id: z.int() });

export const exportedEntry = z.looseObject({
  entryid: z.string(),
  state: z.string(),
  operation: z.string(),
  params: z.record(z.string(), z.string()),
  query: z.record(z.string(), z.string()),
  body: z.unknown(),
  userid: z.int(),
  date: z.number(),
  monotonic: z.number(),
  bootid: z.string(),
  issued: z.array(issued),
  touched: z.array(z.object({ kind: z.string(), id: z.int() })),
  /** The edited documents as they were before the edit, by kind and id. */
  before: z.array(z.object({ kind: z.string(), id: z.int(), document: z.unknown() })),
  /** Pages that the edit made along the way, such as those of the parts of a guide. */
  pages: z
    .array(z.object({ id: z.int(), namespace: z.string(), title: z.string(), langid: z.string() }))
    .default([]),
  /** The file of an upload, in Base64. */
  file: z.string().nullable(),
});
export type ExportedEntry = z.infer<typeof exportedEntry>;

/** The file that `export.ts` writes and `import.ts` reads. */
export const exported = z.object({
  product: z.literal('Benchside journal'),
  version: z.literal(1),
  siteid: z.string(),
  site: z.string(),
  /** Lines of the hub's feed that the desk had read, newest last. Ids in the edits belong to this history. */
  seen: z
    .array(z.object({ sequence: z.int(), stamp: z.string() }))
    .max(limits.sync.points.max)
    .default([]),
  entries: z.array(exportedEntry),
});
export type ExportedJournal = z.infer<typeof exported>;
