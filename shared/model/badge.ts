import { z } from 'zod';

import type { Known } from './known.ts';

/** A badge and whether a user has earned it (CONTRACT 3.7). */
export const earnedBadge = z.looseObject({
  earned: z.boolean(),
  times_earned: z.int(),
  /** When it was last earned, UNIX seconds; null if never. */
  date: z.number().nullable(),
  badge: z.looseObject({
    badgeid: z.int(),
    name: z.string(),
    type: z.enum(['bronze', 'silver', 'gold']),
    category: z.string(),
    description: z.string(),
    /** Can be earned more than once. */
    multiple: z.boolean(),
    /** Number of people who have it. */
    num_users: z.int(),
    icon: z.string().nullable(),
    image: z.string().nullable(),
    secondary_color: z.string().nullable(),
  }),
});

export type EarnedBadge = Known<z.infer<typeof earnedBadge>>;
