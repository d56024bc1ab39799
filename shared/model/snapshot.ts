import { z } from 'zod';

import { limits } from '../limits.ts';

/** `GET /benchside/snapshot`: the database that a desk begins with in the place of the feed's first reading (SPEC S). */
export const snapshotManifest = z.object({
  /** Identity of the site. */
  siteid: z.string(),
  /** Version of the database's tables. */
  schema: z.int(),
  /** The last line of the feed that it has, and the stamp of that line's epoch. */
  sequence: z.int(),
  stamp: z.string(),
  guides: z.int(),
  wikis: z.int(),
  /** Length of the packed file, and of the unpacked database. */
  bytes: z.int().positive().max(limits.snapshot.file.max),
  unpackedBytes: z.int().positive().max(limits.snapshot.unpacked.max),
  /** Of the packed file; lower-case hexadecimal. */
  sha256: z.string().regex(/^[\da-f]{64}$/, 'must be a SHA-256'),
  /** Ed25519 in Base64, by the key that `GET /benchside/info` names, over all other fields. */
  signature: z.string(),
});
export type SnapshotManifest = z.infer<typeof snapshotManifest>;
