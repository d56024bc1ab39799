/** A desk that several people share, in full screen: shapes of `/benchside/kiosk` and its sub-resources. */
import { z } from 'zod';

import { limits } from '../limits.ts';
import { image } from './image.ts';
import { user } from './user.ts';

export const kioskSettings = z.object({
  on: z.boolean(),
  /** The screen is covered after this many seconds without input. */
  idleSeconds: z.int().min(5).max(3600),
  /** True if a badge alone signs its owner in; otherwise their PIN is required too. */
  badgeAlone: z.boolean(),
  allowed: z.enum(['work', 'work-and-reading']),
});
export type KioskSettings = z.infer<typeof kioskSettings>;

/** A person who has signed in at this desk. */
export const kioskPerson = z.object({
  userid: z.int(),
  username: z.string(),
  /** Filled in where the person signs in with their password. */
  email: z.string(),
  image: image.nullable(),
  hasPin: z.boolean(),
  hasBadge: z.boolean(),
  /** Authors and admins may leave kiosk mode. */
  isLead: z.boolean(),
  /** Seconds until another PIN may be tried, after too many wrong ones; 0 for at once. */
  waitSeconds: z.int(),
  /** Edits of this person that cannot be sent before they sign in with their password. */
  unsignedEdits: z.int(),
});
export type KioskPerson = z.infer<typeof kioskPerson>;

/** Work that stopped when the screen was hidden. Durations are whole seconds. */
export const away = z.object({
  userid: z.int(),
  /** True if the person is asked on return whether the time away counts as work; not after a swap, by which they stopped. */
  asks: z.boolean(),
  /** Since the screen was hidden. */
  seconds: z.int(),
  runs: z.array(z.object({ entryid: z.int(), workorderid: z.string(), active_duration: z.int() })),
});
export type Away = z.infer<typeof away>;

export const kioskState = z.object({
  settings: kioskSettings,
  /** True if this desk is a kiosk, by its setting or by how the program was started. */
  on: z.boolean(),
  /** `on`, and no lead has left kiosk mode. */
  active: z.boolean(),
  /** The most recent sign-in first. Only for the desk's own window. */
  people: z.array(kioskPerson),
  /** Userid of the person who is signed in at the window; null for nobody. */
  current: z.int().nullable(),
  /** Seconds until another badge may be tried. */
  badgeWaitSeconds: z.int(),
  /** Null if nothing stopped, or the work was continued. Only for the desk's own window. */
  away: away.nullable(),
});
export type KioskState = z.infer<typeof kioskState>;

export const pin = z.string().regex(/^\d{4,8}$/, 'must have 4 to 8 digits');
export const badge = z.string().trim().min(4, 'must have at least 4 characters').max(limits.user.badge.max);

/** A person's offline proof of identity. */
export const unlockBy = z.union([z.object({ userid: z.int(), pin }), z.object({ badge })]);
export type UnlockBy = z.infer<typeof unlockBy>;

/** `user` is signed in. If null, `pinOf` owns the badge and still has to enter the PIN. */
export const unlocked = z.object({
  user: user.nullable(),
  pinOf: z.object({ userid: z.int(), username: z.string() }).nullable(),
});
export type Unlocked = z.infer<typeof unlocked>;
