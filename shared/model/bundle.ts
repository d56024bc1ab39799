import { z } from 'zod';

import { limits } from '../limits.ts';
import { feedPosition } from './feed-position.ts';
import { journalCause } from './journal.ts';
import { snapshotManifest } from './snapshot.ts';

const hash = z.string().regex(/^[\da-f]{64}$/, 'must be a SHA-256');

/** A part of a bundle's file. */
const part = z.object({
  offset: z.int().nonnegative(),
  bytes: z.int().nonnegative(),
  /** Lower-case hexadecimal. */
  sha256: hash,
});
export type BundlePart = z.infer<typeof part>;

/** Which pictures a bundle has: all that a desk may need, those of guides that were opened and all covers, or none. */
export const bundlePictures = z.enum(['all', 'opened', 'none']);
export type BundlePictures = z.infer<typeof bundlePictures>;

/** The last line of a bundle: what it holds (SPEC U). */
export const bundleManifest = z.object({
  product: z.literal('Benchside bundle'),
  /** Version of the format. */
  version: z.literal(2),
  siteid: z.string().min(1).max(limits.bundle.siteid.max),
  name: z.string().max(limits.bundle.name.max),
  /** Address of the site's API, if the hub has a public one. */
  site: z.string().max(limits.bundle.site.max).optional(),
  /** The hub's public key (Ed25519, PEM). */
  key: z.string().max(limits.bundle.key.max),
  /** UNIX seconds, by the hub's clock. */
  made: z.number().nonnegative().max(limits.bundle.made.max),
  /** The lines that end the epochs of the hub's feed; the last one is where this bundle ends. */
  history: z
    .array(feedPosition)
    .min(1)
    .max(limits.sync.points.max + 1),
  guides: z.int(),
  wikis: z.int(),
  pictures: bundlePictures,
  /** The feed as everybody may read it from its beginning, packed with Zstandard. */
  feed: part.extend({ unpackedBytes: z.int().nonnegative().max(limits.bundle.feed.max) }),
  /** The database of a desk that has read this feed, for desks that have nothing: a part and its own manifest. */
  snapshot: snapshotManifest.extend({ offset: z.int().nonnegative() }),
  /** The answers and conflicts of edits, each sealed with the id of its edit; a packed line of `sealedReceipt` for each. */
  receipts: part,
  /** A packed line of `bundleFile` for each file. */
  files: part.extend({ count: z.int().nonnegative().max(limits.bundle.files.max) }),
  /** Ed25519 in Base64, over all other fields. */
  signature: z.string(),
});
export type BundleManifest = z.infer<typeof bundleManifest>;

/** A picture, document or video in a bundle. */
export const bundleFile = part.extend({
  /** Path of the address that documents name, such as `/igi/lid.medium`. */
  path: z.string().max(limits.bundle.path.max),
  mime: z.string().max(limits.bundle.mime.max),
});
export type BundleFile = z.infer<typeof bundleFile>;

/** Base64 throughout. */
export const sealedReceipt = z.object({
  id: z.string(),
  nonce: z.string(),
  sealed: z.string().max(limits.bundle.receipt.max),
});
export type SealedReceipt = z.infer<typeof sealedReceipt>;

const aboutEdit = {
  userid: z.int(),
  route: z.string(),
  /** The edited guide or page as its author sees it when the bundle is made; `null` if they do not see it. `hidden`: the hub has it. */
  current: z
    .object({ path: z.string(), text: z.string().nullable(), hidden: z.boolean().default(false) })
    .optional(),
};

/** The answer of the hub to an edit that it has carried out. */
const editAnswer = z.object({
  ...aboutEdit,
  /** Newest line of the feed before the edit. */
  sequence: z.int().nonnegative(),
  /** The JSON that the hub answered with. */
  answer: z.string(),
});

/** Why the hub did not carry out an edit of a file: it excludes what others have changed, or is refused. */
const editConflict = z.object({ ...aboutEdit, conflict: journalCause });

/** The answer to an edit, or its conflict, for the desk that has the edit. */
export const receipt = z.union([editAnswer, editConflict]);
export type Receipt = z.infer<typeof receipt>;
