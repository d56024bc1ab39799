/** Shapes of what a desk reports to the people who maintain it, all under `/benchside/`. */
import { z } from 'zod';

import { syncStatus } from '../sync-status.ts';
import { copyState, deskSettings } from './benchside.ts';
import { journalCause, journalEntryInFull } from './journal.ts';

/** Disk use of a category with all categories below it. A picture that several of them use counts in each. */
const categoryUse = z.object({
  title: z.string(),
  display_title: z.string(),
  guides: z.int(),
  children: z.int(),
  bytes: z.int(),
  pinned: z.boolean(),
});
export type CategoryUse = z.infer<typeof categoryUse>;

/** `GET /benchside/storage`: use of the disk. All sizes are bytes. */
export const storage = z.object({
  /** The disk of the data folder; `free` is what this program may use. */
  disk: z.object({ free: z.int(), total: z.int() }),
  database: z.int(),
  journal: z.object({ entries: z.int(), bytes: z.int() }),
  pictures: z.object({ count: z.int(), bytes: z.int(), budget: z.int() }),
  /** Documents and videos. */
  files: z.object({ files: z.int(), bytes: z.int() }),
  /** The category asked about, with those above it, root first; empty for the top. */
  path: z.array(z.object({ title: z.string(), display_title: z.string() })),
  /** Disk use of the guides directly in that category. */
  own: z.object({ guides: z.int(), bytes: z.int() }),
  /** Child categories, or the top-level ones. */
  categories: z.array(categoryUse),
  /** Verified daily copies of the database, newest first. `day` names one; `date` is when it was made, UNIX seconds. */
  copies: z.array(z.object({ day: z.string(), date: z.number(), bytes: z.int() })),
  /** Pinned titles that no category on this desk has. */
  pinnedElsewhere: z.array(z.string()),
});
export type Storage = z.infer<typeof storage>;

/** `GET /benchside/readiness`: which guides are not complete here. */
export const readiness = z.object({
  guides: z.int(),
  ready: z.int(),
  /**
   * Guides that are not ready because pictures are missing, because the site has not confirmed them, and because a
   * prerequisite is not ready. A guide may count in several.
   */
  pictures: z.int(),
  unconfirmed: z.int(),
  prerequisites: z.int(),
  /** Favorites first, then what was opened, then by title; at most `limit`. Each with at most three missing pictures. */
  incomplete: z.array(
    copyState.extend({
      title: z.string(),
      category: z.string(),
      favorite: z.boolean(),
      /** The guide has edits that the site does not have and so cannot confirm. */ edited: z.boolean(),
    }),
  ),
});
export type Readiness = z.infer<typeof readiness>;

const cause = z.object({ kind: journalCause.shape.kind, fields: z.array(z.string()) }).nullable();

/** `GET /benchside/diagnostics`: for support. No names, texts, e-mail addresses or tokens. */
export const diagnostics = z.object({
  made: z.number(),
  versions: z.object({ benchside: z.string(), node: z.string(), platform: z.string(), arch: z.string() }),
  uptimeSeconds: z.int(),
  settings: deskSettings.omit({ pinnedCategories: true }).extend({ pinnedCategories: z.int() }),
  status: syncStatus.omit({ site: true, problem: true, rounds: true }).extend({
    site: z.object({ host: z.string(), siteid: z.string().nullable() }),
    problem: syncStatus.shape.problem.unwrap().shape.kind.nullable(),
  }),
  rounds: z.array(syncStatus.shape.rounds.element.omit({ message: true })),
  disk: storage.shape.disk,
  /** Number of people who have signed in here, and of those whose edits can be sent. */
  people: z.object({ known: z.int(), withToken: z.int() }),
  journal: z.object({
    /** Findings of `journal.verify()` as sentences; empty when all is well. */
    problems: z.array(z.string()),
    /** Newest first; `body` has only the type and size of each field, such as `string 12`. */
    entries: z.array(
      journalEntryInFull
        .omit({
          canPutBack: true,
          username: true,
          subject: true,
          body: true,
          cause: true,
          touched: true,
          events: true,
        })
        .extend({
          body: z.record(z.string(), z.string()),
          cause,
          touched: z.array(z.object({ kind: z.string(), id: z.int() })),
          events: z.array(z.object({ date: z.number(), state: z.string(), cause })),
        }),
    ),
  }),
});
export type Diagnostics = z.infer<typeof diagnostics>;
