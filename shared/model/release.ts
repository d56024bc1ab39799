import { z } from 'zod';

import { limits } from '../limits.ts';
import type { Known } from './known.ts';
import { userSummary } from './user.ts';

/**
 * - `draft`: prepared; people who may edit the guide see it
 * - `released`: what readers of the guide see; one of a guide at most
 * - `superseded`: replaced by a newer release
 * - `withdrawn`: released by mistake
 */
export const releaseStatuses = ['draft', 'released', 'superseded', 'withdrawn'] as const;
export type ReleaseStatus = (typeof releaseStatuses)[number];

export const releaseTypes = ['major', 'minor'] as const;

/** Fields that a person may set on a release; absent means unchanged. Decision 0007 says how its status can change. */
export const releaseInput = z.object({
  title: z.string().max(limits.release.title.max).optional(),
  notes: z.string().max(limits.release.notes.max).optional(),
  type: z.enum(releaseTypes).optional(),
  /** The revision to release; defaults to the version that edits are made against. */
  revisionid: z.int().optional(),
  status: z.enum(releaseStatuses).optional(),
});
export type ReleaseInput = z.infer<typeof releaseInput>;

/** A release of a guide (CONTRACT 4.13). Dates are UNIX seconds; `release_date` is null until it is released. */
export const release = z.looseObject({
  releaseid: z.int(),
  guideid: z.int(),
  langid: z.string(),
  revisionid: z.int().nullable(),
  user: userSummary,
  status: z.string(),
  title: z.string(),
  init_date: z.number(),
  release_date: z.number().nullable(),
  notes: z.string(),
  type: z.string(),
});
export type Release = Known<z.infer<typeof release>>;

export const releaseList = z.object({ releases: z.array(release) });
