/** What a desk tells of itself to those who look after it; all under `/benchside/`. */
import { z } from 'zod';

import { syncStatus } from '../sync-status.ts';
import { copyState, deskSettings } from './benchside.ts';
import { journalEntry, journalEntryInFull } from './journal.ts';

/** Of a category and all below it. A picture that several of them use counts in each. */
const categoryUse = z.object({
  title: z.string(),
  display_title: z.string(),
  guides: z.int(),
  children: z.int(),
  bytes: z.int(),
  pinned: z.boolean(),
});
export type CategoryUse = z.infer<typeof categoryUse>;

/** `GET /benchside/storage`: what takes how much room. All sizes are bytes. */
export const storage = z.object({
  /** Of the disk that the data folder is on; `free` for whoever runs this program. */
  disk: z.object({ free: z.int(), total: z.int() }),
  database: z.int(),
  journal: z.object({ entries: z.int(), bytes: z.int() }),
  pictures: z.object({ count: z.int(), bytes: z.int(), budget: z.int() }),
  /** Documents and videos. */
  files: z.object({ files: z.int(), bytes: z.int() }),
  /** The category asked about, with those above it, root first; empty for the top. */
  path: z.array(z.object({ title: z.string(), display_title: z.string() })),
  /** What the guides right in that category take. */
  own: z.object({ guides: z.int(), bytes: z.int() }),
  /** Its children, or the categories at the top. */
  categories: z.array(categoryUse),
  /** Proved daily copies of the database, newest first. `day` names one; `date` is when it was made, UNIX seconds. */
  copies: z.array(z.object({ day: z.string(), date: z.number(), bytes: z.int() })),
  /** Titles that are pinned and no category here has. */
  pinnedElsewhere: z.array(z.string()),
});
export type Storage = z.infer<typeof storage>;

/** `GET /benchside/readiness`: which guides are not complete here. */
export const readiness = z.object({
  guides: z.int(),
  ready: z.int(),
  /** Of those that are not ready: their own pictures are missing, the site has not confirmed them yet, what has to be done before is not ready. A guide may count in several. */
  pictures: z.int(),
  unconfirmed: z.int(),
  prerequisites: z.int(),
  /** Favorites first, then what was opened, then by title; at most `limit`. Of missing pictures, three each. */
  incomplete: z.array(
    copyState.extend({
      title: z.string(),
      category: z.string(),
      favorite: z.boolean(),
      /** It has edits that the site does not have: these it cannot confirm. */ edited: z.boolean(),
    }),
  ),
});
export type Readiness = z.infer<typeof readiness>;

const causeKind = journalEntry.shape.cause.unwrap().shape.kind;
const cause = z.object({ kind: causeKind, fields: z.array(z.string()) }).nullable();

/** `GET /benchside/diagnostics`: for whoever looks for a fault. No names, texts, e-mail addresses or tokens. */
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
  /** Of people who signed in here: how many, and how many may be sent for. */
  people: z.object({ known: z.int(), withToken: z.int() }),
  journal: z.object({
    /** Of ours, in words; empty when all is well. */
    problems: z.array(z.string()),
    /** Newest first; `body` says of each field only its type and size, as in `string 12`. */
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
