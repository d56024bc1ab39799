import { z } from 'zod';

import { limits } from '../limits.ts';
import { bundlePictures } from './bundle.ts';

/** Result of importing a bundle at a desk. */
export const importedBundle = z.object({
  /** Name of the site. */
  name: z.string(),
  /** When the bundle was made, UNIX seconds. */
  made: z.number(),
  /** False if the desk had newer content than the bundle, so that it took only pictures. */
  isNewer: z.boolean(),
  guides: z.int(),
  wikis: z.int(),
  removed: z.int(),
  pictures: z.int(),
  /** Number of this desk's edits that have reached the site according to the bundle. */
  arrived: z.int(),
});
export type ImportedBundle = z.infer<typeof importedBundle>;

const workState = z.enum(['none', 'running', 'done', 'failed', 'stopped']);

/** `GET /benchside/bundle_import`: the import of a bundle that runs at this desk, or the last one since it started. */
export const bundleImport = z.object({
  state: workState,
  /** Name of the file. */
  file: z.string(),
  /** False while the file is uploaded, and while the import waits for the running sync to end. */
  hasBegun: z.boolean(),
  guides: z.object({ done: z.int(), total: z.int().nullable() }),
  pictures: z.object({ done: z.int(), total: z.int() }),
  result: importedBundle.nullable(),
  /** Why it failed, or was stopped. */
  message: z.string().nullable(),
  /** Why a lead has to start the import again with a confirmation: `removals`, because it would remove much (SPEC R3). */
  confirm: z.literal('removals').nullable(),
});
export type BundleImport = z.infer<typeof bundleImport>;

/** `GET /benchside/bundle`: the bundle that this hub makes or has made. */
export const hubBundle = z.object({
  state: workState,
  /** The newest finished bundle. It can be downloaded while the next one is made. */
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
  /** Why it failed, or was stopped. */
  message: z.string().nullable(),
});
export type HubBundle = z.infer<typeof hubBundle>;

/** `GET /benchside/unsent_edits`: a file with edits, which another desk imports. */
export const editsFile = z.looseObject({
  product: z.literal('Benchside journal'),
  version: z.literal(1),
  entries: z.array(z.looseObject({ entryid: z.string() })),
});
export type EditsFile = z.infer<typeof editsFile>;

/** Result of taking a file with edits of a desk at a hub. */
export const takenEdits = z.object({
  /** Number of edits that the hub did not have yet. */
  arrived: z.int(),
  /** Number of edits that the hub had already. */
  known: z.int(),
  /** The other edits, which still wait at their desk, counted by person and reason. */
  waiting: z
    .array(
      z.object({
        /** Name of the person. */
        author: z.string(),
        edits: z.int(),
        /**
         * `unsigned`: the file has no valid signature of the person. `conflict`: the person has to decide. `refused`: the hub refuses
         * the edits. `blocked`: they wait for another edit.
         */
        reason: z.enum(['unsigned', 'conflict', 'refused', 'blocked']),
        /** Why the hub refuses them. */
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
  /** Why it failed, or was stopped. */
  message: z.string().nullable(),
});
export type CarriedEdits = z.infer<typeof carriedEdits>;
