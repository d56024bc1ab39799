/** A desk that several people share, in full screen: `GET /benchside/kiosk` and beside it. */
import { z } from 'zod';

import { limits } from '../limits.ts';
import { image } from './image.ts';
import { user } from './user.ts';

export const kioskSettings = z.object({
  on: z.boolean(),
  /** Without a touch for this long, the screen is hidden. */
  idleSeconds: z.int().min(5).max(3600),
  /** Whether a badge lets its owner in by itself, or only says whose PIN is asked for. */
  badgeAlone: z.boolean(),
  allowed: z.enum(['work', 'work-and-reading']),
});
export type KioskSettings = z.infer<typeof kioskSettings>;

/** Somebody who signed in at this desk. */
export const kioskPerson = z.object({
  userid: z.int(),
  username: z.string(),
  image: image.nullable(),
  hasPin: z.boolean(),
  hasBadge: z.boolean(),
  /** Authors and admins may leave kiosk mode. */
  isLead: z.boolean(),
  /** Seconds until another PIN may be tried, after too many wrong ones; 0 for now. */
  waitSeconds: z.int(),
  /** Edits of theirs that cannot be sent before they sign in with their password. */
  unsignedEdits: z.int(),
});
export type KioskPerson = z.infer<typeof kioskPerson>;

export const kioskState = z.object({
  settings: kioskSettings,
  /** Whether it is a kiosk, by the setting or by how the program was started. */
  on: z.boolean(),
  /** The same, and no lead has left it. */
  active: z.boolean(),
  /** The last who signed in first. For the desk's own window only. */
  people: z.array(kioskPerson),
  /** Who is at the window. */
  current: z.int().nullable(),
  /** Seconds until another badge may be tried. */
  badgeWaitSeconds: z.int(),
});
export type KioskState = z.infer<typeof kioskState>;

export const pin = z.string().regex(/^\d{4,8}$/, 'must have 4 to 8 digits');
export const badge = z.string().trim().min(4, 'must have at least 4 characters').max(limits.user.badge.max);

/** How somebody proves who they are without the site. */
export const unlockBy = z.union([z.object({ userid: z.int(), pin }), z.object({ badge })]);
export type UnlockBy = z.infer<typeof unlockBy>;

/** `user` is in; or else it is `pinOf` whose badge it was, and the PIN is still asked for. */
export const unlocked = z.object({
  user: user.nullable(),
  pinOf: z.object({ userid: z.int(), username: z.string() }).nullable(),
});
export type Unlocked = z.infer<typeof unlocked>;
