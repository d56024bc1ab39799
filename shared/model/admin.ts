/** Shapes of what leads and admins manage, under `/benchside/`. */
import { z } from 'zod';

import { release } from './release.ts';
import { offeredFlag } from './user.ts';

export const roles = ['admin', 'author', 'technician'] as const;

/** An account, as leads see it. */
export const account = z.object({
  userid: z.int(),
  username: z.string(),
  unique_username: z.string().nullable(),
  /** For admins only; null for others. */
  email: z.string().nullable(),
  role: z.enum(roles),
  /** True if they may sign in. */
  active: z.boolean(),
  join_date: z.number(),
  teams: z.array(z.int()),
  /** Number of active sign-ins. */
  tokens: z.int(),
  /** When any of these tokens was last used; null without tokens. */
  seen_date: z.number().nullable(),
});
export type Account = z.infer<typeof account>;

/** `GET /benchside/people`; `total` is before `limit` and `offset`. */
export const accounts = z.object({ total: z.int(), people: z.array(account) });
export type Accounts = z.infer<typeof accounts>;

/** `GET /benchside/overview`: counts of what leads and admins manage. */
export const overview = z.object({
  people: z.int(),
  teams: z.int(),
  /** Guides with a prepared release or with edits that readers do not see yet. */
  unreleased: z.int(),
  /** Guides with a flag that asks for work. */
  flagged: z.int(),
  /** Every language of the site, its own first. */
  langids: z.array(z.string()),
  /** For admins: whether others reach this hub without encryption. */
  exposed: z.boolean(),
});
export type Overview = z.infer<typeof overview>;

/** A flag and how many guides have it. */
export const usedFlag = offeredFlag.extend({
  /** True if the flag asks for work on the guide; the others are labels. */
  open: z.boolean(),
  /** True if the asking person may remove it. */
  mine: z.boolean(),
  guides: z.int(),
});
export type UsedFlag = z.infer<typeof usedFlag>;

export const badgeHolder = z.object({
  userid: z.int(),
  username: z.string(),
  times: z.int(),
  date: z.number(),
});
export type BadgeHolder = z.infer<typeof badgeHolder>;

/** A guide and its releases, newest first. */
const releasedGuide = z.object({
  guideid: z.int(),
  title: z.string(),
  category: z.string(),
  /** Edits since the release that readers see; null where there are none. */
  draft: z.object({ revisionid: z.int(), modified_date: z.number() }).nullable(),
  releases: z.array(release),
});

/** `GET /benchside/releases`; `total` is before `limit` and `offset`. */
export const releasedGuides = z.object({ total: z.int(), guides: z.array(releasedGuide) });
export type ReleasedGuides = z.infer<typeof releasedGuides>;
export type ReleasedGuide = ReleasedGuides['guides'][number];
