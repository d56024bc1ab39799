import { z } from 'zod';

import type { Known } from './known.ts';

import { image } from './image.ts';

/** Short form of a user, embedded wherever a person is named (CONTRACT 3.5). */
export const userSummary = z.looseObject({
  userid: z.int(),
  username: z.string(),
  unique_username: z.string().nullable(),
  join_date: z.number(),
  image: image.nullable(),
  reputation: z.int(),
  url: z.string(),
  teams: z.array(z.int()),
  privileges: z.array(z.string()),
});

export type UserSummary = Known<z.infer<typeof userSummary>>;

/** A user as seen by anybody, by the user, and (with `authToken`) right after signing in (CONTRACT 3.4). */
export const user = z.looseObject({
  userid: z.int(),
  username: z.string(),
  unique_username: z.string().nullable(),
  image: image.nullable(),
  teams: z.array(z.int()),
  reputation: z.int(),
  join_date: z.number(),
  location: z.string().nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  certification_count: z.int(),
  badge_counts: z.object({ bronze: z.int(), silver: z.int(), gold: z.int(), total: z.int() }),
  summary: z.string().nullable(),
  about_raw: z.union([z.string(), z.literal(false)]),
  about_rendered: z.union([z.string(), z.literal(false)]),
  privileges: z.array(z.string()),
  greatest_privilege: z.string(),
  langid: z.string(),
  url: z.string(),
  links: z.array(z.unknown()).optional(),
  unread_notification_count: z.int().optional(),
  authToken: z.string().optional(),
});

export type User = Known<z.infer<typeof user>>;

/** A flag the current user may add to guides and remove from them (CONTRACT 3.9). `image` names an icon. */
export const offeredFlag = z.object({
  flagid: z.string(),
  title: z.string(),
  text: z.string(),
  image: z.string(),
  isFontAwesome: z.boolean(),
});

export type OfferedFlag = z.infer<typeof offeredFlag>;

export const userFlags = z.object({ guide: z.record(z.string(), offeredFlag) });
