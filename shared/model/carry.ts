import { z } from 'zod';

import { limits } from '../limits.ts';
import { bundlePictures } from './bundle.ts';

/** What a bundle brought to a desk. */
export const importedBundle = z.object({
  /** Name of the site. */
  name: z.string(),
  /** When the bundle was made, UNIX seconds. */
  made: z.number(),
  /** False if the desk had newer content, so that only pictures were taken. */
  isNewer: z.boolean(),
  guides: z.int(),
  wikis: z.int(),
  removed: z.int(),
  pictures: z.int(),
  /** Edits of this desk of which the bundle says that the site has them. */
  arrived: z.int(),
});
export type ImportedBundle = z.infer<typeof importedBundle>;

const workState = z.enum(['none', 'running', 'done', 'failed', 'stopped']);

/** `GET /benchside/bundle_import`: the import of a bundle that runs at this desk, or the last one since it started. */
export const bundleImport = z.object({
  state: workState,
  /** Name of the file. */
  file: z.string(),
  /** True once the file is here and the import has begun; before, it waits for the running sync to end. */
  hasBegun: z.boolean(),
  guides: z.object({ done: z.int(), total: z.int().nullable() }),
  pictures: z.object({ done: z.int(), total: z.int() }),
  result: importedBundle.nullable(),
  /** Why it failed. */
  message: z.string().nullable(),
  /** What a lead has to confirm for another import to go on; `removals` after a mass disappearance (SPEC R3). */
  confirm: z.literal('removals').nullable(),
});
export type BundleImport = z.infer<typeof bundleImport>;

/** `GET /benchside/bundle`: the bundle that this hub makes or has made. */
export const hubBundle = z.object({
  state: workState,
  /** The newest whole bundle, which can be downloaded also while another one is made. */
  bundle: z
    .object({
      made: z.number(),
      bytes: z.int(),
      guides: z.int(),
      wikis: z.int(),
      files: z.int(),
      pictures: bundlePictures,
    })
    .nullable(),
  /** Why it failed. */
  message: z.string().nullable(),
});
export type HubBundle = z.infer<typeof hubBundle>;

/** `GET /benchside/unsent_edits`: the file of edits that `benchside import-journal` takes. */
export const editsFile = z.looseObject({
  product: z.literal('Benchside journal'),
  version: z.literal(1),
  entries: z.array(z.looseObject({ entryid: z.string() })),
});
export type EditsFile = z.infer<typeof editsFile>;

/** What a hub made of a file with edits of desks. */
export const takenEdits = z.object({
  /** Edits that the hub carried out now. */
  arrived: z.int(),
  /** Edits that it had before. */
  known: z.int(),
  /** The others, which stay at their desk; by person and reason. */
  waiting: z
    .array(
      z.object({
        /** Name of the person. */
        author: z.string(),
        edits: z.int(),
        /** Not signed by this person; something they exclude; refused by the site; waits for one of the others. */
        reason: z.enum(['unsigned', 'conflict', 'refused', 'blocked']),
        /** What the site said. */
        message: z.string().nullable(),
      }),
    )
    .max(limits.bundle.waiting.max),
});
export type TakenEdits = z.infer<typeof takenEdits>;

/** `GET /benchside/carried_edits`: the file of edits that this hub takes, or the last one since it started. */
export const carriedEdits = z.object({
  state: workState,
  /** Name of the file. */
  file: z.string(),
  result: takenEdits.nullable(),
  /** Why it failed. */
  message: z.string().nullable(),
});
export type CarriedEdits = z.infer<typeof carriedEdits>;
