import { z } from 'zod';

import { limits } from '../limits.ts';

/** The newest backup of a hub, whether made on its page or by the command. */
export const lastBackup = z.object({
  /** UNIX seconds. */
  date: z.number(),
  bytes: z.int(),
  files: z.int(),
});
export type LastBackup = z.infer<typeof lastBackup>;

/** `GET /benchside/backup`: the backup that is made at this hub, or that waits to be downloaded. */
export const backupState = z.object({
  /** `shared`: this hub shares its site with others, in PostgreSQL, and makes no backups. */
  state: z.enum(['none', 'running', 'ready', 'failed', 'shared']),
  /** While it is made: the share that is written, from 0 to 1; then it is verified. */
  done: z.number(),
  /** When it is ready: its name and size, and when this hub deletes it; UNIX seconds. */
  file: z.object({ name: z.string(), bytes: z.int(), until: z.number() }).nullable(),
  /** True if this person may download it: only the admin who made it. */
  own: z.boolean(),
  /** Why it failed. */
  message: z.string().nullable(),
  /** Where the pictures are, if they are in no backup. */
  picturesIn: z.string().nullable(),
  last: lastBackup.nullable(),
});
export type BackupState = z.infer<typeof backupState>;

/** `GET /benchside/setup/backup`: the backup that a new hub is restored from. */
export const restoreState = z.object({
  /** `running`: it is verified and unpacked. `done`: the hub starts again with it. */
  state: z.enum(['none', 'receiving', 'running', 'done', 'failed']),
  /** Bytes that are here. */
  received: z.int(),
  /** Why it failed. */
  message: z.string().nullable(),
});
export type RestoreState = z.infer<typeof restoreState>;

export const newBackup = z.object({ password: z.string().min(1).max(limits.user.password.max) });
