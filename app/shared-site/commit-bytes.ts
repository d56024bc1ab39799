import { deserialize, serialize } from 'node:v8';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';

import { z } from 'zod';

import type { ChangeSet } from '../store/commit-log.ts';

/** Values as the database driver takes them: one object of named values, or values in order. */
const changeSet: z.ZodType<ChangeSet> = z.object({
  changes: z.array(z.object({ sql: z.string(), parameters: z.array(z.unknown()).exactOptional() })),
  isNote: z.boolean(),
  needs: z.number().exactOptional(),
});

/** Returns a commit as the log keeps it: compressed, in the format in which V8 stores values. */
export const toBytes = (set: ChangeSet): Buffer => zstdCompressSync(serialize(set));

/** @throws if the bytes are not those of `toBytes` */
export const fromBytes = (bytes: Uint8Array): ChangeSet =>
  changeSet.parse(deserialize(zstdDecompressSync(bytes)));
